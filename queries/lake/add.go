package lake

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/queries/internal/manifests"
	"github.com/cortex-index/cortex/schema"
)

//go:embed tables/*.sql
var tablesSQL embed.FS

//go:embed manifests.sql
var manifestsSQL string

// tableSQL returns the statement that makes the rows of a table.
func tableSQL(table string) string {
	text, err := tablesSQL.ReadFile("tables/" + table + ".sql")
	if err != nil {
		panic(err) // the list of tables is wrong
	}
	return string(text)
}

// Commit is a stored commit.
type Commit struct {
	Repository  string           `json:"repository"`
	Branches    string           `json:"branches"` // separated by commas and without refs/heads/; empty when HEAD was detached
	Commit      string           `json:"commit"`
	CommittedAt time.Time        `json:"committed_at"`
	Rows        map[string]int64 `json:"rows"` // by table
	Current     bool             `json:"current"`
}

// Add adds the index in a folder to a lake, which it makes when the folder dir is new. It returns false when the lake has the commit
// of that branch already, and then changes nothing. The index must have a name and a clean commit.
func Add(ctx context.Context, dir, index string) (c Commit, added bool, err error) {
	a, err := artifact.Open(index)
	if err != nil {
		return c, false, err
	}
	defer a.Close()
	r := a.Manifest.Repository
	at, err := time.Parse(time.RFC3339, r.CommittedAt)
	switch {
	case r.Name == "":
		return c, false, &queries.IndexError{Dir: index, Message: "its repository has no name", Advice: "name it: cortex extract --name NAME"}
	case r.Commit == "":
		return c, false, &queries.IndexError{Dir: index, Message: "it has no commit: " + r.NoCommit(), Advice: "a lake holds commits: extract a git checkout"}
	case r.Dirty:
		return c, false, &queries.IndexError{Dir: index, Message: "its tree had changes that were not committed", Advice: "commit them, and extract again"}
	case err != nil:
		return c, false, &queries.IndexError{Dir: index, Message: "its commit has no time", Advice: "extract it again"}
	}
	c = Commit{Repository: r.FullName(), Branches: strings.TrimPrefix(r.Ref, "refs/heads/"), Commit: r.Commit, CommittedAt: at.UTC(), Rows: map[string]int64{}}
	if err := create(dir); err != nil {
		return c, false, err
	}
	set := setName(c.Repository, c.Commit)
	stored, many, err := stores(ctx, dir, set, c)
	if stored || err != nil {
		return c, false, err
	}
	if many != "" {
		return c, true, branch(ctx, dir, many, set, c)
	}
	w := &writer{dir: dir, set: set, commit: commitName(set, c.Branches), files: map[string]string{}}
	defer w.drop()
	if err := w.write(ctx, a, &c); err != nil {
		return c, false, fmt.Errorf("add index %s: %w", index, err)
	}
	return c, true, w.publish()
}

