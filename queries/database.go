package queries

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"strings"
	"sync"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// maxThreads bounds DuckDB's workers: the questions of one index are small.
const maxThreads = 4

// threadsFor is how many workers the database behind an index gets.
//
// DESIGN: a second worker costs each statement more than it brings, and questions run
// statements side by side themselves. callers to depth 3 as a whole process on 93,000 calls:
// 136 ms of CPU with one worker, 168 with two; to depth 1 in a server with 700,000: 10 and 16
// ms on two cores, and 5.3 and 8.5 until the answer. So half of the processors work on one
// statement, for the sake of SQL that reads much.
func threadsFor(m schema.Manifest) int {
	var rows int64
	for _, t := range m.Tables {
		rows += t.Rows
	}
	if rows < 2_000_000 {
		return 1
	}
	return max(1, min(runtime.GOMAXPROCS(0)/2, maxThreads))
}

// flushed makes DuckDB give memory back as soon as 1 MB is freed at once, instead of 512.
//
// DESIGN: its allocator keeps what was freed for who asks next, in each thread. A server of 700,000
// calls that is asked for callers to depth 3 one after the other holds 230 MB with this and 295
// without, of eight at once 275 and 320 to 390, and 286 and 370 to 390 at its highest. That takes 10
// to 40 % more of the processor, because the memory has to be asked for again: all that a question
// frees at once is the 2 MB of a hash table. So a higher limit brings nothing; nor does the allocator's
// own way to give back over time, which leaves 306 to 330. It is for processes that stay.
const flushed = "SET allocator_bulk_deallocation_flush_threshold = '1MB';"

// tableFile is a macro that reads the file of a table.
//
// DESIGN: without being told, DuckDB takes every folder on the way that is named key=value
// for a column of the table, and what scanned returns has no place to tell it. The macro
// is for such folders alone: it costs a question 8 ms.
const (
	tableFile    = "table_file"
	tableFileSQL = "CREATE MACRO " + tableFile + "(path) AS TABLE SELECT * FROM read_parquet(path, hive_partitioning = false);"
)

// seemsPartitioned reports whether DuckDB takes a folder on the way for a column.
func seemsPartitioned(dir string) bool { return strings.Contains(dir, "=") }

// scan is the table of an artifact in SQL.
func (a artifact) scan(t schema.ManifestTable) string {
	return duck.Scan(a.path(t))
}

// rows is SQL for the rows of a table of an artifact. A column that an older index lacks is NULL, and a table is
// empty.
func (a artifact) rows(t *schema.Table, entry schema.ManifestTable) string {
	if t.Since > a.manifest.FeatureVersion {
		var columns []string
		for _, c := range t.Columns {
			columns = append(columns, fmt.Sprintf("NULL::%s AS %s", c.Type, c.Name))
		}
		return "SELECT " + strings.Join(columns, ", ") + " WHERE false"
	}
	columns := "*"
	for _, c := range t.Columns {
		if c.Since > a.manifest.FeatureVersion {
			columns += fmt.Sprintf(", NULL::%s AS %s", c.Type, c.Name)
		}
	}
	return "SELECT " + columns + " FROM " + a.scan(entry)
}

// settings are those of a database.
type settings struct {
	threads int
	memory  int64 // that it takes at most, in bytes; 0 for DuckDB's own limit
	frugal  bool  // memory is given back as soon as it is free
}

// openDatabase returns an empty database in memory that can reach the files of
// the artifacts and nothing else.
//
// DESIGN: the files are allowed one by one. Allowing their directory would let a
// statement write there too, and follow links; the SQL that users send is held
// to reading by a gate of its own (package queries/files). The settings come in
// the order that DuckDB wants: what access there is, then no access, then the lock.
func openDatabase(ctx context.Context, s settings, attached *sync.Map, artifacts ...artifact) (*sql.DB, error) {
	connector, err := duck.Database()
	if err != nil {
		return nil, err
	}
	if len(artifacts) == 1 {
		duckdb.RegisterReplacementScan(connector, scanned(artifacts[0], attached))
	}
	db := sql.OpenDB(connector)
	var paths []string
	for _, a := range artifacts {
		for _, t := range a.manifest.Tables {
			paths = append(paths, duck.Literal(a.path(t)))
			if glob := duck.Pattern(a.path(t)); glob != a.path(t) {
				paths = append(paths, duck.Literal(glob)) // a pattern is held against this list too
			}
		}
	}
	lock := "SET TimeZone = 'UTC'; SET parquet_metadata_cache = true; SET allowed_paths = [" + strings.Join(paths, ", ") + `];
		SET enable_external_access = false; SET lock_configuration = true`
	if seemsPartitioned(artifacts[0].dir) {
		lock = tableFileSQL + lock
	}
	if s.memory > 0 {
		lock = fmt.Sprintf("SET memory_limit = '%dB'; %s", s.memory, lock)
	}
	if s.threads > 1 {
		lock = fmt.Sprintf("SET threads = %d; %s", s.threads, lock)
	}
	if s.frugal {
		lock = flushed + lock
	}
	if err := execOn(ctx, db, lock); err != nil {
		db.Close()
		return nil, fmt.Errorf("close the database to the outside: %w", err)
	}
	return db, nil
}
