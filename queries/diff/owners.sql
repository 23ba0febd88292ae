-- The text of the CODEOWNERS file that GitHub reads: the first of its places.
SELECT content FROM head.contents
WHERE file_path IN ('.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS')
ORDER BY CASE file_path WHEN '.github/CODEOWNERS' THEN 1 WHEN 'CODEOWNERS' THEN 2 ELSE 3 END
LIMIT 1;
