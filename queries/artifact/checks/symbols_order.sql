-- symbols: ids follow file, place of the name and symbol; external symbols come after them by symbol
WITH pairs AS (
  SELECT is_external, file_path, coalesce(name_line, 0) AS line, coalesce(name_column, 0) AS col, symbol,
    lag(is_external) OVER () AS external_before, lag(file_path) OVER () AS path_before, lag(coalesce(name_line, 0)) OVER () AS line_before,
    lag(coalesce(name_column, 0)) OVER () AS col_before, lag(symbol) OVER () AS symbol_before
  FROM symbols
)
SELECT count(*), any_value(symbol)
FROM pairs
WHERE symbol_before IS NOT NULL AND NOT CASE
  WHEN is_external <> external_before THEN is_external
  WHEN is_external OR (file_path = path_before AND line = line_before AND col = col_before) THEN symbol > symbol_before
  WHEN file_path <> path_before THEN file_path > path_before
  WHEN line <> line_before THEN line > line_before
  ELSE col > col_before
END;
