package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"github.com/cortex-index/cortex/schema"
)

// asked is a method that a type has for an interface, and the method of the interface.
type asked struct{ method, overridden int32 }

// satisfied notes the interfaces that types have to implement for a node: it converts values to them, asserts that they hold a type, or
// gives type arguments to constraints.
func (v *inside) satisfied(n ast.Node) {
	w := v.w
	switch n := n.(type) {
	case *ast.AssignStmt:
		v.pass(n.Rhs, len(n.Lhs), func(i int) types.Type { return w.info.TypeOf(n.Lhs[i]) })
	case *ast.ValueSpec:
		if n.Type != nil {
			v.pass(n.Values, len(n.Names), func(int) types.Type { return w.info.TypeOf(n.Type) })
		}
	case *ast.ReturnStmt:
		v.pass(n.Results, v.results.Len(), func(i int) types.Type { return v.results.At(i).Type() })
	case *ast.SendStmt:
		if c, ok := under[*types.Chan](w.info.TypeOf(n.Chan)); ok {
			v.convert(n.Value, c.Elem())
		}
	case *ast.CallExpr:
		v.given(n)
	case *ast.CompositeLit:
		v.literal(n)
	case *ast.IndexExpr:
		if m, ok := under[*types.Map](w.info.TypeOf(n.X)); ok {
			v.convert(n.Index, m.Key())
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			v.compare(n.X, n.Y)
		}
	case *ast.SwitchStmt:
		for _, clause := range n.Body.List {
			if c, ok := clause.(*ast.CaseClause); ok && n.Tag != nil {
				for _, e := range c.List {
					v.compare(n.Tag, e)
				}
			}
		}
	case *ast.TypeAssertExpr:
		v.assert(n.X, n.Type)
	case *ast.TypeSwitchStmt:
		var x ast.Expr
		ast.Inspect(n.Assign, func(n ast.Node) bool {
			if a, ok := n.(*ast.TypeAssertExpr); ok && a.Type == nil {
				x = a.X
			}
			return x == nil
		})
		for _, clause := range n.Body.List {
			if c, ok := clause.(*ast.CaseClause); ok {
				v.assert(x, c.List...)
			}
		}
	case *ast.Ident:
		if inst, ok := w.info.Instances[n]; ok {
			params := typeParams(w.info.Uses[n])
			for i := range min(inst.TypeArgs.Len(), params.Len()) {
				v.need(n, inst.TypeArgs.At(i), params.At(i).Constraint())
			}
		}
	}
}

// under returns the underlying type when it is of a kind.
func under[T types.Type](t types.Type) (of T, ok bool) {
	if t == nil {
		return of, false
	}
	of, ok = t.Underlying().(T)
	return of, ok
}

// pass notes the conversions of values to n types. One call may give all values, and code with errors more values than types.
func (v *inside) pass(values []ast.Expr, n int, to func(i int) types.Type) {
	if len(values) == 1 {
		if all, ok := v.w.info.TypeOf(values[0]).(*types.Tuple); ok {
			for i := range min(n, all.Len()) {
				v.need(values[0], all.At(i).Type(), to(i))
			}
			return
		}
	}
	for i, e := range values[:min(n, len(values))] {
		v.convert(e, to(i))
	}
}

// given notes the conversions of the arguments of a call, or of the operand of a conversion.
func (v *inside) given(n *ast.CallExpr) {
	fun := v.w.info.Types[n.Fun]
	if fun.IsType() {
		v.pass(n.Args, 1, func(int) types.Type { return fun.Type })
		return
	}
	sig, ok := under[*types.Signature](fun.Type)
	if !ok {
		return
	}
	params := sig.Params()
	last := params.Len() - 1
	if !sig.Variadic() || n.Ellipsis.IsValid() {
		v.pass(n.Args, last+1, func(i int) types.Type { return params.At(i).Type() })
		return
	}
	v.pass(n.Args, math.MaxInt, func(i int) types.Type {
		if i < last {
			return params.At(i).Type()
		}
		if rest, ok := under[*types.Slice](params.At(last).Type()); ok {
			return rest.Elem()
		}
		return nil
	})
}

// literal notes the conversions of the elements of a literal.
func (v *inside) literal(n *ast.CompositeLit) {
	t := pointed(v.w.info.TypeOf(n))
	if t == nil {
		return
	}
	for i, e := range n.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		switch u := t.Underlying().(type) {
		case *types.Struct:
			if !keyed && i < u.NumFields() {
				v.convert(e, u.Field(i).Type())
			}
			if keyed {
				v.convert(kv.Value, v.w.info.TypeOf(kv.Key))
			}
		case *types.Map:
			if keyed {
				v.convert(kv.Key, u.Key())
				v.convert(kv.Value, u.Elem())
			}
		case interface{ Elem() types.Type }: // a slice or an array
			if keyed {
				e = kv.Value
			}
			v.convert(e, u.Elem())
		}
	}
}

// compare notes the conversion of one side of a comparison to the type of the other.
func (v *inside) compare(a, b ast.Expr) {
	v.convert(a, v.w.info.TypeOf(b))
	v.convert(b, v.w.info.TypeOf(a))
}

// convert notes the conversion of a value to a type.
func (v *inside) convert(e ast.Expr, to types.Type) {
	if _, generic := types.Unalias(to).(*types.TypeParam); !generic {
		v.need(e, v.w.info.TypeOf(e), to)
	}
}

// assert notes that an interface value may hold values of types. The methods of types that are interfaces are not needed.
func (v *inside) assert(x ast.Expr, held ...ast.Expr) {
	for _, e := range held {
		if t := v.w.info.Types[e]; t.IsType() && !types.IsInterface(t.Type) {
			v.need(e, t.Type, v.w.info.TypeOf(x))
		}
	}
}

// need writes a row for each method that a type needs for an interface.
func (v *inside) need(at ast.Expr, from, to types.Type) {
	w := v.w
	if from == nil || to == nil || v.enclosing == 0 {
		return
	}
	wants, ok := to.Underlying().(*types.Interface)
	if !ok || wants.NumMethods() == 0 || types.Identical(from, to) {
		return
	}
	pair := [2]types.Type{from, to}
	all, known := w.needs[pair]
	if !known {
		all = w.methodsFor(from, wants)
		w.needs[pair] = all
	}
	of := int32(0)
	if named := namedOf(from); named != nil && len(all) > 0 && w.r.isOwn(named.Obj()) {
		of = w.r.find(named.Origin().Obj())
	}
	p := w.tok.PositionFor(at.Pos(), false)
	for _, n := range all {
		w.out.rows.Conversions = append(w.out.rows.Conversions, schema.Conversion{MethodID: n.method, OverriddenID: n.overridden, TypeID: of,
			FileID: w.s.File.Row.FileID, StartLine: int32(p.Line), StartColumn: int32(p.Column), EnclosingID: v.enclosing})
	}
}

// methodsFor returns the methods of the tree that a type has for those of an interface.
func (w *walker) methodsFor(from types.Type, wants *types.Interface) (all []asked) {
	has := types.NewMethodSet(from)
	for want := range wants.Methods() {
		sel := has.Lookup(want.Pkg(), want.Name())
		if sel == nil || !w.r.isOwn(sel.Obj()) {
			continue
		}
		if a := (asked{w.r.symbol(sel.Obj()), w.r.symbol(want)}); a.method != 0 && a.overridden != 0 && a.method != a.overridden {
			all = append(all, a)
		}
	}
	return all
}
