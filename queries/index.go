package queries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/queries/internal/strict"
	"github.com/cortex-index/cortex/schema"
)

// Index is an opened index. Its tables are views in a database of its own. It
// is safe for concurrent use.
type Index struct {
	parts    []part
	manifest schema.Manifest
	db       *sql.DB
	attached *sync.Map // the names of the tables that statements may read, of one index of today

	stepping sync.Mutex
	steps    map[string]*step // that were taken or are
	kept     sync.Map         // what some of them made outside the database
	altered  atomic.Int64     // how often tables, views and their like were made or removed
	seating  sync.Mutex
	desks    int     // that were made
	free     []*Desk // at which nobody works
	closed   bool
}

// Open opens the index in a directory, or those in several as one: an outside symbol
// of one that another defines is that definition. When a directory is absent and
// <dir>.old is a whole index, which a killed writer left behind, that is put
// into its place first. Everything that is wrong with an index is an
// [*IndexError].
func Open(ctx context.Context, dirs ...string) (*Index, error) { return open(ctx, settings{}, dirs) }

// OpenWithin is [Open] for a process that stays: it gives memory back that questions have freed,
// and limits what the database takes, in bytes; 0 leaves that at DuckDB's own.
func OpenWithin(ctx context.Context, memory int64, dirs ...string) (*Index, error) {
	return open(ctx, settings{memory: memory, frugal: true}, dirs)
}

