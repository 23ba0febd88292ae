-- The symbols and functions of both indexes, joined by their stable names, and the ones that moved.

-- symbol_pair: each symbol of the repository, with its ids in both indexes. An id is NULL where the symbol is absent.
CREATE TEMP TABLE symbol_pair AS
WITH b AS (
  SELECT symbol_id, symbol_hash, kind, signature_hash, signature, is_api FROM base.symbols WHERE NOT is_external
),
h AS (
  SELECT symbol_id, symbol_hash, kind, signature_hash, signature, is_api, file_id FROM head.symbols WHERE NOT is_external
)
SELECT b.symbol_id AS old_id, h.symbol_id AS new_id, b.kind AS old_kind, h.kind AS new_kind,
  coalesce(b.is_api, false) AS old_api, coalesce(h.is_api, false) AS new_api,
  CASE
    WHEN b.symbol_id IS NULL OR h.symbol_id IS NULL THEN false
    WHEN b.signature_hash IS NULL OR h.signature_hash IS NULL THEN b.signature <> h.signature
    ELSE b.signature_hash <> h.signature_hash
  END AS is_resigned,
  b.kind IS NOT DISTINCT FROM 'variable' AND h.kind IS NOT DISTINCT FROM 'variable' AND b.signature <> h.signature AS is_reset,
  h.file_id, b.signature = h.signature AS has_same_words
FROM b
FULL JOIN h ON h.symbol_hash = b.symbol_hash;

-- lone: the symbols that one index alone has. The home is the package, or the file in languages that name symbols by files, and the tail is
-- the name in it. The content is the hash of the body, the parts of a type, or otherwise the declaration.
CREATE TEMP TABLE lone AS
WITH s AS MATERIALIZED (
  SELECT false AS is_new, s.symbol_id, s.symbol, s.name, s.kind, coalesce(starts_with(s.symbol, s.package_path || '.'), false) AS is_packaged, s.package_path, s.file_id, s.module_path,
    s.container_id, s.signature
  FROM symbol_pair p
  JOIN base.symbols s ON s.symbol_id = p.old_id
  WHERE p.new_id IS NULL
  UNION ALL
  SELECT true, s.symbol_id, s.symbol, s.name, s.kind, coalesce(starts_with(s.symbol, s.package_path || '.'), false), s.package_path, s.file_id, s.module_path,
    s.container_id, s.signature
  FROM symbol_pair p
  JOIN head.symbols s ON s.symbol_id = p.new_id
  WHERE p.old_id IS NULL
),
outermost AS ( -- the names of files, before the names of their outermost symbols
  SELECT false AS is_new, file_id, min(regexp_replace(symbol, '\.[^.]*$', '')) AS name FROM base.symbols
  WHERE container_id IS NULL AND file_id IN (SELECT file_id FROM s WHERE NOT is_new AND NOT is_packaged) GROUP BY file_id
  UNION ALL
  SELECT true, file_id, min(regexp_replace(symbol, '\.[^.]*$', '')) FROM head.symbols
  WHERE container_id IS NULL AND file_id IN (SELECT file_id FROM s WHERE is_new AND NOT is_packaged) GROUP BY file_id
),
homed AS (
  SELECT s.*, CASE WHEN s.is_packaged THEN s.package_path ELSE coalesce(o.name, '') END AS home
  FROM s
  LEFT JOIN outermost o ON o.is_new = s.is_new AND o.file_id = s.file_id AND starts_with(s.symbol, o.name || '.')
),
code AS (
  SELECT false AS is_new, function_id AS symbol_id, body_hash::VARCHAR AS content, lines FROM base.functions WHERE function_id IN (SELECT symbol_id FROM s WHERE NOT is_new)
  UNION ALL
  SELECT true, function_id, body_hash::VARCHAR, lines FROM head.functions WHERE function_id IN (SELECT symbol_id FROM s WHERE is_new)
),
part AS (
  SELECT false AS is_new, type_id AS symbol_id, string_agg(coalesce(name, '') || ' ' || type_expr, ';' ORDER BY kind, ordinal) AS content FROM base.members
  WHERE type_id IN (SELECT symbol_id FROM s WHERE NOT is_new) GROUP BY type_id
  UNION ALL
  SELECT true, type_id, string_agg(coalesce(name, '') || ' ' || type_expr, ';' ORDER BY kind, ordinal) FROM head.members
  WHERE type_id IN (SELECT symbol_id FROM s WHERE is_new) GROUP BY type_id
)
SELECT h.is_new, h.symbol_id, h.name, h.kind, h.home, h.file_id, h.module_path, h.container_id,
  replace(substr(h.symbol, length(h.home) + 2), '#' || h.module_path || '/', '#') AS tail,
  CASE WHEN c.symbol_id IS NOT NULL THEN c.content ELSE coalesce(t.content, h.signature) END AS content,
  replace(h.signature, h.name || '(', '(') AS shape, coalesce(c.lines, 0) AS lines
