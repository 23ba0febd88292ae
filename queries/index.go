package queries

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"

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

// Index is an opened index. Its tables are views in a database of its own. It
// is safe for concurrent use.
type Index struct {
	parts    []part
	manifest schema.Manifest
	db       *sql.DB

	attaching sync.Mutex
	attached  map[string]bool // views that exist
	loaded    map[string]bool // tables that are in memory in place of views
	preparing sync.Mutex
	prepared  map[string]*script // by their text
	seating   sync.Mutex
	desks     int     // that were made
	free      []*Desk // at which nobody works
}

// Open opens the index in a directory, or those in several as one: an outside symbol
// of one that another defines is that definition. When a directory is absent and
// <dir>.old is a whole index, which a killed writer left behind, that is put
// into its place first. Everything that is wrong with an index is an
// [*IndexError].
func Open(ctx context.Context, dirs ...string) (*Index, error) {
	var artifacts []artifact
	for _, dir := range dirs {
		a, err := openArtifact(dir)
		if err != nil {
			return nil, err
		}
		artifacts = append(artifacts, a)
	}
	parts, err := partsOf(artifacts)
	if err != nil {
		return nil, err
	}
	m := together(parts)
	db, err := openDatabase(ctx, threadsFor(m), artifacts...)
	if err != nil {
		return nil, fmt.Errorf("open index %s: %w", strings.Join(dirs, ", "), err)
	}
	return &Index{parts: parts, manifest: m, db: db, attached: map[string]bool{}, loaded: map[string]bool{}, prepared: map[string]*script{}}, nil
}

// Manifest is the manifest of the index; of several, their sums, and the options that
// hold for all of them.
func (ix *Index) Manifest() schema.Manifest { return ix.manifest }

// Parts is how many indexes are read as this one.
func (ix *Index) Parts() int { return len(ix.parts) }

// Close ends all that is under way and frees the database.
func (ix *Index) Close() error { return ix.db.Close() }

// openDatabase returns an empty database in memory that can reach the files of
// the artifacts and nothing else.
//
// DESIGN: the files are allowed one by one. Allowing their directory would let a
// statement write there too, and follow links; the SQL that users send is held
// to reading by a gate of its own (package queries/files). The settings come in
// the order that DuckDB wants: what access there is, then no access, then the lock.
func openDatabase(ctx context.Context, threads int, artifacts ...artifact) (*sql.DB, error) {
	settings := url.Values{
		"threads":      {strconv.Itoa(threads)},
		"memory_limit": {memoryLimit},

		"temp_directory":               {""},
		"autoinstall_known_extensions": {"false"},
		"autoload_known_extensions":    {"false"},
		"allow_community_extensions":   {"false"},
	}
	connector, err := duckdb.NewConnector("?"+settings.Encode(), nil)
	if err != nil {
		return nil, err
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
	if _, err := db.ExecContext(ctx, lock); err != nil {
		db.Close()
		return nil, fmt.Errorf("close the database to the outside: %w", err)
	}
	return db, nil
}

// literal spells a string in SQL. It is for the paths of an index only: a view
// and a setting cannot take a bound value.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Attach makes the named tables views of the same name. Names that are no
// tables are passed over.
//
// DESIGN: views are made when a question first needs them: 0.5 ms each, where
// all sixteen took 8 ms of a process that has 60.
func (ix *Index) Attach(ctx context.Context, tables ...string) error {
	ix.attaching.Lock()
	defer ix.attaching.Unlock()
	var script strings.Builder
	var names []string
	for _, name := range tables {
		t, ok := ix.manifest.Table(name)
		if _, declared := schema.Lookup(name); !ok || !declared || ix.attached[name] {
			continue
		}
		script.WriteString("CREATE OR REPLACE VIEW " + name + " AS SELECT * FROM read_parquet(" + literal(ix.parts[0].artifact.path(t)) + ");\n")
		names = append(names, name)
	}
	if names == nil {
		return nil
	}
	if len(ix.parts) > 1 {
		if err := ix.attachSeveral(ctx, names); err != nil {
			return err
		}
	} else if _, err := ix.db.ExecContext(ctx, script.String()); err != nil {
		return fmt.Errorf("attach %s: %w", strings.Join(names, ", "), err)
	}
	for _, name := range names {
		ix.attached[name] = true
	}
	return nil
}

// Load reads the named tables into memory, for an index that is asked many questions:
// from then on no question reads their files.
func (ix *Index) Load(ctx context.Context, tables ...string) error {
	if err := ix.Attach(ctx, tables...); err != nil {
		return err
	}
	ix.attaching.Lock()
	defer ix.attaching.Unlock()
	for _, name := range tables {
		if ix.loaded[name] {
			continue
		}
		script := "CREATE TABLE loading AS SELECT * FROM " + name + "; DROP VIEW " + name + "; ALTER TABLE loading RENAME TO " + name
		if _, err := ix.db.ExecContext(ctx, script); err != nil {
			return fmt.Errorf("load %s: %w", name, err)
		}
		ix.loaded[name] = true
	}
	return nil
}

// Prepare attaches the tables and then runs the script, once in the life of
// the index. It is for tables that several questions read again and again.
func (ix *Index) Prepare(ctx context.Context, text string, tables ...string) error {
	if err := ix.Attach(ctx, tables...); err != nil {
		return err
	}
	ix.preparing.Lock()
	s, ok := ix.prepared[text]
	if !ok {
		s = &script{}
		ix.prepared[text] = s
	}
	ix.preparing.Unlock()
	s.Lock()
	defer s.Unlock()
	if s.done {
		return nil
	}
	if _, err := ix.db.ExecContext(ctx, text); err != nil {
		return fmt.Errorf("prepare the index: %w", err)
	}
	s.done = true
	return nil
}

// script is locked while it runs.
type script struct {
	sync.Mutex
	done bool
}

// Conn returns a connection of its own, for questions that keep something
// between two statements. The caller closes it.
func (ix *Index) Conn(ctx context.Context) (*sql.Conn, error) {
	c, err := ix.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to the index: %w", err)
	}
	return c, nil
}
