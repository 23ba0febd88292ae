package queries

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// Index is an open index. Its tables are views in a database in memory; derived tables of several indexes are tables there.
// An Index is safe for concurrent use. It keeps its files open, and stays the same when a writer replaces a directory.
type Index struct {
	parts    []part
	base     *Index // of a pair; nil for others
	manifest schema.Manifest
	db       *sql.DB

	namesMu sync.Mutex
	names   Names // nil before their first use

	tables []string // of OverTables; nil for the tables of an index

	mu  sync.Mutex
	ran map[string]*run // by the script
}

// run is one script of RunOnce. Its mutex is locked while the script runs.
type run struct {
	sync.Mutex
	done bool
}

// IndexError is the error for a directory without an index that cortex can trust.
type IndexError = artifact.Error

// Open opens the index in a directory, or the indexes in several directories as one graph. An external
// symbol of one index that another index defines becomes that definition. Every problem of an index is
// an [*IndexError]. The caller closes the index.
func Open(ctx context.Context, dirs ...string) (*Index, error) {
	return open(ctx, duck.Options{}, nil, dirs)
}

// OpenWithin is [Open] for a process that stays. The database returns free memory to the system. It
// takes at most a number of bytes; 0 means the default limit.
func OpenWithin(ctx context.Context, memory int64, dirs ...string) (*Index, error) {
	return open(ctx, duck.Options{Memory: memory, Frugal: true}, nil, dirs)
}

// open opens the indexes in directories as one. With a base, the database has its tables too.
func open(ctx context.Context, o duck.Options, base *Index, dirs []string) (ix *Index, err error) {
	var all []artifact.Artifact
	var files []string
	script := ""
	defer func() {
		if err != nil {
			for _, a := range all {
				a.Close()
			}
		}
	}()
	for _, dir := range dirs {
		if dir == "" {
			return nil, &UsageError{Message: "the name of the index is empty", Advice: "name a directory or a .zip, or leave the name out"}
		}
		a, err := artifact.Open(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
		for _, f := range a.Files() {
			files = append(files, duck.Path(f))
		}
	}
	parts, err := partsOf(all)
	if err != nil {
		return nil, err
	}
	m := together(parts)
	o.Threads = threads(m)
	if base != nil {
		for _, f := range base.parts[0].Files() {
			files = append(files, duck.Path(f))
		}
		script = pairSQL(base.parts[0], parts[0])
	}
	db, err := duck.Open(ctx, o, files...)
	if err == nil {
		if _, err = db.ExecContext(ctx, viewsSQL(parts)+script); err != nil {
			db.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("index %s is unusable: %w", strings.Join(dirs, ", "), err)
	}
	return &Index{parts: parts, base: base, manifest: m, db: db, ran: map[string]*run{}}, nil
}

// threads returns the number of workers for one statement.
//
// DESIGN: on small indexes a second worker costs more than it brings. Callers to depth 3 on 93,000
// calls took 136 ms of processor time with one worker and 168 with two.
func threads(m schema.Manifest) int {
	var rows int64
	for _, t := range m.Tables {
		rows += t.Rows
	}
	if rows < 2_000_000 {
		return 1
	}
	return max(1, min(runtime.GOMAXPROCS(0)/2, 4))
}

// viewsSQL returns the script that makes the tables of the indexes visible to statements.
//
// DESIGN: the views of one index take 5 ms to create, and need no list of tables per statement. The macro begins says whether a
// path begins with a prefix; for several indexes the repository's name may come before the prefix.
func viewsSQL(parts []part) string {
	if len(parts) > 1 {
		return severalSQL(parts)
	}
	var script strings.Builder
	script.WriteString("CREATE MACRO begins(path, prefix) AS starts_with(path, prefix::VARCHAR);\n")
	script.WriteString(derive.Macros())
	for _, t := range schema.Tables() {
		script.WriteString("CREATE VIEW " + t.Name + " AS FROM " + parts[0].scan(t) + ";\n")
	}
	return script.String()
}

// Manifest returns the manifest of the index. For several indexes it has the sums, and the options that hold for all.
func (ix *Index) Manifest() schema.Manifest { return ix.manifest }

// Parts returns the number of indexes that are open as this one.
func (ix *Index) Parts() int { return len(ix.parts) }

// A Repository is the tree of one of the indexes.
type Repository struct {
	schema.Repository
	Prefix string // of all paths in the graph: the repository's name and a slash; empty for one index alone
}

// Repositories returns the trees of the indexes, in the order of [Open].
func (ix *Index) Repositories() []Repository {
	var out []Repository
	for _, p := range ix.parts {
		r := Repository{Repository: p.Manifest.Repository}
		if len(ix.parts) > 1 {
			r.Prefix = p.repository + "/"
		}
		out = append(out, r)
	}
	return out
}

// Close ends the statements that run, frees the database and closes the files.
func (ix *Index) Close() error {
	err := ix.db.Close()
	for _, p := range ix.parts {
		p.Close()
	}
	if ix.base != nil {
		return errors.Join(err, ix.base.Close())
	}
	return err
}

// Conn returns a new connection. Its temporary tables are private to it and end with it. The caller closes it.
func (ix *Index) Conn(ctx context.Context) (*sql.Conn, error) {
	c, err := ix.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to the index: %w", err)
	}
	return c, nil
}

// Query runs a statement that returns rows. The caller closes the rows.
func (ix *Index) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	return ix.db.QueryContext(ctx, text, args...)
}

// QueryRow runs a statement that returns at most one row.
func (ix *Index) QueryRow(ctx context.Context, text string, args ...any) *sql.Row {
	return ix.db.QueryRowContext(ctx, text, args...)
}

// Collect runs a statement by [Index.Query] or the QueryContext of a connection, and returns its rows. The function fields
// returns the places for the columns of one row. No rows are an empty slice.
func Collect[T any](ctx context.Context, query func(context.Context, string, ...any) (*sql.Rows, error), fields func(*T) []any, text string, args ...any) ([]T, error) {
	rows, err := query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []T{}
	for rows.Next() {
		var row T
		if err := rows.Scan(fields(&row)...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// RunOnce runs a script once in the life of the index, for tables that several statements read. A second caller waits until
// the script has ended. A script that failed runs again for the next caller.
func (ix *Index) RunOnce(ctx context.Context, script string) error {
	ix.mu.Lock()
	r, ok := ix.ran[script]
	if !ok {
		r = &run{}
		ix.ran[script] = r
	}
	ix.mu.Unlock()
	r.Lock()
	defer r.Unlock()
	if r.done {
		return nil
	}
	if _, err := ix.db.ExecContext(ctx, script); err != nil {
		return fmt.Errorf("prepare the index: %w", err)
	}
	r.done = true
	return nil
}

// scan returns the table function that reads a table of the part.
func (p part) scan(t *schema.Table) string {
	at := slices.IndexFunc(p.Manifest.Tables, func(entry schema.ManifestTable) bool { return entry.Name == t.Name })
	return duck.Scan(duck.Path(p.Files()[at]))
}

// repositoryName returns the name of an artifact's tree, or of its folder when the tree has no name.
func repositoryName(a artifact.Artifact) string {
	return cmp.Or(a.Manifest.Repository.FullName(), filepath.Base(a.Dir))
}
