-- What finds a few rows in tables that were loaded. DuckDB asks an index instead of
-- reading a table where a join looks for few values (dynamic_or_filter_threshold), also in
-- each round of a recursion.
CREATE INDEX IF NOT EXISTS symbols_by_id ON held.symbols(symbol_id);
CREATE INDEX IF NOT EXISTS symbols_by_name ON held.symbols(name);
CREATE INDEX IF NOT EXISTS steps_by_caller ON held.steps(caller_id);
CREATE INDEX IF NOT EXISTS steps_by_callee ON held.steps(callee_id);
DROP TABLE IF EXISTS step; -- of which steps was a view
