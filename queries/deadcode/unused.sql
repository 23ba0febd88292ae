-- A page of the unused symbols that pass the filters ($1 to $6). In the mode ($8) kept they are the
-- symbols that only an assumption keeps. Exported symbols count as used unless $7 is true. They are
-- in generated files or not ($9; NULL for both). $10 rows from $11, tests last, and generated code after other code. Each row has the
-- rule that keeps the symbol, the facts for its reason, and the numbers of all rows in tests and of all rows.
WITH unused_symbol AS MATERIALIZED (
  SELECT symbol_id, kind, container_id FROM unused.state WHERE reason IS NULL OR $7::BOOLEAN AND reason = 'exported_assumed_used'
),
users AS MATERIALIZED (
  SELECT u.dst AS symbol_id, s.symbol, coalesce(s.kind = 'method' AND s.container_id = u.dst AND d.kind <> 'type_alias', false) AS is_own
  FROM unused.uses u
  JOIN unused_symbol d ON d.symbol_id = u.dst
  JOIN symbols s ON s.symbol_id = u.src
),
chosen_symbol AS (
  SELECT i.symbol_id, '' AS reason, 0 AS strength
  FROM unused_symbol i
  LEFT JOIN unused_symbol c ON c.symbol_id = i.container_id AND i.kind <> 'method' -- it goes with its container
  WHERE $8::VARCHAR <> 'kept' AND c.symbol_id IS NULL
    AND ($8::VARCHAR = 'unreachable' OR i.symbol_id NOT IN (SELECT symbol_id FROM users WHERE NOT is_own))
  UNION ALL
  SELECT symbol_id, reason, strength
  FROM unused.state
  WHERE $8::VARCHAR = 'kept' AND strength > 0 AND NOT ($7::BOOLEAN AND reason = 'exported_assumed_used')
),
found AS MATERIALIZED (
  SELECT s.*, i.reason, i.strength, f.is_generated, count(*) FILTER (s.is_test) OVER () AS tests, count(*) OVER () AS total
  FROM chosen($1, $2, $3, $4, $5, $6) s
  JOIN chosen_symbol i ON i.symbol_id = s.symbol_id
  JOIN files f ON f.file_id = s.file_id
  WHERE $9::BOOLEAN IS NULL OR f.is_generated = $9::BOOLEAN
  ORDER BY s.is_test, i.strength, f.is_generated, s.file_path, s.start_line, s.name_line, s.name_column, s.symbol
  LIMIT $10 OFFSET $11
),
told AS (
  SELECT symbol_id, count(*) FILTER (is_own) AS own, count(*) FILTER (NOT is_own) AS others, list(symbol ORDER BY symbol) FILTER (NOT is_own) AS names
  FROM users
  WHERE symbol_id IN (SELECT symbol_id FROM found)
  GROUP BY symbol_id
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  s.reason, coalesce(t.own, 0), coalesce(t.others, 0), coalesce(array_to_string(t.names[1:3], chr(10)), ''),
  CASE WHEN s.kind = 'method' AND s.container_id IN (SELECT symbol_id FROM unused_symbol) THEN coalesce(c.symbol, '') ELSE '' END, s.is_generated,
  s.kind = 'variable' AND s.symbol_id IN (SELECT enclosing_id FROM refs WHERE role = 'call' AND enclosing_id IS NOT NULL), s.tests, s.total
FROM found s
LEFT JOIN told t ON t.symbol_id = s.symbol_id
LEFT JOIN symbols c ON c.symbol_id = s.container_id
ORDER BY s.is_test, s.strength, s.is_generated, s.file_path, s.start_line, s.name_line, s.name_column, s.symbol;
