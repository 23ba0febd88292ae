-- The results that an answer shows, as a table, whose size DuckDB knows: joined with
-- lists that are bound, it hashes the whole of the other side, in 20 ms.
--
-- $1 the symbols' ids; $2 their depths; $3 the ranks of their evidence.
SELECT unnest($1::INTEGER[]) AS symbol_id, unnest($2::INTEGER[]) AS depth, unnest($3::INTEGER[]) AS rank;
