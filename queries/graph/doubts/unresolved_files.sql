-- Files that were parsed, but not type-checked, bear the name of a target: what it
-- means there is not known.
SELECT count(DISTINCT f.file_id) AS unresolved_files
FROM seeds t
JOIN symbols n ON n.symbol_id = t.id
JOIN unresolved_texts f ON has_identifier(f.content, n.name);
