-- unknowns: each row has at least one place, and a line only in a file
SELECT count(*), any_value(about || ' because of ' || reason)
FROM unknowns
WHERE count < 1 OR (start_line IS NOT NULL AND file_id IS NULL);
