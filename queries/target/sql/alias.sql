-- The packages that files import under an alias.
--
-- $1 the alias.
SELECT DISTINCT imported_module
FROM imports
WHERE alias = $1;
