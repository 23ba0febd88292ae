-- The number of results of each depth that the filters keep, and the number that they leave out.
SELECT depth, count(*) FILTER (NOT left_out), count(*) FILTER (left_out)
FROM found
GROUP BY depth
ORDER BY depth;
