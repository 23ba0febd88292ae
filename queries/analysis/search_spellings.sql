-- The names of all symbols, each once, and in lower case.
--
-- DESIGN: what a name is made of, words and humps, is found by bound regular expressions
-- in the few names that cheap comparisons leave. To store it for each of 15,000 names takes
-- 50 ms before the first answer.
CREATE OR REPLACE TABLE spellings AS
SELECT name, lower(name) AS lowered
FROM (SELECT DISTINCT name FROM symbols);
