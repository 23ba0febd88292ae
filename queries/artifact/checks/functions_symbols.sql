-- functions: the rows are the functions and methods among the repository's symbols, under the same names
SELECT count(*), any_value(coalesce(f.symbol, s.symbol))
FROM functions f
FULL JOIN (FROM symbols WHERE NOT is_external AND kind IN ('function', 'method')) s ON s.symbol_id = f.function_id
WHERE f.symbol IS DISTINCT FROM s.symbol OR f.is_method <> (s.kind = 'method') OR f.file_id <> s.file_id;
