-- The targets of a question that does not walk, or not only.
--
-- $1 their ids; $2 their names; $3 their kinds.
SELECT unnest($1::INTEGER[]) AS id, unnest($2::VARCHAR[]) AS symbol, unnest($3::VARCHAR[]) AS kind;
