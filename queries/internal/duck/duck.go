// Package duck opens DuckDB databases in memory and formats file names for SQL.
package duck

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	duckdb "github.com/marcboeker/go-duckdb/v2"
)

// settings are the options that each database opens with.
//
// There is no temporary directory, and nothing spills: a statement that needs more memory ends with an error. DuckDB neither
// fetches nor loads extensions.
//
// DESIGN: two optimizers are off because DuckDB 1.4.1 returns wrong rows with them in prepared
// statements, and the driver prepares each statement. The optimizer statistics_propagation builds the contents of a
// table into the plan, and cte_inlining copies a common table expression but not its bound values. With
// a background thread the allocator returns free memory to the system.
var settings = map[string]string{
	"threads":                      "1",
	"memory_limit":                 "2GB",
	"temp_directory":               "",
	"autoinstall_known_extensions": "false",
	"autoload_known_extensions":    "false",
	"allow_community_extensions":   "false",
	"disabled_optimizers":          "statistics_propagation,cte_inlining",
	"dynamic_or_filter_threshold":  "200",
	"allocator_background_threads": "true",
	"enable_external_file_cache":   "false",
}

// Database returns a new database in memory. It can reach every file; [Open] returns one that cannot.
func Database() (*duckdb.Connector, error) {
	values := url.Values{}
	for name, value := range settings {
		values.Set(name, value)
	}
	return duckdb.NewConnector("?"+values.Encode(), nil)
}

// Options are the choices for a database.
type Options struct {
	Threads int      // of one statement; 0 means 1
	Memory  int64    // the limit in bytes; 0 means the default
	Frugal  bool     // free memory goes back to the system at once
	Folders []string // that statements may read and write
	Spill   string   // a folder for data beyond the memory limit; empty for none
}

// flush makes DuckDB return memory to the system when a statement frees 1 MB at once, instead of 512 MB.
//
// DESIGN: a process that stays holds a quarter less memory with it. It costs 10 to 40 % of processor time.
const flush = "SET GLOBAL allocator_bulk_deallocation_flush_threshold = '1MB';\n"

// Open returns a database in memory that can reach the files and nothing else: no other file, no network, no extension. Its
// configuration is locked. Each connection is new, and its temporary tables end with it.
//
// DESIGN: Open allows the files one by one. A statement could write into an allowed folder and follow links there. DuckDB wants
// this order of settings: the allowed paths, no external access, then the lock.
func Open(ctx context.Context, o Options, files ...string) (*sql.DB, error) {
	connector, err := Database()
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxIdleConns(-1)
	var script strings.Builder
	if o.Frugal {
		script.WriteString(flush)
	}
	if o.Threads > 1 {
		fmt.Fprintf(&script, "SET GLOBAL threads = %d;\n", o.Threads)
	}
	if o.Memory > 0 {
		fmt.Fprintf(&script, "SET GLOBAL memory_limit = '%dB';\n", o.Memory)
	}
	var allowed []string
	for _, f := range files {
		allowed = append(allowed, Literal(f))
		if p := Pattern(f); p != f {
			allowed = append(allowed, Literal(p)) // DuckDB compares the pattern with the list too
		}
	}
	if o.Spill != "" {
		fmt.Fprintf(&script, "SET GLOBAL temp_directory = %s;\n", Literal(o.Spill))
	}
	var folders []string
	for _, f := range o.Folders {
		folders = append(folders, Literal(f))
	}
	fmt.Fprintf(&script, `SET GLOBAL TimeZone = 'UTC';
SET GLOBAL parquet_metadata_cache = true;
SET GLOBAL allowed_paths = [%s];
SET GLOBAL allowed_directories = [%s];
SET GLOBAL enable_external_access = false;
SET GLOBAL lock_configuration = true;`, strings.Join(allowed, ", "), strings.Join(folders, ", "))
	if _, err := db.ExecContext(ctx, script.String()); err != nil {
		db.Close()
		return nil, fmt.Errorf("restrict the database to its files: %w", err)
	}
	return db, nil
}

// Literal formats a string for SQL. It is for views and settings only, which cannot take bound values.
func Literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Pattern returns the glob that matches the path and nothing else: DuckDB reads every path as a glob.
func Pattern(path string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(path)
}

// Path returns a path by which DuckDB opens a file again, also when another file has its name meanwhile: DuckDB opens files by name
// for each statement, and bytes of one file with the footer of another end the process. Where the system has no such path, Path
// returns the name of the file.
func Path(f *os.File) string {
	for _, folder := range []string{"/proc/self/fd/", "/dev/fd/"} {
		path := folder + strconv.Itoa(int(f.Fd()))
		mine, err := f.Stat()
		if err != nil {
			break
		}
		if found, err := os.Stat(path); err == nil && os.SameFile(mine, found) {
			return path
		}
	}
	return f.Name()
}

// Scan returns the table function that reads the Parquet file at a path. Folders named key=value do not become columns.
func Scan(path string) string {
	return "read_parquet(" + Literal(Pattern(path)) + ", hive_partitioning = false)"
}
