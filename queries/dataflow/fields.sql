-- The fields of struct types in the order of their declarations, with their numbers from 0.
--
-- $1 the ids of the types.
SELECT m.type_id, row_number() OVER (PARTITION BY m.type_id ORDER BY s.name_line, s.name_column) - 1, s.symbol
FROM members m
JOIN symbols s ON s.symbol_id = m.member_id
WHERE m.kind IN ('field', 'embedded') AND list_contains($1::INTEGER[], m.type_id);
