-- The size of an index: lines of code in the languages of its functions, functions, the sum of their complexity, external packages, and public symbols, without tests.
SELECT (SELECT coalesce(sum(lines_code), 0)::BIGINT FROM files WHERE NOT is_test AND NOT is_vendored AND NOT is_fixture AND language IN (SELECT language FROM functions)),
  count(*), coalesce(sum(complexity), 0)::BIGINT,
  (SELECT count(DISTINCT i.imported_module) FROM imports i JOIN files f ON f.file_id = i.file_id AND NOT f.is_test AND NOT f.is_fixture WHERE i.is_external),
  (SELECT count(*) FROM symbols WHERE is_api),
  (SELECT count(*) FROM unused.state u JOIN symbols s ON s.symbol_id = u.symbol_id AND NOT s.is_test WHERE u.strength IS NULL)
FROM functions n
JOIN files f ON f.file_id = n.file_id AND NOT f.is_vendored AND NOT f.is_fixture
WHERE n.start_line IS NOT NULL AND NOT n.is_test;
