-- As gaps.sql, of packages that were not fully type-checked only where code that may lack uses for
-- that can name a symbol on the walk.
SELECT CASE WHEN EXISTS (
    FROM nodes a LEFT JOIN files own ON own.file_id = a.file_id
    WHERE a.asked AND (own.file_id IS NULL OR own.module_path IN (FROM lossy))
  ) THEN untyped_packages END AS untyped_packages, unread_folders
FROM gaps;
