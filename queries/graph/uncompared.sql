-- The called interface methods whose implementations nobody looked for, so that the
-- index does not say what stands in for them: those of interfaces without a name, of
-- generic ones, and of constraints, which are interfaces with elements of their own or
-- embedded ones.
CREATE OR REPLACE VIEW uncompared AS
WITH RECURSIVE unlike(type_id) AS (
  SELECT type_id FROM members
  WHERE kind IN ('type_parameter', 'type_element')
    OR kind = 'embedded' AND (type_expr IN ('comparable', 'cmp.Ordered') OR type_expr LIKE 'constraints.%')
  UNION
  SELECT m.type_id FROM members m JOIN unlike u ON u.type_id = m.member_type_id AND m.kind = 'embedded'
)
SELECT symbol_id, name
FROM interface_methods
WHERE NOT is_external AND symbol_id IN (SELECT callee_id FROM steps WHERE length > 0)
  AND coalesce(container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface' AND type_id NOT IN (SELECT type_id FROM unlike));
