-- What the methods of types that are no interfaces stand in for, in memory.
--
-- DESIGN: walks follow standing in from one to the next, because a struct that embeds an
-- interface stands in by a method of that, and so does what implements it. An interface that
-- satisfies another has rows too, and those lead astray: what implements its method need not
-- satisfy the other, and what does has rows of its own.
CREATE OR REPLACE TABLE concrete_overrides AS
SELECT o.method_id, o.overridden_id, evidence_rank(o.evidence) AS rank
FROM overrides o
ANTI JOIN (SELECT type_id FROM types WHERE kind = 'interface') i ON i.type_id = o.type_id;
