-- The results of a question that found no more than 500 nodes: those that the filters let
-- through.
--
-- DESIGN: with a limit DuckDB keeps the first rows instead of sorting all, and of few rows
-- whoever reads them can count those of a depth: 0.5 ms instead of 1.2 for a window over them.
SELECT depth, 0 AS found, rank, symbol_id, symbol, kind, is_external, coalesce(file_path, ''),
  place >> 32, place_path, place & 4294967295, place_column, coalesce(via, ''), coalesce(label, '')
FROM nodes
WHERE depth IS NOT NULL
  AND left_out IS NULL
ORDER BY depth, symbol, place, place_column, via, label
LIMIT 500;
