-- The calls that go to one of dispatched.sql.
--
-- DESIGN: few walks meet them, and to read those of 700,000 calls takes 13 ms where they stand all over the file.
INSERT INTO narrowed
SELECT called(callee_id, dispatch_id), caller_id, evidence
FROM calls
WHERE dispatch_id > 0;
