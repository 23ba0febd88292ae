package extract

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// ignoreFileLimit is the size in bytes above which an ignore file is not read.
const ignoreFileLimit = 1 << 20

// walk lists what stands below a folder but for what ignore files and the usual
// ignored folders name, and for vendored folders unless they are wanted. A
// directory that cannot be read is an entry, so that it gets a diagnostic.
func walk(ctx context.Context, f *folder, vendored bool, x excluded) (*listing, error) {
	w := &walker{folder: f, vendored: vendored, excluded: x, list: &listing{dirty: true}}
	if err := w.walk(ctx, ".", nil); err != nil {
		return nil, err
	}
	w.list.finish(x)
	return w.list, nil
}

type walker struct {
	folder   *folder
	vendored bool
	excluded excluded
	list     *listing
}

func (w *walker) walk(ctx context.Context, dir string, rules []ignoreRule) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := w.readDir(dir)
	if err != nil {
		w.list.entries = append(w.list.entries, entry{path: dir})
		return nil
	}
	if content, _, err := w.folder.read(path.Join(dir, ".gitignore"), ignoreFileLimit); err == nil {
		rules = append(slices.Clip(rules), parseIgnore(string(content), dir)...)
	}
	for _, e := range entries {
		p := path.Join(dir, e.Name())
		switch {
		case w.excluded.has(p) || ignored(rules, p, e.IsDir()):
		case !e.IsDir():
			if e.Name() != ".git" { // in a submodule or linked work tree it is a file
				w.list.entries = append(w.list.entries, entry{path: p})
			}
		case usuallyIgnored[e.Name()] || !w.vendored && InVendorFolder(p+"/"):
		default:
			if err := w.walk(ctx, p, rules); err != nil {
				return err
			}
		}
	}
	return nil
}

// readDir returns what stands in a directory, by name.
func (w *walker) readDir(dir string) ([]fs.DirEntry, error) {
	if err := w.folder.way(dir); err != nil {
		return nil, err
	}
	f, err := w.folder.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
