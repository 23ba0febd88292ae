-- A set of symbols, as a bit for each of those that there are. Whoever runs this writes the
-- greatest id in the place of the last number: DuckDB wants it to be there when it plans.
CREATE OR REPLACE MACRO marks(id) AS bitstring_agg(id, 0, 2147483647);
