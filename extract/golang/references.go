package golang

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// walker writes the references and calls of one type-checked file.
type walker struct {
	x    *extraction
	s    *load.Source
	tok  *token.File
	info *types.Info
	r    *resolver
	out  *found
	c    *cgoNames

	caller func() int32               // the function that calls belong to, made when one is found
	roles  map[*ast.Ident]schema.Role // decided by the syntax around the identifier
	kinds  map[*ast.CallExpr]schema.CallKind
	named  ast.Expr                   // the type of the type declaration around
	used   map[string]map[string]bool // by import path as the package has it: the names the file uses
	around int32                      // the declaration around; 0 within an interface

	names   *untyped.Reader
	open    map[*ast.Ident]bool // the last names of selectors that are not resolved
	inField bool                // within a struct or an interface
	tracer  tracer

	needs map[[2]types.Type][]asked // by a type and an interface
}

func (w *walker) run(f *ast.File) {
	w.roles, w.kinds = map[*ast.Ident]schema.Role{}, map[*ast.CallExpr]schema.CallKind{}
	w.used, w.needs = map[string]map[string]bool{}, map[[2]types.Type][]asked{}
	w.names, w.open = w.x.namesOf(w.s, w.out), map[*ast.Ident]bool{}
	w.names.Tok = w.tok
	w.tracer = tracer{w: w, linked: map[[2]types.Type]bool{}, sets: map[types.Type]*types.MethodSet{}}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			id := w.id(d.Name)
			w.caller = func() int32 { return id }
			w.walk(d, id)
		case *ast.GenDecl:
			w.caller = func() int32 { return w.x.packageInit(w.s) }
			for _, s := range d.Specs {
				w.spec(s)
			}
		}
	}
}

func (w *walker) id(n *ast.Ident) int32 { return w.s.SymbolID(w.tok.Offset(n.Pos())) }

func (w *walker) spec(s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		w.walk(s, w.id(s.Name))
	case *ast.ValueSpec:
		if len(s.Names) == 0 {
			return
		}
		w.tracer.visit(s, nil)
		if s.Type != nil {
			w.walk(s.Type, w.id(s.Names[0]))
		}
		for i, v := range s.Values {
			id := w.id(s.Names[syntax.ValueIndex(s, i)])
			w.walk(v, id)
			if s.Type != nil {
				(&inside{w: w, enclosing: id}).pass(s.Values[i:i+1], len(s.Names), func(int) types.Type { return w.info.TypeOf(s.Type) })
			}
		}
	}
}

func (w *walker) walk(n ast.Node, enclosing int32) {
	ast.Walk(&inside{w: w, enclosing: enclosing}, n)
}

// inside visits the syntax within one declaration.
type inside struct {
	w         *walker
	enclosing int32
	abstract  bool         // within an interface
	field     bool         // within a struct or an interface
	results   *types.Tuple // of the innermost function around
}

// Visit decides the roles of identifiers before it comes to them.
func (v *inside) Visit(n ast.Node) ast.Visitor {
	w := v.w
	if w.around = v.enclosing; v.abstract {
		w.around = 0
	}
	w.implicitly(n)
	w.tracer.visit(n, v.results)
	v.satisfied(n)
	w.inField = v.field
	switch n := n.(type) {
	case *ast.FuncDecl:
		return v.within(w.info.TypeOf(n.Name))
	case *ast.FuncLit:
		return v.within(w.info.TypeOf(n))
	case *ast.TypeSpec:
		if id := w.id(n.Name); id != v.enclosing && w.r.symbol(w.info.Defs[n.Name]) == id {
			return &inside{w: w, enclosing: id}
		}
	case *ast.InterfaceType:
		return &inside{w: w, enclosing: v.enclosing, abstract: true, field: true}
	case *ast.StructType:
		return &inside{w: w, enclosing: v.enclosing, abstract: v.abstract, field: true}
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			w.written(e)
		}
	case *ast.IncDecStmt:
		w.written(n.X)
	case *ast.RangeStmt:
		if n.Key != nil {
			w.written(n.Key)
		}
		if n.Value != nil {
			w.written(n.Value)
		}
		w.ranged(n)
	case *ast.CompositeLit:
		w.keys(n)
	case *ast.GoStmt:
		w.kinds[n.Call] = schema.CallGo
	case *ast.DeferStmt:
		w.kinds[n.Call] = schema.CallDefer
	case *ast.CallExpr:
		w.call(n)
	case *ast.SelectorExpr:
		if w.cgo(n, v.enclosing) {
			return nil
		}
		w.openSelector(n)
	case *ast.Ident:
		w.reference(n, v.enclosing)
	}
	return v
}

