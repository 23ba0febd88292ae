-- As implicit_untyped.sql, where there are many targets, whose names would be looked for in each text: the files
-- that were not type-checked. They may use a field without naming it.
SELECT count(*) AS implicit_uses
FROM files
WHERE is_untyped;
