-- The texts of the files that declare dependencies, by a pattern of their names ($1), and differ, in both indexes: the path, the text in the base, and the one in the head.
WITH f AS (
  SELECT coalesce(h.file_path, b.file_path) AS file_path, b.file_id AS old_id, h.file_id AS new_id
  FROM base.files b
  FULL JOIN head.files h ON h.file_path = b.file_path
  WHERE b.file_hash IS DISTINCT FROM h.file_hash AND NOT coalesce(h.is_fixture, b.is_fixture) AND NOT coalesce(h.is_vendored, b.is_vendored)
    AND regexp_matches(parse_filename(coalesce(h.file_path, b.file_path)), $1)
)
SELECT f.file_path, coalesce(o.content, ''), coalesce(n.content, '')
FROM f
LEFT JOIN base.contents o ON o.file_id = f.old_id
LEFT JOIN head.contents n ON n.file_id = f.new_id
WHERE (f.old_id IS NULL) = (o.content IS NULL) AND (f.new_id IS NULL) = (n.content IS NULL)
ORDER BY f.file_path;
