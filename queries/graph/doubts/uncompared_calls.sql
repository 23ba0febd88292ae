-- A symbol calls, or is, or has stand in for it, an interface method of which nobody looked what stands in for it.
SELECT count(*) AS uncompared_interface
FROM nodes
WHERE symbol_id IN (SELECT symbol_id FROM unlike_methods);
