-- Where the targets are defined.
CREATE OR REPLACE TABLE nodes AS
SELECT 0 AS depth, 0 AS rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path,
  NULL::BIGINT AS place, NULL::VARCHAR AS place_path, NULL::INTEGER AS place_column, NULL::VARCHAR AS via, NULL::VARCHAR AS label
FROM seeds
JOIN symbols s ON s.symbol_id = seeds.id;
