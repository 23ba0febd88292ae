-- A target is a field, which code uses without naming it. Of one that is embedded or belongs to
-- a struct without a name, or from outside, nobody knows.
SELECT sum(coalesce(m.implicit_uses, 1))::BIGINT AS implicit_uses
FROM seeds t
LEFT JOIN members m ON m.member_id = t.id
WHERE t.kind = 'field';
