-- Files that were parsed, but not type-checked, may take a method as a value: a name
-- behind a dot is a field there as likely.
SELECT count(*) AS untyped_values
FROM unresolved;
