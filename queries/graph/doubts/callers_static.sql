-- A method stands in for another, and the walk did not go there, so that the one is
-- not known.
SELECT count(*) AS dispatch_not_followed
FROM nodes
WHERE asked AND symbol_id IN (SELECT callee_id FROM stand_ins);
