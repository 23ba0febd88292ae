-- The text of each changed file with code in both indexes, and the places of its declarations, variables and initializers left out: the
-- path, the language, whether it is of the base, the text, and the byte offsets, start and end in turn.
WITH changed AS (
  SELECT coalesce(h.language, b.language) AS language, h.file_id AS new_id, b.file_id AS old_id, coalesce(h.file_path, b.file_path) AS file_path
  FROM base.files b
  FULL JOIN head.files h ON h.file_path = b.file_path
  WHERE b.file_hash IS DISTINCT FROM h.file_hash
)
SELECT c.file_path, c.language, true, t.content, (
    SELECT coalesce(string_agg(s.start_pos || ' ' || s.end_pos, ' ' ORDER BY s.start_pos, s.end_pos), '')
    FROM base.symbols s
    WHERE s.file_id = c.old_id AND s.kind <> 'variable' AND s.entry IS DISTINCT FROM 'initializer' AND s.start_pos IS NOT NULL
  )
FROM changed c
JOIN base.contents t ON t.file_id = c.old_id
UNION ALL
SELECT c.file_path, c.language, false, t.content, (
    SELECT coalesce(string_agg(s.start_pos || ' ' || s.end_pos, ' ' ORDER BY s.start_pos, s.end_pos), '')
    FROM head.symbols s
    WHERE s.file_id = c.new_id AND s.kind <> 'variable' AND s.entry IS DISTINCT FROM 'initializer' AND s.start_pos IS NOT NULL
  )
FROM changed c
JOIN head.contents t ON t.file_id = c.new_id
ORDER BY 1, 3;
