// Package queries opens an index and answers questions from it with embedded
// DuckDB.
//
// # Terms
//
// An [Index] is an opened directory of Parquet files, or several of them read as one
// (several.go). An [Operation] is a question that can be asked of it: the registry (package registry) lists all of
// them, and the command line, the help and the tools' schemas derive from what
// they declare. A target is what a user types to name a symbol; [Index.Resolve]
// turns it into symbols. An [Answer] is what comes back; it marshals to the JSON
// that stands in the project's reference.
//
// # Safety
//
// An index may come from a stranger. [Open] takes only plain files with known
// codecs, whose sizes are those of the manifest. The database behind an index
// can reach the index's own files and nothing else: no other file, no network,
// no extension, and its configuration is locked. User text is always bound.
//
// # Limitations
//
// [Open] does not read the tables' bytes; [Verify] does. An Index is safe for
// concurrent use. Opened files must not change: a writer replaces the directory,
// and the questions of an Index that was open before then end with an [*IndexError]: it
// has to be opened again.
package queries
