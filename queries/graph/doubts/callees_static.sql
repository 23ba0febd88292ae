-- A method is called that others stand in for, and the walk did not go there.
SELECT count(*) AS dispatch_not_followed
FROM nodes a
JOIN steps s ON s.caller_id = a.symbol_id
WHERE a.asked AND s.label >= 8 AND s.callee_id IN (SELECT caller_id FROM steps WHERE label < 8);
