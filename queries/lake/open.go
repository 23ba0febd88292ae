package lake

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

//go:embed current.sql
var currentSQL string

// Open opens a lake for the operations of [Operations] and for sql. It reads the sets that count when it begins. The limit of the memory
// is in bytes; 0 means the default. The caller closes the index.
func Open(ctx context.Context, dir string, memory int64) (*queries.Index, error) {
	given := dir
	dir, all, err := find(dir)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, &queries.UsageError{Message: "lake " + given + " is empty", Advice: "add an index: cortex lake add INDEX... --to " + given}
	}
	if text, err := os.ReadFile(filepath.Join(dir, collisionsFile)); err == nil {
		return nil, &queries.UsageError{Message: "several symbols of the lake have one hash: " + strings.Join(strings.Split(strings.TrimSpace(string(text)), "\n"), ", "),
			Advice: "remove one of their repositories, then run cortex lake verify"}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the lake: %w", err)
	}
	db, err := open(ctx, dir, duck.Options{Memory: memory, Threads: 2}, all, facts...)
	if err != nil {
		return nil, err
	}
	var m schema.Manifest
	var n int
	if err := db.QueryRowContext(ctx, "SELECT count(DISTINCT repository) FROM current").Scan(&n); err != nil {
		db.Close()
		return nil, damaged(dir, err)
	}
	m.Repository.Name = fmt.Sprintf("%d repositories", n)
	return queries.OverTables(db, m, append([]string{"current"}, Tables...)), nil
}

// Vanished reports whether an error says that a file of a lake is gone.
func Vanished(err error) bool { return err != nil && strings.Contains(err.Error(), "No files found") }

// Others returns the number of repositories of a lake other than one.
func Others(ctx context.Context, ix *queries.Index, repository string) (n int, err error) {
	err = ix.QueryRow(ctx, "SELECT count(DISTINCT repository) FROM current WHERE repository <> ?", repository).Scan(&n)
	return n, err
}

// find returns the absolute path of a lake and its sets.
func find(dir string) (string, []string, error) {
	if err := check(dir); err != nil {
		return "", nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", nil, err
	}
	all, err := sets(abs)
	return abs, all, err
}

// together is the number of sets that one statement reads. DuckDB holds some 200 kB for each file that a statement reads.
const together = 500

// open opens a database with views of tables over the files of sets, and the table commits.
func open(ctx context.Context, dir string, o duck.Options, all []string, tables ...string) (*sql.DB, error) {
	o.Folders = append(o.Folders, dir)
	db, err := duck.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	var script strings.Builder
	rows := func(files []string) string {
		for i, f := range files {
			files[i] = duck.Literal(duck.Pattern(f))
		}
		return "FROM read_parquet([" + strings.Join(files, ", ") + "], hive_partitioning = false)"
	}
	for _, t := range tables {
		var files []string
		for _, s := range all {
			files = append(files, file(dir, t, s))
		}
		script.WriteString("CREATE VIEW " + t + " AS " + rows(files) + ";\n")
	}
	files, err := commitFiles(dir, all)
	if err != nil {
		db.Close()
		return nil, err
	}
	kind := "CREATE TABLE commits AS " // each question reads it
	for part := range slices.Chunk(files, together) {
		script.WriteString(kind + rows(part) + ";\n")
		kind = "INSERT INTO commits "
	}
	script.WriteString("CREATE VIEW current AS\n" + currentSQL)
	if _, err := db.ExecContext(ctx, script.String()); err != nil {
		db.Close()
		return nil, damaged(dir, err)
	}
	return db, nil
}

// damaged returns the error for a lake whose files DuckDB cannot read.
func damaged(dir string, err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n") // the statement comes after it
	return fmt.Errorf("lake %s is damaged, or a writer removed a commit meanwhile: ask again, or run cortex lake verify %[1]s: %s", dir, text)
}

// List returns the stored commits by repository, and of one repository the newest first.
func List(ctx context.Context, dir string) ([]Commit, error) {
	dir, all, err := find(dir)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return []Commit{}, nil
	}
	db, err := open(ctx, dir, duck.Options{}, all)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return list(ctx, db)
}

// list returns the commits of the table commits.
func list(ctx context.Context, db *sql.DB) ([]Commit, error) {
	return queries.Collect(ctx, db.QueryContext, func(c *Commit) []any {
		fields := []any{&c.Repository, &c.Branches, &c.Commit, &c.CommittedAt, &c.Current}
		c.Rows = map[string]int64{}
		for _, t := range facts {
			fields = append(fields, &count{c.Rows, t})
		}
		return fields
	}, `SELECT repository, string_agg(DISTINCT branch, ', ' ORDER BY branch), "commit", committed_at, (repository, "commit") IN (SELECT (repository, "commit") FROM current), `+
		strings.Join(facts, ", ")+` FROM commits GROUP BY ALL ORDER BY repository, committed_at DESC, "commit"`)
}

// count scans a number into a map.
type count struct {
	into map[string]int64
	key  string
}

// Scan implements [sql.Scanner].
func (c *count) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("the number of rows of %s is no number", c.key)
	}
	c.into[c.key] = n
	return nil
}

// Remove removes a stored commit of a repository, or all of them when the commit is empty; a prefix is enough. It returns the removed
// ones. It goes by the names of files, so it removes damaged ones too.
func Remove(ctx context.Context, dir, repository, commit string) ([]Commit, error) {
	abs, all, err := find(dir)
	if err != nil {
		return nil, err
	}
	var out []Commit
	for _, s := range all {
		hash, ok := strings.CutPrefix(s, setName(repository, ""))
		if !ok || !strings.HasPrefix(hash, commit) {
			continue
		}
		files, err := commitFiles(abs, []string{s}) // the commit first: then the set does not count
		if err != nil {
			return out, err
		}
		for _, t := range facts {
			files = append(files, file(abs, t, s))
		}
		for _, f := range files {
			if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return out, fmt.Errorf("remove from the lake: %w", err)
			}
		}
		out = append(out, Commit{Repository: repository, Commit: hash})
	}
	if len(out) > 0 {
		return out, nil
	}
	stored, err := List(ctx, abs)
	if err != nil {
		return nil, err
	}
	for _, c := range stored {
		if c.Repository == repository && strings.HasPrefix(c.Commit, commit) {
			return nil, &queries.UsageError{Message: fmt.Sprintf("commit %.12s of %s is in a compacted file", c.Commit, c.Repository),
				Advice: "write the lake again without it: cortex lake compact " + dir + " --to NEW --without " + repository}
		}
	}
	return nil, &queries.UsageError{Message: strings.Join(strings.Fields("the lake has no commit "+commit+" of "+repository), " "), Advice: "cortex lake list prints the commits"}
}
