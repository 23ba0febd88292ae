-- implicit_uses: a target is a field, which literals without keys and conversions of its
-- struct use without naming it.
--
-- satisfied_interface: a target stands in for interface methods, and where its type is
-- used as such an interface, which a change of it may break, is not in the index.
--
-- No step leads to a field.
SELECT count(*) FILTER (t.kind = 'field') AS implicit_uses, count(DISTINCT i.caller_id) AS satisfied_interface
FROM seeds t
LEFT JOIN stand_ins i ON i.callee_id = t.id;
