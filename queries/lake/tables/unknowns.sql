-- The gaps of the index in the view `stored`. Without a hash a gap is about each symbol with the name, the language and the scope.
SELECT u.about, s.symbol_hash, u.name, u.language, u.scope, u.reason, sum(u."count")::BIGINT AS places, i.repository, i."commit"
FROM (
  SELECT about, symbol_id, name, language, scope, reason, "count" FROM unknowns
  UNION ALL
  SELECT about, symbol_id, name, language, scope, reason, "count" FROM derived_unknowns
) u
LEFT JOIN symbols s ON s.symbol_id = u.symbol_id, stored i
GROUP BY ALL
ORDER BY u.about, s.symbol_hash NULLS FIRST, u.name NULLS FIRST, u.language NULLS FIRST, u.scope NULLS FIRST, u.reason
