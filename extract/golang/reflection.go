package golang

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
)

// spot is a place that holds values of any type: a variable, a field, a parameter, a result or a literal, each with the elements of its
// value. It is also all that an external package stores, or a rest that has no position.
type spot struct {
	pos token.Pos
	pkg string
}

// The spots without a position.
var (
	anywhere  = spot{pkg: "?"}
	panicking = spot{pkg: "panic"}
)

// flows are the ways of values of any type through some files.
type flows struct {
	steps   map[[2]spot]bool // from the first spot to the second
	values  []converted
	lookups []lookup
}

// converted is the type of a value that code converts to an interface without methods at a spot.
type converted struct {
	at spot
	t  types.Type
}

// lookup is a spot whose values code looks methods up on, and the place where it does: a call of an external function, or one of the
// methods of package reflect.
type lookup struct {
	at    spot
	place untyped.Place
}

// tracer notes the ways of values of any type through one file. A value that comes to code that looks methods up opens its type: that
// code can use the methods and fields without a name.
//
// The ways have no order and no calling context: a spot gets the values of all spots that have a step to it, and spots that share a map,
// slice or pointer get the values of each other. An expression that the tracer does not know leads anywhere. A struct is no spot, but each
// field is one for all values of the struct.
//
// An external package looks methods up when its source computes their names, or when it imports one that does. Limitations: methods that
// an external package looks up by a name in its source are not noted, and functions of the standard library outside storing keep nothing.
type tracer struct {
	w      *walker
	pos    token.Pos
	linked map[[2]types.Type]bool
	sets   map[types.Type]*types.MethodSet
}

// storing are the packages of the standard library that keep values of any type and return them. Those with one name exchange values.
var storing = map[string]string{"container/heap": "container/heap", "container/list": "container/list", "container/ring": "container/ring",
	"context": "context", "sync": "sync", "sync/atomic": "sync/atomic", "reflect": "reflect",
	"iter": "iter", "slices": "iter", "maps": "iter", "cmp": "iter"}

// visit notes the steps of one node; results are those of the function around it.
func (o *tracer) visit(n ast.Node, results *types.Tuple) {
	info := o.w.info
	if n != nil {
		o.pos = n.Pos()
	}
	switch n := n.(type) {
	case *ast.CallExpr:
		o.call(n)
	case *ast.Ident:
		o.instance(n)
	case *ast.SelectorExpr:
		if f, ok := info.Uses[n.Sel].(*types.Func); ok && isReflection(f) && slices.Contains([]string{"Method", "MethodByName", "Methods"}, f.Name()) {
			o.pos = n.Sel.Pos()
			for _, s := range o.spots(n.X) {
				o.lookUp(s)
			}
		}
	case *ast.FuncDecl:
		if sig, ok := under[*types.Signature](info.TypeOf(n.Name)); ok && sig.Recv() != nil {
			if t, ok := types.Unalias(pointed(sig.Recv().Type())).(*types.Named); ok {
				for i := range min(sig.RecvTypeParams().Len(), t.Origin().TypeParams().Len()) {
					o.step(o.param(t.Origin().TypeParams().At(i)), o.param(sig.RecvTypeParams().At(i)))
				}
			}
		}
	case *ast.CompositeLit:
		o.literal(n)
	case *ast.AssignStmt:
		if guard, ok := n.Rhs[0].(*ast.TypeAssertExpr); ok && guard.Type == nil { // the variable of a type switch has an object in each clause
			o.share(o.spots(guard.X), spot{pos: n.Lhs[0].Pos()})
			return
		}
		o.assign(func(i int) ([]spot, types.Type) {
			e := n.Lhs[min(i, len(n.Lhs)-1)]
			return o.spots(e), info.TypeOf(e)
		}, n.Rhs)
	case *ast.ValueSpec:
		if len(n.Values) > 0 {
			o.assign(func(i int) ([]spot, types.Type) {
				e := n.Names[min(i, len(n.Names)-1)]
				return o.spots(e), info.TypeOf(e)
			}, n.Values)
		}
	case *ast.ReturnStmt:
		if results.Len() > 0 {
			o.assign(func(i int) ([]spot, types.Type) { return o.variable(results.At(min(i, results.Len()-1))) }, n.Results)
		}
	case *ast.SendStmt:
		o.pass(o.spots(n.Chan), elem(info.TypeOf(n.Chan)), n.Value)
	case *ast.RangeStmt:
		o.ranged(n)
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			o.unconvert(info.TypeOf(n.Type))
		}
	case *ast.CaseClause:
		for _, e := range n.List {
			if tv := info.Types[e]; tv.IsType() {
				o.unconvert(tv.Type)
			}
		}
	}
}

