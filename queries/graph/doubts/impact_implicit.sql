-- implicit_uses: a target is a field, which literals without keys and conversions of its
-- struct use without naming it.
--
-- satisfied_interface: a target stands in for interface methods, and where its type is
-- used as such an interface, which a change of it may break, is not in the index.
SELECT (SELECT count(*) FROM seeds t JOIN symbols s ON s.symbol_id = t.id AND s.kind = 'field') AS implicit_uses,
  (SELECT count(DISTINCT s.caller_id) FROM seeds t JOIN steps s ON s.callee_id = t.id AND s.label < 8) AS satisfied_interface;
