-- The directories whose code embeds files, with the patterns.
SELECT s.module_path, coalesce(a.arguments, '')
FROM annotations a
JOIN symbols s ON s.symbol_id = a.symbol_id
WHERE s.entry = 'embed'
ORDER BY s.module_path, a.arguments;
