-- symbols: every stable name is unique
SELECT count(*), any_value(symbol)
FROM (SELECT symbol FROM symbols GROUP BY symbol HAVING count(*) > 1);
