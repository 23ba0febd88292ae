-- The word of a name that is a text, or else the one that is most like it, in the most names.
--
-- $1 the text in lower case; $2 the number of typing errors that it may have.
WITH words AS (
  SELECT unnest(string_split(lower(regexp_replace(regexp_replace(qualified_name, '([a-z0-9])([A-Z])', '\1 \2', 'g'), '[^A-Za-z0-9]+', ' ', 'g')), ' ')) AS word
  FROM symbols
)
SELECT word
FROM words
WHERE contains(word, $1::VARCHAR)
  OR abs(length(word) - length($1::VARCHAR)) <= $2::INTEGER AND damerau_levenshtein(word, $1::VARCHAR) <= $2::INTEGER
GROUP BY word
ORDER BY contains(word, $1::VARCHAR) DESC, damerau_levenshtein(word, $1::VARCHAR), count(*) DESC, word
LIMIT 1;
