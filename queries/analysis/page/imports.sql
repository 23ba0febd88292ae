-- Which modules import which, in how many files, and in how many of them outside tests.
SELECT from_id, to_id, uses, uses - test_uses
FROM module_edges
WHERE $1 OR uses > test_uses
ORDER BY from_id, to_id
