-- symbols: external symbols have no file, no position and no doc; the repository's have a file
SELECT count(*), any_value(symbol)
FROM symbols
WHERE CASE WHEN is_external
  THEN coalesce(file_id, start_line, start_column, end_line, start_pos, end_pos, name_line, name_column) IS NOT NULL OR coalesce(file_path, module_path, doc) IS NOT NULL
  ELSE file_id IS NULL OR file_path IS NULL OR module_path IS NULL END;
