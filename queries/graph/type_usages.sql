-- Every use of the name of a target, a type.
SELECT r.enclosing_id AS id, r.symbol_id AS target, 0 AS rank, r.file_id, r.start_line AS line, r.start_column, r.role
FROM seeds
JOIN refs r ON r.symbol_id = seeds.id AND r.role = 'type';
