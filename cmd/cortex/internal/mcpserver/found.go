package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// found is an index that stands in a place that was named, or what stands there and is none.
type found struct {
	dir      string
	label    string // of the place, as far as it may be told: its last elements
	manifest schema.Manifest
	file     fs.FileInfo            // of the manifest; nil when there is none
	tables   map[string]fs.FileInfo // of the tables' files
	zip      string                 // the file that it was unpacked from; empty for none
	err      error                  // why it can't be used
	looked   time.Time
}

// same reports whether a directory's manifest is still what it was.
func (f *found) same(now fs.FileInfo) bool { return sameFile(f.file, now) }

// whole reports whether the files of its tables are still what they were.
func (f *found) whole() bool {
	for name, before := range f.tables {
		if now, err := os.Lstat(filepath.Join(f.dir, name)); err != nil || !sameFile(before, now) {
			return false
		}
	}
	return true
}

// sameFile reports whether nothing seems to have happened to a file; nil is one that is not
// there.
func sameFile(a, b fs.FileInfo) bool {
	return a != nil && b != nil && os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}

// name is that of its repository and commit, or where it stands when neither is known.
func (f *found) name() string {
	r := f.manifest.Repository
	if r.Commit == "" && repository(f) == filepath.Base(f.dir) {
		return f.label
	}
	name := repository(f)
	if r.Commit != "" {
		name += "@" + short(r.Commit)
	}
	if r.Dirty && r.Commit != "" {
		name += "+changes"
	}
	return name
}

// repository is what tells the indexes of one repository from others: its name, or that of
// the directory, as package queries has it.
func repository(f *found) string {
	return cmp.Or(f.manifest.Repository.FullName(), filepath.Base(f.dir))
}

const (
	maxDepth   = 4   // folders below one that was named, in which indexes are looked for
	maxIndexes = 200 // that are found in all
)

// indexesIn are the directories of the indexes that stand in a named place now: the place
// itself, or, when it is a folder without a manifest, those below it. A zip is unpacked.
func indexesIn(ctx context.Context, named string, unpack func(context.Context, string) (string, error)) ([]*found, error) {
	label := filepath.Base(named)
	info, err := os.Stat(named)
	if err != nil && errors.Is(err, fs.ErrNotExist) {
		if _, old := os.Stat(filepath.Clean(named) + ".old"); old != nil {
			return []*found{{dir: named, label: label, err: errors.New("no such directory")}}, nil
		}
		return []*found{{dir: named, label: label}}, nil // which opening it restores
	}
	if err != nil {
		return []*found{{dir: named, label: label, err: errors.New("it cannot be read")}}, nil
	}
	if !info.IsDir() {
		return []*found{unpacked(ctx, named, label, unpack)}, nil
	}
	if _, err := os.Lstat(filepath.Join(named, schema.ManifestFile)); err == nil {
		return []*found{{dir: named, label: label}}, nil
	}
	if real, err := filepath.EvalSymlinks(named); err == nil {
		named = real // WalkDir follows no link, not even the first
	}
	var out []*found
	err = filepath.WalkDir(named, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // a folder that can't be read, or is gone meanwhile
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		below, _ := filepath.Rel(named, path)
		switch {
		case d.IsDir() && below != "." && (strings.Count(below, string(filepath.Separator)) >= maxDepth || strings.HasSuffix(path, ".old") || ignored(d.Name())):
			return filepath.SkipDir
		case d.Name() == schema.ManifestFile && d.Type().IsRegular():
			out = append(out, &found{dir: filepath.Dir(path), label: filepath.Dir(below)})
			return filepath.SkipDir
		case strings.EqualFold(filepath.Ext(path), ".zip") && d.Type().IsRegular():
			out = append(out, unpacked(ctx, path, below, unpack))
		}
		if len(out) >= maxIndexes {
			return filepath.SkipAll
		}
		return nil
	})
	slices.SortFunc(out, func(a, b *found) int { return strings.Compare(a.dir, b.dir) })
	return out, err
}

// ignored reports whether a folder of this name holds no indexes that are meant: hidden
// ones, but for that in which cortex extract leaves its index.
func ignored(name string) bool {
	return strings.HasPrefix(name, ".") && name != ".cortex"
}

func unpacked(ctx context.Context, file, label string, unpack func(context.Context, string) (string, error)) *found {
	if !strings.EqualFold(filepath.Ext(file), ".zip") {
		return &found{dir: file, label: label, err: errors.New("it is neither a directory nor a zip")}
	}
	dir, err := unpack(ctx, file)
	if err != nil {
		return &found{dir: file, label: label, err: err}
	}
	return &found{dir: dir, label: label, zip: file}
}

// look opens an index to see whether it can be used, and checks all its bytes. Opening it
// restores one that a killed writer left behind.
func (f *found) look(ctx context.Context) {
	f.looked = time.Now()
	if f.err != nil {
		return
	}
	f.file = stat(f.dir)
	ix, err := queries.Open(ctx, f.dir)
	if err != nil {
		f.err = err
		return
	}
	f.manifest = ix.Manifest()
	if f.file == nil { // it was restored
		f.file = stat(f.dir)
	}
	f.tables = map[string]fs.FileInfo{}
	for _, t := range f.manifest.Tables {
		if info, err := os.Lstat(filepath.Join(f.dir, t.File)); err == nil {
			f.tables[t.File] = info
		}
	}
	if f.err = ix.Close(); f.err == nil {
		f.err = f.check(ctx)
	}
}

