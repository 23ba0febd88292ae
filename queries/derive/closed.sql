-- The interfaces that no type from outside can satisfy: a method is not exported, or has
-- types of the repository in its signature. What they embed is not looked at.
CREATE OR REPLACE TABLE closed AS
SELECT type_id FROM members WHERE kind = 'interface_method' AND NOT is_exported
UNION
SELECT r.enclosing_id
FROM types i
JOIN refs r ON r.enclosing_id = i.type_id AND r.role = 'type'
JOIN types own ON own.type_id = r.symbol_id AND own.kind <> 'type_alias'
ANTI JOIN (SELECT type_id, member_type_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL) e ON e.type_id = i.type_id AND e.member_type_id = r.symbol_id
WHERE i.kind = 'interface';
