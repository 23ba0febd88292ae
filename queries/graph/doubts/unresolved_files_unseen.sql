-- Files that were parsed, but not type-checked, may bear the name of a target: the
-- index does not hold their text.
SELECT count(*) AS unresolved_files
FROM unresolved;
