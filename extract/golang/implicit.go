package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// unknown is a count that is not known, which is NULL.
const unknown = -1

// implicit is how code uses fields without naming them.
type implicit struct {
	fields []int32 // a symbol for each use
	// unnamed are the structs without a name that have fields, by those (see structKey): their
	// values and those of a named struct of the same fields are assigned to each other, and
	// compared, without a word.
	unnamed []string
}

// implicitly notes the fields that syntax uses without naming them: literals without keys,
// conversions, comparisons, and code that depends on the layout of a struct in memory.
func (w *walker) implicitly(n ast.Node) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if len(n.Elts) == 0 {
			return
		}
		if _, keyed := n.Elts[0].(*ast.KeyValueExpr); !keyed {
			w.fields(pointed(w.info.TypeOf(n)))
		}
	case *ast.CallExpr:
		w.converted(n)
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			w.whole(w.info.TypeOf(n.X))
			w.whole(w.info.TypeOf(n.Y))
		}
	case *ast.SwitchStmt:
		w.whole(w.info.TypeOf(n.Tag))
	case *ast.CaseClause:
		for _, e := range n.List {
			if tv := w.info.Types[e]; tv.IsValue() {
				w.whole(tv.Type)
			}
		}
	case *ast.MapType:
		w.whole(w.info.TypeOf(n.Key))
	case *ast.TypeSpec:
		if !n.Assign.IsValid() {
			w.named = ast.Unparen(n.Type)
		}
	case *ast.StructType:
		if n != w.named {
			w.withoutName(w.info.TypeOf(n))
		}
	case *ast.Ident:
		w.instantiated(n)
	}
}

// converted notes the fields of structs that a call converts to each other, and of those whose layout in memory it depends on.
func (w *walker) converted(n *ast.CallExpr) {
	if len(n.Args) != 1 {
		return
	}
	switch fun := w.info.Types[n.Fun]; {
	case fun.IsType():
		to, from := pointed(fun.Type), pointed(w.info.TypeOf(n.Args[0]))
		switch {
		case to == nil || from == nil || types.Identical(to, from):
		case isUnsafePointer(to), isUnsafePointer(from):
			w.laidOut(to)
			w.laidOut(from)
		case len(structsOf(to)) > 0 && len(structsOf(from)) > 0:
			w.fields(to)
			w.fields(from)
		}
	case fun.IsBuiltin():
		arg := ast.Unparen(n.Args[0])
		switch calledBuiltin(n.Fun) {
		case "Sizeof", "Alignof":
			w.whole(w.info.TypeOf(arg))
		case "Offsetof":
			if s, ok := arg.(*ast.SelectorExpr); ok {
				w.whole(pointed(w.info.TypeOf(s.X)))
			}
		}
	}
}

// laidOut notes all parts of the value that pointers lead to: code counts on its layout in memory.
func (w *walker) laidOut(t types.Type) {
	for range maxPointers {
		t = pointed(t)
	}
	w.whole(t)
}

// maxPointers is the number of pointers that are followed. Types of code with errors can point to themselves.
const maxPointers = 8

// calledBuiltin is the name of the symbol that a call of a built-in function names.
func calledBuiltin(fun ast.Expr) string {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

func isUnsafePointer(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// pointed is the element of a pointer type, and any other type itself.
func pointed(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// instantiated notes the fields of the structs that an instance compares, or may read by their place in memory or by reflection.
func (w *walker) instantiated(n *ast.Ident) {
	inst, ok := w.info.Instances[n]
	if !ok {
		return
	}
	var params *types.TypeParamList
	switch obj := w.info.Uses[n].(type) {
	case *types.Func:
		params = obj.Signature().TypeParams()
	case *types.TypeName:
		if g, ok := obj.Type().(interface{ TypeParams() *types.TypeParamList }); ok {
			params = g.TypeParams()
		}
	}
	for i := range inst.TypeArgs.Len() {
		if i < params.Len() && (types.Comparable(params.At(i)) || w.readsMemory(w.info.Uses[n])) {
			w.whole(inst.TypeArgs.At(i))
		}
	}
}

// readsMemory reports whether a generic declaration may read values without the names of fields: it is of reflect, or of a package of the
// tree that imports unsafe.
func (w *walker) readsMemory(generic types.Object) bool {
	isUnsafe := func(p *types.Package) bool { return p == types.Unsafe }
	return generic.Pkg() != nil && (generic.Pkg().Path() == "reflect" || w.r.isOwn(generic) && slices.ContainsFunc(generic.Pkg().Imports(), isUnsafe))
}

// fields notes the fields of a struct, or of those in the type set of a type parameter.
func (w *walker) fields(t types.Type) {
	for _, s := range structsOf(t) {
		for f := range s.Fields() {
			w.out.implicit.fields = append(w.out.implicit.fields, w.r.symbol(f))
		}
	}
}

// maxParts is of how many types one may consist before the rest is left. Types that code with errors
// declares can consist of themselves, and of ever new instances of themselves.
const maxParts = 10_000

// whole notes all parts of a value: the fields of a struct, and their parts.
func (w *walker) whole(t types.Type) { w.parts(t, map[types.Type]bool{}) }

func (w *walker) parts(t types.Type, seen map[types.Type]bool) {
	if t == nil || seen[t] || len(seen) == maxParts {
		return
	}
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct, *types.Interface: // that of a type parameter too
	default:
		return
	}
	seen[t] = true
	if a, ok := t.Underlying().(*types.Array); ok {
		w.parts(a.Elem(), seen)
		return
	}
	w.fields(t)
	for _, s := range structsOf(t) {
		for f := range s.Fields() {
			w.parts(f.Type(), seen)
		}
	}
}

// structsOf returns the struct that a type is, or those in the type set of a type parameter.
func structsOf(t types.Type) []*types.Struct {
	if t == nil {
		return nil
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		return []*types.Struct{s}
	}
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return nil
	}
	var all []*types.Struct
	for _, term := range termsOf(p.Constraint(), map[types.Type]bool{}) {
		if s, ok := term.Underlying().(*types.Struct); ok {
			all = append(all, s)
		}
	}
	return all
}

// termsOf returns the types that a constraint names, also by the interfaces that it embeds.
func termsOf(t types.Type, seen map[types.Type]bool) []types.Type {
	if seen[t] || len(seen) == maxParts {
		return nil
	}
	seen[t] = true
	var all []types.Type
	if u, ok := types.Unalias(t).(*types.Union); ok {
		for term := range u.Terms() {
			all = append(all, termsOf(term.Type(), seen)...)
		}
		return all
	}
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return []types.Type{t}
	}
	for e := range i.EmbeddedTypes() {
		all = append(all, termsOf(e, seen)...)
	}
	return all
}

