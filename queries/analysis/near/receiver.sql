-- What the target is declared in.
--
-- $1 the id of the target.
SELECT container_id, 0 FROM symbols WHERE symbol_id = $1 AND container_id IS NOT NULL;
