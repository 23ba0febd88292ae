-- A directive hands a symbol to other code.
SELECT count(*) AS linkname_or_export
FROM nodes
WHERE asked AND (symbol_id IN (SELECT symbol_id FROM handed_over) OR symbol IN (SELECT symbol FROM handed_over));
