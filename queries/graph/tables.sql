-- The temporary tables of one operation.

-- The targets.
CREATE OR REPLACE TEMP TABLE target (symbol_id INTEGER, symbol VARCHAR, kind VARCHAR);

-- The symbols that a walk reached: the smallest depth, and the rank of the weakest evidence on the strongest way there.
CREATE OR REPLACE TEMP TABLE reached (symbol_id INTEGER, depth INTEGER, rank INTEGER);

-- The results before any limit: a symbol, package or file; the rank of its evidence; the first place; the symbol at the other end of
-- the edge at that place (via); and a word that only the operation reads (label). The filters set left_out.
CREATE OR REPLACE TEMP TABLE found (
  depth INTEGER, rank INTEGER, symbol_id INTEGER, symbol VARCHAR, kind VARCHAR, is_external BOOLEAN, is_test BOOLEAN, file_path VARCHAR,
  site_id INTEGER, site_path VARCHAR, site_line INTEGER, site_column INTEGER, via VARCHAR, label VARCHAR, left_out BOOLEAN DEFAULT false
);

-- The results that an answer shows.
CREATE OR REPLACE TEMP TABLE shown (symbol_id INTEGER, depth INTEGER, rank INTEGER);