// stores reports whether the lake has a commit of a branch. When a set of many commits has the commit of other branches only, it returns
// that set.
func stores(ctx context.Context, dir, set string, c Commit) (stored bool, many string, err error) {
	if _, err := os.Stat(file(dir, commits, commitName(set, c.Branches))); !errors.Is(err, fs.ErrNotExist) {
		return err == nil, "", err
	}
	all, err := sets(dir)
	if err != nil {
		return false, "", err
	}
	for _, s := range all {
		if !strings.HasPrefix(s, compacted) {
			continue
		}
		db, err := open(ctx, dir, duck.Options{}, []string{s})
		if err != nil {
			return false, "", err
		}
		var n, same int
		err = db.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (branch = ?) FROM commits WHERE repository = ? AND "commit" = ?`,
			c.Branches, c.Repository, c.Commit).Scan(&n, &same)
		if err = errors.Join(err, db.Close()); err != nil || same > 0 {
			return same > 0, "", err
		}
		if n > 0 {
			many = s
		}
	}
	return false, many, nil
}

// branch writes the row of a commit, which a set of many commits has, for another branch.
func branch(ctx context.Context, dir, many, set string, c Commit) error {
	db, err := open(ctx, dir, duck.Options{}, []string{many})
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `CREATE TABLE row AS SELECT DISTINCT * REPLACE (?::VARCHAR AS branch) FROM commits WHERE repository = ? AND "commit" = ?`,
		c.Branches, c.Repository, c.Commit); err != nil {
		return err
	}
	return publish(file(dir, commits, many+"~"+commitName(set, c.Branches)), func(f *os.File) error {
		_, err := db.ExecContext(ctx, copySQL("FROM row", f.Name()))
		return err
	})
}

// writer writes the files of one set.
type writer struct {
	dir, set string
	commit   string            // the name of its file in the folder commits
	files    map[string]string // by table: the written file, which still has another name
}

// reserve makes an empty file with a name of its own for each table.
func (w *writer) reserve() error {
	for _, t := range Tables {
		f, err := os.CreateTemp(filepath.Join(w.dir, t), "."+w.set+".*.tmp")
		if err != nil {
			return err
		}
		w.files[t] = f.Name()
		if err := errors.Join(f.Chmod(0o644), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// publish gives the files their names, that of the commit last.
func (w *writer) publish() error {
	for _, t := range Tables {
		f, err := os.Open(w.files[t])
		if err == nil {
			err = errors.Join(f.Sync(), f.Close())
		}
		if err == nil {
			name := w.set
			if t == commits {
				name = w.commit
			}
			err = os.Rename(w.files[t], file(w.dir, t, name))
		}
		if err != nil {
			return fmt.Errorf("write the lake: %w", err)
		}
	}
	return nil
}

// drop removes the files that still have another name.
func (w *writer) drop() {
	for _, f := range w.files {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			continue // verify names the file
		}
	}
}

// copySQL returns the statement that writes the rows of a query to a file.
func copySQL(query, file string) string {
	return "COPY (\n" + query + "\n) TO " + duck.Literal(file) + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880, USE_TMP_FILE false)"
}

func (w *writer) write(ctx context.Context, a artifact.Artifact, c *Commit) error {
	if err := w.reserve(); err != nil {
		return err
	}
	var allowed []string
	for _, f := range a.Files() {
		allowed = append(allowed, duck.Path(f))
	}
	for _, f := range w.files {
		allowed = append(allowed, f)
	}
	db, err := duck.Open(ctx, duck.Options{}, allowed...)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var script strings.Builder
	script.WriteString(derive.Macros())
	var names []string
	for rank := range len(schema.Evidence("").Values()) {
		names = append(names, duck.Literal(string(schema.EvidenceOf(rank))))
	}
	script.WriteString("CREATE MACRO evidence_name(rank) AS [" + strings.Join(names, ", ") + "][rank + 1];\n")
	for i, entry := range a.Manifest.Tables {
		script.WriteString("CREATE VIEW " + entry.Name + " AS FROM " + duck.Scan(duck.Path(a.Files()[i])) + ";\n")
	}
	script.WriteString(`CREATE TABLE stored (repository VARCHAR, branch VARCHAR, "commit" VARCHAR, committed_at TIMESTAMP, generator VARCHAR`)
	for _, t := range facts {
		script.WriteString(", " + t + " BIGINT")
	}
	script.WriteString(");\nCREATE TABLE declared (module VARCHAR, version VARCHAR, is_indirect BOOLEAN, file_path VARCHAR, start_line INTEGER);\n")
	if _, err := db.ExecContext(ctx, script.String()); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, `INSERT INTO stored BY NAME SELECT ? AS repository, ? AS branch, ? AS "commit", ?::TIMESTAMP AS committed_at, ? AS generator`,
		c.Repository, c.Branches, c.Commit, c.CommittedAt, a.Manifest.Generator.Name+" "+a.Manifest.Generator.Version); err != nil {
		return err
	}
	if err := declare(ctx, db); err != nil {
		return err
	}
	for _, t := range Tables {
		done, err := db.ExecContext(ctx, copySQL(tableSQL(t), w.files[t]))
		if err != nil {
			return fmt.Errorf("make the table %s: %w", t, err)
		}
		if t == commits {
			continue
		}
		if c.Rows[t], err = done.RowsAffected(); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "UPDATE stored SET "+t+" = ?", c.Rows[t]); err != nil {
			return err
		}
	}
	return nil
}

// names matches the files that declare dependencies; the others are lock files.
var names = regexp.MustCompile(manifests.Names)

// declare fills the table declared from the files that declare dependencies, and from lock files.
func declare(ctx context.Context, db *sql.DB) error {
	type manifest struct{ path, text string }
	all, err := queries.Collect(ctx, db.QueryContext, func(m *manifest) []any { return []any{&m.path, &m.text} }, manifestsSQL, manifests.Names+"|"+manifests.Locks)
	if err != nil {
		return fmt.Errorf("read the manifests of dependencies: %w", err)
	}
	for _, m := range all {
		versions := manifests.Locked
		if names.MatchString(path.Base(m.path)) {
			versions = manifests.Parse
		}
		for name, d := range versions(m.path, m.text) {
			if _, err := db.ExecContext(ctx, "INSERT INTO declared VALUES (?, ?, ?, ?, ?)", name, cmp.Or(d.Version, "any version"), d.Indirect, m.path, d.Line); err != nil {
				return err
			}
		}
	}
	return nil
}
