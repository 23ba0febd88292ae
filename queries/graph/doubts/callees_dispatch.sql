-- A symbol calls a method that others stand in for, and the walk did not go there.
SELECT 'dispatch_not_followed', count(*)
FROM edges e
JOIN nodes a ON a.symbol_id = e.caller_id AND a.asked
WHERE e.callee_id IN (SELECT overridden_id FROM stands_in)
