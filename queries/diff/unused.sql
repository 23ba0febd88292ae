-- The functions and types that nothing in the head can reach, outside tests and generated code: the hash of the name in the base,
-- whether the base lacks the symbol, the name and the place. The table unused.state follows from the head.
SELECT coalesce(o.symbol_hash, s.symbol_hash), p.old_id IS NULL, s.symbol, s.kind, s.file_path, coalesce(s.start_line, 0)
FROM unused.state u
JOIN head.symbols s ON s.symbol_id = u.symbol_id
JOIN head.files f ON f.file_id = s.file_id
LEFT JOIN same p ON p.new_id = s.symbol_id
LEFT JOIN base.symbols o ON o.symbol_id = p.old_id
WHERE u.strength IS NULL AND NOT s.is_test AND NOT f.is_generated AND s.kind NOT IN ('variable', 'constant')
  AND (u.container_id IS NULL OR u.kind = 'method' OR u.container_id NOT IN (SELECT symbol_id FROM unused.state WHERE strength IS NULL))
ORDER BY s.file_path, s.start_line;
