-- The hashes of the symbols of the base that nothing can reach. The table unused.state follows from the base.
SELECT s.symbol_hash FROM unused.state u JOIN symbols s ON s.symbol_id = u.symbol_id WHERE u.strength IS NULL;
