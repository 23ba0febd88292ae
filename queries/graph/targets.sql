-- $1 the ids of the targets; $2 their stable names; $3 their kinds.
INSERT INTO target SELECT unnest($1::INTEGER[]), unnest($2::VARCHAR[]), unnest($3::VARCHAR[]);
