-- files: type_count, function_count and import_count are the numbers of rows
WITH t AS (SELECT file_id, count(*) AS n FROM types GROUP BY file_id),
  f AS (SELECT file_id, count(*) AS n FROM functions GROUP BY file_id),
  i AS (SELECT file_id, count(*) AS n FROM imports GROUP BY file_id)
SELECT count(*), any_value(x.file_path || ' says ' || type_count || ', ' || function_count || ', ' || import_count)
FROM files x
LEFT JOIN t ON t.file_id = x.file_id
LEFT JOIN f ON f.file_id = x.file_id
LEFT JOIN i ON i.file_id = x.file_id
WHERE type_count <> coalesce(t.n, 0) OR function_count <> coalesce(f.n, 0) OR import_count <> coalesce(i.n, 0);
