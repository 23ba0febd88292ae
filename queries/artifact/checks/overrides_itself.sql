-- overrides: no method overrides itself
SELECT count(*), any_value('method ' || method_id)
FROM overrides
WHERE method_id = overridden_id;