// check checks all its bytes.
func (f *found) check(ctx context.Context) error {
	faults, err := queries.CheckFiles(ctx, f.dir)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s, and %d more faults: download or extract it again", faults[0], len(faults)-1)
		if len(faults) == 1 {
			err = fmt.Errorf("%s: download or extract it again", faults[0])
		}
	}
	return err
}

// stat is what there is to see of a directory's manifest now; nil when there is none.
func stat(dir string) fs.FileInfo {
	info, err := os.Lstat(filepath.Join(dir, schema.ManifestFile))
	if err != nil {
		return nil
	}
	return info
}

// width sorts the indexes of whole repositories before those of folders in them.
func width(a, b *found) int {
	return cmp.Compare(len(a.manifest.Repository.Path), len(b.manifest.Repository.Path))
}

// overlaps reports whether two indexes are of one tree, or one of a folder in the other's.
func (f *found) overlaps(g *found) bool {
	r := f.manifest.Repository
	return repository(f) == repository(g) || r.Name != "" && r.Overlaps(g.manifest.Repository)
}

// passed is the one of others before it for which an index is passed over: of the same tree
// at the same commit, and not the same to the last byte; nil when there is none.
func (f *found) passed(before []*found) *found {
	at := slices.IndexFunc(before, func(g *found) bool {
		return f.err == nil && g.err == nil && f.name() == g.name() && !slices.Equal(f.manifest.Tables, g.manifest.Tables)
	})
	if at < 0 {
		return nil
	}
	return before[at]
}

// usable are the indexes that can be asked: of each tree all that there are, those of
// folders in it among them, the one first that is taken when none is named. Of two of one
// tree and commit the second is passed over.
func usable(all []*found, prefer func(*found) bool) [][]*found {
	var out [][]*found
	for _, f := range slices.SortedStableFunc(slices.Values(all), width) {
		if f.err != nil {
			continue
		}
		at := slices.IndexFunc(out, func(of []*found) bool { return of[0].overlaps(f) })
		if at < 0 {
			out = append(out, []*found{f})
			continue
		}
		if !slices.ContainsFunc(out[at], func(g *found) bool { return g.name() == f.name() }) {
			out[at] = append(out[at], f)
		}
	}
	for _, of := range out {
		slices.SortStableFunc(of, func(a, b *found) int {
			if n := width(a, b); n != 0 {
				return n
			}
			if prefer != nil && prefer(a) != prefer(b) {
				return map[bool]int{true: -1, false: 1}[prefer(a)]
			}
			return cmp.Compare(b.manifest.Repository.CommittedAt, a.manifest.Repository.CommittedAt) // the youngest first
		})
	}
	return out
}

// choose returns the indexes that a selector names: all of them when it is empty, each
// repository's once; else a name, a repository, its last elements, or these with @ and the
// beginning of a commit. The others are of the same repositories, and as well named.
func (c *catalog) choose(selector string) (chosen, others []*found, err error) {
	all := c.list()
	groups := usable(all, c.prefer)
	if len(groups) == 0 {
		return nil, nil, c.nothing(all)
	}
	named := selected(groups, selector)
	var names []string
	for _, of := range named {
		chosen, others = append(chosen, of[0]), append(others, of[1:]...)
		names = append(names, namesOf(of)...)
	}
	switch _, commit, _ := strings.Cut(selector, "@"); {
	case len(named) == 0:
		of := slices.Concat(groups...)
		e := &queries.UsageError{Message: fmt.Sprintf("there is no index %q", cut(selector)), Advice: "there are: " + someOf(namesOf(of), 20)}
		if meant := nearIndex(selector, of); meant != "" {
			e.Advice = fmt.Sprintf("did you mean %s? T%s", meant, e.Advice[1:])
		}
		return nil, nil, e
	case selector != "" && len(chosen) > 1, commit != "" && len(others) > 0:
		return nil, nil, &queries.UsageError{Message: fmt.Sprintf("the index %q can be any of %d", cut(selector), len(names)), Advice: "name one of " + someOf(names, 20)}
	}
	return chosen, others, nil
}

// selected are the indexes that a selector names in the surest way in which it names any,
// those of each repository apart.
func selected(groups [][]*found, selector string) [][]*found {
	name, commit, at := strings.Cut(selector, "@")
	commit, dirty := strings.CutSuffix(commit, "+changes")
	of := func(f *found) bool {
		return !at || strings.HasPrefix(f.manifest.Repository.Commit, commit) && (!dirty || f.manifest.Repository.Dirty)
	}
	for _, is := range []func(f *found) bool{
		func(f *found) bool { return f.name() == selector },
		func(f *found) bool { return (name == "" || name == repository(f)) && of(f) },
		func(f *found) bool { return strings.HasSuffix(repository(f), "/"+name) && of(f) },
	} {
		var out [][]*found
		for _, group := range groups {
			if named := slices.DeleteFunc(slices.Clone(group), func(f *found) bool { return !is(f) }); len(named) > 0 {
				out = append(out, named)
			}
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// nearIndex is the name of the index that a selector which names none is near to, in one of the
// ways to name it; empty when there is none.
func nearIndex(selector string, all []*found) string {
	names := map[string]string{} // by what selects them
	var selectors []string
	add := func(s string, f *found) {
		if names[s] == "" {
			names[s], selectors = f.name(), append(selectors, s)
		}
	}
	for _, f := range all {
		add(f.name(), f)
		for rest, more := repository(f), true; more; _, rest, more = strings.Cut(rest, "/") {
			add(rest, f)
		}
	}
	name, _, _ := strings.Cut(selector, "@")
	return names[cmp.Or(queries.Near(selector, selectors), queries.Near(name, selectors))]
}

func namesOf(all []*found) (names []string) {
	for _, f := range all {
		names = append(names, f.name())
	}
	return names
}
