-- The targets of a question that does not walk, or not only.
--
-- $1 their ids.
SELECT unnest($1::INTEGER[]) AS id;
