-- Whether a Go source has an identifier, outside comments and literals.
--
-- DESIGN: most texts do not hold the name at all, which is quickly told.
CREATE OR REPLACE MACRO has_identifier(content, identifier) AS
CASE WHEN contains(content, identifier) THEN list_contains(
  regexp_split_to_array(
    regexp_replace(content, '//[^\n]*|/\*(?s:.*?)\*/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|''(?:[^''\\\n]|\\.)+''', ' ', 'g'),
    '[^\pL\pN_]+'),
  identifier)
ELSE false END;

-- The text of the files that were parsed, but not type-checked, in memory.
--
-- DESIGN: to look for a name in the texts of an index takes as long as to unpack them: 180 ms
-- of prometheus with its dependencies, and 5 of these alone.
CREATE OR REPLACE TABLE unresolved_texts AS
SELECT file_id, content
FROM contents
WHERE file_id IN (SELECT file_id FROM unresolved);
