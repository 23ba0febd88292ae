-- A target is defined outside the repository, where its body is not read.
SELECT 'outside_body', count(*)
FROM nodes a
JOIN walk w ON w.id = a.symbol_id AND w.depth = 0 AND NOT w.called
WHERE a.is_external
