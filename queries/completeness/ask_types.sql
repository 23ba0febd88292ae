-- Adds one kind of fact about a list of types: about them, the types that aliases mean, and for holders the types that embed them.
--
-- $1 the kind of fact; $2 the ids of the symbols.
INSERT INTO asked
WITH RECURSIVE related AS (
  SELECT from_type_id AS id, to_type_id AS other FROM type_relations WHERE relation = 'alias'
  UNION ALL
  SELECT to_type_id, from_type_id FROM type_relations WHERE relation = 'embeds' AND $1::VARCHAR = 'holders'
),
reached AS (
  SELECT unnest($2::INTEGER[]) AS id
  UNION
  SELECT r.other FROM reached t JOIN related r ON r.id = t.id
)
SELECT $1::VARCHAR, id, NULL, NULL FROM reached;
