-- How many functions stand in the source, and how many files of Go were read without types.
SELECT
  (SELECT count(*) FROM functions WHERE start_line IS NOT NULL) AS functions,
  (SELECT count(*) FROM files WHERE is_untyped) AS untyped
