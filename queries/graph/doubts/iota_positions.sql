-- A target is a constant above others that have values of their own, on lines with iota, as far as there
-- is a text to see that in. Between them stands nothing but constants, and no line begins with what ends
-- a group.
WITH target AS (
  SELECT s.symbol_id, s.file_id, s.start_line,
    (SELECT min(o.start_line) FROM symbols o WHERE o.file_id = s.file_id AND o.start_line > s.end_line AND o.container_id IS NULL AND o.kind <> 'constant') AS ended
  FROM seeds t
  JOIN symbols s ON s.symbol_id = t.id AND s.kind = 'constant' AND s.language = 'go'
)
SELECT count(*) AS iota_positions
FROM target t
JOIN symbols b ON b.file_id = t.file_id AND b.kind = 'constant' AND b.start_line > t.start_line AND b.start_line < coalesce(t.ended, 2147483647)
JOIN constant_specs c ON c.symbol_id = b.symbol_id AND NOT c.repeats
LEFT JOIN contents x ON x.file_id = t.file_id
WHERE x.content IS NULL
  OR regexp_matches(array_to_string(string_split(x.content, chr(10))[b.start_line:b.end_line], ' '), '\biota\b')
    AND NOT regexp_matches(array_to_string(string_split(x.content, chr(10))[t.start_line:b.start_line], chr(10)), '\n\)');
