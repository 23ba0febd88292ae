-- The fields and methods that types of one index ($1) have, also by embedding: the type, the name, the member's symbol, its kind, its
-- signature, whether its interface is sealed, and whether it is embedded from outside the repository.
WITH RECURSIVE reach(root, type_id, depth) AS (
  SELECT t.id, t.id, 0 FROM (SELECT unnest($1::INTEGER[]) AS id) t
  UNION
  SELECT r.root, m.member_type_id, r.depth + 1
  FROM reach r
  JOIN side.members m ON m.type_id = r.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
  WHERE r.depth < 10
)
SELECT r.root, s.name, s.symbol, s.kind, coalesce(s.signature_hash, 0), r.depth, coalesce(f.receiver_type, '')
FROM reach r
JOIN side.symbols s ON s.container_id = r.type_id AND s.is_exported AND s.kind IN ('field', 'method', 'interface_method') AND NOT s.is_test
LEFT JOIN side.functions f ON f.function_id = s.symbol_id
ORDER BY ALL;
