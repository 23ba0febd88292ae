package queries

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"runtime"
	"strings"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries/ahead"
	"github.com/cortex-index/cortex/schema"
)

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

// newDatabase returns an empty database in memory.
func newDatabase() (*duckdb.Connector, error) {
	settings := url.Values{}
	for name, value := range ahead.Settings() {
		settings.Set(name, value)
	}
	connector, err := duckdb.NewConnector("?"+settings.Encode(), nil)
	if err != nil {
		return nil, err
	}
	return connector, nil
}

// openDatabase returns an empty database in memory that can reach the files of
// the artifacts and nothing else.
//
// DESIGN: the files are allowed one by one. Allowing their directory would let a
// statement write there too, and follow links; the SQL that users send is held
// to reading by a gate of its own (package queries/files). The settings come in
// the order that DuckDB wants: what access there is, then no access, then the lock.
func openDatabase(ctx context.Context, threads int, artifacts ...artifact) (*sql.DB, error) {
	connector, err := newDatabase()
	if err != nil {
		return nil, err
	}
	if len(artifacts) == 1 {
		duckdb.RegisterReplacementScan(connector, scanned(artifacts[0]))
	}
	db := sql.OpenDB(connector)
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
	if err := execOn(ctx, db, lock); err != nil {
		db.Close()
		return nil, fmt.Errorf("close the database to the outside: %w", err)
	}
	return db, nil
}
