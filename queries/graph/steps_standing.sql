-- The steps of standing in, from an interface method to what stands in for it. They come when
-- those of calls are there, which are read beside concrete_overrides.
INSERT INTO step
SELECT {caller_id: overridden_id::INTEGER, callee_id: method_id::INTEGER, label: greatest(1, rank)::TINYINT}
FROM concrete_overrides;
