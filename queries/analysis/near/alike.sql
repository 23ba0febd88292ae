-- The functions in tests that bear a name in theirs.
--
-- $1 the name in lower case.
SELECT function_id, 0 FROM functions WHERE is_test AND NOT is_method AND contains(lower(name), $1);
