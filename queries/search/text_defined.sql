-- The files that define a symbol whose name matches a pattern.
--
-- $1 the pattern of the whole name.
SELECT DISTINCT file_id
FROM symbols
WHERE NOT is_external AND start_line IS NOT NULL AND regexp_matches(name, $1::VARCHAR);
