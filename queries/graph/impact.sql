-- The symbols on a walk as an impact: what each of them is to the targets, whether it has to
-- change with them when what names them breaks, or follows what stands in for them, by calling
-- it, and whether it stands in for one or implements it. The targets themselves, whose label is 0, are no
-- results.
--
-- DESIGN: see nodes.sql. It binds nothing, so that it is planned once over files.
SELECT CASE WHEN w.label > 0 THEN w.called_label >> 3 END AS depth, w.called_label & 7 AS rank, w.label >> 3 AS nearest, w.asked,
  s.symbol_id, s.symbol, s.name, s.kind, s.is_external, s.is_exported, s.is_test, s.file_id, s.file_path,
  CASE WHEN t.says & 1 = 1 THEN 'implementation'
    WHEN s.is_test THEN 'test'
    WHEN w.called_label >> 3 = 1 THEN 'direct_caller'
    ELSE 'transitive' END
  || CASE WHEN t.says & 2 = 2 THEN ' must_update' WHEN t.says & 4 = 4 THEN ' follows' ELSE ' review_needed' END
  || CASE WHEN t.says & 1 = 1 THEN ' implementing' ELSE '' END AS label
FROM walk w
JOIN symbols s ON s.symbol_id = w.id
LEFT JOIN telling t ON t.id = w.id;
