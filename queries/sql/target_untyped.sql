-- What is known of why nobody knows what a name means on a line: the first type error there,
-- and whether its file was parsed, but not type-checked, which symbols and calls show that
-- only such files have.
--
-- $1 the file's path; $2 the line.
SELECT
  (SELECT arg_min(message, start_column) FROM diagnostics WHERE file_path = $1 AND start_line = $2),
  EXISTS (SELECT 1 FROM symbols WHERE file_path = $1 AND contains(symbol, '#') AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), ''))
    AND name <> '_' AND NOT (kind = 'function' AND name = 'init') AND NOT regexp_matches(symbol, '\.(init|_)\.[^#]*#'))
  OR EXISTS (SELECT 1 FROM calls c JOIN files f ON f.file_id = c.file_id WHERE f.file_path = $1 AND c.evidence IN ('heuristic', 'unresolved'));
