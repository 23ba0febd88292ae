-- The place of an evidence in the order of strength, 0 the strongest.
CREATE OR REPLACE MACRO evidence_rank(evidence) AS
  (CASE evidence WHEN 'static' THEN 0 WHEN 'interface' THEN 1 WHEN 'dynamic' THEN 2 WHEN 'heuristic' THEN 3 ELSE 4 END);

-- What a call goes to, of an index with so many symbols: see call_edges.
CREATE OR REPLACE MACRO goes_to(callee_id, dispatch_id, symbols) AS
  (CASE WHEN dispatch_id IS NULL OR NOT knows_dispatch() THEN callee_id ELSE dispatch_id + symbols END)::INTEGER;
