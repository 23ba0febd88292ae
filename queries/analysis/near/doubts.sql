-- Why there may be more callers of a symbol than its places: each reason, and how often
-- it holds.
--
-- $1 the id of the symbol; $2 its name; $3 whether it can be called.
SELECT 'value_taken' AS reason, count(*) AS n
FROM refs
WHERE symbol_id = $1 AND role NOT IN ('call', 'import') AND $3::BOOLEAN
UNION ALL
SELECT 'outside_interface', count(*)
FROM overrides o
JOIN symbols s ON s.symbol_id = o.overridden_id
WHERE o.method_id = $1 AND s.is_external
UNION ALL
SELECT 'linked_elsewhere', count(*)
FROM annotations
WHERE symbol_id = $1 AND NOT $3::BOOLEAN AND name IN ('go:linkname', 'export', 'go:wasmexport')
UNION ALL
SELECT evidence || '_sites', sum(call_count)::BIGINT
FROM uncertain
WHERE name = $2
GROUP BY evidence;
