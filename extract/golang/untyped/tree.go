// Package untyped reads Go files for which there are no types, because the build leaves them out, they have errors, or a module could
// not be listed. It matches calls by scope, import and name, and collects the names and the types that stay open.
package untyped

import (
	"go/ast"
	"go/types"
	"path"
	"regexp"
	"strconv"
	"sync"

	"github.com/cortex-index/cortex/extract/golang/load"
)

// Tree is a program with its packages by name.
type Tree struct {
	*load.Program
	Symbol func(types.Object) int32 // the symbol of a declaration in a checked package
	once   sync.Once
	paths  map[string]*types.Package // checked packages by import path
}

// Checked returns a type-checked package outside the tree by its import path, nil
// when there is none or several.
func (t *Tree) Checked(p string) *types.Package {
	t.once.Do(func() {
		t.paths = map[string]*types.Package{}
		for _, n := range t.Graph.Nodes {
			if n.ForTest == "" && n.Pkg != nil {
				if _, twice := t.paths[n.Path]; twice {
					t.paths[n.Path] = nil
					continue
				}
				t.paths[n.Path] = n.Pkg
			}
		}
	})
	return t.paths[p]
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// importsOf are the paths that a file imports, by their names in it, and of those whose names it has without a qualifier.
func (t *Tree) importsOf(f *ast.File) (names map[string]string, opened []string) {
	names = map[string]string{}
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := t.importName(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if names[name] = p; name == "." {
			opened = append(opened, p)
		}
	}
	return names, opened
}

// importName returns the name that an import without one has in a file: the
// declared name where the package is known, otherwise the name that its path suggests.
func (t *Tree) importName(p string) string {
	if dir, ok := t.Layout.ByPath[p]; ok && t.Names[dir] != "" {
		return t.Names[dir]
	}
	if pkg := t.Checked(p); pkg != nil {
		return pkg.Name()
	}
	base := path.Base(p)
	if majorVersion.MatchString(base) && path.Dir(p) != "." {
		base = path.Base(path.Dir(p))
	}
	return base
}

// knowsName reports whether the declared name of an imported package is known.
func (t *Tree) knowsName(p string) bool {
	dir, ok := t.Layout.ByPath[p]
	return ok && t.Names[dir] != "" || t.Checked(p) != nil
}
