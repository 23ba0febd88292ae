-- The functions outside tests that name a symbol of a list, each once, those with the most uses first.
--
-- $1 the ids of the symbols.
SELECT r.symbol_id, e.symbol
FROM (
  SELECT symbol_id, enclosing_id
  FROM refs
  WHERE list_contains($1::INTEGER[], symbol_id) AND role <> 'import' AND enclosing_id <> symbol_id
  GROUP BY symbol_id, enclosing_id
) r
JOIN symbols e ON e.symbol_id = r.enclosing_id
WHERE NOT e.is_test
ORDER BY r.symbol_id, e.ref_count DESC, e.symbol;