// withoutName notes a struct without a name.
func (w *walker) withoutName(t types.Type) {
	if s, ok := t.(*types.Struct); ok && s.NumFields() > 0 {
		w.out.implicit.unnamed = append(w.out.implicit.unnamed, structKey(fieldNames(s)))
		w.embedding(s)
	}
}

func fieldNames(s *types.Struct) []string {
	names := make([]string, 0, s.NumFields())
	for f := range s.Fields() {
		names = append(names, f.Name())
	}
	return names
}

// structKey tells apart structs that cannot be identical: by the names of their fields.
func structKey(names []string) string {
	slices.Sort(names)
	return strings.Join(names, " ")
}

// unnamedOutside returns the structs without a name in the types of external symbols that code uses.
func (x *extraction) unnamedOutside(r *resolver) []string {
	l := lister{seen: map[types.Type]bool{}, keys: map[string]bool{}}
	for obj, id := range r.seen {
		if id == 0 || !x.isExternal(id) {
			continue
		}
		l.list(obj.Type())
		if s, ok := obj.Type().Underlying().(*types.Struct); ok {
			l.each(s)
		}
	}
	return slices.Collect(maps.Keys(l.keys))
}

// maxListed is as maxParts, of all that a package uses.
const maxListed = 1_000_000

// lister lists the structs without a name that types consist of.
type lister struct {
	seen map[types.Type]bool
	keys map[string]bool
}

func (l lister) list(t types.Type) {
	if t = types.Unalias(t); l.seen[t] || len(l.seen) == maxListed {
		return
	}
	l.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		if _, ok := t.Underlying().(*types.Struct); !ok { // the used parts of that have objects
			l.list(t.Underlying())
		}
	case *types.Struct:
		if t.NumFields() > 0 {
			l.keys[structKey(fieldNames(t))] = true
		}
		l.each(t)
	case *types.Signature:
		for v := range t.Params().Variables() {
			l.list(v.Type())
		}
		for v := range t.Results().Variables() {
			l.list(v.Type())
		}
	case *types.Map:
		l.list(t.Key())
		l.list(t.Elem())
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		l.list(t.Elem())
	}
}

func (l lister) each(s *types.Struct) {
	for f := range s.Fields() {
		l.list(f.Type())
	}
}

// countImplicit says of each field how often it is used without its name.
func (x *extraction) countImplicit(all *found) {
	uses := make(map[int32]int32, len(all.implicit.fields))
	for _, id := range all.implicit.fields {
		uses[id]++
	}
	unnamed := map[string]bool{}
	for _, key := range all.implicit.unnamed {
		unnamed[key] = true
	}
	all.implicit = implicit{}
	names := map[int32][]string{} // by type
	for _, m := range all.rows.Members {
		if isFieldMember(m) {
			names[m.TypeID] = append(names[m.TypeID], m.Name)
		}
	}
	alike := map[int32]bool{}
	for id, n := range names {
		alike[id] = unnamed[structKey(n)]
	}
	for i := range all.rows.Members {
		m := &all.rows.Members[i]
		if m.Kind != schema.MemberField || m.ImplicitUses == unknown {
			m.ImplicitUses = unknown
			continue
		}
		m.ImplicitUses = uses[m.MemberID]
		if alike[m.TypeID] {
			m.ImplicitUses++
		}
	}
}

func isFieldMember(m schema.Member) bool {
	return m.Kind == schema.MemberField || m.Kind == schema.MemberEmbedded && m.MemberID != 0
}
