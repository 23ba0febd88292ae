-- Of the symbols with the names in $1, those that a subtype may override: methods of classes, traits and enums.
SELECT s.symbol
FROM symbols s
JOIN symbols c ON c.symbol_id = s.container_id
WHERE list_contains($1::VARCHAR[], s.symbol) AND c.kind IN ('class', 'trait', 'enum');
