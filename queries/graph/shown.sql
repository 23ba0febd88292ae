-- $1 the ids of the shown symbols; $2 their depths; $3 the ranks of their evidence.
INSERT INTO shown SELECT unnest($1::INTEGER[]), unnest($2::INTEGER[]), unnest($3::INTEGER[]);
