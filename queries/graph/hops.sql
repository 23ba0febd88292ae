-- A path: at each depth a symbol, who calls it, what that calls (the symbol, or an
-- interface method that it stands in for), and the weakest evidence between them.
CREATE OR REPLACE TABLE hops AS
SELECT unnest($1::INTEGER[]) AS depth, unnest($2::INTEGER[]) AS id, unnest($3::INTEGER[]) AS caller_id, unnest($4::INTEGER[]) AS callee_id,
  unnest($5::INTEGER[]) AS rank;
