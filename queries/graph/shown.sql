-- The symbols that an answer shows: of those that a walk found and the filters let
-- through, the first of each depth.
--
-- $1, $2, $3 as in levels.sql; $4 how many of a depth; $5 how many in all.
CREATE OR REPLACE TEMP TABLE shown AS
SELECT symbol_id, symbol, depth, rank
FROM nodes
WHERE depth IS NOT NULL
  AND ($1::VARCHAR IS NULL OR (file_path IS NOT NULL AND regexp_full_match(file_path, $1::VARCHAR)))
  AND ($2::VARCHAR IS NULL OR file_path IS NULL OR NOT regexp_full_match(file_path, $2::VARCHAR))
  AND ($3::BOOLEAN OR NOT is_test)
QUALIFY row_number() OVER (PARTITION BY depth ORDER BY symbol) <= $4
ORDER BY depth, symbol
LIMIT $5;
