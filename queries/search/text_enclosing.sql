-- The symbols of files that have lines, with those of one file together and the outer ones before the inner ones.
--
-- $1 the files.
SELECT file_id, symbol, name, kind, start_line, end_line
FROM symbols
WHERE list_contains($1::INTEGER[], file_id) AND NOT is_external AND start_line IS NOT NULL
ORDER BY file_id, start_line, end_line DESC, symbol;
