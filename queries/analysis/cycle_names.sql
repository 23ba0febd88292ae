-- The names of some nodes ($2) of a level ($1), and whether their paths begin with $3.
SELECT id, name, begins(path, $3)
FROM query_table($1)
WHERE id IN (SELECT unnest($2::BIGINT[]))
