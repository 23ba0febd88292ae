-- The tables of one question.

-- What a walk reached, a row for each symbol: its label, and the one at which it was found
-- (NULL when no call leads to it), and whether the walk asked on from it. Labels are
-- those of steps.sql.
CREATE TABLE walk (id INTEGER, label INTEGER, called_label INTEGER, asked BOOLEAN);

-- All that a walk found, as if an answer showed it.
CREATE VIEW walked AS
SELECT id AS symbol_id, called_label >> 3 AS depth, called_label & 7 AS rank
FROM walk
WHERE called_label IS NOT NULL;

-- All that a question found, with what filters and doubts need of it: at which depth
-- (NULL when it is no result; left_out tells what filters don't let through), the rank of
-- its evidence, and for walks also where it was first reached (nearest) and whether the walk
-- asked on from it. The place is that of a
-- call or use, file << 32 | line; via is the symbol at the other end of it; the label
-- is what the question itself says of it.
CREATE TABLE nodes (
  depth INTEGER, rank INTEGER, nearest INTEGER, asked BOOLEAN,
  symbol_id INTEGER, symbol VARCHAR, name VARCHAR, kind VARCHAR, is_external BOOLEAN, is_exported BOOLEAN, is_test BOOLEAN,
  file_id INTEGER, file_path VARCHAR,
  place BIGINT, place_path VARCHAR, place_column INTEGER, via VARCHAR, label VARCHAR, left_out BOOLEAN
);

-- The targets of a question that does not walk, or not only.
CREATE TABLE seeds (id INTEGER, symbol VARCHAR, kind VARCHAR);

-- The uses of the targets, in what is around them (NULL for the file alone), with the rank of the
-- evidence for that.
CREATE TABLE used (id INTEGER, target INTEGER, rank INTEGER, file_id INTEGER, line INTEGER, start_column INTEGER, role VARCHAR);

-- What is related to a target, with the rank of the evidence for that.
CREATE TABLE found (id INTEGER, target INTEGER, rank INTEGER, label VARCHAR);

-- What implements the target of an impact or stands in for it, and the targets with
-- their aliases, and whether the walk follows calls of them.
CREATE TABLE implementing (id INTEGER);
CREATE TABLE affected (id INTEGER, is_called BOOLEAN);

-- What an impact spreads from besides its targets, at a depth of 1.
CREATE TABLE spreading (id INTEGER);

-- What symbols are to the targets of an impact (impact_telling.sql).
CREATE TABLE telling (id INTEGER, says TINYINT);

-- A path: at each depth a symbol, who calls it, what that calls (the symbol, or an
-- interface method that it stands in for), and the weakest evidence between them.
CREATE TABLE hops (depth INTEGER, id INTEGER, caller_id INTEGER, callee_id INTEGER, rank INTEGER);

-- The results to locate, the places that were found for them, and the symbols to
-- describe.
CREATE TABLE shown (symbol_id INTEGER, depth INTEGER, rank INTEGER);
CREATE TABLE sites (symbol_id INTEGER, file_id INTEGER, line_column BIGINT, via INTEGER);
CREATE TABLE wanted (symbol_id INTEGER);
