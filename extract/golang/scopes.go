package golang

import (
	"go/ast"
	"go/token"

	"github.com/cortex-index/cortex/schema"
)

// scopes adds the lexical scopes of the file: the file itself, types, functions
// and function literals, and the blocks in them. The body of a function is the
// function's scope.
func (d *describer) scopes() {
	start, end := d.tok.Pos(0), d.tok.Pos(d.tok.Size())
	d.scopeAt(schema.ScopeFile, start, end, 0)
	for i := range d.decls {
		decl := &d.decls[i]
		if spec, ok := decl.spec.(*ast.TypeSpec); ok && decl.kind != schema.KindTypeAlias {
			d.scope(schema.ScopeType, spec, d.id(decl))
		}
	}
	for _, top := range d.ast.Decls {
		switch top := top.(type) {
		case *ast.FuncDecl:
			id := d.s.SymbolID(d.tok.Offset(top.Name.Pos()))
			d.scope(schema.ScopeFunction, top, id)
			if top.Body != nil {
				d.blocks(top.Body.List, id)
			}
		case *ast.GenDecl:
			for _, s := range top.Specs {
				if vs, ok := s.(*ast.ValueSpec); ok && len(vs.Names) > 0 {
					for i, v := range vs.Values {
						d.blocksIn(v, d.s.SymbolID(d.tok.Offset(vs.Names[valueIndex(vs, i)].Pos())))
					}
				}
			}
		}
	}
}

func (d *describer) blocks(list []ast.Stmt, id int32) {
	for _, s := range list {
		d.blocksIn(s, id)
	}
}

func (d *describer) blocksIn(n ast.Node, id int32) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			d.scope(schema.ScopeFunction, n, id)
			d.blocksIn(n.Type, id)
			d.blocks(n.Body.List, id)
			return false
		case *ast.BlockStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt,
			*ast.SelectStmt, *ast.CaseClause, *ast.CommClause:
			d.scope(schema.ScopeBlock, n, id)
		}
		return true
	})
}

func (d *describer) scope(kind schema.ScopeKind, n ast.Node, id int32) {
	d.scopeAt(kind, n.Pos(), n.End(), id)
}

func (d *describer) scopeAt(kind schema.ScopeKind, from, to token.Pos, id int32) {
	s := schema.Scope{FileID: d.s.File.Row.FileID, Kind: kind, SymbolID: id}
	s.StartLine, s.StartColumn = d.place(from)
	s.EndLine, s.EndColumn = d.place(to)
	d.out.rows.Scopes = append(d.out.rows.Scopes, s)
}
