-- What the target names, and how often.
--
-- $1 the id of the target.
SELECT symbol_id, count(*) FROM refs WHERE enclosing_id = $1 AND symbol_id <> $1 GROUP BY symbol_id;
