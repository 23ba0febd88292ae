-- symbols: symbol_hash is the first 8 bytes of the SHA-256 of the symbol, without the top bit
SELECT count(*), any_value(symbol)
FROM symbols
WHERE symbol_hash <> (('0x' || left(sha256(symbol), 16))::UBIGINT & 9223372036854775807);
