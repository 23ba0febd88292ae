-- The files outside the chosen build that declare the one target too: their paths end the stable names there.
SELECT count(*)
FROM target t
JOIN symbols s ON starts_with(s.symbol, t.symbol || '#') AND ends_with(s.file_path, substr(s.symbol, length(t.symbol) + 2))
WHERE (SELECT count(*) FROM target) = 1;
