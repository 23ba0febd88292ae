-- Adds one kind of fact about a list of packages.
--
-- $1 the kind of fact; $2 the import paths of the packages.
INSERT INTO asked SELECT $1::VARCHAR, NULL, unnest($2::VARCHAR[]);
