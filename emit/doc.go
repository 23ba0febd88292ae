// Package emit writes an index: rows to Arrow, Arrow to Parquet, and the
// finished directory into its place.
//
// # Terms
//
// The destination is the directory that the index is to be. A stage is a
// directory beside it, on the same file system, in which the index is written.
// Publishing is the one step that makes the stage the destination.
//
// # The life of an index
//
// [Create] makes a stage and clears away the stages of runs that died. Rows come
// in by [Writer.Write], are collected into Arrow records of a fixed number of
// rows, and each record becomes one row group of its table's file. [Writer.Commit]
// finishes the files, writes manifest.json last, lets the caller's check read the
// stage as the index it would be, and publishes. At every moment, a kill and a
// full disk included, the destination is absent, the old index, or the new one:
// never a mixture. Only where the file system cannot swap two directories is there
// a moment in which the old index has the name <destination>.old; readers and the
// next Create give it its name back.
//
// The bytes of a table depend on its rows alone: not on how they were cut into
// calls of Write, nor on the number of processors, the time or the machine.
//
// # Limitations
//
// Only rows of the tables of package schema can be written; integers are never
// negative, and strings are valid UTF-8. A Writer is for one goroutine at a time.
// Two runs with one destination may end at the same time: the last one stays.
// Where there is no flock (Windows, some network file systems), stages of dead
// runs are not told from those of live ones, and are left.
package emit