// instance notes the type arguments of a generic function or type.
func (o *tracer) instance(n *ast.Ident) {
	inst, ok := o.w.info.Instances[n]
	if !ok {
		return
	}
	obj := o.w.info.Uses[n]
	if obj == nil {
		return
	}
	if p := obj.Pkg(); p == nil || p.Path() != "reflect" && !o.w.x.isLookingUp(p.Path()) && !o.w.x.isInside(obj) {
		return // values of the parameter's type come back with their type
	}
	var params *types.TypeParamList
	switch obj := obj.(type) {
	case *types.Func:
		params = obj.Origin().Signature().TypeParams()
	case *types.TypeName:
		switch t := obj.Type().(type) {
		case *types.Named:
			params = t.Origin().TypeParams()
		case *types.Alias:
			params = t.Origin().TypeParams()
		}
	}
	for i := range min(params.Len(), inst.TypeArgs.Len()) {
		o.target(params.At(i).Obj())
		o.passType([]spot{o.param(params.At(i))}, params.At(i), inst.TypeArgs.At(i), nil)
	}
}

func (o *tracer) call(n *ast.CallExpr) {
	tv := o.w.info.Types[n.Fun]
	if tv.IsType() {
		for _, arg := range n.Args { // one, unless the code is broken
			o.pass([]spot{{pos: n.Lparen}}, tv.Type, arg)
		}
		return
	}
	sig, ok := under[*types.Signature](tv.Type)
	if !ok {
		return
	}
	f, _ := calleeOf(n, o.w.info).(*types.Func)
	if b, ok := calleeOf(n, o.w.info).(*types.Builtin); ok {
		o.builtin(n, b.Name())
		return
	}
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
		o.pos = sel.Sel.Pos()
	}
	last := sig.Params().Len() - 1
	if last < 0 {
		return
	}
	o.assign(func(i int) ([]spot, types.Type) {
		v := sig.Params().At(min(i, last))
		t := v.Type()
		if sig.Variadic() && i >= last && !n.Ellipsis.IsValid() {
			t = elem(t)
		}
		return o.argument(n, f, v), t
	}, n.Args)
}

// argument returns the spots of a parameter at a call. The call of an external function has a spot for its arguments and results.
func (o *tracer) argument(n *ast.CallExpr, f *types.Func, v *types.Var) []spot {
	here := spot{pos: n.Lparen}
	switch {
	case isReflection(f) && isMethod(f):
		return o.receiver(n)
	case f == nil || isInterfaceMethod(f) || o.w.x.isInside(f):
		at, _ := o.variable(v)
		return at
	case o.isLocal(f):
		if o.w.x.isLookingUp(f.Pkg().Path()) {
			o.lookUp(here)
		}
		if name := storing[f.Pkg().Path()]; name == "iter" { // for the functions that the callee calls, and iterators
			o.step(here, spot{pkg: name})
			if t := namedOf(v.Type()); t != nil && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == "iter" {
				o.step(spot{pkg: name}, here)
			}
		}
		return []spot{here}
	}
	to := o.w.x.spotOf(v)
	switch {
	case to.pkg == "":
		return nil
	case o.w.x.isLookingUp(to.pkg):
		here.pkg = to.pkg
		o.lookUp(here)
		o.step(here, to)
		return []spot{here}
	}
	return []spot{to}
}

