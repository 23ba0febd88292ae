-- The text of what only a look at it tells: unchecked Go files, assembly, and go:linkname.
CREATE OR REPLACE TABLE unused.texts AS
SELECT file_id, content
FROM contents
WHERE file_id IN (FROM unused.unchecked) OR file_id IN (SELECT file_id FROM unused.assembly) OR contains(content, '//go:linkname');

-- What tells where declarations of constants end and which of them count: lines with iota,
-- lines that close parentheses, and lines that end a comment. Each file with text has a mark.
-- In parentheses a declaration starts with the name, elsewhere with const.
CREATE OR REPLACE TABLE unused.marks AS
WITH lines AS (
  SELECT file_id, unnest(string_split(content, chr(10))) AS text, generate_subscripts(string_split(content, chr(10)), 1) AS line
  FROM contents
  WHERE file_id IN (SELECT file_id FROM symbols WHERE kind = 'constant' AND language = 'go' AND name_line = start_line AND name_column = start_column)
)
SELECT file_id, 0 AS line, 'text' AS mark FROM contents
UNION ALL SELECT file_id, line, 'iota' FROM lines WHERE contains(text, 'iota')
UNION ALL SELECT file_id, line, 'closes' FROM lines WHERE starts_with(ltrim(text, chr(9) || ' '), ')')
UNION ALL SELECT file_id, line, 'comment' FROM lines WHERE contains(text, '*/');
