package golang

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/schema"
)

// through is a method as it is called through an interface that has it from another: what can run is
// what the types that satisfy that interface have for it, which is less than all that stands in for the method.
type through struct {
	methods map[int32]bool // that can run
	others  map[int32]bool // the interfaces through which it can be called again
	open    bool           // whatever stands in for the method can
	number  int32          // behind a dispatch_id; 0 while no call has it
}

// receiver returns the interface through which a method is called that another declares; 0 for any other
// callee, and where the interface has no name or is generic. Where a struct has the method from an embedded
// field, it is the type of that.
func (w *walker) receiver(fun ast.Expr) int32 {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return 0
	}
	if selection := w.info.Selections[sel]; selection != nil {
		return w.r.through(selection)
	}
	return 0
}

// through is as receiver, of what is selected.
func (r *resolver) through(selection *types.Selection) int32 {
	f := selection.Obj().(*types.Func)
	if !isInterfaceMethod(f) {
		return 0
	}
	t := selection.Recv()
	path := selection.Index()
	for _, i := range path[:len(path)-1] {
		s, ok := pointed(t).Underlying().(*types.Struct)
		if !ok {
			return 0
		}
		t = s.Field(i).Type()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !types.IsInterface(named) || named.TypeParams().Len() > 0 {
		return 0
	}
	if declares := namedOf(f.Signature().Recv().Type()); declares != nil && declares.Origin() == named {
		return 0
	}
	id := r.find(named.Obj())
	if _, known := r.private[id]; !known {
		r.private[id] = r.witnesses(named)
	}
	return id // which is no use of the name, as the resolver would take it
}

// ownName stands for the name of a method that is not exported.
const ownName = ""

// witnesses are the names of the methods of an interface that no plain type outside the tree can have: that are not
// exported, or mention a type of the tree.
func (r *resolver) witnesses(named *types.Named) []string {
	var names []string
	if !r.isOwn(named.Obj()) {
		return nil
	}
	for m := range named.Underlying().(*types.Interface).Methods() {
		switch {
		case !m.Exported() && r.isOwn(m):
			names = append(names, ownName)
		case r.mentionsTree(m.Type(), map[types.Type]bool{}):
			names = append(names, m.Name())
		}
	}
	return names
}

// isOwn reports whether a file of the tree declares an object.
func (r *resolver) isOwn(obj types.Object) bool {
	f, _ := r.x.position(obj.Pos())
	return f != nil && f.source != nil
}

func (r *resolver) mentionsTree(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	mentions := func(all interface{ Len() int }, at func(int) types.Type) bool {
		for i := range all.Len() {
			if r.mentionsTree(at(i), seen) {
				return true
			}
		}
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return r.isOwn(t.Obj()) || mentions(t.TypeArgs(), func(i int) types.Type { return t.TypeArgs().At(i) })
	case *types.Signature:
		return mentions(t.Params(), func(i int) types.Type { return t.Params().At(i).Type() }) ||
			mentions(t.Results(), func(i int) types.Type { return t.Results().At(i).Type() })
	case *types.Map:
		return r.mentionsTree(t.Key(), seen) || r.mentionsTree(t.Elem(), seen)
	case interface{ Elem() types.Type }:
		return r.mentionsTree(t.Elem(), seen)
	}
	return false
}

// embedding takes down a struct without a name that has methods, from what it embeds.
func (w *walker) embedding(s *types.Struct) {
	for f := range s.Fields() {
		if f.Embedded() {
			w.out.structs = append(w.out.structs, s)
			return
		}
	}
}

// structsIn takes the structs out of parts, which would hold on to the types of their package.
func structsIn(parts []*found) []*types.Struct {
	var all []*types.Struct
	for _, p := range parts {
		all = append(all, p.structs...)
		p.structs = nil
	}
	return all
}

// findThrough notes what is called through interfaces, before types are compared with those.
func (x *extraction) findThrough(parts []*found) {
	x.through = map[int32]map[int32]*through{}
	for _, p := range parts {
		if p == nil {
			continue
		}
		for _, c := range p.rows.Calls {
			x.goesThrough(c.ReceiverTypeID, c.CalleeID)
		}
	}
}

// goesThrough notes that a method is called through an interface, or that a struct has it through that.
func (x *extraction) goesThrough(receiver, method int32) {
	if receiver == 0 {
		return
	}
	of := x.through[receiver]
	if of == nil {
		of = map[int32]*through{}
		x.through[receiver] = of
	}
	if of[method] == nil {
		of[method] = &through{methods: map[int32]bool{}, others: map[int32]bool{}}
	}
}

// runs notes what a type has for the methods of an interface that it satisfies.
func (s *methodSet) runs(c contract, of map[int32]*through) {
	if s.abstract {
		return
	}
	for _, want := range c.methods {
		t := of[want.symbol]
		if t == nil {
			continue
		}
		switch have := s.methods[want.id]; {
		case have.symbol != 0 && !have.held:
			t.methods[have.symbol] = true
		case have.symbol == want.symbol && have.through != 0:
			t.others[have.through] = true
		default:
			t.open = true
		}
	}
}

// mayBe reports whether a type could satisfy an interface by what is not known here: it has methods of all names.
func (s *methodSet) mayBe(c contract) bool {
	unsure := s.loose
	for _, want := range c.methods {
		have, ok := s.methods[want.id]
		if !ok {
			return false
		}
		unsure = unsure || have.sig == "" || want.sig == ""
	}
	return unsure
}

// closeThrough completes what can run: what satisfies an interface that types were not compared with is not known,
// and of one that types outside can satisfy, which may embed the interface that declares the method, and hold values
// of the tree.
func (x *extraction) closeThrough(compared map[int32]bool) {
	generic := x.genericNames()
	for receiver, of := range x.through {
		closed := compared[receiver] && slices.ContainsFunc(x.types.private[receiver], func(name string) bool { return !generic[name] })
		for _, t := range of {
			t.open = t.open || !closed
		}
	}
	for changed := true; changed; {
		changed = false
		for receiver, of := range x.through {
			for callee, t := range of {
				for other := range t.others {
					changed = t.takes(receiver, other, x.through[other][callee]) || changed
				}
			}
		}
	}
}

// genericNames are the names of the methods of generic types outside the tree, whose instances may mention its types.
func (x *extraction) genericNames() map[string]bool {
	names := map[string]bool{}
	for _, n := range x.graph.nodes {
		if n.pkg == nil || len(n.owned) > 0 {
			continue
		}
		scope := n.pkg.Scope()
		for _, name := range scope.Names() {
			named, ok := scope.Lookup(name).Type().(*types.Named)
			if !ok || named.TypeParams().Len() == 0 {
				continue
			}
			if i, ok := named.Underlying().(*types.Interface); ok {
				for m := range i.Methods() {
					names[m.Name()] = true
				}
				continue
			}
			for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
				names[m.Obj().Name()] = true
			}
		}
	}
	return names
}

// takes adds what can run where the method is called through another interface, and reports whether that was
// more.
func (t *through) takes(receiver, other int32, more *through) bool {
	switch {
	case t.open || receiver == other:
		return false
	case more.open:
		t.open = true
		return true
	}
	n := len(t.methods)
	maps.Copy(t.methods, more.methods)
	return len(t.methods) > n
}

// numberThrough has calls say what can run, where that is less than all that stands in for the callee.
func (x *extraction) numberThrough(r *schema.Rows) {
	var next int32
	for i := range r.Calls {
		c := &r.Calls[i]
		t := x.through[c.ReceiverTypeID][c.CalleeID]
		if t == nil || t.open {
			continue
		}
		if t.number == 0 {
			next++
			t.number = next
			if len(t.methods) == 0 {
				t.methods[0] = true
			}
			for m := range t.methods {
				r.Dispatches = append(r.Dispatches, schema.Dispatch{DispatchID: next, CalleeID: c.CalleeID, MethodID: m})
			}
		}
		c.DispatchID = t.number
	}
}