// isLocal reports whether the values that a function returns are those of its arguments: it is external, and no method.
func (o *tracer) isLocal(f *types.Func) bool {
	if f == nil || f.Pkg() == nil || isMethod(f) || o.w.x.isInside(f) {
		return false
	}
	name := storing[f.Pkg().Path()]
	return name == "" || name == "iter" || name == "reflect"
}

// isReflection reports whether a function is of package reflect. Its values and types have the spots of the values that they describe.
func isReflection(f *types.Func) bool {
	return f != nil && f.Pkg() != nil && f.Pkg().Path() == "reflect"
}

// receiver returns the spots of the receiver of a call of a method.
func (o *tracer) receiver(n *ast.CallExpr) []spot {
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && !o.w.info.Types[sel.X].IsType() {
		return o.spots(sel.X)
	}
	return []spot{anywhere}
}

// result returns the spots of a result of a call.
func (o *tracer) result(n *ast.CallExpr, sig *types.Signature, i int) []spot {
	f, _ := calleeOf(n, o.w.info).(*types.Func)
	switch {
	case isReflection(f) && isMethod(f):
		return o.receiver(n)
	case isReflection(f) && f.Name() == "TypeFor":
		return []spot{{pkg: "reflect"}}
	case o.isLocal(f):
		return []spot{{pos: n.Lparen}}
	}
	return []spot{o.spot(sig.Results().At(i))}
}

// builtin notes the steps to the result of a predeclared function.
func (o *tracer) builtin(n *ast.CallExpr, name string) {
	to, t := []spot{{pos: n.Lparen}}, o.w.info.TypeOf(n)
	for i, arg := range n.Args {
		switch {
		case o.w.info.Types[arg].IsType():
		case name == "append" && i > 0 && !n.Ellipsis.IsValid(), name == "new":
			o.pass(to, elem(t), arg)
		case name == "append", name == "min", name == "max":
			o.pass(to, t, arg)
		case name == "copy" && i > 0:
			o.pass(o.spots(n.Args[0]), o.w.info.TypeOf(n.Args[0]), arg)
		case name == "panic":
			o.pass([]spot{panicking}, types.Universe.Lookup("any").Type(), arg)
		}
	}
}

// calleeOf returns the object that the callee of a call names, or nil.
func calleeOf(n *ast.CallExpr, info *types.Info) types.Object {
	fun := ast.Unparen(n.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		return info.Uses[x]
	case *ast.SelectorExpr:
		return info.Uses[x.Sel]
	}
	return nil
}

func (o *tracer) literal(n *ast.CompositeLit) {
	t := pointed(o.w.info.TypeOf(n))
	if t == nil {
		return
	}
	here := []spot{{pos: n.Pos()}}
	for i, e := range n.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		value := e
		if keyed {
			value = kv.Value
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			if keyed {
				o.pass(o.spots(kv.Key), o.w.info.TypeOf(kv.Key), value)
			} else if i < u.NumFields() {
				to, t := o.variable(u.Field(i))
				o.pass(to, t, value)
			}
		case *types.Map:
			o.pass(here, u.Elem(), value)
			if keyed {
				o.pass(here, u.Key(), kv.Key)
			}
		default:
			o.pass(here, elem(t), value)
		}
	}
}

func (o *tracer) ranged(n *ast.RangeStmt) {
	from := o.spots(n.X)
	if sig, ok := under[*types.Signature](o.w.info.TypeOf(n.X)); ok && sig.Params().Len() == 1 {
		if yield, ok := under[*types.Signature](sig.Params().At(0).Type()); ok {
			for v := range yield.Params().Variables() {
				from = append(from, o.spot(v))
			}
		}
	}
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e != nil && carries(o.w.info.TypeOf(e)) {
			for _, to := range o.spots(e) {
				o.share(from, to)
			}
		}
	}
}