func open(ctx context.Context, s settings, dirs []string) (*Index, error) {
	var artifacts []artifact
	for _, dir := range dirs {
		if dir == "" {
			return nil, &UsageError{Message: "the index's name is empty", Advice: "name a directory or a .zip, or leave the name out"}
		}
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
	s.threads = threadsFor(m)
	attached := &sync.Map{}
	db, err := openDatabase(ctx, s, attached, artifacts...)
	if err != nil {
		return nil, fmt.Errorf("open index %s: %w", strings.Join(dirs, ", "), err)
	}
	return &Index{parts: parts, manifest: m, db: db, attached: attached, steps: map[string]*step{}}, nil
}

// Manifest is the manifest of the index; of several, their sums, and the options that
// hold for all of them.
func (ix *Index) Manifest() schema.Manifest { return ix.manifest }

// Parts is how many indexes are read as this one.
func (ix *Index) Parts() int { return len(ix.parts) }

// Close ends all that is under way and frees the database.
func (ix *Index) Close() error {
	ix.seating.Lock()
	free := ix.free
	ix.free, ix.closed = nil, true
	ix.seating.Unlock()
	for _, d := range free {
		d.leave()
	}
	return ix.db.Close()
}

// replaced returns an error when one of the indexes was replaced after it was opened.
func (ix *Index) replaced() error {
	for _, p := range ix.parts {
		if err := p.replaced(); err != nil {
			return err
		}
	}
	return nil
}

// scanned is the answer to DuckDB when a statement names a table that it does not know:
// how to read that of an index, or nothing when the index has none of that name.
//
// DESIGN: a view of each table would have to be made first, 0.7 ms each.
func scanned(a artifact, attached *sync.Map) duckdb.ReplacementScanCallback {
	return func(name string) (function string, arguments []any, err error) {
		entry, ok := a.manifest.Table(name)
		if _, declared := schema.Lookup(name); !ok || !declared {
			return "", nil, nil
		}
		if strict.Attached && attached != nil {
			if _, is := attached.Load(name); !is {
				return "", nil, fmt.Errorf("the table %s is read and was not attached", name)
			}
		}
		reader := "read_parquet"
		if seemsPartitioned(a.dir) {
			reader = tableFile
		}
		return reader, []any{duck.Pattern(a.path(entry))}, nil
	}
}

// Attach makes sure that statements can read the named tables. Names that are no
// tables are passed over.
func (ix *Index) Attach(ctx context.Context, tables ...string) error {
	if len(ix.parts) == 1 && ix.manifest.FeatureVersion >= schema.FeatureVersion {
		for _, name := range tables {
			ix.attached.Store(name, true)
		}
		return nil // see scanned
	}
	return ix.List(ctx, tables...)
}

// List makes the named tables views of the same name, for statements that list tables or
// describe them. Names that are no tables are passed over.
func (ix *Index) List(ctx context.Context, tables ...string) error {
	for _, name := range tables {
		t, declared := schema.Lookup(name)
		entry, ok := ix.manifest.Table(name)
		if !declared || !ok && !t.Derived && t.Since <= ix.manifest.FeatureVersion || ix.taken(loadStep(name)) {
			continue
		}
		if t.Derived && !ix.Has(name) {
			if err := ix.derive(ctx, t); err != nil {
				return fmt.Errorf("derive %s: %w", name, err)
			}
			continue
		}
		text := "CREATE OR REPLACE VIEW " + name + " AS " + ix.parts[0].artifact.rows(t, entry)
		if len(ix.parts) > 1 {
			if err := ix.script(ctx, partsSQL(ix.parts)); err != nil {
				return fmt.Errorf("attach the tables of each index: %w", err)
			}
			text = viewOver(ix.parts, t)
		}
		if err := ix.unless(loadStep(name), func() error { return ix.script(ctx, text) }); err != nil {
			return fmt.Errorf("attach %s: %w", name, err)
		}
	}
	return nil
}

// Load reads the named tables into memory, for an index that is asked many questions:
// from then on no question reads their files. A name may be that of a view that Prepare
// made.
func (ix *Index) Load(ctx context.Context, tables ...string) error {
	if err := ix.Attach(ctx, tables...); err != nil {
		return err
	}
	for _, name := range tables {
		if err := ix.once(loadStep(name), func() error { return ix.load(ctx, name) }); err != nil {
			return fmt.Errorf("load %s: %w", name, err)
		}
	}
	return nil
}

// loadStep is the step that loads a table.
func loadStep(table string) string { return "load " + table }

// held is the database that holds loaded tables, beside the one of their views.
//
// DESIGN: DuckDB compresses tables of a database in memory only when that is asked for when
// it is attached, and then when it is checkpointed: 214,000 symbols, 700,000 calls and 1.4 M
// references take 120 MB instead of 305, a question takes as long, and loading 1.3 s instead
// of 0.6.
const held = "held"

// plain are columns of texts that are not compressed when they are loaded: those of the symbols that
// an answer shows.
//
// DESIGN: to fetch one row that an index found takes 30 to 50 us of each compressed column of texts
// (DICT_FSST), which begins with unpacking the lengths of 16,000 of them, and next to nothing of one that
// is not: 11 ms of 100 rows of these three. A server with eight questions in flight answered in 65 ms
// at the median, and so does in 47, for 14 MB (214,000 symbols). Signatures would take 16 more.
var plain = map[string][]string{"symbols": {"symbol", "name", "qualified_name"}}

// heldColumns are the columns of a table that is loaded, in SQL.
func heldColumns(ctx context.Context, conn *sql.Conn, name string) (string, error) {
	rows, err := conn.QueryContext(ctx, "SELECT column_name, column_type FROM (DESCRIBE "+name+")")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var column, of string
		if err := rows.Scan(&column, &of); err != nil {
			return "", err
		}
		if slices.Contains(plain[name], column) {
			of += " USING COMPRESSION uncompressed"
		}
		out = append(out, column+" "+of)
	}
	return strings.Join(out, ", "), rows.Err()
}

