-- files: lines_total is the sum of code, comment and blank lines
SELECT count(*), any_value(file_path)
FROM files
WHERE lines_total <> lines_code + lines_comment + lines_blank;
