-- What directives hand to other code, in memory. The second word of a go:linkname is a symbol
-- too, in the linker's spelling.
CREATE OR REPLACE TABLE handed_over AS
SELECT symbol_id,
  CASE name WHEN 'go:linkname' THEN regexp_replace(regexp_extract(arguments, '^\S+\s+(\S+)$', 1), '\(\*?(\w+)\)', '\1') END AS symbol
FROM annotations
WHERE name IN ('go:linkname', 'export', 'go:wasmexport') OR name LIKE 'go:cgo_export%';
