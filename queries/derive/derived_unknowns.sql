-- derived_unknowns: the rows of the statements before, one for each key.
CREATE OR REPLACE TABLE derived.derived_unknowns AS
SELECT about, symbol_id, name, language, scope, reason, least(sum(places), 2147483647)::INTEGER AS "count",
  min(place).file_id AS file_id, min(place).start_line AS start_line, min(place).start_column AS start_column,
  coalesce(arg_min(cause, place), min(cause)) AS cause_id
FROM derived.gap
GROUP BY about, symbol_id, name, language, scope, reason;
