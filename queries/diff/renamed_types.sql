-- The types that one index alone has: whether it is the head, the directory, the name, whether it is exported, and the kind
-- with the hash of the definition.
SELECT p.old_id IS NULL, coalesce(h.module_path, b.module_path), coalesce(h.name, b.name), coalesce(h.is_exported, b.is_exported),
  coalesce(h.kind, b.kind) || ' ' || coalesce(h.signature_hash, b.signature_hash)::VARCHAR
FROM symbol_pair p
LEFT JOIN base.symbols b ON b.symbol_id = p.old_id
LEFT JOIN head.symbols h ON h.symbol_id = p.new_id
WHERE (p.old_id IS NULL OR p.new_id IS NULL) AND coalesce(h.kind, b.kind) IN ('struct', 'interface', 'type')
  AND coalesce(h.signature_hash, b.signature_hash) IS NOT NULL
  AND coalesce(h.container_id, b.container_id) IS NULL;
