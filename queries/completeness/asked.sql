-- The facts that an operation asks for: about which symbols, packages or names without a symbol it needs which kind of fact.
CREATE OR REPLACE TEMP TABLE asked (about VARCHAR, symbol_id INTEGER, package_path VARCHAR, name VARCHAR);
