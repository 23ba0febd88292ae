-- The gaps of the index as a whole: code that it does not have, or not with types. Each reason has the number of its files.
--
-- $1 the number of places.
WITH gap AS MATERIALIZED (
  SELECT DISTINCT reason, file_id, start_line, start_column
  FROM unknowns
  WHERE reason IN ('tests_left_out', 'unread_file', 'unread_folder', 'type_errors', 'passed_over', 'not_listed', 'excluded_by_build', 'dropped_rows')
)
SELECT reason, count(DISTINCT coalesce(file_id, 0))::BIGINT,
  min({file_id: file_id, line: coalesce(start_line, 0), col: coalesce(start_column, 0), symbol_id: 0}, $1::BIGINT) FILTER (file_id IS NOT NULL)
FROM gap
GROUP BY reason
ORDER BY reason;
