package golang

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/schema"
)

// dispatch is the possible callees of a method that an interface embeds from another, when it is called through that interface. They
// are the methods of the types that implement it, which are fewer than all implementations of the method.
type dispatch struct {
	methods map[int32]bool // that can run
	others  map[int32]bool // the interfaces through which it can be called again
	open    bool           // each implementation of the method can
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
		return w.r.dispatcher(selection)
	}
	return 0
}

// dispatcher is as receiver, for a selection.
func (r *resolver) dispatcher(selection *types.Selection) int32 {
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
	packages []string // of those types, or its own: a type with the method imports them, directly or through others
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
	f, _ := r.x.Position(obj.Pos())
	return f != nil && f.Source != nil
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
	around int32 // the declaration around it; 0 within an interface
}

// embedding notes a struct without a name that has methods from embedded fields.
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

// findDispatches notes the calls through interfaces, before types are compared with those.
func (x *extraction) findDispatches(parts []*found) {
	x.dispatch = map[int32]map[int32]*dispatch{}
	for _, p := range parts {
		if p == nil {
			continue
		}
		for _, c := range p.rows.Calls {
			x.dispatches(c.ReceiverTypeID, c.CalleeID)
		}
	}
}

// dispatches notes that a method is called through an interface, or that a struct has it through that.
func (x *extraction) dispatches(receiver, method int32) {
	if receiver == 0 {
		return
	}
	of := x.dispatch[receiver]
	if of == nil {
		of = map[int32]*dispatch{}
		x.dispatch[receiver] = of
	}
	if of[method] == nil {
		of[method] = &dispatch{methods: map[int32]bool{}, others: map[int32]bool{}}
	}
}

// runs notes the methods of a type that implement those of an interface.
func (s *methodSet) runs(c contract, of map[int32]*dispatch) {
	if s.abstract {
		return
	}
	for _, want := range c.methods {
		t := of[want.symbol]
		if t == nil {
			continue
		}
		switch have := s.methods[want.id]; {
		case have.symbol != 0 && !have.fromInterface:
			t.methods[have.symbol] = true
		case have.symbol == want.symbol && have.dispatcher != 0:
			t.others[have.dispatcher] = true
		default:
			t.open = true
		}
	}
}

// mayBe reports whether a type could implement an interface, where signatures are not known: it has methods of all names.
func (s *methodSet) mayBe(c contract) bool {
	unsure := s.mayLack
	for _, want := range c.methods {
		have, ok := s.methods[want.id]
		if !ok {
			return false
		}
		unsure = unsure || have.sig.text == "" || want.sig.text == "" || want.sig.varies
	}
	return unsure
}

// closeDispatches completes the possible callees. The implementations of an interface that types were not compared with are not known.
// Neither are those of an interface that external types can implement: they may embed the interface that declares the method, and hold
// values of the tree. Of an external method, the gaps about calls from outside and methods from outside say so already. Without a
// comparison, no type of the tree implements an external interface.
func (x *extraction) closeDispatches(compared map[int32]bool) {
	generic := x.genericMethods()
	outside := map[int32]bool{}
	for _, s := range x.externals.rows {
		_, published := x.Published[s.PackagePath]
		outside[s.SymbolID] = !x.incomplete.all && s.IsExported && !published && !isInternal(s.PackagePath)
	}
	for receiver, of := range x.dispatch {
		closed := compared[receiver] && slices.ContainsFunc(x.types.private[receiver], func(w witness) bool { return !generic[w.id] })
		for callee, t := range of {
			t.open = t.open || !closed && !(x.isExternal(callee) && (outside[receiver] || compared[receiver] && !x.isExternal(receiver)))
		}
	}
	for changed := true; changed; {
		changed = false
		for receiver, of := range x.dispatch {
			for callee, t := range of {
				for other := range t.others {
					changed = t.takes(receiver, other, x.dispatch[other][callee]) || changed
				}
			}
		}
	}
}

// genericMethods are the ids of the methods of generic types outside the tree, whose instances may mention its types.
func (x *extraction) genericMethods() map[string]bool {
	ids := map[string]bool{}
	for _, n := range x.Graph.Nodes {
		if n.Pkg == nil || len(n.Owned) > 0 {
			continue
		}
		scope := n.Pkg.Scope()
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

// takes adds the possible callees of the method through another interface, and reports whether there were more.
func (t *dispatch) takes(receiver, other int32, more *dispatch) bool {
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

// numberDispatches gives calls their possible callees, where these are fewer than all implementations of the callee.
func (x *extraction) numberDispatches(r *schema.Rows) {
	var next int32
	for i := range r.Calls {
		c := &r.Calls[i]
		t := x.dispatch[c.ReceiverTypeID][c.CalleeID]
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
