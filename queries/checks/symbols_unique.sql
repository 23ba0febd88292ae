-- symbols: no stable name stands twice
SELECT count(*), any_value(symbol)
FROM (SELECT symbol FROM symbols GROUP BY symbol HAVING count(*) > 1);
