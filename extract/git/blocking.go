package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// gitReads are the names of the files that git opens in any folder of a tree.
var gitReads = []string{".gitattributes", ".gitignore", ".gitmodules"}

// gitKeeps are the files in a .git directory that the commands of this package open.
var gitKeeps = []string{"HEAD", "config", "config.worktree", "index", "info/attributes", "info/exclude", "info/sparse-checkout", "packed-refs", "shallow"}

// blockingFile returns the path, from the top of a work tree, of a FIFO or a device where
// git expects a file and would wait without end. It looks below root, and in the folders
// from there up to the top.
func blockingFile(root, top string) (string, bool) {
	if p, ok := blockingAbove(root, top); ok {
		return p, true
	}
	var found string
	_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil: // git cannot read it either
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case slices.Contains(gitReads, d.Name()) && blocks(p):
			found, _ = filepath.Rel(top, p)
			return fs.SkipAll
		}
		return nil
	})
	return filepath.ToSlash(found), found != ""
}

func blockingAbove(root, top string) (string, bool) {
	var names []string
	for _, name := range gitKeeps {
		names = append(names, filepath.Join(top, ".git", name))
	}
	for dir := filepath.Dir(root); len(dir) >= len(top); dir = filepath.Dir(dir) {
		for _, name := range gitReads {
			names = append(names, filepath.Join(dir, name))
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	for _, p := range names {
		if blocks(p) {
			rel, _ := filepath.Rel(top, p)
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

func blocks(p string) bool {
	info, err := os.Lstat(p)
	return err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice) != 0
}
