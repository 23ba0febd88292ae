-- The symbols on a walk, one row for each: where it was found (depth and rank,
-- when a call leads to it), and whether the walk asked on from it: those above the
-- last depth are.
--
-- $1 the depth of the walk.
--
-- DESIGN: this is a table, and no part of the statements that read it, for two
-- reasons: symbols is read once, and DuckDB plans joins by its size. With the size
-- unknown it built a hash table of 3 M references, which took 2 s.
CREATE OR REPLACE TEMP TABLE nodes AS
WITH params AS (
  SELECT $1::INTEGER AS depth
),
reached AS (
  SELECT id, bool_or(called) AS called, min(depth) FILTER (WHERE called) AS depth, min(rank) FILTER (WHERE called) AS rank, min(depth) AS nearest
  FROM walk
  GROUP BY id
)
SELECT r.called, r.depth, r.rank, r.nearest < p.depth AS asked,
  s.symbol_id, s.symbol, s.name, s.qualified_name, s.kind, s.is_external, s.is_test, s.file_id, s.file_path, s.module_path, s.start_line, s.end_line, s.end_pos, s.signature, s.ref_count
FROM reached r, symbols s, params p
WHERE s.symbol_id = r.id;
