-- What else an impact spreads from.
--
-- $1 their ids.
SELECT unnest($1::INTEGER[]) AS id;
