-- calls: every call with a callee has a row in refs with role call at the same place
SELECT count(*), any_value('callee ' || callee_id || ' at ' || start_line || ':' || start_column || ' of file ' || file_id)
FROM calls c
WHERE c.callee_id IS NOT NULL AND NOT EXISTS (
  FROM refs r
  WHERE r.role = 'call' AND r.symbol_id = c.callee_id AND r.file_id = c.file_id AND r.start_line = c.start_line AND r.start_column = c.start_column
);
