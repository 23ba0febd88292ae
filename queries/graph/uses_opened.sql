-- As uses.sql, of an index that was not loaded: of the first symbols whose values are taken, as derive/values.sql has it,
-- the references are read.
--
-- $1 how many places.
--
-- DESIGN: to find all references that are no calls takes 40 ms (1,370,000 references), and this 12 where a
-- walk reached 6,000 symbols.
WITH taken AS MATERIALIZED (
  SELECT n.symbol_id, n.symbol
  FROM nodes n
  JOIN value_counts v ON v.symbol_id = n.symbol_id
  WHERE n.asked
  ORDER BY n.symbol
  LIMIT $1::BIGINT
)
SELECT t.symbol, f.file_path, r.start_line, r.start_column
FROM taken t
JOIN refs r ON r.symbol_id = t.symbol_id AND r.role NOT IN ('call', 'import')
JOIN files f ON f.file_id = r.file_id
ORDER BY t.symbol, r.file_id, r.start_line, r.start_column
LIMIT $2::BIGINT;
