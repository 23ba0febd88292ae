-- There are more references to a symbol than calls of it. ../uses.sql counts those
-- that are no calls, for which it reads all references; this reads none.
SELECT 'value_taken', (SELECT coalesce(sum(ref_count), 0) FROM nodes WHERE asked) - (SELECT count(*) FROM edges e JOIN nodes a ON a.symbol_id = e.callee_id AND a.asked)
