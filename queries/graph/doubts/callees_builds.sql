-- Files outside the chosen build declare a symbol on the walk too: there another symbol is called,
-- which may call other things.
SELECT count(*) AS other_builds
FROM nodes a
JOIN strays s ON s.base = a.symbol;
