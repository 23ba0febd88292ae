-- How many functions stand in the source, and how many files of Go were read without types:
-- all when there was no go command; those outside the chosen build, whose path ends the names
-- of what they declare (but for init and _, where it does in every file); and those of code
-- that could not be loaded. These are known by their calls, none of which is more than
-- guessed, while in a file with types only those of C and of what has errors are. Such a file
-- without any call is not counted.
WITH guessed AS (
  SELECT file_id
  FROM calls
  GROUP BY file_id
  HAVING bool_and(evidence IN ('heuristic', 'unresolved'))
  EXCEPT SELECT file_id FROM imports WHERE imported_module = 'C'
  EXCEPT SELECT file_id FROM diagnostics WHERE stage = 'typecheck'
),
strays AS (
  SELECT DISTINCT file_id
  FROM symbols
  WHERE contains(symbol, '#') AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), ''))
    AND name <> '_' AND NOT (kind = 'function' AND name = 'init') AND NOT regexp_matches(symbol, '\.(init|_)\.[^#]*#')
)
SELECT
  (SELECT count(*) FROM functions WHERE start_line IS NOT NULL) AS functions,
  (SELECT count(*) FROM files
   WHERE language = 'go' AND status IN ('ok', 'partial')
     AND (? = '' OR file_id IN (SELECT file_id FROM strays) OR file_id IN (SELECT file_id FROM guessed))) AS untyped
