// Package files holds the questions that are asked in a query language.
//
// # Terms
//
// The gate decides what SQL may run: one SELECT over the index's tables, with
// functions that are known to compute and nothing else. It judges the syntax tree
// that DuckDB's own parser makes, without running anything. DESCRIBE, SUMMARIZE and EXPLAIN
// are forms around a SELECT, which alone is the user's.
//
// # Limitations
//
// DuckDB is interrupted between two batches of rows, and inside of one it may take more
// memory than its limit. The gate refuses what is known to need long for one batch, or
// memory, where it sees it: a pattern that another column holds, levenshtein of long texts
// or a search for one long text in another it does not. The caller then has an error in
// time, but DuckDB works on until the batch ends, on a core and a connection of its own.
package files
