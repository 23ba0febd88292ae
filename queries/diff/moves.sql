-- The moves of symbols with their names to other packages or files: the kind of the places (package, folder or file), from, to, whether the first one is gone, the functions,
-- those that changed too, the types, and some names. Places of Go are directories, or import paths where the directory is as before.
WITH step AS (
  SELECT b.kind, b.name, b.is_test, CASE
      WHEN o.home = b.package_path THEN 'package'
      WHEN b.module_path <> h.module_path AND parse_filename(b.file_path) = parse_filename(h.file_path) THEN 'folder'
      ELSE 'file'
    END AS place, o.home AS old_home, n.home AS new_home, b.module_path AS old_path, h.module_path AS new_path, b.file_path AS old_file, h.file_path AS new_file, o.tail,
    coalesce(f.is_resigned OR f.is_rewritten, false) AS is_changed, f.new_id IS NOT NULL AND h.start_line IS NOT NULL AS is_function
  FROM moved m
  JOIN lone o ON NOT o.is_new AND o.symbol_id = m.old_id
  JOIN lone n ON n.is_new AND n.symbol_id = m.new_id
  JOIN base.symbols b ON b.symbol_id = m.old_id
  JOIN head.symbols h ON h.symbol_id = m.new_id
  LEFT JOIN function_change f ON f.new_id = m.new_id
  WHERE o.home <> n.home AND b.name = h.name
),
placed AS (
  SELECT *, CASE WHEN place = 'file' THEN old_file WHEN old_path = new_path THEN old_home ELSE old_path END AS "from",
    CASE WHEN place = 'file' THEN new_file WHEN old_path = new_path THEN new_home ELSE new_path END AS "to"
  FROM step
)
SELECT place, "from", "to", "from" NOT IN (SELECT file_path FROM head.files UNION ALL SELECT module_path FROM head.modules),
  count(*) FILTER (is_function), count(*) FILTER (is_function AND is_changed),
  count(*) FILTER (kind IN ('struct', 'interface', 'class', 'enum', 'type', 'type_alias')),
  coalesce(array_to_string(list_slice(list(tail ORDER BY tail) FILTER (NOT contains(tail, '.') AND NOT contains(tail, '#')), 1, 3), ', '), '')
FROM placed
GROUP BY 1, 2, 3
ORDER BY 4 DESC, 5 DESC, 2, 3;
