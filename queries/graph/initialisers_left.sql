-- Such functions are results when they make such a call, whatever file they are said to be in.
--
-- $1 the ids of those that do.
UPDATE nodes SET left_out = CASE WHEN list_contains($1::INTEGER[], symbol_id) THEN NULL ELSE true END
WHERE kind = 'function' AND name = 'init' AND contains(symbol, '.init#package');