// assign notes the steps of values to their places. One call may give all values.
func (o *tracer) assign(to func(i int) ([]spot, types.Type), values []ast.Expr) {
	if len(values) == 1 {
		if all, ok := o.w.info.TypeOf(values[0]).(*types.Tuple); ok {
			var sig *types.Signature
			call, ok := ast.Unparen(values[0]).(*ast.CallExpr)
			if ok {
				sig, _ = under[*types.Signature](o.w.info.TypeOf(call.Fun))
			}
			for i := range all.Len() {
				at, t := to(i)
				from := []spot{anywhere}
				switch {
				case sig != nil && i < sig.Results().Len():
					from = o.result(call, sig, i)
				case sig == nil: // the second value is a bool
					from = o.spots(values[0])
				}
				o.passType(at, t, all.At(i).Type(), from)
			}
			return
		}
	}
	for i, v := range values {
		at, t := to(i)
		o.pass(at, t, v)
	}
}

func (o *tracer) pass(to []spot, t types.Type, value ast.Expr) {
	from := o.w.info.TypeOf(value)
	var at []spot
	if carries(from) {
		at = o.spots(value)
		for _, p := range paramsIn(from) {
			at = append(at, o.param(p))
		}
	}
	o.passType(to, t, from, at)
}

// passType notes that a value at some spots gets to others, where it has another type.
func (o *tracer) passType(to []spot, t, from types.Type, at []spot) {
	if t == nil || from == nil {
		return
	}
	o.link(t, from)
	if isOpen(t) && !isOpen(from) {
		for _, s := range to {
			o.w.out.flows.values = append(o.w.out.flows.values, converted{s, from})
		}
		o.convert(from)
	}
	if !carries(from) {
		return
	}
	for _, s := range to {
		switch {
		case carries(t) && (isOpen(from) || s.pkg != "" && storing[s.pkg] == ""):
			for _, f := range at {
				o.step(f, s)
			}
		case carries(t):
			o.share(at, s)
		case !isOpen(from): // an interface with methods gets the container
			o.share(at, anywhere)
		}
	}
}

// spots returns the places that hold the value of an expression with its elements.
func (o *tracer) spots(e ast.Expr) []spot {
	info := o.w.info
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return o.named(info.ObjectOf(e))
	case *ast.SelectorExpr:
		return o.named(info.Uses[e.Sel])
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			return []spot{{pos: e.Lparen}}
		}
		if b, ok := calleeOf(e, info).(*types.Builtin); ok {
			if b.Name() == "recover" {
				return []spot{panicking}
			}
			return []spot{{pos: e.Lparen}}
		}
		if sig, ok := under[*types.Signature](info.TypeOf(e.Fun)); ok && sig.Results().Len() == 1 {
			return o.result(e, sig, 0)
		}
	case *ast.IndexExpr:
		return o.spots(e.X)
	case *ast.StarExpr:
		return o.spots(e.X)
	case *ast.UnaryExpr:
		return o.spots(e.X)
	case *ast.SliceExpr:
		return o.spots(e.X)
	case *ast.TypeAssertExpr:
		return o.spots(e.X)
	case *ast.CompositeLit:
		return []spot{{pos: e.Pos()}}
	}
	return []spot{anywhere}
}

func (o *tracer) named(obj types.Object) []spot {
	v, ok := obj.(*types.Var)
	if !ok {
		return nil
	}
	at, _ := o.variable(v)
	return at
}

// variable returns the spot of a variable and its type. Values of a type parameter share a spot.
func (o *tracer) variable(v *types.Var) ([]spot, types.Type) {
	if carries(v.Type()) {
		o.target(v)
	}
	return []spot{o.spot(v)}, v.Type()
}

