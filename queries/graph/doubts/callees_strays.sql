-- An interface method is called whose name a method bears in a file outside the chosen
-- build, which nobody compared with it.
SELECT count(*) AS outside_build
FROM nodes
WHERE kind = 'interface_method' AND name IN (SELECT name FROM strays WHERE kind = 'method');
