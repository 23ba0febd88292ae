-- All symbols that can be found, in one text: a line for each, with its id, the length of
-- its name in bytes, and its qualified name, which ends in that.
SELECT string_agg(symbol_id || ' ' || strlen(name) || ' ' || qualified_name, chr(10) ORDER BY symbol_id)
FROM symbols
WHERE (is_external OR start_line IS NOT NULL) AND NOT contains(qualified_name, chr(10))
