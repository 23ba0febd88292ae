-- A directive hands a symbol to other code. The second word of a go:linkname is a
-- symbol too, in the linker's spelling.
SELECT 'linkname_or_export', count(DISTINCT a.symbol_id)
FROM nodes a
WHERE a.asked AND (
  a.symbol_id IN (SELECT symbol_id FROM annotations WHERE name IN ('go:linkname', 'export', 'go:wasmexport') OR name LIKE 'go:cgo_export%')
  OR a.symbol IN (SELECT regexp_replace(regexp_extract(arguments, '^\S+\s+(\S+)$', 1), '\(\*?(\w+)\)', '\1') FROM annotations WHERE name = 'go:linkname')
)