FROM homed h
LEFT JOIN code c ON c.is_new = h.is_new AND c.symbol_id = h.symbol_id
LEFT JOIN part t ON t.is_new = h.is_new AND t.symbol_id = h.symbol_id;

-- moved_home: the homes whose functions and types moved to another one. A third of the names that both have must have the same content.
CREATE TEMP TABLE moved_home AS
WITH vote AS (
  SELECT g.home AS old_home, c.home AS new_home, g.tail
  FROM lone g
  JOIN lone c ON c.is_new AND c.tail = g.tail AND c.kind = g.kind AND c.content = g.content
  WHERE NOT g.is_new AND g.home <> c.home AND g.kind NOT IN ('variable', 'constant', 'field', 'enum_member')
  QUALIFY count(*) OVER (PARTITION BY g.tail, g.kind, g.content) <= 50
),
counted AS (
  SELECT old_home, new_home, count(*) AS votes FROM vote GROUP BY ALL
),
shared AS (
  SELECT v.old_home, v.new_home, any_value(v.votes) AS votes, count(*) AS names
  FROM counted v
  JOIN lone g ON NOT g.is_new AND g.home = v.old_home
  JOIN lone c ON c.is_new AND c.home = v.new_home AND c.tail = g.tail AND c.kind = g.kind
  GROUP BY ALL
)
SELECT old_home, new_home, votes FROM shared WHERE votes * 3 >= names;

-- moved: the symbols with another stable name, old and new. First the ones with the same tail in a home that moved.
CREATE TEMP TABLE moved AS
SELECT g.symbol_id AS old_id, c.symbol_id AS new_id
FROM moved_home m
JOIN lone g ON NOT g.is_new AND g.home = m.old_home
JOIN lone c ON c.is_new AND c.home = m.new_home AND c.tail = g.tail AND c.kind = g.kind
QUALIFY row_number() OVER (PARTITION BY g.symbol_id ORDER BY g.content IS NOT DISTINCT FROM c.content DESC, m.votes DESC, m.new_home) = 1
  AND row_number() OVER (PARTITION BY c.symbol_id ORDER BY g.content IS NOT DISTINCT FROM c.content DESC, m.votes DESC, m.old_home) = 1;

-- renamed_type: the types with another name in the same or the moved home. At least half of the members must be the same, and no other type
-- may fit as well.
CREATE TEMP TABLE renamed_type AS
WITH g AS (
  SELECT l.*, coalesce(m.new_home, l.home) AS now
  FROM lone l
  LEFT JOIN (SELECT old_home, arg_max(new_home, votes) AS new_home FROM moved_home GROUP BY old_home) m ON m.old_home = l.home
  WHERE NOT l.is_new AND l.symbol_id NOT IN (SELECT old_id FROM moved)
),
c AS (
  FROM lone WHERE is_new AND symbol_id NOT IN (SELECT new_id FROM moved)
),
fit AS (
  SELECT g.symbol_id AS old_id, c.symbol_id AS new_id, any_value(g.tail) AS old_tail, any_value(c.tail) AS new_tail, any_value(g.now) AS home, count(*) AS votes
  FROM g
  JOIN c ON c.home = g.now AND c.kind = g.kind AND g.kind IN ('struct', 'interface', 'class', 'enum', 'type')
  JOIN g gm ON gm.container_id = g.symbol_id
  JOIN c cm ON cm.container_id = c.symbol_id AND cm.name = gm.name AND cm.kind = gm.kind AND cm.content = gm.content
  GROUP BY ALL
),
size AS (
  SELECT container_id, count(*) AS members FROM g WHERE container_id IS NOT NULL GROUP BY container_id
)
SELECT f.old_id, f.new_id, f.old_tail, f.new_tail, f.home
FROM fit f
JOIN size z ON z.container_id = f.old_id
WHERE f.votes * 2 >= z.members
QUALIFY count(*) OVER (PARTITION BY f.old_id) = 1 AND count(*) OVER (PARTITION BY f.new_id) = 1;

