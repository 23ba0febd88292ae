// Package files runs queries in a query language: JSON queries, predefined reports and SQL. The gate
// decides which SQL may run.
//
// # Terms
//
// The gate lets through one SELECT over the index's tables, with functions that only compute. It reads
// the syntax tree of DuckDB's own parser, and runs nothing. DESCRIBE, SUMMARIZE and EXPLAIN are forms
// around a SELECT; only that SELECT is the user's text.
//
// # Limitations
//
// DuckDB can be interrupted between two batches of rows. Inside a batch it may take more memory than
// its limit. The gate refuses expressions that are known to need long for one batch, or much memory. It
// does not see a pattern in another column, levenshtein of long texts, or a search for one long text in
// another. The caller then gets an error in time, but DuckDB works on until the batch ends, on a core
// and a connection.
package files
