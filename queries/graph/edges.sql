-- What walks read of calls.
CREATE OR REPLACE VIEW edges AS FROM call_edges;
CREATE OR REPLACE VIEW edge_sites AS FROM call_sites;
