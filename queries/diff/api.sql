-- The public symbols that differ: their ids, containers, kinds, signatures, modules and places on both sides, the uses in the base, and whether a program wrote the file.
SELECT coalesce(p.old_id, 0), coalesce(p.new_id, 0), coalesce(p.old_kind, ''), coalesce(p.new_kind, ''), p.old_api, p.new_api,
  coalesce(b.symbol, h.symbol), coalesce(b.name, h.name), coalesce(b.language, h.language), coalesce(b.is_exported, h.is_exported),
  coalesce(b.signature, ''), coalesce(h.signature, ''), coalesce(b.container_id, 0), coalesce(h.container_id, 0),
  coalesce(hm.go_module, bm.go_module, ''), coalesce(h.file_path, b.file_path), coalesce(h.start_line, b.start_line, 0),
  coalesce(bf.receiver_type, ''), coalesce(hf.receiver_type, ''), coalesce(b.ref_count, 0), coalesce(hg.is_generated, bg.is_generated, false)
FROM symbol_pair p
LEFT JOIN base.symbols b ON b.symbol_id = p.old_id
LEFT JOIN head.symbols h ON h.symbol_id = p.new_id
LEFT JOIN base.files bg ON bg.file_id = b.file_id
LEFT JOIN head.files hg ON hg.file_id = h.file_id
LEFT JOIN base.modules bm ON bm.module_path = b.module_path
LEFT JOIN head.modules hm ON hm.module_path = h.module_path
LEFT JOIN base.functions bf ON bf.function_id = p.old_id
LEFT JOIN head.functions hf ON hf.function_id = p.new_id
WHERE (p.old_api OR p.new_api) AND (p.old_id IS NULL OR p.new_id IS NULL OR p.old_api <> p.new_api OR p.old_kind <> p.new_kind OR p.is_resigned)
ORDER BY 7;
