-- The table walk of a walk from starts that no step leads on from: they alone, which asked in vain.
--
-- $1 their ids.
SELECT unnest($1::INTEGER[]) AS id, 0 AS label, TRUE AS asked;
