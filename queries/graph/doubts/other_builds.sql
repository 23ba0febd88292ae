-- A file outside the chosen build declares a target too: its path ends the stable name there.
SELECT count(*) AS other_builds
FROM seeds t
JOIN symbols s ON s.symbol_id = t.id AND NOT s.is_external
JOIN symbols o ON o.name = s.name AND o.symbol = s.symbol || '#' || o.file_path;
