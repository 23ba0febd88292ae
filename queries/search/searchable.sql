-- The symbols that search can find, with the parts of their names in lower case and their importance,
-- least first. The order is: code before tests, exported before private, powers of ten of the uses,
-- types and functions before methods, values and fields, short before long names.
CREATE OR REPLACE VIEW searchable AS
SELECT symbol_id, symbol, name, kind, language, is_external, is_exported, is_test, file_id, file_path, ref_count, doc,
  lower(name) AS lowered, lower(qualified_name) AS qualified, lower(qualified_name[:greatest(length(qualified_name) - length(name) - 1, 0)]) AS owner,
  qualified_name,
  {is_test: is_test, is_private: NOT is_exported, unused: CASE ref_count WHEN 0 THEN 0 ELSE -length(ref_count::VARCHAR) END,
    kind: CASE WHEN kind IN ('field', 'property', 'enum_member') THEN 3 WHEN kind IN ('variable', 'constant', 'macro') THEN 2
      WHEN kind IN ('method', 'interface_method') THEN 1 ELSE 0 END,
    length: length(name)} AS importance
FROM symbols
WHERE is_external OR start_line IS NOT NULL;
