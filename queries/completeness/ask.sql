-- Adds one kind of fact about a list of symbols.
--
-- $1 the kind of fact; $2 the ids of the symbols.
INSERT INTO asked SELECT $1::VARCHAR, unnest($2::INTEGER[]), NULL, NULL;
