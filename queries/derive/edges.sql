-- What calls go to, for walks, with a callee: each of a caller once, with the best evidence, and each call with where it stands.
CREATE OR REPLACE TABLE call_sites_made AS
SELECT caller_id, file_id, start_line, start_column, goes_to(callee_id, dispatch_id, symbols) AS goes_to_id, evidence_rank(evidence) AS evidence_rank
FROM calls, (SELECT count(*) AS symbols FROM symbols)
WHERE callee_id IS NOT NULL;

CREATE OR REPLACE VIEW call_edges_made AS
SELECT goes_to_id, caller_id, min(evidence_rank) AS evidence_rank
FROM call_sites_made
GROUP BY goes_to_id, caller_id;
