-- What can run where calls go to one of dispatched.sql stands in for it.
INSERT INTO concrete_overrides
SELECT method_id, called(NULL, dispatch_id), evidence_rank('static')
FROM dispatches
WHERE method_id IS NOT NULL;
