// Package schema declares the index: its tables, its manifest, its versions,
// and how symbols are spelled.
//
// An index is a directory that holds one manifest.json and one Parquet file for
// each table. A table is declared once, as a Go struct: the struct's comment
// says what a row is, each field's comment what the column means, and the
// field's tags what no comment can say:
//
//	col:"callee_id"          the column's name
//	null:"0"                 the Go value that stands for NULL; without this tag the column is NOT NULL
//	ref:"symbols.symbol_id"  every value that is not NULL stands in that column too
//	since:"2"                indexes have the column from this feature version on
//
// From the declaration come the Arrow schema, the views in DuckDB, the lists of
// columns that queries are checked against, `cortex schema`, the checks of
// `cortex verify`, and the reference page beside this file (README.md).
//
// The package knows nothing of Parquet, of SQL or of any language's parser, and
// imports the standard library only.
//
// # Terms
//
// A table has rows and columns. A symbol is a definition: of the repository, or
// of the world outside where the repository uses it. A module is a directory of
// code. Evidence says how far an edge of the call graph is true.
//
// # Limitations
//
// Rows are compared by the columns of their table's sort key, NULL first. Two
// rows that agree there are the same row; a table that needs both needs a longer key.
package schema

// FormatVersion changes when an old reader would be wrong about a new index.
// Readers refuse every other version.
const FormatVersion = 1

// FeatureVersion changes when there is more to read. Readers accept older ones
// and say what is missing: before 2, files had no is_untyped, before 3, members had no
// implicit_uses, before 4, calls had no receiver_type_id and no
// dispatch_id, and there was no dispatches, before 5, overrides had nothing of structs and interfaces
// of the repository that have no name, before 6, there were no derived tables, and before 7, none of calls.
const FeatureVersion = 7
