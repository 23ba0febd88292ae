-- Where files that were parsed, but not type-checked, first bear the name of a target.
--
-- $1 how many to return.
SELECT symbol, file_path, min(i), arg_min(strpos(line, name), i)
FROM (
  SELECT n.symbol, n.name, f.file_path, unnest(string_split(u.content, chr(10))) AS line, generate_subscripts(string_split(u.content, chr(10)), 1) AS i
  FROM seeds t
  JOIN symbols n ON n.symbol_id = t.id
  JOIN unresolved_texts u ON has_identifier(u.content, n.name)
  JOIN files f ON f.file_id = u.file_id
)
WHERE has_identifier(line, name)
GROUP BY symbol, file_path
ORDER BY file_path, symbol
LIMIT $1::BIGINT;
