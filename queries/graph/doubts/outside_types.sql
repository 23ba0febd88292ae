-- Types from outside may satisfy a target, or the interface that it is a method of, and where values of
-- them are used as such is not in the index. They can't where a method is not exported, or has
-- types of the repository in its signature, be it one of an embedded interface.
--
-- DESIGN: the interfaces are a table: references were hashed whole beside a recursion, in 100 ms
-- (1.4 M).
SELECT count(DISTINCT target) AS outside_types
FROM judged
WHERE target NOT IN (SELECT p.target FROM judged p JOIN members m ON m.type_id = p.id AND m.kind = 'interface_method' AND NOT m.is_exported)
  AND target NOT IN (
    SELECT p.target
    FROM judged p
    JOIN refs r ON r.enclosing_id = p.id AND r.role = 'type'
    JOIN types own ON own.type_id = r.symbol_id AND own.kind <> 'type_alias'
    ANTI JOIN (SELECT type_id, member_type_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL) e ON e.type_id = p.id AND e.member_type_id = r.symbol_id
  );