func (o *tracer) spot(v *types.Var) spot {
	at := o.w.x.spotOf(v)
	for _, p := range paramsIn(v.Origin().Type()) {
		o.share([]spot{at}, o.param(p))
	}
	return at
}

func (o *tracer) param(p *types.TypeParam) spot { return o.w.x.spotOf(p.Obj()) }

// spotOf returns the spot of an object. External packages that may keep values have one.
func (x *extraction) spotOf(obj types.Object) spot {
	if obj.Pkg() == nil {
		return spot{pos: obj.Pos()}
	}
	path := obj.Pkg().Path()
	name := storing[path]
	if name == "" && (x.isLookingUp(path) || !x.isStandard(path)) {
		name = path
	}
	if name == "" || path != "reflect" && x.isInside(obj) {
		return spot{pos: obj.Pos()}
	}
	return spot{pkg: name}
}

func (x *extraction) isInside(obj types.Object) bool {
	f, _ := x.Position(obj.Pos())
	return f != nil && f.Source != nil
}

func (x *extraction) isLookingUp(path string) bool {
	_, ok := x.looksUp.Load(path)
	return ok
}

// target notes that values may get to an object of an external package that looks methods up.
func (o *tracer) target(obj types.Object) {
	if p := obj.Pkg(); p != nil && p.Path() != "reflect" && o.w.x.isLookingUp(p.Path()) && !o.w.x.isInside(obj) {
		o.lookUp(spot{pkg: p.Path()})
	}
}

func (o *tracer) lookUp(at spot) {
	p := o.w.tok.PositionFor(o.pos, false)
	o.w.out.flows.lookups = append(o.w.out.flows.lookups, lookup{at: at,
		place: untyped.Place{Count: 1, File: o.w.s.File.Row.FileID, Line: int32(p.Line), Column: int32(p.Column)}})
}

func (o *tracer) step(from, to spot) {
	if from != to {
		if o.w.out.flows.steps == nil {
			o.w.out.flows.steps = map[[2]spot]bool{}
		}
		o.w.out.flows.steps[[2]spot{from, to}] = true
	}
}

// share notes steps in both directions.
func (o *tracer) share(all []spot, with spot) {
	for _, s := range all {
		o.step(s, with)
		o.step(with, s)
	}
}

// link notes the steps between the functions, methods and fields of two types when a value of the second gets the first.
func (o *tracer) link(to, from types.Type) {
	if to == from || o.linked[[2]types.Type{to, from}] {
		return
	}
	o.linked[[2]types.Type{to, from}] = true
	switch t := to.Underlying().(type) {
	case *types.Signature:
		if f, ok := from.Underlying().(*types.Signature); ok {
			o.linkTuple(f.Params(), t.Params())
			o.linkTuple(t.Results(), f.Results())
		}
	case *types.Interface:
		for m := range t.Methods() {
			if !carriesAny(m.Signature()) {
				continue
			}
			if f, _, _ := types.LookupFieldOrMethod(from, true, m.Pkg(), m.Name()); f != nil {
				o.link(m.Signature(), f.Type())
			}
		}
	case *types.Struct:
		if f, ok := from.Underlying().(*types.Struct); ok && f != t {
			for i := range min(t.NumFields(), f.NumFields()) {
				if carries(t.Field(i).Type()) {
					o.share([]spot{o.spot(f.Field(i))}, o.spot(t.Field(i)))
				}
				o.link(t.Field(i).Type(), f.Field(i).Type())
			}
		}
	default:
		if a, b := elem(to), elem(from); a != nil && b != nil {
			o.link(a, b)
			o.link(b, a)
		}
	}
}

// linkTuple notes that values get from variables to others.
func (o *tracer) linkTuple(to, from *types.Tuple) {
	for i := range min(to.Len(), from.Len()) {
		a, b := to.At(i), from.At(i)
		o.link(a.Type(), b.Type())
		if !carries(a.Type()) && !carries(b.Type()) {
			continue
		}
		at, t := o.variable(a)
		o.passType(at, t, b.Type(), []spot{o.spot(b)})
	}
}

