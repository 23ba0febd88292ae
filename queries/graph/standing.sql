-- What standing (package derive) has of overrides alone, and that as steps of walks (steps.sql).
CREATE OR REPLACE VIEW concrete_overrides AS
SELECT id AS method_id, for_id AS overridden_id, evidence_rank(override_evidence) AS rank
FROM standing
WHERE override_evidence IS NOT NULL;
CREATE OR REPLACE VIEW stand_ins AS
SELECT overridden_id AS caller_id, method_id AS callee_id, greatest(1, rank)::TINYINT AS label
FROM concrete_overrides;
