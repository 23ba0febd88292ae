-- What the types in files outside the chosen build embed, by its name there, and the methods of such
-- interfaces, in memory.
--
-- DESIGN: in each question that asks for it, this took 150 ms of the code of prometheus and its dependencies.
CREATE OR REPLACE TABLE stray_members AS
SELECT m.type_id, s.kind, m.kind AS is_what, m.name, regexp_extract(m.type_expr, '([\pL_][\pL\pN_]*)(?:\[.*)?$', 1) AS embedded
FROM strays s
JOIN members m ON m.type_id = s.symbol_id AND m.kind IN ('embedded', 'interface_method');
