-- The targets from which the walk can be reached, with their labels.
--
-- $1 their ids.
SELECT id, label
FROM walk
WHERE list_contains($1::INTEGER[], id);