// convert notes that code may find the functions and methods of a type again, after its value was in an interface without methods.
// Methods with one name and signature exchange values, and so do functions.
func (o *tracer) convert(t types.Type) {
	o.methods(t, func(name string, sig *types.Signature) {
		o.exchange(spot{pkg: "in " + name}, sig.Params(), true)
		o.exchange(spot{pkg: "out " + name}, sig.Results(), false)
	})
}

// unconvert notes the functions and methods that code finds in a value by an assertion to a type.
func (o *tracer) unconvert(t types.Type) {
	if _, isNamed := types.Unalias(t).(*types.Named); isNamed && !types.IsInterface(t) {
		return
	}
	o.methods(t, func(name string, sig *types.Signature) {
		o.exchange(spot{pkg: "in " + name}, sig.Params(), false)
		o.exchange(spot{pkg: "out " + name}, sig.Results(), true)
	})
}

// exchange notes that variables get the values at a spot, or give theirs to it.
func (o *tracer) exchange(with spot, all *types.Tuple, get bool) {
	for v := range all.Variables() {
		if !carries(v.Type()) {
			continue
		}
		at, t := o.variable(v)
		switch {
		case !isOpen(t):
			o.share(at, with)
		case get:
			o.step(with, at[0])
		default:
			o.step(at[0], with)
		}
	}
}

// methods calls note for the methods of a type, each with its name and signature, and for a function with its signature. A type that is
// not known is nil.
func (o *tracer) methods(t types.Type, note func(name string, sig *types.Signature)) {
	if t == nil {
		return
	}
	if sig, ok := under[*types.Signature](t); ok {
		note(types.TypeString(sig, nil), sig)
		return
	}
	if e := elem(t); isFunction(e) {
		o.methods(e, note)
	}
	set, ok := o.sets[t]
	if !ok {
		set = types.NewMethodSet(t)
		o.sets[t] = set
	}
	for m := range set.Methods() {
		if f, ok := m.Obj().(*types.Func); ok && carriesAny(f.Signature()) {
			note(f.Name()+types.TypeString(f.Signature(), nil), f.Signature())
		}
	}
}

// isOpen reports whether a value of a type may have any type, or describes one that may.
func isOpen(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && p.Path() == "reflect" && (t.Obj().Name() == "Value" || t.Obj().Name() == "Type") {
			return true
		}
	}
	i, ok := under[*types.Interface](t)
	return ok && i.NumMethods() == 0
}

// carries reports whether values of a type have elements that may have any type, or are such a value.
func carries(t types.Type) bool { return parts(t, isOpen) }

// carriesAny reports whether a parameter or a result of a function carries values.
func carriesAny(sig *types.Signature) bool {
	for _, all := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range all.Variables() {
			if carries(v.Type()) || isFunction(v.Type()) {
				return true
			}
		}
	}
	return false
}

func isFunction(t types.Type) bool {
	_, ok := under[*types.Signature](t)
	return ok
}

// paramsIn returns the type parameters that are a type, or the type of its elements.
func paramsIn(t types.Type) (all []*types.TypeParam) {
	parts(t, func(t types.Type) bool {
		if p, ok := types.Unalias(t).(*types.TypeParam); ok {
			all = append(all, p)
		}
		return false
	})
	return all
}

// parts reports whether a type or the type of its elements fits. A type that has itself as an element may fit.
func parts(t types.Type, fits func(types.Type) bool) bool {
	for range maxDepth {
		if t == nil {
			return false
		}
		if fits(t) {
			return true
		}
		if m, ok := t.Underlying().(*types.Map); ok && parts(m.Key(), fits) {
			return true
		}
		t = elem(t)
	}
	return t != nil
}