// within visits the body of a function.
func (v *inside) within(t types.Type) ast.Visitor {
	body := *v
	if sig, ok := under[*types.Signature](t); ok {
		body.results = sig.Results()
	}
	return &body
}

// written marks the last selector of something assigned to, or through, as written.
func (w *walker) written(e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			w.roles[x.Sel] = schema.RoleWrite
			return
		case *ast.Ident:
			w.roles[x] = schema.RoleWrite
			return
		default:
			return
		}
	}
}

// keys marks the field names of a struct literal as written.
func (w *walker) keys(l *ast.CompositeLit) {
	for _, e := range l.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		id, ok := kv.Key.(*ast.Ident)
		switch {
		case ok && isField(w.info.Uses[id]):
			w.roles[id] = schema.RoleWrite
		case ok && w.info.Uses[id] == nil:
			w.names.Add(schema.AboutReferences, id, w.names.MemberScope(id), untyped.MemberName)
		}
	}
}

func (w *walker) reference(n *ast.Ident, enclosing int32) {
	obj := w.info.Uses[n]
	if obj == nil {
		if _, defined := w.info.Defs[n]; !defined && !w.open[n] {
			w.unresolved(n, untyped.PlainName, w.names.Path)
		}
		return
	}
	w.use(obj)
	id := w.r.symbol(obj)
	if id == 0 {
		return
	}
	role, ok := w.roles[n]
	if _, isType := obj.(*types.TypeName); isType {
		role = schema.RoleType
	} else if !ok {
		role = schema.RoleRead
	}
	w.ref(id, n, role, enclosing)
}

func (w *walker) ref(id int32, n *ast.Ident, role schema.Role, enclosing int32) {
	p := w.tok.PositionFor(n.Pos(), false)
	w.out.rows.Refs = append(w.out.rows.Refs, schema.Ref{SymbolID: id, FileID: w.s.File.Row.FileID, StartLine: int32(p.Line),
		StartColumn: int32(p.Column), EndColumn: int32(p.Column + len(n.Name)), Role: role, Evidence: schema.EvidenceStatic, EnclosingID: enclosing})
}

// use notes which names of an imported package the file uses: its package-level
// objects, which can be reached by no other way than an import of this file.
func (w *walker) use(obj types.Object) {
	pkg := obj.Pkg()
	if pkg == nil || obj.Parent() != pkg.Scope() {
		return
	}
	names := w.used[pkg.Path()]
	if names == nil {
		names = map[string]bool{}
		w.used[pkg.Path()] = names
	}
	names[obj.Name()] = true
}

// unresolved collects a name in a type-checked file of which the type checker does not know the meaning. The code has errors, or
// uses code that has.
func (w *walker) unresolved(id *ast.Ident, kind untyped.NameKind, scope string) {
	r := w.names
	r.InType = w.inField
	if id.Name == "_" || types.Universe.Lookup(id.Name) != nil && kind == untyped.PlainName {
		return
	}
	r.Use(id, scope, kind)
	if w.inField {
		r.Add(schema.AboutHolders, id, scope, kind)
	}
}

// openSelector reads a selector whose last name the type checker did not resolve.
func (w *walker) openSelector(n *ast.SelectorExpr) {
	if _, ok := w.info.Uses[n.Sel]; ok {
		return
	}
	w.open[n.Sel] = true
	if id, ok := n.X.(*ast.Ident); ok {
		if p, ok := w.info.Uses[id].(*types.PkgName); ok {
			if n.Sel.IsExported() {
				w.unresolved(n.Sel, untyped.PlainName, p.Imported().Path())
			}
			return
		}
	}
	w.unresolved(n.Sel, untyped.MemberName, w.names.MemberScope(n.Sel))
}
