-- Files that were parsed, but not type-checked, may bear the name of a target: the
-- index does not hold their text. They are those with symbols or calls that only such
-- files have.
SELECT count(*) AS unresolved_files
FROM (
  SELECT file_id FROM symbols
  WHERE NOT is_external AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), '')) AND name <> '_' AND NOT (kind = 'function' AND name = 'init')
  UNION
  SELECT file_id FROM calls WHERE evidence IN ('heuristic', 'unresolved')
);
