package untyped

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

// guesser writes the calls of a file without types.
type guesser struct {
	t       *Tree
	s       *load.Source
	tok     *token.File
	out     *schema.Rows
	names   Functions
	imports map[string]string // name in the file to path
	opened  []string          // the paths of those whose names the file has without a qualifier
	used    map[string]map[string]bool

	init      func() int32 // the function that code at package level belongs to
	caller    func() int32
	enclosing int32
	kinds     map[*ast.CallExpr]schema.CallKind
	called    map[*ast.Ident]bool // the names in callee position
	resolved  map[*ast.Ident]bool // the names with a reference
}

// Calls writes the calls of a file without types, and the references that go with them. It returns the names that the file uses of its
// imports, by path, and the identifiers that got a reference.
func (t *Tree) Calls(s *load.Source, f *ast.File, tok *token.File, names Functions, init func() int32, rows *schema.Rows) (used map[string]map[string]bool, resolved map[*ast.Ident]bool) {
	g := &guesser{t: t, s: s, tok: tok, out: rows, names: names, init: init, used: map[string]map[string]bool{},
		called: map[*ast.Ident]bool{}, resolved: map[*ast.Ident]bool{}}
	g.run(f)
	return g.used, g.resolved
}

func (g *guesser) run(f *ast.File) {
	g.kinds = map[*ast.CallExpr]schema.CallKind{}
	g.imports, g.opened = g.t.importsOf(f)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			id := g.s.SymbolID(g.tok.Offset(d.Name.Pos()))
			g.caller, g.enclosing = func() int32 { return id }, id
			ast.Inspect(d.Type, g.visit)
			if d.Body != nil {
				ast.Inspect(d.Body, g.visit)
			}
		case *ast.GenDecl:
			g.caller = g.init
			for _, spec := range d.Specs {
				if vs, ok := spec.(*ast.ValueSpec); ok && len(vs.Names) > 0 {
					for i, v := range vs.Values {
						g.enclosing = g.s.SymbolID(g.tok.Offset(vs.Names[syntax.ValueIndex(vs, i)].Pos()))
						ast.Inspect(v, g.visit)
					}
				}
			}
		}
	}
}

func (g *guesser) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		g.kinds[n.Call] = schema.CallGo
	case *ast.DeferStmt:
		g.kinds[n.Call] = schema.CallDefer
	case *ast.CallExpr:
		g.call(n)
	case *ast.SelectorExpr:
		if p := g.importOf(n.X); p != "" {
			if g.used[p] == nil {
				g.used[p] = map[string]bool{}
			}
			g.used[p][n.Sel.Name] = true
			g.value(n, n.Sel)
		}
		ast.Inspect(n.X, g.visit)
		return false
	case *ast.Ident:
		g.value(n, n)
	case *ast.Field: // its names are declared, and its tag says nothing
		ast.Inspect(n.Type, g.visit)
		return false
	case *ast.KeyValueExpr: // a bare key is most often a field
		if _, bare := n.Key.(*ast.Ident); bare {
			ast.Inspect(n.Value, g.visit)
			return false
		}
	case *ast.LabeledStmt:
		ast.Inspect(n.Stmt, g.visit)
		return false
	case *ast.BranchStmt:
		return false
	}
	return true
}

// value writes the reference of a function's name that is not called: its value
// is taken, and may be called from anywhere.
func (g *guesser) value(e ast.Expr, name *ast.Ident) {
	if g.called[name] {
		return
	}
	id, isCall := g.callee(e, name)
	_, qualified := e.(*ast.SelectorExpr)
	whichever := isCall && id == 0 && !qualified && name.Obj == nil
	if whichever {
		id = g.names[declaredPackage{g.s.Dir, g.s.PackageName}][name.Name].first // whichever the build has
	}
	if isCall && id != 0 {
		g.ref(id, name, schema.RoleRead)
	}
	if whichever {
		delete(g.resolved, name)
	}
}

func (g *guesser) ref(id int32, name *ast.Ident, role schema.Role) {
	g.resolved[name] = true
	p := g.tok.PositionFor(name.Pos(), false)
	g.out.Refs = append(g.out.Refs, schema.Ref{SymbolID: id, FileID: g.s.File.Row.FileID, StartLine: int32(p.Line),
		StartColumn: int32(p.Column), EndColumn: int32(p.Column + len(name.Name)), Role: role, Evidence: schema.EvidenceHeuristic, EnclosingID: g.enclosing})
}

// importOf returns the import path that an expression means, if it is the name of
// an import and nothing in the file hides it.
func (g *guesser) importOf(e ast.Expr) string {
	id, ok := e.(*ast.Ident)
	if !ok || id.Obj != nil {
		return ""
	}
	return g.imports[id.Name]
}

