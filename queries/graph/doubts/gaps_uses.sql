-- As gaps_walk.sql, for targets.
SELECT CASE WHEN EXISTS (
    FROM seeds t JOIN symbols s ON s.symbol_id = t.id
    WHERE s.is_external OR s.module_path IN (FROM lossy)
  ) THEN untyped_packages END AS untyped_packages, unread_folders
FROM gaps;
