package golang

import (
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/schema"
)

// imports writes the imports of a file. The function says for a path as written
// which folder of the machine it means, empty when it is not known, and how many of
// its names the file uses.
func (x *extraction) imports(s *load.Source, f *ast.File, line func(ast.Node) int32, meaning func(path string) (dir string, used int), out *found) {
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			p = spec.Path.Value
		}
		dir, used := meaning(p)
		row := schema.Import{FileID: s.File.Row.FileID, FilePath: s.Path, ModulePath: s.Dir, ImportedModule: p,
			StartLine: line(spec), IsStandardLib: x.isStandard(p), IsRelative: strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../"),
			Evidence: schema.EvidenceStatic, SymbolCount: int32(used), ImportedModulePath: x.moduleOf(p, dir)}
		if s.Owner == nil {
			row.Evidence = schema.EvidenceHeuristic
		}
		row.IsExternal = !row.IsStandardLib && !row.IsRelative && row.ImportedModulePath == "" && !x.isOwn(p, dir)
		if s.Owner != nil && s.Owner.Imports[p] != nil {
			row.ImportsBack = row.IsExternal && s.Owner.Imports[p].ImportsBack
		}
		if spec.Name != nil {
			row.Alias = spec.Name.Name
		}
		out.rows.Imports = append(out.rows.Imports, row)
	}
}

// moduleOf returns the directory of the tree that an import means, empty when it means none with Go files of the tree. A published
// version of a package of the tree means the tree's own.
func (x *extraction) moduleOf(path, dir string) string {
	if dir == "" {
		return x.Layout.ByPath[path]
	}
	rel, err := filepath.Rel(x.Tree.Root, dir)
	if err == nil && filepath.IsLocal(rel) && x.Layout.Managed[filepath.ToSlash(rel)] != nil {
		return filepath.ToSlash(rel)
	}
	return x.Published[path]
}

// isOwn reports whether an import means a package of this repository, also one without a file in the tree. Its folder is below the
// root; where the folder is not known, its path is below that of a module.
func (x *extraction) isOwn(path, dir string) bool {
	if dir != "" {
		rel, err := filepath.Rel(x.Tree.Root, dir)
		return err == nil && filepath.IsLocal(rel) && !strings.Contains("/"+filepath.ToSlash(rel), "/vendor/")
	}
	return slices.ContainsFunc(x.Layout.Modules, func(m *load.Module) bool {
		return m.Path != "" && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
	})
}

// isStandard reports whether a path is of the standard library: it is a folder of GOROOT/src. The pseudo-package C comes with the
// toolchain too.
func (x *extraction) isStandard(p string) bool {
	if p == "C" {
		return true
	}
	if known, ok := x.standard.Load(p); ok {
		return known.(bool)
	}
	first, _, _ := strings.Cut(p, "/")
	is := false
	if !strings.Contains(first, ".") && x.Tool != nil && filepath.IsLocal(filepath.FromSlash(p)) {
		fi, err := os.Stat(filepath.Join(x.Tool.Goroot, "src", filepath.FromSlash(p)))
		is = err == nil && fi.IsDir()
	}
	x.standard.Store(p, is)
	return is
}
