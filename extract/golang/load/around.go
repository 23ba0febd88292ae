package load

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/schema"
)

// noteAround sets UsedAround where Go code around the root may use code of the tree, with a diagnostic. In a git work tree that
// is a file that imports a package of the tree. Outside git nothing around the root is read, but a go.mod above the root says that
// the tree is a part of a module.
func (x *Program) noteAround(ctx context.Context) error {
	why := ""
	switch {
	case x.Tree.Top == x.Tree.Root:
		return nil
	case x.Tree.Top == "":
		if x.isPartOfModule() {
			why = "a go.mod above the folder makes it a part of a larger module"
		}
	default:
		name, err := x.importerAround(ctx)
		if err != nil {
			return err
		}
		if name != "" {
			why = name + ", outside the folder, imports packages of it"
		}
	}
	if why != "" {
		x.UsedAround = true
		x.loadProblem(schema.CodeConfiguration, "", schema.SeverityWarning, why+": uses outside it are not in the index; extract the whole repository to have them")
	}
	return nil
}

// isPartOfModule reports whether a go.mod is above a root that has none.
func (x *Program) isPartOfModule() bool {
	if !slices.ContainsFunc(x.Layout.Modules, func(m *Module) bool { return m.synthetic }) {
		return false
	}
	for dir := filepath.Dir(x.Tree.Root); ; dir = filepath.Dir(dir) {
		if info, err := os.Lstat(filepath.Join(dir, "go.mod")); err == nil && info.Mode().IsRegular() {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// importerAround returns the first Go file of the work tree that is outside the root and names a package of the tree in quotes, as
// its path from the top. Other repositories and vendored folders in the work tree do not count.
func (x *Program) importerAround(ctx context.Context) (string, error) {
	var imports [][]byte
	for _, m := range x.Layout.Modules {
		if p, ok := m.importPath(m.dir); ok {
			imports = append(imports, []byte(`"`+p+`"`), []byte(`"`+p+`/`))
		}
	}
	if len(imports) == 0 {
		return "", nil
	}
	found := ""
	err := filepath.WalkDir(x.Tree.Top, func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // an unreadable folder has no files
			return nil
		case d.IsDir() && (name == x.Tree.Root || d.Name() == ".git" || slices.Contains(folder.VendorFolders, d.Name()) || name != x.Tree.Top && isCheckout(name)):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || !x.Cfg.Tests && strings.HasSuffix(name, "_test.go"):
			return nil
		}
		content, err := readRegular(name)
		if err == nil && slices.ContainsFunc(imports, func(p []byte) bool { return bytes.Contains(content, p) }) {
			found = filepath.ToSlash(strings.TrimPrefix(name, x.Tree.Top+string(filepath.Separator)))
			return fs.SkipAll
		}
		return nil
	})
	return found, err
}

func isCheckout(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}
