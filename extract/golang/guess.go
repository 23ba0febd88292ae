package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strconv"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/schema"
)

// guesser writes the calls of a file without types.
type guesser struct {
	x       *extraction
	s       *load.Source
	tok     *token.File
	out     *found
	names   byPackage
	imports map[string]string // name in the file to path
	opened  []string          // the paths of those whose names the file has without a qualifier
	used    map[string]map[string]bool

	caller    func() int32
	enclosing int32
	kinds     map[*ast.CallExpr]schema.CallKind
	called    map[*ast.Ident]bool // the names in callee position
	resolved  map[*ast.Ident]bool // the names with a reference
}

func (g *guesser) run(f *ast.File) {
	g.kinds = map[*ast.CallExpr]schema.CallKind{}
	g.imports, g.opened = g.x.importsOf(f)
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
			g.caller = func() int32 { return g.x.packageInit(g.s) }
			for _, spec := range d.Specs {
				if vs, ok := spec.(*ast.ValueSpec); ok && len(vs.Names) > 0 {
					for i, v := range vs.Values {
						g.enclosing = g.s.SymbolID(g.tok.Offset(vs.Names[valueIndex(vs, i)].Pos()))
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
	g.out.rows.Refs = append(g.out.rows.Refs, schema.Ref{SymbolID: id, FileID: g.s.File.Row.FileID, StartLine: int32(p.Line),
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
	if notACall(fun) {
		return
	}
	name, operand := calleeIdent(fun, nil)
	row := schema.Call{FileID: g.s.File.Row.FileID, Kind: schema.CallPlain, Evidence: schema.EvidenceUnresolved, CalleeName: calleeName(name, operand)}
	if k, ok := g.kinds[n]; ok {
		row.Kind = k
	}
	pos := n.Lparen
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
	g.out.rows.Calls = append(g.out.rows.Calls, row)
	if row.CalleeID != 0 {
		g.ref(row.CalleeID, name, schema.RoleCall)
	}
}

// notACall reports whether the syntax alone shows a conversion, a built-in, or
// the call of a function literal.
func notACall(fun ast.Expr) bool {
	switch x := fun.(type) {
	case *ast.FuncLit, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType, *ast.StarExpr:
		return true
	case *ast.Ident:
		if x.Obj != nil {
			return x.Obj.Kind == ast.Typ
		}
		switch types.Universe.Lookup(x.Name).(type) {
		case *types.Builtin, *types.TypeName:
			return true
		}
	}
	return false
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
	return id, isCall
}

// imported looks a name up in a package of the tree, else in one outside that
// was checked.
func (g *guesser) imported(p, name string) (id int32, isCall bool) {
	if dir, ok := g.x.Layout.ByPath[p]; ok {
		return g.names.of(declaredPackage{dir, g.x.Names[dir]}, name)
	}
	if pkg := g.x.checked(p); pkg != nil {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			return g.x.newResolver().symbol(obj), true
		case *types.TypeName:
			return 0, false
		}
		return 0, true
	}
	return 0, true
}

// checked returns a type-checked package outside the tree by its import path, nil
// when there is none or several.
func (x *extraction) checked(p string) *types.Package {
	x.pathsOnce.Do(func() {
		x.paths = map[string]*types.Package{}
		for _, n := range x.Graph.Nodes {
			if n.ForTest == "" && n.Pkg != nil {
				if _, twice := x.paths[n.Path]; twice {
					x.paths[n.Path] = nil
					continue
				}
				x.paths[n.Path] = n.Pkg
			}
		}
	})
	return x.paths[p]
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// importsOf are the paths that a file imports, by their names in it, and of those whose names it has without a qualifier.
func (x *extraction) importsOf(f *ast.File) (names map[string]string, opened []string) {
	names = map[string]string{}
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := x.importName(p)
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
func (x *extraction) importName(p string) string {
	if dir, ok := x.Layout.ByPath[p]; ok && x.Names[dir] != "" {
		return x.Names[dir]
	}
	if pkg := x.checked(p); pkg != nil {
		return pkg.Name()
	}
	base := path.Base(p)
	if majorVersion.MatchString(base) && path.Dir(p) != "." {
		base = path.Base(path.Dir(p))
	}
	return base
}
