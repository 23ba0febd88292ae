package golang

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// DESIGN: the C compiler is never run, and the type checker does not know the names after
// `C.`. A name of C in callee position is a call, matched by name
// (evidence heuristic), unless the name is known for a type: one of cgo's own, a
// struct, union or enum, one that ends in _t, or one that the package uses where
// only a type is allowed.

// cgoNames are the names of C that one package uses as types.
type cgoNames struct{ types map[string]bool }

var cgoTypes = []string{"char", "schar", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong",
	"ulonglong", "float", "double", "complexfloat", "complexdouble", "size_t", "ssize_t", "uintptr_t", "_Bool", "bool", "void"}

func newCgoNames(files []*ast.File) *cgoNames {
	c := &cgoNames{types: map[string]bool{}}
	for _, t := range cgoTypes {
		c.types[t] = true
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if isCType(n.Sel.Name) && isCIdent(n.X) {
					c.types[n.Sel.Name] = true
				}
			case *ast.Field:
				c.note(n.Type)
			case *ast.ValueSpec:
				c.note(n.Type)
			case *ast.TypeSpec:
				c.note(n.Type)
			case *ast.CompositeLit:
				c.note(n.Type)
			case *ast.ArrayType:
				c.note(n.Elt)
			case *ast.MapType:
				c.note(n.Value)
			case *ast.CallExpr:
				if p, ok := n.Fun.(*ast.ParenExpr); ok {
					c.note(p.X)
				}
			}
			return true
		})
	}
	return c
}

func isCType(name string) bool {
	return strings.HasPrefix(name, "struct_") || strings.HasPrefix(name, "union_") || strings.HasPrefix(name, "enum_") || strings.HasSuffix(name, "_t")
}

func (c *cgoNames) note(e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if isCIdent(x.X) {
				c.types[x.Sel.Name] = true
			}
			return
		default:
			return
		}
	}
}

func isCIdent(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "C"
}

// isC reports whether an identifier means the pseudo-package C.
func isC(id *ast.Ident, info *types.Info) bool {
	if id == nil || id.Name != "C" {
		return false
	}
	p, ok := info.Uses[id].(*types.PkgName)
	return ok && p.Imported().Path() == "C"
}

// convertsToC reports whether a callee is a pointer to a type of C, of which the
// type checker does not know that it is a type.
func (w *walker) convertsToC(fun ast.Expr) bool {
	pointer := false
	for {
		switch x := fun.(type) {
		case *ast.StarExpr:
			pointer, fun = true, ast.Unparen(x.X)
		case *ast.SelectorExpr:
			id, _ := x.X.(*ast.Ident)
			return pointer && isC(id, w.info)
		default:
			return false
		}
	}
}

// cgo writes the reference of a selector on C; ok is false when it is none.
func (w *walker) cgo(n *ast.SelectorExpr, enclosing int32) bool {
	id, ok := n.X.(*ast.Ident)
	if !ok || !isC(id, w.info) {
		return false
	}
	kind, role := schema.KindVariable, w.roles[n.Sel]
	switch {
	case w.c.types[n.Sel.Name]:
		kind, role = schema.KindType, schema.RoleType
	case role == schema.RoleCall:
		kind = schema.KindFunction
	case role == "":
		role = schema.RoleRead
	}
	if names := w.used["C"]; names == nil {
		w.used["C"] = map[string]bool{n.Sel.Name: true}
	} else {
		names[n.Sel.Name] = true
	}
	w.ref(w.x.cgoSymbol(n.Sel.Name, kind), n.Sel, role, enclosing)
	return true
}

func (x *extraction) cgoSymbol(name string, kind schema.Kind) int32 {
	return x.externals.internC(name, kind)
}
