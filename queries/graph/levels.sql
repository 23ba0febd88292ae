-- For each depth: the number of results that the filters keep, of those that they leave out, and of the kept ones in tests.
SELECT depth, count(*) FILTER (NOT left_out), count(*) FILTER (left_out), count(*) FILTER (NOT left_out AND coalesce(is_test, false))
FROM found
GROUP BY depth
ORDER BY depth;
