-- files: module_path is the file's directory
SELECT count(*), any_value(file_path || ' is said to be in ' || module_path)
FROM files
WHERE module_path <> CASE WHEN contains(file_path, '/') THEN regexp_replace(file_path, '/[^/]*$', '') ELSE '.' END;
