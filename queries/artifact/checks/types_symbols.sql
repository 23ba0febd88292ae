-- types: the rows are the types among the repository's symbols, under the same names and kinds
SELECT count(*), any_value(coalesce(t.symbol, s.symbol))
FROM types t
FULL JOIN (FROM symbols WHERE NOT is_external AND kind IN ('struct', 'interface', 'class', 'enum', 'trait', 'union', 'type_alias', 'type')) s ON s.symbol_id = t.type_id
WHERE t.symbol IS DISTINCT FROM s.symbol OR t.kind <> s.kind OR t.file_id <> s.file_id;
