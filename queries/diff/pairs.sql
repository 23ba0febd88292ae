-- The symbols and functions of both indexes, joined by their stable names, and the ones that moved.

-- symbol_pair: each symbol of the repository, with its ids in both indexes. An id is NULL where the symbol is absent.
CREATE TEMP TABLE symbol_pair AS
WITH b AS (
  SELECT symbol_id, symbol_hash, kind, signature_hash, signature, is_api FROM base.symbols WHERE NOT is_external
),
h AS (
  SELECT symbol_id, symbol_hash, kind, signature_hash, signature, is_api FROM head.symbols WHERE NOT is_external
)
SELECT b.symbol_id AS old_id, h.symbol_id AS new_id, b.kind AS old_kind, h.kind AS new_kind,
  coalesce(b.is_api, false) AS old_api, coalesce(h.is_api, false) AS new_api,
  CASE
    WHEN b.symbol_id IS NULL OR h.symbol_id IS NULL THEN false
    WHEN b.signature_hash IS NULL OR h.signature_hash IS NULL THEN b.signature <> h.signature
    ELSE b.signature_hash <> h.signature_hash
  END AS is_resigned,
  b.kind IS NOT DISTINCT FROM 'variable' AND h.kind IS NOT DISTINCT FROM 'variable' AND b.signature <> h.signature AS is_reset
FROM b
FULL JOIN h ON h.symbol_hash = b.symbol_hash;

-- gone and come: the functions and types that only one index has. The tail is the name in the package.
CREATE TEMP TABLE gone AS
WITH part AS ( -- the parts of a type, for types alone
  SELECT type_id, hash(list(coalesce(name, '') || ' ' || type_expr ORDER BY kind, ordinal))::VARCHAR AS digest FROM base.members GROUP BY type_id
)
SELECT s.symbol_id, s.name, s.kind, coalesce(f.body_hash::VARCHAR, t.digest) AS body, coalesce(f.lines, 0) AS lines,
  CASE WHEN starts_with(s.symbol, s.package_path || '.') THEN substr(s.symbol, length(s.package_path) + 2) ELSE s.qualified_name END AS tail
FROM symbol_pair p
JOIN base.symbols s ON s.symbol_id = p.old_id
LEFT JOIN base.functions f ON f.function_id = p.old_id
LEFT JOIN part t ON t.type_id = p.old_id
WHERE p.new_id IS NULL AND coalesce(f.body_hash::VARCHAR, t.digest) IS NOT NULL;

CREATE TEMP TABLE come AS
WITH part AS (
  SELECT type_id, hash(list(coalesce(name, '') || ' ' || type_expr ORDER BY kind, ordinal))::VARCHAR AS digest FROM head.members GROUP BY type_id
)
SELECT s.symbol_id, s.name, s.kind, coalesce(f.body_hash::VARCHAR, t.digest) AS body, coalesce(f.lines, 0) AS lines,
  CASE WHEN starts_with(s.symbol, s.package_path || '.') THEN substr(s.symbol, length(s.package_path) + 2) ELSE s.qualified_name END AS tail
FROM symbol_pair p
JOIN head.symbols s ON s.symbol_id = p.new_id
LEFT JOIN head.functions f ON f.function_id = p.new_id
LEFT JOIN part t ON t.type_id = p.new_id
WHERE p.old_id IS NULL AND coalesce(f.body_hash::VARCHAR, t.digest) IS NOT NULL;

-- moved: the pairs of gone and come with the same body. A body that several symbols have pairs those with the same tail; with
-- another name it pairs only when it is the only one of its kind and has some lines.
CREATE TEMP TABLE moved AS
WITH alike AS (
  SELECT g.symbol_id AS old_id, c.symbol_id AS new_id
  FROM gone g
  JOIN come c ON c.kind = g.kind AND c.body = g.body AND c.tail = g.tail
  QUALIFY count(*) OVER (PARTITION BY g.symbol_id) = 1 AND count(*) OVER (PARTITION BY c.symbol_id) = 1
),
renamed AS (
  SELECT g.symbol_id AS old_id, c.symbol_id AS new_id
  FROM gone g
  JOIN come c ON c.kind = g.kind AND c.body = g.body
  WHERE g.lines > 3 AND g.symbol_id NOT IN (SELECT old_id FROM alike) AND c.symbol_id NOT IN (SELECT new_id FROM alike)
  QUALIFY count(*) OVER (PARTITION BY g.kind, g.body) = 1
)
FROM alike
UNION ALL
FROM renamed;

-- same: the symbols of both indexes that are one, moved ones included.
CREATE TEMP TABLE same AS
SELECT old_id, new_id FROM symbol_pair WHERE old_id IS NOT NULL AND new_id IS NOT NULL
UNION ALL
SELECT old_id, new_id FROM moved;

-- function_change: the functions that differ.
CREATE TEMP TABLE function_change AS
WITH pair AS (
  SELECT old_id, new_id, is_resigned, false AS is_moved FROM symbol_pair
  WHERE coalesce(old_id NOT IN (SELECT old_id FROM moved), true) AND coalesce(new_id NOT IN (SELECT new_id FROM moved), true)
  UNION ALL
  SELECT old_id, new_id, false, true FROM moved
)
SELECT p.old_id, p.new_id, p.is_moved,
  coalesce(p.is_resigned AND b.function_id IS NOT NULL AND h.function_id IS NOT NULL, false) AS is_resigned,
  coalesce(NOT p.is_moved AND b.function_id IS NOT NULL AND h.function_id IS NOT NULL AND b.body_hash IS DISTINCT FROM h.body_hash, false) AS is_rewritten
FROM pair p
LEFT JOIN base.functions b ON b.function_id = p.old_id AND b.start_line IS NOT NULL
LEFT JOIN head.functions h ON h.function_id = p.new_id AND h.start_line IS NOT NULL
WHERE (b.function_id IS NOT NULL OR h.function_id IS NOT NULL)
  AND (p.is_moved OR p.is_resigned OR b.body_hash IS DISTINCT FROM h.body_hash OR b.function_id IS NULL OR h.function_id IS NULL);

-- type_change: the types of both indexes whose parts differ. The resolved type of a part counts where it is known, otherwise its text.
CREATE TEMP TABLE type_change AS
WITH b AS (
  SELECT s.new_id, m.kind, coalesce(m.name, m.type_expr) AS name, m.type_expr, coalesce(m.tag, '') AS tag, f.signature_hash
  FROM base.members m
  JOIN same s ON s.old_id = m.type_id
  LEFT JOIN base.symbols f ON f.symbol_id = m.member_id
),
h AS (
  SELECT s.new_id, m.kind, coalesce(m.name, m.type_expr) AS name, m.type_expr, coalesce(m.tag, '') AS tag, f.signature_hash
  FROM head.members m
  JOIN same s ON s.new_id = m.type_id
  LEFT JOIN head.symbols f ON f.symbol_id = m.member_id
)
SELECT coalesce(b.new_id, h.new_id) AS new_id, coalesce(b.name, h.name) AS name, b.type_expr AS old_type, h.type_expr AS new_type
FROM b
FULL JOIN h ON h.new_id = b.new_id AND h.kind = b.kind AND h.name = b.name
WHERE b.new_id IS NULL OR h.new_id IS NULL OR b.tag <> h.tag OR coalesce(b.signature_hash <> h.signature_hash, b.type_expr <> h.type_expr);
