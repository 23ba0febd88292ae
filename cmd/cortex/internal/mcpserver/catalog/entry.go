package catalog

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/schema"
)

// Entry is an index in one of the places, or a file or directory there that is no index.
type Entry struct {
	Label    string // the last elements of its path, which an answer may show
	Manifest schema.Manifest
	Err      error // why it cannot be used; nil for a usable index

	dir     string
	older   *Entry                 // the entry whose place this one took; nil for none
	zip     string                 // the file from which it was unpacked; empty for none
	file    fs.FileInfo            // of the manifest; nil when there is none
	tables  map[string]fs.FileInfo // by file name
	checked time.Time
}

// Name returns the repository and the commit, or the label when neither is known.
func (e *Entry) Name() string {
	r := e.Manifest.Repository
	switch {
	case r.Commit == "" && e.Repository() == filepath.Base(e.dir):
		return e.Label
	case r.Commit == "":
		return e.Repository()
	case r.Dirty:
		return e.Repository() + "@" + Short(r.Commit) + "+changes"
	}
	return e.Repository() + "@" + Short(r.Commit)
}

// Short returns the beginning of a commit, as names and messages show it.
func Short(commit string) string { return commit[:min(12, len(commit))] }

// Original returns the entry in the place that the server was given.
func (e *Entry) Original() *Entry {
	if e.older != nil {
		return e.older
	}
	return e
}

// Repository returns the name of the repository, or that of the directory when the index has
// none. Paths in an answer of several indexes begin with it.
func (e *Entry) Repository() string {
	return cmp.Or(e.Manifest.Repository.FullName(), filepath.Base(e.dir))
}

// Names returns the names of entries.
func Names(entries []*Entry) (names []string) {
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// sameFile reports whether a file is unchanged; nil is a file that does not exist.
func sameFile(a, b fs.FileInfo) bool {
	return a != nil && b != nil && os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}

// manifestOf returns the state of a directory's manifest; nil when there is none.
func manifestOf(dir string) fs.FileInfo {
	info, err := os.Lstat(filepath.Join(dir, schema.ManifestFile))
	if err != nil {
		return nil
	}
	return info
}

// isWhole reports whether the files of the tables are unchanged.
func (e *Entry) isWhole() bool {
	for name, before := range e.tables {
		if now, err := os.Lstat(filepath.Join(e.dir, name)); err != nil || !sameFile(before, now) {
			return false
		}
	}
	return true
}

// check opens the index and checks all its bytes. Opening restores an index that a killed
// writer left behind.
func (e *Entry) check(ctx context.Context) {
	e.checked = time.Now()
	if e.Err != nil {
		return
	}
	e.file = manifestOf(e.dir)
	ix, err := queries.Open(ctx, e.dir)
	if err != nil {
		e.Err = err
		return
	}
	e.Manifest = ix.Manifest()
	if e.file == nil { // opening restored it
		e.file = manifestOf(e.dir)
	}
	e.tables = map[string]fs.FileInfo{}
	for _, t := range e.Manifest.Tables {
		if info, err := os.Lstat(filepath.Join(e.dir, t.File)); err == nil {
			e.tables[t.File] = info
		}
	}
	if e.Err = ix.Close(); e.Err != nil {
		return
	}
	faults, err := artifact.CheckFiles(ctx, e.dir)
	switch {
	case err != nil:
		e.Err = err
	case len(faults) == 1:
		e.Err = fmt.Errorf("%s: download or extract it again", faults[0])
	case len(faults) > 1:
		e.Err = fmt.Errorf("%s, and %d more faults: download or extract it again", faults[0], len(faults)-1)
	}
}

// overlaps reports whether two indexes share files of a repository.
func (e *Entry) overlaps(o *Entry) bool {
	r := e.Manifest.Repository
	return e.Repository() == o.Repository() || r.Name != "" && r.Overlaps(o.Manifest.Repository)
}

// duplicate returns the earlier entry of the same tree and commit whose tables differ; nil when
// there is none. Calls use only the earlier one.
func (e *Entry) duplicate(before []*Entry) *Entry {
	at := slices.IndexFunc(before, func(o *Entry) bool {
		return e.Err == nil && o.Err == nil && e.Name() == o.Name() && !slices.Equal(e.Manifest.Tables, o.Manifest.Tables)
	})
	if at < 0 {
		return nil
	}
	return before[at]
}
