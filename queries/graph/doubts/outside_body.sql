-- A target is defined outside the repository, where its body is not read.
SELECT count(*) AS outside_body
FROM nodes
WHERE is_external AND nearest = 0;
