-- A method stands in for another, and the walk did not go there.
SELECT 'dispatch_not_followed', count(DISTINCT o.method_id)
FROM stands_in o
JOIN nodes a ON a.symbol_id = o.method_id AND a.asked
