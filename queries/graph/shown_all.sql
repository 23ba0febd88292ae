-- All that a walk found, as if an answer showed it.
SELECT id AS symbol_id, called_label >> 3 AS depth, called_label & 7 AS rank
FROM walk
WHERE called_label IS NOT NULL;
