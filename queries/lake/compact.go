package lake

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/duck"
)

// compacted begins the name of a set of many commits. The name of another set has a tilde.
const compacted = "compacted@"

// orders are the sort keys of the tables in a set of many commits.
var orders = map[string]string{
	"edges":        "callee_hash, caller_hash, kind",
	"symbols":      "symbol",
	"imports":      "imported, package_path, file_path",
	"modules":      "package_path, module_path",
	"files":        "file_path",
	"functions":    "symbol",
	"unknowns":     "about, symbol_hash NULLS FIRST, name NULLS FIRST, language NULLS FIRST, scope NULLS FIRST, reason",
	"requirements": "module, file_path",
	commits:        "committed_at",
}

// Compact writes a lake with the commits of another lake to a new folder, each table as one sorted file. Commits of the repositories
// without are left out. The progress function gets the name of each table when its work begins; it may be nil. The limit of the memory is in bytes;
// 0 means the default. Compact never changes the lake that it reads.
func Compact(ctx context.Context, dir, to string, without []string, memory int64, progress func(table string)) ([]Commit, error) {
	dir, all, err := find(dir)
	if err != nil {
		return nil, err
	}
	given := to
	if len(all) == 0 {
		return nil, &queries.UsageError{Message: "lake " + dir + " is empty", Advice: "add an index first"}
	}
	if to, err = filepath.Abs(to); err != nil {
		return nil, err
	}
	if rel, err := filepath.Rel(dir, to); err == nil && !strings.HasPrefix(rel, "..") {
		return nil, &queries.UsageError{Message: "folder " + given + " is in the lake", Advice: "compact to a new folder elsewhere"}
	}
	if entries, err := os.ReadDir(to); err == nil && len(entries) > 0 {
		return nil, &queries.UsageError{Message: "folder " + given + " is not empty", Advice: "compact to a new folder"}
	}
	if err := create(to); err != nil {
		return nil, err
	}
	spill, err := os.MkdirTemp(to, ".spill")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(spill)
	options := duck.Options{Memory: memory, Threads: 2, Folders: []string{to}, Spill: spill}
	if dir, all, err = merge(ctx, dir, options, all); err != nil {
		return nil, err
	}
	db, err := open(ctx, dir, options, all, facts...)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	stored, err := list(ctx, db)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, name := range without {
		if !slices.ContainsFunc(stored, func(c Commit) bool { return c.Repository == name }) {
			return nil, &queries.UsageError{Message: "the lake has no repository " + name, Advice: "cortex lake list prints the commits"}
		}
	}
	stored = slices.DeleteFunc(stored, func(c Commit) bool { return slices.Contains(without, c.Repository) })
	if len(stored) == 0 {
		return nil, &queries.UsageError{Message: "no commit would stay", Advice: "leave out fewer repositories"}
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `CREATE TABLE kept (repository VARCHAR, "commit" VARCHAR)`); err != nil {
		return nil, err
	}
	if err := keep(ctx, db, stored); err != nil {
		return nil, err
	}
	for _, c := range stored {
		fmt.Fprintln(h, c.Repository, c.Commit)
	}
	if found, err := collisions(ctx, db); err != nil {
		return nil, err
	} else if len(found) > 0 {
		return nil, &queries.UsageError{Message: "several symbols have one hash: " + strings.Join(found, ", "), Advice: "leave out one of their repositories with --without"}
	}
	set := compacted + fmt.Sprintf("%x", h.Sum(nil))[:12]
	w := &writer{dir: to, set: set, commit: set, files: map[string]string{}}
	defer w.drop()
	if err := w.reserve(); err != nil {
		return nil, err
	}
	for _, t := range Tables {
		if progress != nil {
			progress(t)
		}
		rows := fmt.Sprintf(`SELECT t.* FROM %s t SEMI JOIN kept k ON k.repository = t.repository AND k."commit" = t."commit" ORDER BY %s, repository, "commit"`, t, orders[t])
		if _, err := db.ExecContext(ctx, copySQL(rows, w.files[t])); err != nil {
			return nil, fmt.Errorf("write the table %s: %w", t, err)
		}
	}
	return stored, w.publish()
}

// merge writes sets as fewer ones to the folder for spilled data, until one statement can read them. It returns their lake.
func merge(ctx context.Context, dir string, o duck.Options, all []string) (string, []string, error) {
	for round := 0; len(all) > together; round++ {
		next := filepath.Join(o.Spill, fmt.Sprint("merged", round))
		if err := create(next); err != nil {
			return "", nil, err
		}
		var merged []string
		for part := range slices.Chunk(all, together) {
			set := fmt.Sprint(compacted, len(merged))
			merged = append(merged, set)
			if err := copySets(ctx, dir, o, part, next, set); err != nil {
				return "", nil, err
			}
		}
		dir, all = next, merged
	}
	return dir, all, nil
}

// copySets writes sets of a lake as one set to another lake.
func copySets(ctx context.Context, dir string, o duck.Options, all []string, to, set string) error {
	db, err := open(ctx, dir, o, all, facts...)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, t := range Tables {
		if _, err := db.ExecContext(ctx, copySQL("FROM "+t, file(to, t, set))); err != nil {
			return fmt.Errorf("merge files of the table %s: %w", t, err)
		}
	}
	return nil
}

// keep fills the table of the commits to keep.
func keep(ctx context.Context, db *sql.DB, stored []Commit) error {
	for part := range slices.Chunk(stored, 500) {
		var values []any
		for _, c := range part {
			values = append(values, c.Repository, c.Commit)
		}
		if _, err := db.ExecContext(ctx, "INSERT INTO kept VALUES (?, ?)"+strings.Repeat(", (?, ?)", len(part)-1), values...); err != nil {
			return err
		}
	}
	return nil
}

//go:embed collisions.sql
var collisionsSQL string

// collisions returns the names of symbols that have the hash of another symbol.
func collisions(ctx context.Context, db *sql.DB) ([]string, error) {
	found, err := queries.Collect(ctx, db.QueryContext, func(s *string) []any { return []any{s} }, collisionsSQL)
	if err != nil {
		return nil, errors.Join(errors.New("compare the hashes of symbols"), err)
	}
	return found, nil
}
