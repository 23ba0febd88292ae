-- The names of the parameters of functions in the base ($1) and in the head ($2), in their order: whether it is the base, the function, the name.
SELECT true, function_id, coalesce(name, ''), ordinal FROM base.parameters WHERE list_contains($1::INTEGER[], function_id) AND kind = 'parameter'
UNION ALL
SELECT false, function_id, coalesce(name, ''), ordinal FROM head.parameters WHERE list_contains($2::INTEGER[], function_id) AND kind = 'parameter'
ORDER BY 1, 2, 4;