INSERT INTO moved
SELECT old_id, new_id FROM renamed_type
UNION ALL
SELECT g.symbol_id, c.symbol_id
FROM renamed_type r
JOIN lone o ON NOT o.is_new AND o.symbol_id = r.old_id
JOIN lone g ON NOT g.is_new AND g.home = o.home AND starts_with(g.tail, r.old_tail || '.')
JOIN lone c ON c.is_new AND c.home = r.home AND c.kind = g.kind AND c.tail = r.new_tail || substr(g.tail, length(r.old_tail) + 1);

-- At last the functions with the same body: those with the same tail, and then the only ones with the body. A short body must also be the only one of its kind in
-- the base, and its function have the same home and declaration, but for the name.
INSERT INTO moved
WITH g AS (
  SELECT l.*, m.new_home
  FROM lone l
  LEFT JOIN (SELECT old_home, arg_max(new_home, votes) AS new_home FROM moved_home GROUP BY old_home) m ON m.old_home = l.home
  WHERE NOT l.is_new AND l.kind IN ('function', 'method') AND l.content IS NOT NULL AND l.symbol_id NOT IN (SELECT old_id FROM moved)
),
c AS (
  FROM lone WHERE is_new AND kind IN ('function', 'method') AND content IS NOT NULL AND symbol_id NOT IN (SELECT new_id FROM moved)
),
single AS (
  SELECT body_hash::VARCHAR FROM base.functions GROUP BY body_hash HAVING count(*) = 1
),
alike AS (
  SELECT g.symbol_id AS old_id, c.symbol_id AS new_id
  FROM g
  JOIN c ON c.kind = g.kind AND c.content = g.content AND c.tail = g.tail
  QUALIFY count(*) OVER (PARTITION BY g.symbol_id) = 1 AND count(*) OVER (PARTITION BY c.symbol_id) = 1
),
renamed AS (
  SELECT g.symbol_id AS old_id, c.symbol_id AS new_id
  FROM g
  JOIN c ON c.kind = g.kind AND c.content = g.content AND (g.lines > 3 OR c.shape = g.shape AND (c.home = g.home OR c.home = g.new_home) AND g.content IN (FROM single))
  WHERE g.symbol_id NOT IN (SELECT old_id FROM alike) AND c.symbol_id NOT IN (SELECT new_id FROM alike)
  QUALIFY count(*) OVER (PARTITION BY g.symbol_id) = 1 AND count(*) OVER (PARTITION BY c.symbol_id) = 1
)
FROM alike
UNION ALL
FROM renamed;

-- same: the symbols of both indexes that are one, moved ones included.
CREATE TEMP TABLE same AS
SELECT old_id, new_id FROM symbol_pair WHERE old_id IS NOT NULL AND new_id IS NOT NULL
UNION ALL
SELECT old_id, new_id FROM moved;

-- moved_directory: the directories that the head lacks, and the ones to which most of their symbols moved.
CREATE TEMP TABLE moved_directory AS
WITH step AS (
  SELECT o.module_path AS old_path, n.module_path AS new_path, count(*) AS votes
  FROM moved m
  JOIN lone o ON NOT o.is_new AND o.symbol_id = m.old_id
  JOIN lone n ON n.is_new AND n.symbol_id = m.new_id
  WHERE o.module_path NOT IN (SELECT module_path FROM head.modules)
  GROUP BY ALL
)
SELECT old_path, arg_max(new_path, votes) AS new_path FROM step GROUP BY old_path;

-- touched: the files of the head in which the import path of a moved type can differ: those of moved symbols, and those that import them.
CREATE TEMP TABLE touched AS
WITH n AS (
  SELECT n.file_id, n.module_path
  FROM moved m
  JOIN lone o ON NOT o.is_new AND o.symbol_id = m.old_id
  JOIN lone n ON n.is_new AND n.symbol_id = m.new_id
  WHERE o.home <> n.home
)
SELECT file_id FROM n
UNION
SELECT file_id FROM head.imports WHERE imported_module_path IN (SELECT module_path FROM n);

-- pair: symbol_pair with the moved symbols as one. In touched files a signature with the same words is the same.
CREATE TEMP TABLE pair AS
SELECT p.old_id, p.new_id, p.old_kind, p.new_kind, false AS is_moved, p.is_reset,
  p.is_resigned AND NOT (p.has_same_words AND p.file_id IN (FROM touched)) AS is_resigned
FROM symbol_pair p
ANTI JOIN moved o ON p.new_id IS NULL AND o.old_id = p.old_id
ANTI JOIN moved n ON p.old_id IS NULL AND n.new_id = p.new_id
UNION ALL
SELECT m.old_id, m.new_id, b.kind, h.kind, true, b.kind = 'variable' AND b.signature <> h.signature,
  coalesce(b.signature_hash <> h.signature_hash, true) AND b.kind NOT IN ('struct', 'interface', 'type', 'class', 'enum')
    AND replace(regexp_replace(b.signature, '^func \([^)]*\) ', ''), b.name, '') <> replace(regexp_replace(h.signature, '^func \([^)]*\) ', ''), h.name, '')
