-- The symbols whose hash is not that of their stable name: the first 63 bits of SHA-256, as schema.HashSymbol.
SELECT DISTINCT symbol
FROM symbols
WHERE symbol_hash <> (('0x' || left(sha256(symbol), 16))::UBIGINT & 9223372036854775807::UBIGINT)::BIGINT
LIMIT 20
