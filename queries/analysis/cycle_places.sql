-- Where some edges of a level ($1) are made first: from each of $2 to the one at the same
-- place in $3.
SELECT e.from_id, f.file_path, e.place
FROM query_table($1) e
JOIN (SELECT unnest($2::BIGINT[]) AS from_id, unnest($3::BIGINT[]) AS to_id) w ON w.from_id = e.from_id AND w.to_id = e.to_id
JOIN files f ON f.file_id = (e.place >> 32) & 1073741823
