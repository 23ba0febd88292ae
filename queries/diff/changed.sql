-- The functions that changed, with their lines and complexity in both indexes, whether they only moved to another package
-- or file or with their type, and the number of functions outside tests that
-- call them, also by dynamic dispatch.
SELECT coalesce(s.symbol, o.symbol), coalesce(o.symbol, ''), CASE
    WHEN c.old_id IS NULL THEN 'new'
    WHEN c.new_id IS NULL THEN 'removed'
    ELSE concat_ws(', ', CASE WHEN c.is_moved AND o.name = s.name THEN 'moved' WHEN c.is_moved THEN 'renamed' END,
      CASE WHEN c.is_resigned THEN 'signature' END, CASE WHEN c.is_rewritten THEN 'body' END)
  END,
  coalesce(h.file_path, b.file_path), coalesce(h.start_line, b.start_line), coalesce(b.file_path, ''), coalesce(b.start_line, 0),
  coalesce(h.module_path, b.module_path), coalesce(h.language, b.language),
  coalesce(o.signature, ''), coalesce(s.signature, ''), coalesce(b.lines, 0), coalesce(h.lines, 0), coalesce(b.complexity, 0), coalesce(h.complexity, 0),
  coalesce(h.is_test, b.is_test), coalesce(h.is_generated, b.is_generated), coalesce(c.new_id, 0), c.is_moved AND NOT c.is_resigned AND NOT c.is_rewritten AND o.name = s.name AND (lo.home <> ln.home OR lc.new_id IS NOT NULL), coalesce(u.callers, 0)
FROM function_change c
LEFT JOIN base.symbols o ON o.symbol_id = c.old_id
LEFT JOIN head.symbols s ON s.symbol_id = c.new_id
LEFT JOIN lone lo ON NOT lo.is_new AND lo.symbol_id = c.old_id
LEFT JOIN lone ln ON ln.is_new AND ln.symbol_id = c.new_id
LEFT JOIN moved lc ON lc.old_id = lo.container_id AND lc.new_id = ln.container_id
LEFT JOIN base.functions b ON b.function_id = c.old_id
LEFT JOIN head.functions h ON h.function_id = c.new_id
LEFT JOIN (
  SELECT t.callee_id, count(DISTINCT t.caller_id) AS callers
  FROM head.call_steps t
  JOIN head.symbols r ON r.symbol_id = t.caller_id AND NOT r.is_test
  WHERE t.callee_id IN (SELECT new_id FROM function_change)
  GROUP BY t.callee_id
) u ON u.callee_id = c.new_id
ORDER BY 16, 4, 5, 1;
