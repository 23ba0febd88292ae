-- The signatures of symbols.
--
-- $1 their ids.
SELECT symbol_id, signature FROM symbols WHERE list_contains($1::INTEGER[], symbol_id);
