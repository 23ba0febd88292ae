// Package lake keeps the indexes of many repositories in one folder of plain Parquet files, and answers questions across them. DuckDB,
// ClickHouse, Spark, DataFusion and Polars read the folder as it is.
//
// A lake is a folder with the file lake.json and a folder for each of its tables. A set is the files of one name in these folders: those
// of one commit of one repository, or of all commits that Compact put together. A set counts when its file in the folder commits is there.
// Writers rename whole files into place, that file last, and need no lock. Object stores need no rename: copy the folder commits last.
//
// Ids of an index mean nothing outside it: the column symbol_hash replaces them. Each row has its repository and its commit as text.
// The tables are declared by the statements in the folder tables. The statements of the operations, such as callers.sql, are
// valid in each of these engines. They read the tables, and the views args, chosen and current.
//
// # Limitations
//
// An edge says which declaration calls or uses which symbol, and not in which lines. Names of external symbols join with their definition in
// Go, where the import path is part of the name. In other languages most names join inside their repository only. A use
// outside declarations, such as an import of a name in Python, has no edge.
package lake
