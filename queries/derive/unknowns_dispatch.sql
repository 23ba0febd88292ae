-- The rows of derived_unknowns about dynamic dispatch.

-- Code outside the repository may call a method through an external interface.
INSERT INTO derived.gap BY NAME
SELECT unnest(['callers', 'references']) AS about, o.method_id AS symbol_id, 'outside_interface' AS reason, count(DISTINCT o.overridden_id) AS places,
  min(o.overridden_id) AS cause
FROM overrides o
JOIN derived.abstract i ON i.symbol_id = o.overridden_id AND i.is_external
JOIN symbols m ON m.symbol_id = o.method_id AND NOT m.is_external
GROUP BY o.method_id;

-- The methods that may run for an external interface method include methods outside the repository.
INSERT INTO derived.gap BY NAME
SELECT 'possible_callees' AS about, symbol_id, 'outside_interface' AS reason, 1 AS places FROM derived.abstract WHERE is_external;

-- Types from outside may implement an interface of the repository that is not closed to them.
INSERT INTO derived.gap BY NAME
SELECT about, i.symbol_id, 'outside_types' AS reason, 1 AS places
FROM derived.abstract i, (SELECT unnest(['possible_callees', 'change']) AS about)
WHERE NOT i.is_external AND i.is_exported AND coalesce(i.container_id, 0) NOT IN (SELECT type_id FROM derived.closed)
UNION ALL
SELECT 'change', type_id, 'outside_types', 1
FROM types
WHERE kind = 'interface' AND type_id NOT IN (SELECT type_id FROM derived.closed);

-- An external method may run for each called interface method of its name.
INSERT INTO derived.gap BY NAME
SELECT 'callers' AS about, m.symbol_id, 'outside_method' AS reason, count(DISTINCT i.symbol_id) AS places,
  min(c.place) AS place, arg_min(i.symbol_id, c.place) AS cause
FROM symbols m
JOIN derived.abstract i ON i.name = m.name
JOIN derived.called_at c ON c.callee_id = i.symbol_id
WHERE m.is_external AND m.kind = 'method'
GROUP BY m.symbol_id;

-- A method may run for a called method of a generic interface, a constraint or an interface without a name: a method of the same name
-- that types have, by declaration or from an embedded interface, or a method of a generic type.
INSERT INTO derived.gap BY NAME
WITH RECURSIVE embedded(type_id) AS (
  SELECT to_type_id FROM type_relations WHERE relation = 'embeds'
  UNION
  SELECT r.to_type_id FROM embedded e JOIN type_relations r ON r.from_type_id = e.type_id AND r.relation IN ('extends', 'alias')
),
called AS (
  SELECT symbol_id, name FROM derived.uncompared_methods WHERE symbol_id IN (SELECT callee_id FROM calls)
),
alike AS (
  SELECT m.symbol_id, c.symbol_id AS overridden_id
  FROM called c
  JOIN symbols m ON m.name = c.name AND m.symbol_id <> c.symbol_id
    AND (m.kind = 'method' OR m.kind = 'interface_method' AND m.container_id IN (SELECT type_id FROM embedded))
  ANTI JOIN derived.possible_callees p ON p.callee_id = c.symbol_id AND p.method_id = m.symbol_id
  UNION
  SELECT o.method_id, o.overridden_id
  FROM derived.possible_overrides o
  JOIN derived.abstract i ON i.symbol_id = o.overridden_id AND i.is_used
)
SELECT unnest(['callers', 'references']) AS about, a.symbol_id, 'generic_instance' AS reason, count(*) AS places,
  min(c.place) AS place, coalesce(arg_min(a.overridden_id, c.place), min(a.overridden_id)) AS cause
FROM alike a
LEFT JOIN derived.called_at c ON c.callee_id = a.overridden_id
GROUP BY a.symbol_id;

-- The methods of interfaces that are not compared with all types. Extraction has the rows of some already.
INSERT INTO derived.gap BY NAME
SELECT about, symbol_id, 'generic_instance' AS reason, 1 AS places
FROM (
  SELECT about, symbol_id
  FROM (
    SELECT symbol_id FROM derived.uncompared_methods
    UNION
    SELECT overridden_id FROM derived.possible_overrides
  ), (SELECT unnest(['possible_callees', 'subtypes']) AS about)
  EXCEPT
  SELECT about, symbol_id FROM unknowns WHERE reason = 'generic_instance'
);
