-- The targets of a question that does not walk, or not only.
--
-- $1 their ids.
CREATE OR REPLACE TABLE seeds AS
SELECT unnest($1::INTEGER[]) AS id;
