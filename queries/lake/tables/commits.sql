-- The row of the index in the view `stored`, with the number of rows in each of its tables.
SELECT repository, branch, "commit", committed_at, generator, edges, symbols, imports, modules, files, functions, unknowns, requirements
FROM stored
