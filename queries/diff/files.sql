-- The files that differ: the path, new, removed or changed, and the Go module.
SELECT coalesce(h.file_path, b.file_path), CASE WHEN b.file_path IS NULL THEN 'new' WHEN h.file_path IS NULL THEN 'removed' ELSE 'changed' END,
  coalesce(hm.go_module, bm.go_module, ''), coalesce(h.is_test, b.is_test), coalesce(h.language, b.language)
FROM base.files b
FULL JOIN head.files h ON h.file_path = b.file_path
LEFT JOIN base.modules bm ON bm.module_path = b.module_path
LEFT JOIN head.modules hm ON hm.module_path = h.module_path
WHERE b.file_hash IS DISTINCT FROM h.file_hash OR b.file_path IS NULL OR h.file_path IS NULL
ORDER BY 1;
