-- The number of functions in the source, and of Go files that were read without types.
SELECT
  (SELECT count(*) FROM functions WHERE start_line IS NOT NULL) AS functions,
  (SELECT count(*) FROM files WHERE is_untyped) AS untyped
