-- As edges.sql, of an index that has only the calls: each is an edge of its own. Whoever runs
-- this writes the number of symbols in the place of the greatest.
CREATE OR REPLACE VIEW edge_sites AS
SELECT caller_id::INTEGER AS caller_id, file_id, start_line, start_column, goes_to(callee_id, dispatch_id, 2147483647) AS goes_to_id, evidence_rank(evidence) AS evidence_rank
FROM calls
WHERE callee_id IS NOT NULL;
CREATE OR REPLACE VIEW edges AS
SELECT goes_to_id, caller_id, evidence_rank FROM edge_sites;
