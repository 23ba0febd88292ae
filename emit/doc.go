// Package emit writes an index: rows to Arrow records, records to Parquet files. It publishes
// the finished directory in one step.
//
// # Terms
//
// The destination is the directory of the index. A stage is a directory next to it, on the
// same file system, in which the Writer writes the index. Publishing is the step that makes
// the stage the destination.
//
// # The life of an index
//
// [Create] makes a stage and removes the stages of dead runs. [Writer.Write] collects rows in Arrow
// records of a fixed number of rows; each record is one row group of its table's file. [Writer.Commit]
// finishes the files, writes manifest.json last, calls the caller's check with the stage, and
// publishes. At every moment, after a kill or with a full disk, the destination is absent, the old
// index, or the new one: never a mixture. On a file system that cannot swap two directories, the old
// index has the name <destination>.old for a moment. Readers and the next Create rename it back.
//
// The bytes of a table depend on its rows alone: not on the calls of Write, the number of
// processors, the time or the machine.
//
// # Limitations
//
// The Writer takes only rows of the tables of package schema. Integers are never negative,
// and strings are valid UTF-8. A Writer is for one goroutine at a time. Two runs with one
// destination may end at the same time: the last one stays. Without flock (Windows, some
// network file systems) emit never removes the stages of dead runs.
package emit
