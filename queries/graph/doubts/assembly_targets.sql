-- Assembly code names a target, in the spelling of the assembler and of go_asm.h; that of
-- another package writes the path of the target's before the dot.
WITH own AS (
  SELECT s.symbol_id, f.module_path, replace(s.package_path, '/', '∕') || '·' || s.name AS abroad,
    CASE s.kind WHEN 'constant' THEN '\bconst_' || s.name WHEN 'field' THEN '\b' || c.name || '_' || s.name
      WHEN 'struct' THEN '\b' || s.name || '__size' ELSE '·' || s.name END || '\b' AS spelled
  FROM seeds t
  JOIN symbols s ON s.symbol_id = t.id AND NOT s.is_external AND s.kind IN ('function', 'variable', 'constant', 'field', 'struct')
  JOIN files f ON f.file_id = s.file_id
  LEFT JOIN symbols c ON c.symbol_id = s.container_id
)
SELECT count(DISTINCT own.symbol_id) AS assembly
FROM assembly_texts c
CROSS JOIN own
WHERE CASE WHEN c.module_path = own.module_path THEN regexp_matches(c.content, own.spelled) ELSE contains(c.content, own.abroad) END;