// maxDepth is how deep the elements of a type are looked at.
const maxDepth = 10

// elem returns the type of the elements of a type, or nil.
func elem(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if e, ok := t.Underlying().(interface{ Elem() types.Type }); ok {
		return e.Elem()
	}
	return nil
}

// opens finds the types of the tree whose values come to code that looks methods up.
type opens struct {
	x      *extraction
	r      *resolver
	from   map[spot][]spot
	values map[spot][]types.Type

	at    untyped.Place // of the look-up
	next  []spot
	seen  map[spot]bool
	types map[types.Type]bool
	found map[int32]untyped.Place
}

// opened returns the types of the tree whose values come to code that looks methods up, with those that such values lead to by exported
// fields, elements and results.
func (x *extraction) opened(parts []*found) (all []unknowns.Opened) {
	o := &opens{x: x, r: x.newResolver(), from: map[spot][]spot{}, values: map[spot][]types.Type{}, seen: map[spot]bool{},
		types: map[types.Type]bool{}, found: map[int32]untyped.Place{}}
	var lookups []lookup
	for _, p := range parts {
		if p == nil {
			continue
		}
		lookups = append(lookups, p.flows.lookups...)
		for s := range p.flows.steps {
			o.from[s[1]] = append(o.from[s[1]], s[0])
		}
		for _, v := range p.flows.values {
			o.values[v.at] = append(o.values[v.at], v.t)
		}
		p.flows = flows{}
	}
	if len(lookups) == 0 {
		return nil
	}
	slices.SortFunc(lookups, func(a, b lookup) int { // the call that gets a value tells more than another one of its package
		return cmp.Or(-cmp.Compare(min(a.at.pos, 1), min(b.at.pos, 1)), cmp.Compare(a.place.File, b.place.File), cmp.Compare(a.place.Line, b.place.Line),
			cmp.Compare(a.place.Column, b.place.Column), cmp.Compare(a.at.pkg, b.at.pkg))
	})
	for _, l := range append(lookups, lookup{at: anywhere, place: lookups[0].place}) {
		o.at = l.place
		o.reach(l.at)
	}
	for _, id := range slices.Sorted(maps.Keys(o.found)) {
		all = append(all, unknowns.Opened{Type: id, At: o.found[id]})
	}
	return all
}

// reach opens the types of the values that come to a spot.
func (o *opens) reach(s spot) {
	for o.next = append(o.next, s); len(o.next) > 0; {
		s := o.next[len(o.next)-1]
		o.next = o.next[:len(o.next)-1]
		if o.seen[s] {
			continue
		}
		o.seen[s] = true
		for _, t := range o.values[s] {
			o.open(t)
		}
		o.next = append(o.next, o.from[s]...)
	}
}

// variable reaches the spot of a variable that a value leads to.
func (o *opens) variable(v *types.Var) {
	if carries(v.Type()) {
		o.next = append(o.next, o.x.spotOf(v))
	}
	o.open(v.Type())
}

// open notes a type and the types that its values lead to.
func (o *opens) open(t types.Type) {
	t = types.Unalias(t)
	if o.types[t] {
		return
	}
	o.types[t] = true
	switch t := t.(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			o.open(arg)
		}
		id := o.r.symbol(t.Obj())
		if id == 0 || o.x.isExternal(id) {
			return
		}
		if _, ok := o.found[id]; !ok {
			o.found[id] = o.at
		}
		for m := range t.Methods() {
			if m.Exported() {
				o.open(m.Signature())
			}
		}
		o.open(t.Underlying())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				o.variable(f)
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			o.open(m.Signature())
		}
	case *types.Signature:
		for v := range t.Results().Variables() {
			o.variable(v)
		}
	case *types.Map:
		o.open(t.Key())
		o.open(t.Elem())
	case interface{ Elem() types.Type }:
		o.open(t.Elem())
	}
}
