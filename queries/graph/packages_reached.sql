-- The import paths of the packages whose imports a walk needs: the targets, and the results above the depth limit.
--
-- $1 the keys of the target packages; $2 the ids of the target files; $3 the depth.
SELECT symbol FROM packages WHERE list_contains($1::VARCHAR[], key)
UNION
SELECT p.symbol FROM files f JOIN packages p ON p.key = '/' || f.module_path WHERE list_contains($2::INTEGER[], f.file_id)
UNION
SELECT symbol FROM found WHERE depth < $3::INTEGER;
