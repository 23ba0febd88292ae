-- A path, from lists of its columns.
SELECT unnest($1::INTEGER[]) AS depth, unnest($2::INTEGER[]) AS id, unnest($3::INTEGER[]) AS caller_id, unnest($4::INTEGER[]) AS callee_id,
  unnest($5::INTEGER[]) AS rank;
