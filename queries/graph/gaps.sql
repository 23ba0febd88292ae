-- Code that was not read, or not fully, in memory. A file that was read partly has a
-- diagnostic, so this is for indexes that have some.

-- The packages that were not fully type-checked.
CREATE OR REPLACE TABLE untyped AS
SELECT module_path FROM diagnostics WHERE severity = 'error' AND stage <> 'discover' AND module_path IS NOT NULL
UNION
SELECT module_path FROM files WHERE status = 'partial'
UNION -- of a Go module that could not be listed, which has one diagnostic
SELECT f.module_path
FROM files f
JOIN diagnostics d ON d.severity = 'error' AND d.stage = 'load'
WHERE f.is_untyped AND (d.module_path = '.' OR starts_with(f.module_path || '/', d.module_path || '/'));

-- What code can name in which uses may be missing for that. Such code is those packages, and what
-- imports them, directly or through others, because what it takes from them has no type either; and
-- it names what it imports so. Where code has errors, what it lacks may be files with imports of
-- their own, generated ones above all: it may name anything. Imports that could not be read are
-- warnings.
CREATE OR REPLACE TABLE lossy AS
WITH RECURSIVE imported AS MATERIALIZED (
  SELECT DISTINCT module_path AS importer, imported_module_path AS imported
  FROM imports
  WHERE imported_module_path IS NOT NULL
),
losing(path) AS (
  SELECT module_path FROM untyped
  UNION
  SELECT i.importer FROM losing l JOIN imported i ON i.imported = l.path
),
named(path) AS (
  SELECT path FROM losing
  UNION
  SELECT i.imported FROM named n JOIN imported i ON i.importer = n.path
)
SELECT path AS module_path FROM named
UNION
SELECT module_path FROM modules WHERE EXISTS (FROM diagnostics WHERE severity = 'error' AND stage IN ('parse', 'typecheck'));

CREATE OR REPLACE TABLE gaps AS
SELECT (SELECT count(*) FROM untyped) AS untyped_packages,
  (SELECT count(*) FROM diagnostics WHERE stage = 'discover' AND message LIKE 'a directory that cannot be read%') AS unread_folders;
