-- What an answer says of symbols, in memory.
--
-- DESIGN: every walk needs these columns, and to read them takes as long as to load
-- the call graph and walk it. So they are loaded beside that, on a second core.
CREATE OR REPLACE TABLE named AS
SELECT symbol_id, symbol, name, qualified_name, kind, is_external, is_test, file_id, file_path, module_path,
  start_line, end_line, end_pos, signature, ref_count
FROM symbols;
