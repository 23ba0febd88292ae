-- The number of declarations that use an interface method which a method implements, in all chosen repositories.
--
-- $1 the hash of the method.
SELECT count(DISTINCT (u.repository, u."commit", u.caller_hash))
FROM edges i
JOIN edges u ON u.callee_hash = i.callee_hash
SEMI JOIN chosen c ON c.repository = u.repository AND c."commit" = u."commit"
WHERE i.kind = 'implements' AND i.caller_hash = $1::BIGINT AND u.kind IN ('call', 'use') AND u.direct
