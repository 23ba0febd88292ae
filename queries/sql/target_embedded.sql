-- The types that are embedded in types, beside those.
--
-- $1 the ids of those.
SELECT DISTINCT m.type_id, s.symbol_id, s.symbol
FROM members m
JOIN symbols s ON s.symbol_id = m.member_type_id
WHERE m.kind = 'embedded' AND list_contains($1::INTEGER[], m.type_id)
ORDER BY m.type_id, s.symbol;
