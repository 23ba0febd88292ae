-- All symbols that can be found, in one text: a line for each. It has the id, kind and
-- language; flags: x for one from outside, e for an exported one, t for one of tests, q where
-- the symbol does not end in the qualified name; the file or -1, the number of uses, the
-- lengths of the name and of the qualified name in bytes, the qualified name, where q says
-- so, and the symbol. The qualified name ends in the name.
SELECT string_agg(concat_ws(' ', symbol_id, kind, language,
  concat('-', CASE WHEN is_external THEN 'x' END, CASE WHEN is_exported THEN 'e' END, CASE WHEN is_test THEN 't' END, CASE WHEN NOT ends THEN 'q' END),
  coalesce(file_id, -1), ref_count, strlen(name), strlen(qualified_name),
  concat(CASE WHEN NOT ends THEN qualified_name END, symbol)), chr(10) ORDER BY symbol_id)
FROM (SELECT *, ends_with(symbol, qualified_name) AS ends FROM symbols)
WHERE (is_external OR start_line IS NOT NULL) AND NOT contains(qualified_name, chr(10)) AND NOT contains(symbol, chr(10))
