-- What of the whole index bears on how far an answer is complete, in memory.

CREATE OR REPLACE TABLE interface_methods AS
SELECT symbol_id, name, is_external, container_id, ref_count > 0 AS is_used
FROM symbols
WHERE kind = 'interface_method';

-- The names of the calls of which nobody knows what they mean, or by name only.
CREATE OR REPLACE TABLE uncertain AS
SELECT string_split(callee_name, '.')[-1] AS name, evidence
FROM calls
WHERE evidence IN ('heuristic', 'unresolved');

-- What directives hand to other code. The second word of a go:linkname is a symbol
-- too, in the linker's spelling.
CREATE OR REPLACE TABLE handed_over AS
SELECT symbol_id,
  CASE name WHEN 'go:linkname' THEN regexp_replace(regexp_extract(arguments, '^\S+\s+(\S+)$', 1), '\(\*?(\w+)\)', '\1') END AS symbol
FROM annotations
WHERE name IN ('go:linkname', 'export', 'go:wasmexport') OR name LIKE 'go:cgo_export%';
