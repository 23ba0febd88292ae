-- A set of symbols, and one of modules, as a bit for each of those that there are. Whoever runs this writes the
-- greatest numbers in the place of the last ones: DuckDB wants them to be there when it plans.
CREATE OR REPLACE MACRO marks(id) AS bitstring_agg(id, 0, 2147483647);
CREATE OR REPLACE MACRO module_marks(module) AS bitstring_agg(module, 0, 2147483646);
