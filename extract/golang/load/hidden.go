package load

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// errNotRegular says that something is no regular file, and is therefore not read.
var errNotRegular = errors.New("not a regular file")

// readRegular reads a file that the go command's rules name, if it is a regular
// one: a link may lead outside the tree, and a FIFO has no end.
func readRegular(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	return os.ReadFile(name)
}

// hidden lists the files of the tree that the go command must not open: Go files and module files that are links, FIFOs or the like,
// or were not read for another reason. Its overlay shows them as absent.
func hidden(tree *extract.Tree) []string {
	var names []string
	add := func(p string) {
		if goReads(p) {
			names = append(names, filepath.Join(tree.Root, filepath.FromSlash(p)))
		}
	}
	for _, f := range tree.Files {
		if f.Row.Status == schema.StatusSkipped {
			add(f.Row.FilePath)
		}
	}
	for _, d := range tree.Diagnostics {
		if d.FilePath != "" {
			if info, err := os.Lstat(filepath.Join(tree.Root, filepath.FromSlash(d.FilePath))); err == nil && !info.Mode().IsRegular() {
				add(d.FilePath)
			}
		}
	}
	return names
}

// goReads reports whether the go command opens a file of that name.
func goReads(p string) bool {
	switch base := path.Base(p); base {
	case "go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt":
		return true
	default:
		return path.Ext(base) == ".go"
	}
}

// hiddenIgnored lists the files in a module's folder that the go command must not open, in the tree or not. It also reads ignored and
// vendored files, which cortex has not looked at.
func hiddenIgnored(dir string) []string {
	var names []string
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() && !d.Type().IsRegular() && goReads(name) {
			names = append(names, name)
		}
		return nil
	})
	return names
}
