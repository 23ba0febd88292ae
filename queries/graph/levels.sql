-- For each depth: the number of results that the filters keep, of those that they leave out, of the kept ones in tests, and of the others
-- those that dynamic dispatch may run.
SELECT depth, count(*) FILTER (NOT left_out), count(*) FILTER (left_out), count(*) FILTER (NOT left_out AND coalesce(is_test, false)),
  count(*) FILTER (NOT left_out AND NOT coalesce(is_test, false) AND rank = evidence_rank('interface') AND (kind <> 'interface_method' OR label IS NOT NULL))
FROM found
GROUP BY depth
ORDER BY depth;
