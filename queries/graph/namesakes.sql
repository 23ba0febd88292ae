-- The names that types have for others, in memory: aliases, and types that files outside the
-- chosen build declare as another, of which only the name is known.
CREATE OR REPLACE TABLE namesakes AS
SELECT a.type_id, a.name, a.kind, r.to_type_id AS meant_id, t.name AS meant
FROM type_relations r
JOIN types a ON a.type_id = r.from_type_id
JOIN symbols t ON t.symbol_id = r.to_type_id
WHERE r.relation = 'alias'
UNION ALL
SELECT t.type_id, t.name, t.kind, NULL, regexp_extract(t.signature, '^type [\pL_][\pL\pN_]*(?:\[.*\])? (?:= )?\*?(?:[\pL_][\pL\pN_]*\.)?([\pL_][\pL\pN_]*)(?:\[.*)?$', 1)
FROM strays s
JOIN types t ON t.type_id = s.symbol_id
WHERE s.kind IN ('type', 'type_alias');