FROM moved m
JOIN base.symbols b ON b.symbol_id = m.old_id
JOIN head.symbols h ON h.symbol_id = m.new_id;

-- function_change: the functions that differ.
CREATE TEMP TABLE function_change AS
SELECT p.old_id, p.new_id, p.is_moved,
  coalesce(p.is_resigned AND b.function_id IS NOT NULL AND h.function_id IS NOT NULL, false) AS is_resigned,
  coalesce(b.function_id IS NOT NULL AND h.function_id IS NOT NULL AND b.body_hash IS DISTINCT FROM h.body_hash, false) AS is_rewritten
FROM pair p
LEFT JOIN base.functions b ON b.function_id = p.old_id AND b.start_line IS NOT NULL
LEFT JOIN head.functions h ON h.function_id = p.new_id AND h.start_line IS NOT NULL
WHERE (b.function_id IS NOT NULL OR h.function_id IS NOT NULL)
  AND (p.is_moved OR p.is_resigned OR b.body_hash IS DISTINCT FROM h.body_hash OR b.function_id IS NULL OR h.function_id IS NULL);

-- type_change: the types of both indexes whose parts differ. The resolved type of a part counts where it is known, otherwise its text.
-- Parts of one name, as overloads are, are pairs by their order, after those that are the same in both indexes.
CREATE TEMP TABLE type_change AS
WITH b AS (
  SELECT s.new_id, m.kind, coalesce(m.name, m.type_expr) AS name, m.type_expr, coalesce(m.tag, '') AS tag, f.signature_hash, m.ordinal,
    row_number() OVER (PARTITION BY s.new_id, m.kind, coalesce(m.name, m.type_expr), m.type_expr, coalesce(m.tag, ''), f.signature_hash ORDER BY m.ordinal) AS copy
  FROM base.members m
  JOIN same s ON s.old_id = m.type_id
  LEFT JOIN base.symbols f ON f.symbol_id = m.member_id
),
h AS (
  SELECT s.new_id, m.kind, coalesce(m.name, m.type_expr) AS name, m.type_expr, coalesce(m.tag, '') AS tag, f.signature_hash, m.ordinal,
    row_number() OVER (PARTITION BY s.new_id, m.kind, coalesce(m.name, m.type_expr), m.type_expr, coalesce(m.tag, ''), f.signature_hash ORDER BY m.ordinal) AS copy,
    coalesce(f.file_id IN (FROM touched), false) AS is_touched
  FROM head.members m
  JOIN same s ON s.new_id = m.type_id
  LEFT JOIN head.symbols f ON f.symbol_id = m.member_id
),
old AS (
  SELECT b.*, row_number() OVER (PARTITION BY b.new_id, b.kind, b.name ORDER BY b.ordinal) AS place
  FROM b
  ANTI JOIN h ON h.new_id = b.new_id AND h.kind = b.kind AND h.name = b.name AND h.type_expr = b.type_expr AND h.tag = b.tag
    AND h.signature_hash IS NOT DISTINCT FROM b.signature_hash AND h.copy = b.copy
),
now AS (
  SELECT h.*, row_number() OVER (PARTITION BY h.new_id, h.kind, h.name ORDER BY h.ordinal) AS place
  FROM h
  ANTI JOIN b ON b.new_id = h.new_id AND b.kind = h.kind AND b.name = h.name AND b.type_expr = h.type_expr AND b.tag = h.tag
    AND b.signature_hash IS NOT DISTINCT FROM h.signature_hash AND b.copy = h.copy
)
SELECT coalesce(o.new_id, n.new_id) AS new_id, coalesce(o.name, n.name) AS name, coalesce(nullif(o.type_expr, ''), o.name) AS old_type,
  coalesce(nullif(n.type_expr, ''), n.name) AS new_type
FROM old o
FULL JOIN now n ON n.new_id = o.new_id AND n.kind = o.kind AND n.name = o.name AND n.place = o.place
WHERE o.new_id IS NULL OR n.new_id IS NULL OR o.tag <> n.tag OR o.type_expr <> n.type_expr AND (o.signature_hash IS NULL OR n.signature_hash IS NULL)
  OR o.signature_hash <> n.signature_hash AND NOT (n.is_touched AND o.type_expr = n.type_expr);
