-- The functions of the index in the view `stored`, for statistics.
SELECT s.symbol_hash, f.symbol, f.language, f.file_path, f.start_line, f.is_exported, f.is_test, f.is_generated, f.param_count, f.lines,
  f.complexity, f.body_hash, i.repository, i."commit"
FROM functions f
JOIN symbols s ON s.symbol_id = f.function_id, stored i
ORDER BY f.symbol