// load puts a table in the place of its view, which questions beside it read until then.
func (ix *Index) load(ctx context.Context, name string) error {
	if err := ix.script(ctx, "ATTACH ':memory:' AS "+held+" (COMPRESS)"); err != nil {
		return err
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer ix.altered.Add(1)
	columns, err := heldColumns(ctx, conn, name)
	if err != nil {
		return err
	}
	if err := Exec(ctx, conn, fmt.Sprintf("CREATE OR REPLACE TABLE %s.%s (%s); INSERT INTO %[1]s.%[2]s SELECT * FROM %[2]s", held, name, columns)); err != nil {
		return err
	}
	if err := ix.compress(ctx, conn); err != nil {
		return err
	}
	return Exec(ctx, conn, "CREATE OR REPLACE VIEW "+name+" AS SELECT * FROM "+held+"."+name)
}

// table is the name of a table for a statement that looks up one value.
//
// DESIGN: DuckDB asks the index of a column for a value only where the statement names the
// table itself, no view of it, and compares nothing else: 0.4 ms instead of 2.3 (250,000
// symbols).
func (ix *Index) table(name string) string {
	if ix.taken(loadStep(name)) {
		return held + "." + name
	}
	return name
}

// compress compresses what was loaded. While a question reads loaded tables it can't, and
// the next time does.
func (ix *Index) compress(ctx context.Context, conn *sql.Conn) error {
	err := Exec(ctx, conn, "CHECKPOINT "+held)
	var d *duckdb.Error
	if errors.As(err, &d) && d.Type == duckdb.ErrorTypeTransaction {
		return nil
	}
	return err
}

// Prepare attaches the tables and then runs the script, once in the life of
// the index. It is for tables that several questions read again and again.
func (ix *Index) Prepare(ctx context.Context, text string, tables ...string) error {
	if err := ix.Attach(ctx, tables...); err != nil {
		return err
	}
	if err := ix.script(ctx, text); err != nil {
		return fmt.Errorf("prepare the index: %w", err)
	}
	return nil
}

// Prepared reports whether a script was run by Prepare.
func (ix *Index) Prepared(text string) bool { return ix.taken(text) }

// script runs a script, once in the life of the index.
func (ix *Index) script(ctx context.Context, text string) error {
	return ix.once(text, func() error {
		defer ix.altered.Add(1)
		return execOn(ctx, ix.db, text)
	})
}

// once takes a step unless it was taken. Who asks for one that is under way waits for it.
func (ix *Index) once(name string, take func() error) error {
	s := ix.step(name)
	s.Lock()
	defer s.Unlock()
	if s.done.Load() {
		return nil
	}
	if err := take(); err != nil {
		return err
	}
	s.done.Store(true)
	return nil
}

// unless does something if a step was not taken, and not while it is.
func (ix *Index) unless(name string, do func() error) error {
	s := ix.step(name)
	s.Lock()
	defer s.Unlock()
	if s.done.Load() {
		return nil
	}
	return do()
}

func (ix *Index) step(name string) *step {
	ix.stepping.Lock()
	defer ix.stepping.Unlock()
	s, ok := ix.steps[name]
	if !ok {
		s = &step{}
		ix.steps[name] = s
	}
	return s
}

// taken reports whether a step was taken.
func (ix *Index) taken(name string) bool {
	ix.stepping.Lock()
	s, ok := ix.steps[name]
	ix.stepping.Unlock()
	return ok && s.done.Load()
}

// step is locked while it is taken.
type step struct {
	sync.Mutex
	done atomic.Bool
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

// Query runs a statement that returns rows, after Attach of what it reads. The caller
// closes the rows.
func (ix *Index) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	return ix.db.QueryContext(ctx, text, args...)
}

// Remember returns what make made, once in the life of the index. It is for what questions
// keep outside the database.
func (ix *Index) Remember(name string, make func() (any, error)) (any, error) {
	err := ix.once(name, func() error {
		v, err := make()
		if err == nil {
			ix.kept.Store(name, v)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	v, _ := ix.kept.Load(name)
	return v, nil
}

// Remembered returns what Remember keeps by that name, if it was made.
func (ix *Index) Remembered(name string) (v any, ok bool) { return ix.kept.Load(name) }
