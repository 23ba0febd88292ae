-- The imports between modules: the number of importing files, and of those outside tests.
--
-- $1 whether tests count.
SELECT from_id, to_id, uses, uses - test_uses
FROM module_edges
WHERE $1 OR uses > test_uses
ORDER BY from_id, to_id;
