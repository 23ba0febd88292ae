-- The signatures and docs of symbols.
--
-- $1 their ids.
SELECT symbol_id, signature, coalesce(doc, '') FROM symbols WHERE list_contains($1::INTEGER[], symbol_id);
