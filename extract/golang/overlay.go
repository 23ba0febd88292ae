package golang

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/cortex-index/cortex/extract"
)

// overlay returns the path of an overlay file for the go command, in a folder of
// its own, or "" when none is needed. The overlay gives a go.mod to a folder that
// has none, and lowers a go directive that is newer than the toolchain, for which
// the go command would print nothing at all.
func (t *toolchain) overlay(tree *extract.Tree, m *module) (string, error) {
	if m.inside != "" {
		return "", nil
	}
	name := filepath.Join(tree.Root, filepath.FromSlash(m.dir), "go.mod")
	text := []byte("module " + syntheticPath(tree.Repository.Name) + "\n\ngo " + languageVersion(t.version) + "\n")
	if !m.synthetic {
		old, err := readInside(tree.Root, filepath.ToSlash(filepath.Join(m.dir, "go.mod")))
		if err != nil {
			return "", err
		}
		f, err := modfile.ParseLax("go.mod", old, nil)
		if err != nil || f.Go == nil || compareGo(f.Go.Version, t.version) <= 0 {
			return "", nil // the go command says what is wrong with it
		}
		text = lowered(f, languageVersion(t.version))
	}
	dir, err := os.MkdirTemp("", "cortex-overlay-")
	if err != nil {
		return "", fmt.Errorf("make overlay: %w", err)
	}
	mod, overlay := filepath.Join(dir, "go.mod"), filepath.Join(dir, "overlay.json")
	b, _ := json.Marshal(map[string]map[string]string{"Replace": {name: mod}})
	if err := errors.Join(os.WriteFile(mod, text, 0o600), os.WriteFile(overlay, b, 0o600)); err != nil {
		os.RemoveAll(dir)
		return "", fmt.Errorf("write overlay: %w", err)
	}
	return overlay, nil
}

func lowered(f *modfile.File, version string) []byte {
	if err := f.AddGoStmt(version); err != nil {
		return modfile.Format(f.Syntax)
	}
	f.DropToolchainStmt()
	return modfile.Format(f.Syntax)
}

// syntheticPath is the module path under which code without a go.mod is loaded.
func syntheticPath(name string) string {
	if name == "" {
		return "cortex.invalid"
	}
	return name
}

// workspace returns the go.work that governs the module and uses it, else "off".
// Only files between the module and the top of the tree are looked at, so that
// what lies around a checkout does not count.
func workspace(tree *extract.Tree, m *module) string {
	top := tree.Root
	if tree.Top != "" {
		top = tree.Top
	}
	moduleDir := filepath.Join(tree.Root, filepath.FromSlash(m.dir))
	for dir := moduleDir; ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, "go.work")
		if b, err := os.ReadFile(name); err == nil {
			w, err := modfile.ParseWork(name, b, nil)
			if err != nil {
				return name // the go command says what is wrong with it
			}
			home := moduleDir
			for range strings.Split(m.inside, "/") {
				if m.inside != "" {
					home = filepath.Dir(home)
				}
			}
			for _, u := range w.Use {
				if filepath.Join(dir, filepath.FromSlash(u.Path)) == home {
					return name
				}
			}
			return "off"
		}
		if dir == top || dir == filepath.Dir(dir) {
			return "off"
		}
	}
}
