-- The names and places of the nodes of cycles: packages ($1 import) or functions, by their numbers ($2).
WITH node AS (
  SELECT module_path, row_number() OVER (ORDER BY module_path) AS id
  FROM (SELECT module_path FROM base.modules UNION SELECT module_path FROM head.modules)
)
SELECT id, module_path, '', 0 FROM node WHERE $1 = 'import' AND id IN (SELECT unnest($2::BIGINT[]))
UNION ALL
SELECT symbol_id, symbol, file_path, coalesce(start_line, 0) FROM head.symbols WHERE $1 = 'function' AND symbol_id IN (SELECT unnest($2::BIGINT[]));
