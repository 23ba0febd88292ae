-- The reasons why facts in the table asked may be missing, each with the number of its places and the
-- first of them: those that are about no symbol, those with a file, and others. A gap in the callers of an interface method is a gap for each method that may run
-- there. An asked fact without a symbol means the whole index. One gap about several kinds of facts counts once. A gap in the functions
-- that may run has its places at the calls of the asked callers.
--
-- $1 the number of places.
WITH wanted AS MATERIALIZED (
  SELECT about, symbol_id, package_path, name FROM asked
  UNION
  SELECT a.about, p.callee_id, NULL, NULL FROM asked a JOIN possible_callees p ON p.method_id = a.symbol_id WHERE a.about = 'callers'
),
gap AS MATERIALIZED (
  SELECT about, symbol_id, name, language, scope, reason, "count", file_id, start_line, start_column, cause_id FROM unknowns
  UNION ALL
  SELECT about, symbol_id, name, language, scope, reason, "count", file_id, start_line, start_column, cause_id FROM derived_unknowns
),
package_language AS ( -- of a package outside the repository it is that of a file that imports it
  SELECT coalesce(package_path, module_path) AS package_path, language
  FROM modules
  WHERE coalesce(package_path, module_path) IN (SELECT package_path FROM wanted)
  UNION
  SELECT i.imported_module, f.language
  FROM imports i
  JOIN files f ON f.file_id = i.file_id
  WHERE i.imported_module_path IS NULL AND i.imported_module IN (SELECT package_path FROM wanted)
),
described AS MATERIALIZED (
  SELECT w.about, s.name, s.language, s.package_path, s.is_exported
  FROM wanted w
  JOIN symbols s ON s.symbol_id = w.symbol_id
  UNION ALL
  SELECT w.about, w.name, p.language, w.package_path, w.name IS NOT NULL
  FROM wanted w
  LEFT JOIN package_language p ON p.package_path = w.package_path
  WHERE w.symbol_id IS NULL
),
called AS MATERIALIZED (
  SELECT c.callee_id, count(*) AS places, min({file_id: c.file_id, line: c.start_line, col: c.start_column}) AS place
  FROM asked a
  JOIN calls c ON c.caller_id = a.symbol_id
  WHERE a.about = 'callees'
  GROUP BY c.callee_id
),
hit AS (
  SELECT g.reason, coalesce(c.places, g."count") AS "count", coalesce(g.file_id, c.place.file_id) AS file_id,
    coalesce(g.start_line, c.place.line) AS start_line, coalesce(g.start_column, c.place.col) AS start_column, g.cause_id, w.symbol_id, NULL AS name, NULL AS language, NULL AS scope
  FROM wanted w
  JOIN gap g ON g.symbol_id = w.symbol_id AND g.about = w.about
  LEFT JOIN called c ON c.callee_id = w.symbol_id AND w.about = 'possible_callees' AND g.file_id IS NULL
  UNION ALL
  SELECT g.reason, g."count", g.file_id, g.start_line, g.start_column, g.cause_id, 0, g.name, g.language, g.scope
  FROM (FROM gap WHERE symbol_id IS NULL AND name IS NOT NULL) g
  SEMI JOIN described d ON d.about = g.about AND d.name = g.name AND (g.language IS NULL OR d.language IS NULL OR g.language = d.language)
    AND (g.scope IS NULL OR g.scope = d.package_path OR g.scope = '*' AND d.is_exported)
  UNION ALL
  SELECT g.reason, g."count", g.file_id, g.start_line, g.start_column, g.cause_id, 0, NULL, g.language, g.scope
  FROM (FROM gap WHERE symbol_id IS NULL AND name IS NULL) g
  SEMI JOIN described d ON d.about = g.about AND (g.language IS NULL OR d.language IS NULL OR g.language = d.language)
    AND (g.scope IS NULL OR g.scope = d.package_path OR g.scope = '*' AND d.is_exported)
),
counted AS (
  SELECT reason, symbol_id, max("count") AS "count",
    min({rank: CASE WHEN symbol_id = 0 AND name IS NULL THEN 0 WHEN file_id IS NOT NULL THEN 1 ELSE 2 END, file_id: coalesce(file_id, 0), line: coalesce(start_line, 0), col: coalesce(start_column, 0),
      symbol_id: symbol_id, cause_id: coalesce(cause_id, 0), "name": coalesce(name, '')}) AS place
  FROM hit
  GROUP BY reason, symbol_id, name, language, scope
)
SELECT reason, sum("count")::BIGINT, min(place, $1::BIGINT)
FROM counted
GROUP BY reason
ORDER BY reason;
