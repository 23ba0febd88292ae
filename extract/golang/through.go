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
// callee, and where the interface has no name, is generic, or is local and so may depend on the type parameters around. Where a struct has the method from an embedded
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
	if !ok || !types.IsInterface(named) || named.TypeParams().Len() > 0 || !atPackageLevel(named.Obj()) {
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

// witness is a method of an interface that no plain type outside the tree can have: it is not exported, or mentions
// types of the tree.
type witness struct {
	id       string
	packages []string // of those types, or its own: whoever has it imports them, directly or through others
}

func (r *resolver) witnesses(named *types.Named) []witness {
	var all []witness
	if !r.isOwn(named.Obj()) {
		return nil
	}
	for m := range named.Underlying().(*types.Interface).Methods() {
		mentioned := map[string]bool{}
		if r.mention(m.Type(), mentioned, map[types.Type]bool{}); !m.Exported() && r.isOwn(m) {
			mentioned[m.Pkg().Path()] = true
		}
		if len(mentioned) > 0 {
			all = append(all, witness{m.Id(), slices.Collect(maps.Keys(mentioned))})
		}
	}
	return all
}

// isOwn reports whether a file of the tree declares an object.
func (r *resolver) isOwn(obj types.Object) bool {
	f, _ := r.x.position(obj.Pos())
	return f != nil && f.source != nil
}

// mention adds the import paths of the types of the tree in a type.
func (r *resolver) mention(t types.Type, to map[string]bool, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if r.isOwn(t.Obj()) {
			to[t.Obj().Pkg().Path()] = true
		}
		for arg := range t.TypeArgs().Types() {
			r.mention(arg, to, seen)
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				r.mention(v.Type(), to, seen)
			}
		}
	case *types.Map:
		r.mention(t.Key(), to, seen)
		r.mention(t.Elem(), to, seen)
	case interface{ Elem() types.Type }:
		r.mention(t.Elem(), to, seen)
	}
}

// unnamed is a struct without a name.
type unnamed struct {
	t      *types.Struct
	around int32 // the declaration that it stands in; 0 within an interface
}

// embedding takes down a struct without a name that has methods, from what it embeds.
func (w *walker) embedding(s *types.Struct) {
	for f := range s.Fields() {
		if f.Embedded() {
			w.out.structs = append(w.out.structs, unnamed{s, w.around})
			return
		}
	}
}

// structsIn takes the structs out of parts, which would hold on to the types of their package.
func structsIn(parts []*found) []unnamed {
	var all []unnamed
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
		unsure = unsure || have.sig.text == "" || want.sig.text == "" || want.sig.varies
	}
	return unsure
}

// closeThrough completes what can run: what satisfies an interface that types were not compared with is not known,
// and of one that types outside can satisfy, which may embed the interface that declares the method, and hold values
// of the tree.
func (x *extraction) closeThrough(compared map[int32]bool) {
	generic := x.genericMethods()
	for receiver, of := range x.through {
		closed := compared[receiver] && slices.ContainsFunc(x.types.private[receiver], func(w witness) bool { return !generic[w.id] })
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

// genericMethods are the ids of the methods of generic types outside the tree, whose instances may mention its types.
func (x *extraction) genericMethods() map[string]bool {
	ids := map[string]bool{}
	for _, n := range x.graph.nodes {
		if n.pkg == nil || len(n.owned) > 0 {
			continue
		}
		scope := n.pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || typeParams(tn).Len() == 0 {
				continue
			}
			t := tn.Type()
			if !types.IsInterface(t) {
				t = types.NewPointer(t)
			}
			for m := range types.NewMethodSet(t).Methods() {
				ids[m.Obj().Id()] = true
			}
		}
	}
	return ids
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
