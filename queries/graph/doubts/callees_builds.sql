-- Files outside the chosen build declare a symbol on the walk too: there another symbol is called,
-- which may call other things. Or they declare a variable too that something on the walk uses: that may
-- have another type there, and other methods.
SELECT count(*) AS other_builds
FROM (
  SELECT s.symbol_id
  FROM nodes a
  JOIN strays s ON s.base = a.symbol
  UNION
  SELECT s.symbol_id
  FROM strays s
  JOIN symbols v ON v.symbol = s.base AND v.kind = 'variable'
  JOIN refs r ON r.symbol_id = v.symbol_id
  JOIN nodes a ON a.symbol_id = r.enclosing_id AND a.asked
);
