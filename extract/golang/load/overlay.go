package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/mod/modfile"
	modpath "golang.org/x/mod/module"

	"github.com/cortex-index/cortex/extract"
)

// overlay returns the path of an overlay file for the go command, in a folder of
// its own, or "" when none is needed. The overlay gives a go.mod to a folder that
// has none, and lowers a go directive that is newer than the toolchain, for which
// the go command would print nothing at all: that of the module, and those of the
// modules in the folders that its workspace uses.
func (t *toolchain) overlay(tree *extract.Tree, m *Module, used []string) (string, error) {
	replace := map[string][]byte{}
	dir := filepath.Join(tree.Root, filepath.FromSlash(m.dir))
	if m.synthetic {
		replace[filepath.Join(dir, "go.mod")] = []byte("module " + syntheticPath(tree.Repository.FullName()) + "\n\ngo " + languageVersion(t.Version) + "\n")
	} else if m.inside == "" {
		used = append(used, dir)
	}
	for _, dir := range used {
		name := filepath.Join(dir, "go.mod")
		b, err := readRegular(name)
		if err != nil {
			continue // the go command reports its error
		}
		f, err := modfile.ParseLax("go.mod", b, nil)
		if err == nil && f.Go != nil && compareGo(f.Go.Version, t.Version) > 0 {
			replace[name] = lowered(f, languageVersion(t.Version))
		}
	}
	absent := append(hidden(tree), hiddenIgnored(dir)...)
	if len(replace)+len(absent) == 0 {
		return "", nil
	}
	return writeOverlay(replace, absent)
}

// writeOverlay writes an overlay that shows the texts in place of the files, and
// other files as absent.
func writeOverlay(replace map[string][]byte, absent []string) (string, error) {
	dir, err := os.MkdirTemp("", "cortex-overlay-")
	if err != nil {
		return "", fmt.Errorf("make overlay: %w", err)
	}
	var errs []error
	files := map[string]string{}
	for _, name := range absent {
		files[name] = ""
	}
	for name, text := range replace {
		files[name] = filepath.Join(dir, strconv.Itoa(len(files))+".mod")
		errs = append(errs, os.WriteFile(files[name], text, 0o600))
	}
	b, err := json.Marshal(map[string]map[string]string{"Replace": files})
	overlay := filepath.Join(dir, "overlay.json")
	errs = append(errs, err, os.WriteFile(overlay, b, 0o600))
	if err := errors.Join(errs...); err != nil {
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
	if modpath.CheckImportPath(name) != nil {
		return "cortex.invalid"
	}
	return name
}
