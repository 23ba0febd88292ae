-- The names of some nodes ($2) of a level ($1). The third column tells whether the path begins with $3.
SELECT id, name, begins(path, $3)
FROM query_table($1)
WHERE id IN (SELECT unnest($2::BIGINT[]));
