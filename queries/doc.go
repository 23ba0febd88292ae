// Package queries opens indexes and declares the operations that answer questions from them with
// embedded DuckDB. The operations are in separate packages, such as graph and files, and package
// registry lists them.
//
// # Terms
//
// An [Index] is an open directory of Parquet files, or several directories as one graph. An [Operation]
// is a query with a name: the command line, the help and the tools' schemas derive from its
// declaration. A target is the text by which a user names a symbol (package target). An [Answer] is the
// result; it marshals to JSON.
//
// # Safety
//
// An index may come from a stranger. [Open] accepts only plain files with known codecs and the sizes of
// the manifest. The database can reach the index's own files and nothing else: no other file, no
// network, no extension, and its configuration is locked. Statements bind user text.
//
// # Limitations
//
// [Open] does not read the bytes of the tables; package artifact verifies them. Opened files must not
// change: a writer replaces the directory, and operations on the open Index then end with an
// [*IndexError].
package queries
