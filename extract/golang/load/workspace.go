package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/cortex-index/cortex/extract"
)

// DESIGN: in a workspace the go command writes the checksums that it misses to
// go.work.sum in the folder of the go.work, even when it only lists and even offline. It is
// therefore given a copy of both in another folder, with absolute paths. In
// a workspace with a vendor folder, which must be in the folder of the go.work, it needs
// no checksums.

// workspace is the settings of the go command for the workspace of a module.
type workspace struct {
	gowork string   // its setting GOWORK
	dir    string   // the folder of the go.work
	copied string   // the folder of the copy, "" when there is none
	used   []string // the folders of the modules in it
}

// remove removes the copy.
func (w workspace) remove() {
	if w.copied != "" {
		os.RemoveAll(w.copied)
	}
}

// workspace finds the go.work that governs the module and uses it. Only files
// between the module and the top of the tree are looked at, and
// files around a checkout do not count.
func (t *toolchain) workspace(tree *extract.Tree, m *Module) (workspace, error) {
	off := workspace{gowork: "off"}
	top := tree.Root
	if tree.Top != "" {
		top = tree.Top
	}
	home := filepath.Join(tree.Root, filepath.FromSlash(m.dir))
	if m.inside != "" {
		home = filepath.Clean(home + strings.Repeat("/..", strings.Count(m.inside, "/")+1))
	}
	for dir := filepath.Join(tree.Root, filepath.FromSlash(m.dir)); ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, "go.work")
		if b, err := readRegular(name); err == nil {
			f, err := modfile.ParseWork(name, b, nil)
			if err != nil {
				return workspace{gowork: name, dir: dir}, nil // the go command reports its error
			}
			w := workspace{gowork: name, dir: dir}
			uses := false
			for _, u := range f.Use {
				w.used = append(w.used, absolute(dir, u.Path))
				uses = uses || w.used[len(w.used)-1] == home
			}
			if !uses {
				return off, nil
			}
			if _, err := os.Stat(filepath.Join(dir, "vendor", "modules.txt")); err == nil {
				return w, nil
			}
			return t.copyWorkspace(w, f)
		}
		if dir == top || dir == filepath.Dir(dir) {
			return off, nil
		}
	}
}

// absolute returns a path of a file in a folder as one of the machine.
func absolute(dir, p string) string {
	if p = filepath.FromSlash(p); filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(dir, p)
}

// copyWorkspace copies a workspace to another folder, for a toolchain that may
// be older than it asks for.
func (t *toolchain) copyWorkspace(w workspace, f *modfile.WorkFile) (workspace, error) {
	for i, u := range f.Use {
		if u.Syntax != nil {
			u.Syntax.Token[len(u.Syntax.Token)-1] = modfile.AutoQuote(w.used[i])
		}
	}
	for _, r := range f.Replace {
		if modfile.IsDirectoryPath(r.New.Path) {
			r.Syntax.Token[len(r.Syntax.Token)-1] = modfile.AutoQuote(absolute(w.dir, r.New.Path))
		}
	}
	if f.Go != nil && compareGo(f.Go.Version, t.Version) > 0 {
		if err := f.AddGoStmt(languageVersion(t.Version)); err != nil {
			return w, fmt.Errorf("copy go.work: %w", err)
		}
		f.DropToolchainStmt()
	}
	dir, err := os.MkdirTemp("", "cortex-workspace-")
	if err != nil {
		return w, fmt.Errorf("copy go.work: %w", err)
	}
	w.copied, w.gowork = dir, filepath.Join(dir, "go.work")
	err = os.WriteFile(w.gowork, modfile.Format(f.Syntax), 0o600)
	if sums, readErr := readRegular(filepath.Join(w.dir, "go.work.sum")); readErr == nil {
		err = errors.Join(err, os.WriteFile(w.gowork+".sum", sums, 0o600))
	}
	if err != nil {
		w.remove()
		return w, fmt.Errorf("copy go.work: %w", err)
	}
	return w, nil
}
