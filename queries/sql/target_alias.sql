-- What files import under a name of their own.
--
-- $1 the name.
SELECT DISTINCT imported_module
FROM imports
WHERE alias = $1;
