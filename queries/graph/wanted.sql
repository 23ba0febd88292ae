-- The symbols to describe, as a table: joined with a list that is bound, symbols was
-- hashed whole, in 20 ms; a table's size DuckDB knows.
--
-- $1 their ids.
SELECT unnest($1::INTEGER[]) AS symbol_id;
