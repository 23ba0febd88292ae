package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
)

// opener notes the types of the tree whose values code converts to interfaces without methods, with the types that such values lead to by
// exported fields, elements and results. Templates and reflection can use their methods and fields without a name.
//
// A package looks methods up when its source calls Method or MethodByName of package reflect, or when it imports one that does. Values
// that go to an external function in another package are not noted, unless that package stores them. Limitation: methods that an external
// package looks up by a name in its source are not noted.
type opener struct {
	w    *walker
	seen map[types.Type]bool
	pos  token.Pos
}

// storing are the packages of the standard library that store values of any type and return them.
var storing = []string{"container/heap", "container/list", "container/ring", "context", "sync", "sync/atomic"}

// visit notes the conversions of one node; results are those of the function around it.
func (o *opener) visit(n ast.Node, results *types.Tuple) {
	info := o.w.info
	switch n := n.(type) {
	case *ast.CallExpr:
		o.call(n)
	case *ast.Ident:
		if f, ok := info.Uses[n].(*types.Func); ok && o.mayLookUp(f) {
			for t := range info.Instances[n].TypeArgs.Types() {
				o.pos = n.Pos()
				o.open(t)
			}
		}
	case *ast.CompositeLit:
		o.literal(n)
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN {
			to := make([]types.Type, len(n.Lhs))
			for i, e := range n.Lhs {
				to[i] = info.TypeOf(e)
			}
			o.assign(func(i int) types.Type { return to[min(i, len(to)-1)] }, n.Rhs)
		}
	case *ast.ValueSpec:
		if n.Type != nil {
			o.assign(func(int) types.Type { return info.TypeOf(n.Type) }, n.Values)
		}
	case *ast.ReturnStmt:
		if results.Len() > 0 {
			o.assign(func(i int) types.Type { return results.At(min(i, results.Len()-1)).Type() }, n.Results)
		}
	case *ast.SendStmt:
		if t := info.TypeOf(n.Chan); t != nil {
			if c, ok := t.Underlying().(*types.Chan); ok {
				o.convert(c.Elem(), n.Value)
			}
		}
	}
}

func (o *opener) call(n *ast.CallExpr) {
	tv := o.w.info.Types[n.Fun]
	switch {
	case tv.IsType():
		o.assign(func(int) types.Type { return tv.Type }, n.Args)
		return
	case tv.Type == nil:
		return
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return
	}
	if name, _ := calleeOf(n, o.w.info).(*types.Func); name != nil && !o.mayLookUp(name) {
		return
	}
	last := sig.Params().Len() - 1
	if last < 0 {
		return
	}
	o.assign(func(i int) types.Type {
		t := sig.Params().At(min(i, last)).Type()
		if s, ok := t.Underlying().(*types.Slice); ok && sig.Variadic() && i >= last && !n.Ellipsis.IsValid() {
			t = s.Elem()
		}
		return t
	}, n.Args)
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

// mayLookUp reports whether the values that a function gets may come to code that looks methods up.
func (o *opener) mayLookUp(f *types.Func) bool {
	if f.Pkg() == nil || isInterfaceMethod(f) {
		return true
	}
	if id := o.w.r.symbol(f); id != 0 && !o.w.x.isExternal(id) {
		return true
	}
	path := f.Pkg().Path()
	if path == "reflect" {
		return f.Name() != "DeepEqual"
	}
	_, looksUp := o.w.x.looksUp.Load(path)
	return looksUp || slices.Contains(storing, path)
}

func (o *opener) literal(n *ast.CompositeLit) {
	t := pointed(o.w.info.TypeOf(n))
	if t == nil {
		return
	}
	for i, e := range n.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		value := e
		if keyed {
			value = kv.Value
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			if keyed {
				o.convert(o.w.info.TypeOf(kv.Key), value)
			} else if i < u.NumFields() {
				o.convert(u.Field(i).Type(), value)
			}
		case *types.Map:
			o.convert(u.Elem(), value)
			if keyed {
				o.convert(u.Key(), kv.Key)
			}
		case interface{ Elem() types.Type }:
			o.convert(u.Elem(), value)
		}
	}
}

// assign notes the conversions of values to the types at their places. One call may give all values.
func (o *opener) assign(to func(i int) types.Type, values []ast.Expr) {
	if len(values) == 1 {
		if all, ok := o.w.info.TypeOf(values[0]).(*types.Tuple); ok {
			o.pos = values[0].Pos()
			for i := range all.Len() {
				o.convertType(to(i), all.At(i).Type())
			}
			return
		}
	}
	for i, v := range values {
		o.convert(to(i), v)
	}
}

func (o *opener) convert(to types.Type, value ast.Expr) {
	o.pos = value.Pos()
	o.convertType(to, o.w.info.TypeOf(value))
}

func (o *opener) convertType(to, from types.Type) {
	if to == nil || from == nil || !types.IsInterface(to) {
		return
	}
	if _, isParam := types.Unalias(to).(*types.TypeParam); !isParam && to.Underlying().(*types.Interface).NumMethods() == 0 {
		o.open(from)
	}
}

// open notes a type and the types that its values lead to.
func (o *opener) open(t types.Type) {
	t = types.Unalias(t)
	if o.seen[t] || len(o.seen) == maxParts {
		return
	}
	o.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			o.open(arg)
		}
		id := o.w.r.symbol(t.Obj())
		if id == 0 || o.w.x.isExternal(id) {
			return
		}
		p := o.w.tok.PositionFor(o.pos, false)
		o.w.out.opened = append(o.w.out.opened, unknowns.Opened{Type: id,
			At: untyped.Place{Count: 1, File: o.w.s.File.Row.FileID, Line: int32(p.Line), Column: int32(p.Column)}})
		for m := range t.Methods() {
			if m.Exported() {
				o.open(m.Signature())
			}
		}
		o.open(t.Underlying())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				o.open(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			o.open(m.Signature())
		}
	case *types.Signature:
		for v := range t.Results().Variables() {
			o.open(v.Type())
		}
	case *types.Map:
		o.open(t.Key())
		o.open(t.Elem())
	case interface{ Elem() types.Type }:
		o.open(t.Elem())
	}
}

// closeUnreached drops the opened types of nodes whose values cannot come to code that looks methods up: neither they nor packages of the
// tree that import them reach such code.
func closeUnreached(nodes []*load.Node, results [][]*found) {
	reached := map[*load.Node]bool{}
	for _, n := range slices.Backward(nodes) {
		if len(n.Owned) > 0 && n.LooksUp {
			reached[n] = true
		}
		if reached[n] {
			for _, dep := range n.Imports {
				reached[dep] = true
			}
			continue
		}
		for _, part := range results[n.Order] {
			if part != nil {
				part.opened = nil
			}
		}
	}
}
