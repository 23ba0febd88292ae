package queries

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"sync/atomic"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/schema"
)

// memoryLimit is what a database may use. There is no temporary directory, so
// nothing spills: a query that needs more ends with an error.
const memoryLimit = "2GB"

// maxThreads bounds DuckDB's workers: the questions of one index are small.
const maxThreads = 8

// threadsFor is how many workers the database behind an index gets.
//
// DESIGN: a second worker costs each statement more than it brings in a small index,
// and questions run statements side by side themselves. callers to depth 3 as a whole
// process on 93,000 calls: 136 ms of CPU with one worker, 168 with two.
func threadsFor(m schema.Manifest) int {
	var rows int64
	for _, t := range m.Tables {
		rows += t.Rows
	}
	if rows < 2_000_000 {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), maxThreads)
}

// database is one that is opened, or why it could not be.
type database struct {
	db  *sql.DB
	err error
}

// anticipated is the database that the next Open takes, or nil.
var anticipated atomic.Pointer[chan database]

// Anticipate begins to open the database of the next [Open], for a process that knows
// that there will be one before it knows of which index: that takes 20 ms, beside which
// it can read its arguments.
func Anticipate() {
	opening := make(chan database, 1)
	if anticipated.CompareAndSwap(nil, &opening) {
		go func() { opening <- newDatabase() }()
	}
}

// newDatabase returns an empty database in memory.
func newDatabase() database {
	settings := url.Values{
		"threads":                      {"1"},
		"memory_limit":                 {memoryLimit},
		"temp_directory":               {""},
		"autoinstall_known_extensions": {"false"},
		"autoload_known_extensions":    {"false"},
		"allow_community_extensions":   {"false"},
	}
	connector, err := duckdb.NewConnector("?"+settings.Encode(), nil)
	if err != nil {
		return database{err: err}
	}
	return database{db: sql.OpenDB(connector)}
}

// openDatabase returns an empty database in memory that can reach the files of
// the artifacts and nothing else.
//
// DESIGN: the files are allowed one by one. Allowing their directory would let a
// statement write there too, and follow links; the SQL that users send is held
// to reading by a gate of its own (package queries/files). The settings come in
// the order that DuckDB wants: what access there is, then no access, then the lock.
func openDatabase(ctx context.Context, threads int, artifacts ...artifact) (*sql.DB, error) {
	var d database
	if opening := anticipated.Swap(nil); opening != nil {
		d = <-*opening
	} else {
		d = newDatabase()
	}
	if d.err != nil {
		return nil, d.err
	}
	var paths []string
	for _, a := range artifacts {
		for _, t := range a.manifest.Tables {
			paths = append(paths, literal(a.path(t)))
		}
	}
	lock := "SET parquet_metadata_cache = true; SET allowed_paths = [" + strings.Join(paths, ", ") + `];
		SET enable_external_access = false; SET lock_configuration = true`
	if threads > 1 {
		lock = fmt.Sprintf("SET threads = %d; %s", threads, lock)
	}
	if _, err := d.db.ExecContext(ctx, lock); err != nil {
		d.db.Close()
		return nil, fmt.Errorf("close the database to the outside: %w", err)
	}
	return d.db, nil
}
