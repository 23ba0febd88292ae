// Package files holds the questions that are asked in a query language.
//
// # Terms
//
// The gate decides what SQL may run: one SELECT over the index's tables, with
// functions that are known to compute and nothing else. It judges the syntax tree
// that DuckDB's own parser makes, without running anything.
//
// # Limitations
//
// A statement is interrupted at its time limit between two batches of rows, so a
// single very expensive expression may run on for longer.
package files
