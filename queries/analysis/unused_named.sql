-- The symbols that are named where uses are not in the index, by the rule that keeps them:
-- in files that were not type-checked, in assembly code and in go:linkname. Where there is
-- no text, everything counts as named that could be.
--
-- A Go file can name what its own directory declares, and what is exported where it imports.
-- The exported methods and fields of what it comes by are kept with their types.
CREATE OR REPLACE TABLE unused.named AS
WITH near AS (
  SELECT DISTINCT u.file_id, f.module_path, unnest(CASE WHEN t.file_id IS NULL THEN [NULL] ELSE regexp_extract_all(t.content, '[\pL_][\pL\pN_]*') END) AS word
  FROM unused.unchecked u
  JOIN files f USING (file_id)
  LEFT JOIN unused.texts t USING (file_id)
), machine AS (
  SELECT DISTINCT a.module_path, unnest(CASE WHEN t.file_id IS NULL THEN [NULL] ELSE regexp_extract_all(t.content, '[\pL_][\pL\pN_]*') END) AS word
  FROM unused.assembly a
  LEFT JOIN unused.texts t USING (file_id)
), divided AS (
  SELECT module_path, word, string_split(word, '_') AS parts FROM machine WHERE word IS NOT NULL
), meant AS (
  -- As `add`, and as `const_size`, `Header__size` and `Header_field` of go_asm.h: a symbol before an
  -- underscore, or a field behind one. Of more than 64 of them in a word the first and last count.
  --
  -- DESIGN: what a word may mean is joined by its name. Words that were held against all names of the
  -- package took 10 s for the standard library.
  SELECT module_path, word AS name, FALSE AS of_field FROM divided
  UNION SELECT module_path, substr(word, 7), FALSE FROM divided
  UNION SELECT module_path, unnest(list_transform(range(1, least(len(parts), 65)), lambda i: array_to_string(parts[1:i], '_'))), FALSE FROM divided
  UNION SELECT module_path, unnest(list_transform(range(greatest(2, len(parts) - 63), len(parts) + 1), lambda i: array_to_string(parts[i:], '_'))), TRUE FROM divided
), abroad AS (
  SELECT DISTINCT unnest(regexp_extract_all(content, '·([\pL_][\pL\pN_]*)', 1)) AS word
  FROM unused.texts
  WHERE file_id IN (SELECT file_id FROM unused.assembly)
), directives AS (
  SELECT unnest(regexp_extract_all(content, '(?m)^//go:linkname[ \t]+(.*)$', 1)) AS names
  FROM unused.texts
), linked AS (
  SELECT DISTINCT regexp_extract(name, '[\pL\pN_]+$') AS word
  FROM (SELECT unnest(string_split_regex(names, '[ \t\r]+')) AS name FROM directives)
), candidates AS (
  SELECT symbol_id, name, kind, module_path, is_exported FROM symbols WHERE NOT is_external
)
SELECT s.symbol_id, 'outside_build' AS rule
FROM (
  SELECT n.file_id, n.module_path AS named_in, s.* FROM near n JOIN candidates s ON s.name = n.word
  UNION ALL SELECT n.file_id, n.module_path, s.* FROM near n, candidates s WHERE n.word IS NULL
) s
WHERE s.module_path = s.named_in
  OR s.is_exported AND (s.kind = 'interface_method'
    OR s.kind NOT IN ('method', 'field') AND (s.file_id, s.module_path) IN (SELECT file_id, imported_module_path FROM imports WHERE imported_module_path IS NOT NULL))
UNION
SELECT s.symbol_id, 'assembly'
FROM meant n
JOIN candidates s ON s.module_path = n.module_path AND s.name = n.name
WHERE s.kind NOT IN ('method', 'interface_method') AND (s.kind = 'field' OR NOT n.of_field)
UNION
SELECT s.symbol_id, 'assembly'
FROM (SELECT DISTINCT module_path FROM machine WHERE word IS NULL) n
JOIN candidates s ON s.module_path = n.module_path
WHERE s.kind NOT IN ('method', 'interface_method')
UNION
SELECT symbol_id, 'assembly' FROM candidates WHERE kind IN ('function', 'variable') AND name IN (SELECT word FROM abroad)
UNION
SELECT symbol_id, 'linkname_or_export' FROM candidates WHERE name IN (SELECT word FROM linked)
