package folder

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// ignoreFileLimit is the size in bytes above which an ignore file is not read.
const ignoreFileLimit = 1 << 20

// Walk lists the paths below a folder, sorted. It leaves out the paths that ignore files
// name, the folders of common tools, and vendored folders unless they are wanted. A
// directory that cannot be read is one of the paths, for the caller to report it.
func Walk(ctx context.Context, f *Folder, vendored bool, x Excluded) ([]string, error) {
	w := &walker{folder: f, vendored: vendored, excluded: x}
	if err := w.walk(ctx, ".", nil); err != nil {
		return nil, err
	}
	slices.Sort(w.paths)
	return w.paths, nil
}

type walker struct {
	folder   *Folder
	vendored bool
	excluded Excluded
	paths    []string
}

func (w *walker) walk(ctx context.Context, dir string, rules []ignoreRule) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := w.readDir(dir)
	if err != nil {
		w.paths = append(w.paths, dir)
		return nil
	}
	if content, _, err := w.folder.Read(path.Join(dir, ".gitignore"), ignoreFileLimit); err == nil {
		rules = append(slices.Clip(rules), parseIgnore(string(content), dir)...)
	}
	for _, e := range entries {
		p := path.Join(dir, e.Name())
		switch {
		case w.excluded.Has(p) || ignored(rules, p, e.IsDir()):
		case !e.IsDir():
			if e.Name() != ".git" && (w.vendored || !InVendorFolder(p)) { // in a submodule or linked work tree .git is a file
				w.paths = append(w.paths, p)
			}
		case usuallyIgnored[e.Name()] || !w.vendored && InVendorFolder(path.Join(p, "go.mod")):
		default:
			if err := w.walk(ctx, p, rules); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *walker) readDir(dir string) ([]fs.DirEntry, error) {
	if err := w.folder.enter(dir); err != nil {
		return nil, err
	}
	f, err := w.folder.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// VendorFolders are the names of the folders that package managers fill, sorted.
var VendorFolders = []string{"bower_components", "jspm_packages", "node_modules", "vendor"}

// InVendorFolder reports whether a path is in a vendored folder. For Go files and go.mod only
// the names count that the go command knows: it builds packages in node_modules like any other.
func InVendorFolder(p string) bool {
	isGo := path.Ext(p) == ".go" || path.Base(p) == "go.mod"
	for {
		dir, rest, ok := strings.Cut(p, "/")
		if !ok {
			return false
		}
		if dir == "vendor" || !isGo && slices.Contains(VendorFolders, dir) || dir == "Godeps" && strings.HasPrefix(rest, "_workspace/") {
			return true
		}
		p = rest
	}
}
