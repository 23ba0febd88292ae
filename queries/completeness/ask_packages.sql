-- Adds one kind of fact about a list of packages.
--
-- $1 the kind of fact; $2 the import paths of the packages; $3 a name in them without a symbol, or an empty text.
INSERT INTO asked SELECT $1::VARCHAR, NULL, unnest($2::VARCHAR[]), nullif($3::VARCHAR, '');
