package golang

import (
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// imports writes the imports of a file. The function says for a path as written
// which folder of the machine it means, empty when nobody knows, and how many of
// its names the file uses.
func (x *extraction) imports(s *source, f *ast.File, line func(ast.Node) int32, meaning func(path string) (dir string, used int), out *found) {
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			p = spec.Path.Value
		}
		dir, used := meaning(p)
		row := schema.Import{FileID: s.file.Row.FileID, FilePath: s.path, ModulePath: s.dir, ImportedModule: p,
			StartLine: line(spec), IsStandardLib: x.isStandard(p), IsRelative: strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../"),
			SymbolCount: int32(used), ImportedModulePath: x.moduleOf(p, dir)}
		row.IsExternal = !row.IsStandardLib && !row.IsRelative && row.ImportedModulePath == "" && !x.isOwn(p, dir)
		if spec.Name != nil {
			row.Alias = spec.Name.Name
		}
		out.rows.Imports = append(out.rows.Imports, row)
	}
}

// moduleOf returns the directory of the tree that an import means, empty when it
// means none with Go files of the tree. A published version of a package of the tree
// means that, as what is used of it means what the tree declares.
func (x *extraction) moduleOf(path, dir string) string {
	if dir == "" {
		return x.layout.byPath[path]
	}
	rel, err := filepath.Rel(x.tree.Root, dir)
	if err == nil && filepath.IsLocal(rel) && x.layout.managed[filepath.ToSlash(rel)] != nil {
		return filepath.ToSlash(rel)
	}
	return x.published[path]
}

// isOwn reports whether an import means a package of this repository, whether or
// not it has a file in the tree: its folder lies below the root or, where nobody
// knows a folder, its path below that of a module.
func (x *extraction) isOwn(path, dir string) bool {
	if dir != "" {
		rel, err := filepath.Rel(x.tree.Root, dir)
		return err == nil && filepath.IsLocal(rel) && !strings.Contains("/"+filepath.ToSlash(rel), "/vendor/")
	}
	return slices.ContainsFunc(x.layout.modules, func(m *module) bool {
		return m.path != "" && (path == m.path || strings.HasPrefix(path, m.path+"/"))
	})
}

// isStandard reports whether a path is of the standard library, which is what
// lies in GOROOT/src. The pseudo-package C comes with the toolchain too.
func (x *extraction) isStandard(p string) bool {
	if p == "C" {
		return true
	}
	if known, ok := x.standard.Load(p); ok {
		return known.(bool)
	}
	first, _, _ := strings.Cut(p, "/")
	is := false
	if !strings.Contains(first, ".") && x.tool != nil && filepath.IsLocal(filepath.FromSlash(p)) {
		fi, err := os.Stat(filepath.Join(x.tool.goroot, "src", filepath.FromSlash(p)))
		is = err == nil && fi.IsDir()
	}
	x.standard.Store(p, is)
	return is
}
