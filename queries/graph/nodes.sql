-- The symbols on a walk. The calls that lead to them are located later.
--
-- DESIGN: this is a table, and no part of the statements that read it, for two
-- reasons: symbols is read once, and DuckDB plans joins by its size. With the size
-- unknown it built a hash table of 3 M references, which took 2 s. What only the
-- symbols that are shown need is read for them alone, by described.sql.
SELECT w.called_label >> 3 AS depth, w.called_label & 7 AS rank, w.label >> 3 AS nearest, w.asked,
  s.symbol_id, s.symbol, s.name, s.kind, s.is_external, s.is_exported, s.is_test, s.file_id, s.file_path
FROM walk w
JOIN symbols s ON s.symbol_id = w.id;
