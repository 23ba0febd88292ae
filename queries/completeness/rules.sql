-- The gap of the languages in which rules decide each fact, with the number of these facts.
--
-- $1 the number of places, of which there are none; $2 the files of the answer, or the directories of modules: then the main language of
-- the module counts. NULL for all files.
WITH chosen AS (
  SELECT DISTINCT f.language
  FROM files f
  LEFT JOIN modules m ON m.module_path = f.module_path
  WHERE $2::VARCHAR[] IS NULL OR list_contains($2::VARCHAR[], f.file_path)
    OR list_contains($2::VARCHAR[], f.module_path) AND f.language = m.language
)
SELECT u.reason, max(u."count")::BIGINT,
  min({file_id: u.file_id, line: 0, col: 0, symbol_id: 0}, $1::BIGINT) FILTER (u.file_id IS NOT NULL)
FROM unknowns u
JOIN chosen c ON c.language = u.language
WHERE u.reason = 'heuristic_calls' AND u.symbol_id IS NULL AND u.name IS NULL
GROUP BY u.reason;
