package lake

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/duck"
)

// Report is the result of Verify.
type Report struct {
	Commits int      `json:"commits"`
	Faults  []string `json:"faults"`
	Left    int      `json:"left"` // files that ended writers left, which no reader reads
}

// Verify reads each row of a lake. It checks that each set has all files, each commit the rows that its writer counted, each symbol the right
// hash, each edge its symbols, and that no two symbols have one hash. It writes such symbols to the file collisions.txt, and removes the
// file when there are none.
func Verify(ctx context.Context, dir string, memory int64) (Report, error) {
	r := Report{Faults: []string{}}
	dir, all, err := find(dir)
	if err != nil {
		return r, err
	}
	if err := r.files(dir, all); err != nil || len(r.Faults) > 0 || len(all) == 0 {
		return r, err
	}
	spill, err := os.MkdirTemp("", "cortex-lake")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(spill)
	db, err := open(ctx, dir, duck.Options{Memory: memory, Threads: 2, Spill: spill}, all, facts...)
	if err != nil {
		r.Faults = append(r.Faults, err.Error())
		return r, nil
	}
	defer db.Close()
	stored, err := list(ctx, db)
	if err != nil {
		return r, err
	}
	r.Commits = len(stored)
	for i, c := range stored {
		if i > 0 && c.Repository == stored[i-1].Repository && c.Commit == stored[i-1].Commit {
			r.fault("commit %.12s of %s is stored twice", c.Commit, c.Repository)
		}
	}
	type counted struct {
		repository, commit string
		rows               int64
		content            any
	}
	for _, t := range facts {
		rows, err := queries.Collect(ctx, db.QueryContext, func(c *counted) []any { return []any{&c.repository, &c.commit, &c.rows, &c.content} },
			fmt.Sprintf(`SELECT repository, "commit", count(*), bit_xor(hash(t)) FROM %s t GROUP BY repository, "commit"`, t)) // the hash reads each value
		if err != nil {
			r.fault("table %s is not readable: %v", t, err)
			continue
		}
		of := map[[2]string]int64{}
		for _, c := range rows {
			of[[2]string{c.repository, c.commit}] = c.rows
		}
		for _, c := range stored {
			key := [2]string{c.Repository, c.Commit}
			if of[key] != c.Rows[t] {
				r.fault("table %s has %d rows of commit %.12s of %s, and its writer counted %d", t, of[key], c.Commit, c.Repository, c.Rows[t])
			}
			delete(of, key)
		}
		for key := range of {
			r.fault("table %s has rows of commit %.12s of %s, which is not stored", t, key[1], key[0])
		}
	}
	for _, q := range []struct{ text, fault string }{
		{wrongHashSQL, "the hash of symbol %s is wrong"},
		{looseEdgesSQL, "an edge of repository %s names a symbol that the repository lacks"},
	} {
		found, err := queries.Collect(ctx, db.QueryContext, func(s *string) []any { return []any{s} }, q.text)
		if err != nil {
			r.fault("a table is not readable: %v", err)
			return r, nil
		}
		for _, f := range found {
			r.fault(q.fault, f)
		}
	}
	found, err := collisions(ctx, db)
	if err != nil {
		r.fault("the table symbols is not readable: %v", err)
		return r, nil
	}
	for _, f := range found {
		r.fault("symbol %s has the hash of another one", f)
	}
	name := filepath.Join(dir, collisionsFile)
	if len(found) > 0 {
		return r, publish(name, func(f *os.File) error {
			_, err := f.WriteString(strings.Join(found, "\n") + "\n")
			return err
		})
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	return r, nil
}

//go:embed wrong_hash.sql
var wrongHashSQL string

//go:embed loose_edges.sql
var looseEdgesSQL string

func (r *Report) fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}

// files checks that each set has its files, and counts the files outside sets.
func (r *Report) files(dir string, all []string) error {
	for _, t := range Tables {
		entries, err := os.ReadDir(filepath.Join(dir, t))
		if err != nil {
			return err
		}
		if t == commits { // it lists the sets
			continue
		}
		lacking := map[string]bool{}
		for _, name := range all {
			lacking[name] = true
		}
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), suffix)
			if ok && lacking[name] {
				delete(lacking, name)
			} else {
				r.Left++
			}
		}
		for _, name := range slices.Sorted(maps.Keys(lacking)) {
			r.fault("file %s is missing", filepath.Join(t, name+suffix))
		}
	}
	return nil
}
