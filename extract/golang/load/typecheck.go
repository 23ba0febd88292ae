package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Parse returns the syntax of a node's files that have any.
func (x *Program) Parse(n *Node) ([]*ast.File, []*ParsedFile) {
	var files []*ast.File
	var parsed []*ParsedFile
	for _, name := range n.files {
		f := x.ByName[name]
		f.load(x.Fset)
		parsed = append(parsed, f)
		if f.AST != nil {
			files = append(files, f.AST)
		}
	}
	return files, parsed
}

// TypeCheck runs the type checker. A panic in it must not end an extraction.
func (x *Program) TypeCheck(conf *types.Config, n *Node, files []*ast.File, info *types.Info) (pkg *types.Package, panicked string) {
	defer func() {
		if r := recover(); r != nil {
			panicked = fmt.Sprintf("the type checker gave up on this package: %v", r)
			if pkg == nil {
				pkg = types.NewPackage(n.Path, n.Name)
				pkg.MarkComplete()
			}
		}
	}()
	pkg = types.NewPackage(n.Path, n.Name)
	conf.Importer, conf.Sizes = importer{n}, x.sizes
	_ = types.NewChecker(conf, x.Fset, pkg, info).Files(files)
	return pkg, ""
}

// importer gives the type checker the packages that a node imports.
type importer struct{ n *Node }

// Import returns the package of a path as a file of the node writes it.
func (i importer) Import(p string) (*types.Package, error) {
	if p == "unsafe" {
		return types.Unsafe, nil
	}
	dep := i.n.Imports[p]
	switch {
	case dep == nil:
		return nil, errors.New("not found")
	case dep.Pkg == nil, len(dep.files) == 0 && dep.Problem != "":
		if dep.Problem != "" {
			return nil, errors.New(strings.TrimSpace(dep.Problem))
		}
		return nil, errors.New("not loaded")
	}
	return dep.Pkg, nil
}

// Position returns the file of a position, nil when it has none, and the byte
// offset in it.
func (x *Program) Position(pos token.Pos) (*ParsedFile, int) {
	tok := x.Fset.File(pos)
	if tok == nil {
		return nil, 0
	}
	f, ok := x.ByName[tok.Name()]
	if !ok {
		return nil, 0
	}
	return f, tok.Offset(pos)
}
