-- The edges of a level ($1) between some of its nodes ($2), each with its first place. Without tests
-- ($3), edges that only tests make are left out.
SELECT e.from_id, e.to_id, e.uses - CASE WHEN $3 THEN 0 ELSE e.test_uses END AS uses, e.evidence, f.file_path, e.place & 2147483647 AS line
FROM query_table($1) e
JOIN files f ON f.file_id = (e.place >> 32) & 1073741823
WHERE ($3 OR e.uses > e.test_uses)
  AND e.from_id IN (SELECT unnest($2::BIGINT[])) AND e.to_id IN (SELECT unnest($2::BIGINT[]));
