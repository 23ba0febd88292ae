package load

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// outside returns the Go modules of the module cache that the build reads, as folders of the cache. ok is false when more than the tree, the
// toolchain and these modules decides the rows: a problem of the listing, or code in another place.
func (x *Program) outside() (modules []string, ok bool) {
	if len(x.Ignored) > 0 || !x.isClosed() {
		return nil, false
	}
	for _, n := range x.Graph.Nodes {
		rel, cached := strings.CutPrefix(n.Dir, x.Tool.modules+string(filepath.Separator))
		switch {
		case n.Problem != "":
			return nil, false
		case cached:
			modules = append(modules, moduleFolder(filepath.ToSlash(rel)))
		case strings.HasPrefix(n.Dir, x.Tool.Goroot+string(filepath.Separator)):
		default:
			if real, err := filepath.EvalSymlinks(n.Dir); err != nil || real != n.Dir || !isWithin(x.Tree.Root, n.Dir) {
				return nil, false
			}
		}
	}
	slices.Sort(modules)
	return slices.Compact(modules), true
}

// moduleFolder cuts the folder of a package in the module cache after the version.
func moduleFolder(dir string) string {
	at := strings.IndexByte(dir, '@')
	if end := strings.IndexByte(dir[at+1:], '/'); at >= 0 && end >= 0 {
		return dir[:at+1+end]
	}
	return dir
}

// isClosed reports whether no go.mod and no go.work of the tree names a folder outside the tree. Its own go.mod would count.
func (x *Program) isClosed() bool {
	for _, f := range x.Tree.Files {
		name := filepath.Join(x.Tree.Root, filepath.FromSlash(f.Row.FilePath))
		var replaced []*modfile.Replace
		var folders []string
		switch filepath.Base(name) {
		case "go.mod":
			b, err := readRegular(name)
			m, parseErr := modfile.Parse(name, b, nil)
			if err != nil || parseErr != nil {
				return false
			}
			replaced = m.Replace
		case "go.work":
			b, err := readRegular(name)
			w, parseErr := modfile.ParseWork(name, b, nil)
			if err != nil || parseErr != nil {
				return false
			}
			replaced = w.Replace
			for _, u := range w.Use {
				folders = append(folders, u.Path)
			}
		}
		for _, r := range replaced {
			if modfile.IsDirectoryPath(r.New.Path) {
				folders = append(folders, r.New.Path)
			}
		}
		for _, dir := range folders {
			dir = absolute(filepath.Dir(name), dir)
			if real, err := filepath.EvalSymlinks(dir); err != nil || real != dir || !isWithin(x.Tree.Root, dir) {
				return false
			}
		}
	}
	return true
}

func isWithin(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && filepath.IsLocal(rel)
}

// Has reports whether a folder of the module cache is on disk.
func (t *toolchain) Has(module string) bool {
	info, err := os.Stat(filepath.Join(t.modules, filepath.FromSlash(module)))
	return err == nil && info.IsDir()
}
