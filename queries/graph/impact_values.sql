-- As callers_deep.sql, also from a variable or constant to what uses it, and from a function to
-- the variables whose values it makes.
--
-- $1 to $6 as there.
WITH RECURSIVE reached(id, called, label, least) USING KEY (id, called) AS (
  (SELECT id, label > 0, (label - $3::BIGINT * 8)::INTEGER, $4::BIGINT FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::INTEGER[]) AS label))
  UNION
  SELECT n.id, n.called, min(n.label), any_value(n.least)
  FROM (
    SELECT step.id, step.label >= 8 AS called, (step.from_label & -8) + (step.label & -8) + greatest(step.from_label & 7, step.label & 7) AS label, least
    FROM (
      SELECT s.caller_id AS id, s.label AS label, from_label, least
      FROM (
        SELECT r.label AS from_label, r.least, each_step(i.steps) AS s
        FROM reached r
        JOIN steps_into i ON i.callee_id = r.id
      )
      UNION ALL
      SELECT v.caller_id, v.label, r.label, r.least
      FROM reached r
      JOIN value_steps v ON v.callee_id = r.id
    ) step
    WHERE step.label >= least AND (step.from_label & -8) + (step.label & -8) <= 0
  ) n
  LEFT JOIN recurring.reached seen ON seen.id = n.id AND seen.called = n.called
  WHERE seen.id IS NULL OR n.label < seen.label
  GROUP BY n.id, n.called
)
SELECT id, min(label) + $5::BIGINT * 8 AS label, min(label) FILTER (called) + $6::BIGINT * 8 AS called_label, min(label) < 0 AS asked
FROM reached
GROUP BY id;