func (g *guesser) call(n *ast.CallExpr) {
	fun := ast.Unparen(n.Fun)
	if syntax.NotACall(fun) {
		return
	}
	if e := instantiated(fun); e != nil {
		name, _ := syntax.CalleeIdent(e, nil)
		_, several := fun.(*ast.IndexListExpr) // which no index has
		if id, isCall := g.callee(e, name); id != 0 || !isCall || several {
			fun = e
		}
	}
	name, operand := syntax.CalleeIdent(fun, nil)
	row := schema.Call{FileID: g.s.File.Row.FileID, Kind: schema.CallPlain, Evidence: schema.EvidenceUnresolved, CalleeName: syntax.CalleeName(name, operand)}
	if k, ok := g.kinds[n]; ok {
		row.Kind = k
	}
	pos := n.Lparen
	if _, literal := fun.(*ast.FuncLit); literal {
		pos, row.Evidence = fun.Pos(), schema.EvidenceLiteral
	}
	if name != nil {
		pos = name.Pos()
		g.called[name] = true
		id, isCall := g.callee(fun, name)
		if !isCall {
			return
		}
		if row.CalleeID = id; id != 0 {
			row.Evidence = schema.EvidenceHeuristic
		}
	}
	p := g.tok.PositionFor(pos, false)
	row.StartLine, row.StartColumn, row.StartPos, row.CallerID = int32(p.Line), int32(p.Column), int32(p.Offset), g.caller()
	g.out.Calls = append(g.out.Calls, row)
	if row.CalleeID != 0 {
		g.ref(row.CalleeID, name, schema.RoleCall)
	}
}

// instantiated returns the name before brackets, which may have type arguments or an index. It is nil for other expressions.
func instantiated(fun ast.Expr) ast.Expr {
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	default:
		return nil
	}
	switch fun.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return fun
	}
	return nil
}

// callee returns the function that a name means, 0 when it is not known; isCall is
// false when it means a type.
func (g *guesser) callee(fun ast.Expr, name *ast.Ident) (id int32, isCall bool) {
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		p := g.importOf(sel.X)
		if p == "" || !name.IsExported() {
			return 0, true
		}
		return g.imported(p, name.Name)
	}
	if obj := name.Obj; obj != nil {
		if fn, ok := obj.Decl.(*ast.FuncDecl); ok {
			return g.s.SymbolID(g.tok.Offset(fn.Name.Pos())), true
		}
		return 0, true // a function value
	}
	id, isCall = g.names.of(declaredPackage{g.s.Dir, g.s.PackageName}, name.Name)
	for _, p := range g.opened {
		if id == 0 && isCall && name.IsExported() {
			id, isCall = g.imported(p, name.Name)
		}
	}
	if id == 0 && isCall && schema.IsBuiltinFunction(name.Name) {
		id = g.t.Symbol(types.Universe.Lookup(name.Name))
	}
	return id, isCall
}

// imported looks a name up in a package of the tree, else in one outside that
// was checked.
func (g *guesser) imported(p, name string) (id int32, isCall bool) {
	if dir, ok := g.t.Layout.ByPath[p]; ok {
		return g.names.of(declaredPackage{dir, g.t.Names[dir]}, name)
	}
	if pkg := g.t.Checked(p); pkg != nil {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			return g.t.Symbol(obj), true
		case *types.TypeName:
			return 0, false
		}
		return 0, true
	}
	return 0, true
}

// packageFunctions are the functions and types at package level of one package by name.
type packageFunctions map[string]meaning

// meaning is the meaning of a name in a package.
type meaning struct {
	first  int32 // the function, or the first of those that several files declare
	twice  bool  // several do, so that the name alone cannot tell which is meant
	isType bool  // its call is a conversion
}

// declaredPackage is a directory and a package that a file there declares.
type declaredPackage struct{ dir, name string }

// Functions is the functions of every package.
type Functions map[declaredPackage]packageFunctions

// of returns the meaning of a name in a package, 0 when it is not known; isCall is
// false when it means a type.
func (b Functions) of(p declaredPackage, name string) (id int32, isCall bool) {
	switch m := b[p][name]; {
	case m.isType:
		return 0, false
	case m.twice:
		return 0, true
	default:
		return m.first, true
	}
}

// Functions indexes the functions and types at package level by their packages.
func (t *Tree) Functions(parts [][]schema.Symbol) Functions {
	packages := map[int32]declaredPackage{}
	for _, s := range t.Sources {
		packages[s.File.Row.FileID] = declaredPackage{s.Dir, s.PackageName}
	}
	all := Functions{}
	for _, p := range parts {
		for _, s := range p {
			if s.Kind != schema.KindFunction && !s.Kind.IsType() || s.ContainerID != 0 || s.Name == "_" || s.Name == "init" {
				continue
			}
			here := all[packages[s.FileID]]
			if here == nil {
				here = packageFunctions{}
				all[packages[s.FileID]] = here
			}
			m, twice := here[s.Name]
			if !twice {
				m.first = s.SymbolID
			}
			here[s.Name] = meaning{m.first, twice, s.Kind.IsType()}
		}
	}
	return all
}
