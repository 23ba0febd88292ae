// Package schema declares the index: its tables, its manifest, its version, and the stable names of
// symbols.
//
// An index is a directory with one manifest.json and one Parquet file for each table. A Go struct
// declares a table. The struct's comment gives the meaning of a row, and each field's comment the
// meaning of a column. The tags of a field are:
//
//	col:"callee_id"          the column's name
//	null:"0"                 the Go value that means NULL; without this tag the column is NOT NULL
//	ref:"symbols.symbol_id"  that column has every value of this one, except NULL
//
// The declaration is the source of the Arrow schema, the views in DuckDB and the columns that queries
// may use. `cortex schema`, the checks of `cortex verify` and the reference page README.md come from it
// too.
//
// The package knows nothing of Parquet, of SQL or of any language's parser. It imports the standard
// library only.
//
// # Terms
//
// A symbol is a definition in the repository, or an external one that the repository uses. A module is
// a directory with code. Evidence is why cortex believes an edge of the call graph.
//
// # Limitations
//
// Rows are compared by the columns of their table's sort key, NULL first. Two rows that agree in these
// columns are the same row.
package schema

// FormatVersion changes with every change of the tables. Readers refuse every other version, because
// extraction writes the index again in seconds.
const FormatVersion = 2
