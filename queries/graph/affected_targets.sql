-- The targets of an impact where none has an alias.
--
-- $1 their ids; $2 of each whether it is a function or method.
SELECT unnest($1::INTEGER[]) AS id, unnest($2::BOOLEAN[]) AS is_called;
