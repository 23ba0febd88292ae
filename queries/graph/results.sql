-- The results of a question: of those that the filters let through, the first of each
-- depth, with how many there are of it.
--
-- $1 how many of a depth.
SELECT depth, count(*) OVER (of_depth ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS found, rank, symbol_id, symbol, kind, is_external, coalesce(file_path, ''),
  place >> 32, place_path, place & 4294967295, place_column, coalesce(via, ''), coalesce(label, '')
FROM nodes
WHERE depth IS NOT NULL
  AND left_out IS NULL
WINDOW of_depth AS (PARTITION BY depth ORDER BY symbol, place, place_column, via, label)
QUALIFY row_number() OVER of_depth <= $1::BIGINT
ORDER BY depth, symbol, place, place_column, via, label;
