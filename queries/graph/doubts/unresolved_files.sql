-- Files that were parsed, but not type-checked, bear the name of a target: what it
-- means there is not known. They are those with symbols or calls that only such files
-- have.
SELECT count(DISTINCT f.file_id) AS unresolved_files
FROM seeds t
JOIN symbols n ON n.symbol_id = t.id
JOIN contents f ON contains(f.content, n.name)
WHERE f.file_id IN (
  SELECT file_id FROM symbols
  WHERE NOT is_external AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), '')) AND name <> '_' AND NOT (kind = 'function' AND name = 'init')
  UNION
  SELECT file_id FROM calls WHERE evidence IN ('heuristic', 'unresolved')
);
