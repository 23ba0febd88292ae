package golang

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/extract/language"
	"github.com/cortex-index/cortex/schema"
)

// DESIGN: the notes of a checked package hold symbols and formatted signatures, not types. A type keeps its package in memory, and that
// the scopes of all its functions, which in the standard library came to a gigabyte.

// methodSet is the methods of one type of the tree, declared and promoted.
type methodSet struct {
	symbol   int32 // 0 when it has no name
	name     string
	key      string          // of the type, as untyped.TypeKey has it
	parts    map[string]bool // the keys of the types that it embeds, directly or in others, and its own
	around   int32           // where it has no name, the declaration around it; 0 within an interface
	file     int32           // where the type is declared
	line     int32
	abstract bool              // it is an interface
	ofTest   bool              // a test file declares it
	guessed  bool              // it may have these methods
	open     bool              // it embeds a type that is not known
	fixture  bool              // it is in an input of tests, which is often broken on purpose
	within   bool              // it can be in generic code, and depend on the type parameters there
	mayLack  bool              // it is generic, local or has no name, thus it may lack methods of instances and tests
	methods  map[string]method // by id: the name, with the package's path before it when it is not exported
}

// method is one method of a method set or of an interface.
type method struct {
	id            string
	symbol        int32 // its own declaration
	sig           spelled
	pointer       bool  // only the pointer to the type has it
	dispatcher    int32 // the interface that a struct embeds and has it from, where another declares it; 0 for any other
	fromInterface bool  // it is one of an interface that a struct embeds
	unnamed       bool  // it is one of an interface of the tree that has no name
}

// contract is one interface that types are compared with.
type contract struct {
	symbol  int32 // 0 when it has no name
	methods []method
	within  bool // it can be in generic code, and depend on the type parameters there
}

// typeNotes is the notes of the checked nodes for the comparison of all types of the tree with all interfaces.
type typeNotes struct {
	mu        sync.Mutex
	plain     map[int32]*methodSet // by type
	widest    map[int32]*methodSet // the same of packages with their tests, which go before
	instances []*methodSet         // of instantiated types of the tree
	structs   []*methodSet         // of structs without a name
	variants  []*methodSet         // of types of packages that are built anew, for the tests of another or for another module
	aliases   []*methodSet         // of the types of aliases at package level, under those names
	contracts []contract           // interfaces of the tree, every instantiated interface, and those that have no name
	private   map[int32][]witness  // by interfaces through which methods are called: see resolver.witnesses
	overrides []schema.Override    // of methods of constraints outside, by the arguments for their type parameters
	satisfied []schema.TypeRelation
	outside   map[int32]noted  // outside interfaces that the code names, by symbol
	receiving map[string]noted // those that it passes values to and does not name, by package and name
}

// noted is a type and the order of the node that it was seen in: where several
// nodes show one type, the first counts, so that the order of work does not.
type noted struct {
	node int
	t    *types.Named
}

func newTypeNotes() *typeNotes {
	return &typeNotes{private: map[int32][]witness{}, plain: map[int32]*methodSet{}, widest: map[int32]*methodSet{}, outside: map[int32]noted{}, receiving: map[string]noted{}}
}

// noter notes the types of one node.
type noter struct {
	x    *extraction
	n    *load.Node
	r    *resolver
	s    *speller
	seen map[types.Type]bool

	sets      []*methodSet
	instances []*methodSet
	structs   []*methodSet
	contracts []contract
	known     map[string]bool // the contracts, spelled
	overrides []schema.Override
	satisfied []schema.TypeRelation
}

// note notes the types of a part of one checked node that owns files, and the structs without a name in those.
func (x *extraction) note(n *load.Node, p part, pkg *types.Package, info *types.Info, r *resolver, structs []unnamed) {
	t := &noter{x: x, n: n, r: r, s: newSpeller(x), seen: map[types.Type]bool{}, known: map[string]bool{}}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if f, _ := x.Position(scope.Lookup(name).Pos()); slices.Contains(p.parsed, f) {
			t.declared(scope.Lookup(name))
		}
	}
	for _, obj := range info.Defs {
		if tn, ok := obj.(*types.TypeName); ok && !atPackageLevel(tn) {
			t.declared(tn)
		}
	}
	for _, inst := range info.Instances {
		t.instance(inst.Type)
	}
	aliases := t.aliases(scope)
	for _, s := range structs {
		if set := (&methodSet{mayLack: true, within: true, around: s.around, parts: partsOf(s.t)}).of(t, s.t); len(set.parts) > 0 {
			t.structs = append(t.structs, set)
		}
	}
	t.conversions(info)
	named, receiving := x.namedOutside(r), x.receivingOutside(info)
	x.types.mu.Lock()
	defer x.types.mu.Unlock()
	for name, iface := range receiving {
		if old, seen := x.types.receiving[name]; !seen || n.Order < old.node {
			x.types.receiving[name] = noted{n.Order, iface}
		}
	}
	for id, iface := range named {
		if old, seen := x.types.outside[id]; !seen || n.Order < old.node {
			x.types.outside[id] = noted{n.Order, iface}
		}
	}
	byType := x.types.plain
	if n.Rank() > 0 {
		byType = x.types.widest
	}
	for _, s := range t.sets {
		byType[s.symbol] = s
	}
	x.types.instances = append(x.types.instances, t.instances...)
	x.types.structs = append(x.types.structs, t.structs...)
	x.types.aliases = append(x.types.aliases, aliases...)
	maps.Copy(x.types.private, r.private)
	x.types.contracts = append(x.types.contracts, t.contracts...)
	x.types.overrides = append(x.types.overrides, t.overrides...)
	x.types.satisfied = append(x.types.satisfied, t.satisfied...)
}

// noteVariant notes the types of a package of the tree that is built anew. It imports a package with tests, or another module of the
// tree takes other versions of its imports. Embedded types may have more methods there.
func (x *extraction) noteVariant(n *load.Node) {
	t := &noter{x: x, n: n, r: x.newResolver(), s: newSpeller(x), seen: map[types.Type]bool{}, known: map[string]bool{}}
	scope := n.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !types.IsInterface(tn.Type()) {
			t.declared(tn)
		}
	}
	x.types.mu.Lock()
	defer x.types.mu.Unlock()
	x.types.variants = append(x.types.variants, t.sets...)
}

// namedOutside returns the external interfaces that code names, by symbol. An alias names its type, which may be in an internal
// package.
func (x *extraction) namedOutside(r *resolver) map[int32]*types.Named {
	var used []types.Type
	for obj, id := range r.seen {
		if tn, ok := obj.(*types.TypeName); ok && id != 0 && types.IsInterface(tn.Type()) {
			used = append(used, types.Unalias(tn.Type()))
		}
	}
	out := map[int32]*types.Named{}
	for _, t := range used {
		if named, ok := t.(*types.Named); ok {
			if id := r.symbol(named.Obj()); id != 0 && x.isExternal(id) {
				out[id] = named
			}
		}
	}
	return out
}

// receivingOutside returns the external interfaces to which code converts values when it uses external declarations: the types of
// parameters, fields and variables. They may be unexported, and no code can name them.
func (x *extraction) receivingOutside(info *types.Info) map[string]*types.Named {
	out := map[string]*types.Named{}
	add := func(v *types.Var) {
		t := types.Unalias(v.Type())
		if of, ok := t.(interface{ Elem() types.Type }); ok { // of a slice, as a variadic parameter is, or a map
			t = types.Unalias(of.Elem())
		}
		if named, ok := t.(*types.Named); ok && types.IsInterface(named) && named.TypeArgs().Len() == 0 && atPackageLevel(named.Obj()) {
			out[named.Obj().Pkg().Path()+"."+named.Obj().Name()] = named
		}
	}
	for _, obj := range info.Uses {
		if f, _ := x.Position(obj.Pos()); f != nil && f.Source != nil {
			continue // declared in the tree
		}
		switch obj := origin(obj).(type) {
		case *types.Func:
			for v := range obj.Signature().Params().Variables() {
				add(v)
			}
		case *types.Var:
			add(obj)
		}
	}
	return out
}

// declared notes a type of the tree by its declaration.
func (t *noter) declared(obj types.Object) {
	tn, ok := obj.(*types.TypeName)
	if !ok || tn.IsAlias() {
		return
	}
	named, ok := tn.Type().(*types.Named)
	id := t.r.symbol(tn)
	if !ok || id == 0 || t.x.isExternal(id) {
		return
	}
	t.sets = append(t.sets, t.methodSet(id, named)) // one without methods has some in another build
	if named.TypeParams().Len() == 0 {
		t.contract(id, named)
	}
}

// contract notes an interface, whose symbol is 0 when it has no name.
func (t *noter) contract(id int32, typ types.Type) {
	c, ok := newContract(id, typ, t.r, t.s)
	if spelled := c.spelled(); ok && !t.known[spelled] {
		t.known[spelled] = true
		t.contracts = append(t.contracts, c)
	}
}

// spelled tells contracts apart.
func (c contract) spelled() string {
	var b strings.Builder
	fmt.Fprint(&b, c.symbol)
	for _, m := range c.methods {
		fmt.Fprint(&b, " ", m.symbol, m.sig.text)
	}
	return b.String()
}

// newContract returns the contract of an interface with methods that a value can have.
func newContract(id int32, t types.Type, r *resolver, s *speller) (contract, bool) {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || i.NumMethods() == 0 || !i.IsMethodSet() {
		return contract{}, false
	}
	named, _ := types.Unalias(t).(*types.Named)
	c := contract{symbol: id, methods: make([]method, 0, i.NumMethods()), within: named == nil || named.TypeArgs().Len() == 0}
	for f := range i.Methods() {
		m := method{id: f.Id(), symbol: r.symbol(f), sig: s.signature(f.Signature())}
		if _, ok := f.Signature().Recv().Type().(*types.Interface); ok && named == nil {
			m.unnamed = m.symbol != 0 && !r.x.isExternal(m.symbol)
		}
		c.methods = append(c.methods, m)
	}
	return c, true
}

// instance notes the instantiated types that a type mentions: itself, the interfaces that it embeds, or those in the signature of an
// instantiated function.
func (t *noter) instance(typ types.Type) {
	if t.seen[typ] {
		return
	}
	t.seen[typ] = true
	switch x := types.Unalias(typ).(type) {
	case *types.Named:
		if x.TypeArgs().Len() == 0 {
			return
		}
		id := t.r.symbol(x.Origin().Obj())
		if id != 0 {
			t.contract(id, x)
		}
		if id != 0 && !t.x.isExternal(id) {
			if s := t.methodSet(id, x); s.open || len(s.methods) > 0 || s.within && len(s.parts) > 1 {
				t.instances = append(t.instances, s)
			}
		}
		if i, ok := x.Underlying().(*types.Interface); ok {
			for e := range i.EmbeddedTypes() {
				t.instance(e)
			}
		}
	case *types.Pointer:
		t.instance(x.Elem())
	case *types.Slice:
		t.instance(x.Elem())
	case *types.Signature:
		for v := range x.Params().Variables() {
			t.instance(v.Type())
		}
		for v := range x.Results().Variables() {
			t.instance(v.Type())
		}
	}
}

func (t *noter) methodSet(id int32, named *types.Named) *methodSet {
	f, _ := t.x.Position(named.Obj().Pos())
	s := &methodSet{symbol: id, name: named.Obj().Name(), key: untyped.TypeKey(named.Obj().Pkg().Path(), named.Obj().Name()), parts: partsOf(named), file: f.Source.File.Row.FileID, line: int32(f.Tok.PositionFor(named.Obj().Pos(), false).Line),
		within: !atPackageLevel(named.Obj()), mayLack: named.TypeParams().Len() > 0 || !atPackageLevel(named.Obj()), ofTest: f.Source.IsTest}
	return s.of(t, named)
}

// of is the method set with the methods of a type and of its pointer. A constraint, which is the type of no value, has none.
func (s *methodSet) of(t *noter, typ types.Type) *methodSet {
	s.methods, s.open = map[string]method{}, !t.n.Cgo && embedsUnknown(typ, map[types.Type]bool{})
	s.fixture = len(t.n.Owned) > 0 && language.IsGoFixture(t.n.Owned[0].Dir)
	if i, ok := typ.Underlying().(*types.Interface); ok {
		s.abstract = true
		if i.IsMethodSet() {
			for f := range i.Methods() {
				s.methods[f.Id()] = method{id: f.Id(), symbol: t.r.symbol(f), sig: t.s.signature(f.Signature())}
			}
		}
		return s
	}
	value := types.NewMethodSet(typ)
	for sel := range types.NewMethodSet(types.NewPointer(typ)).Methods() {
		f := sel.Obj().(*types.Func)
		s.methods[f.Id()] = method{id: f.Id(), symbol: t.r.symbol(f), sig: t.s.signature(sel.Type().(*types.Signature)),
			pointer: value.Lookup(f.Pkg(), f.Name()) == nil, dispatcher: t.r.dispatcher(sel), fromInterface: isInterfaceMethod(f)}
	}
	return s
}

// outsideContracts returns the exported interfaces of the packages in the tree's
// import closure that are not internal, the outside interfaces that the code
// names or passes values to, and error, without those with a method that no type has. A published
// version of a package of the tree counts only where the code names it.
func (x *extraction) outsideContracts(has func(methodID string) bool) []contract {
	r, s := x.newResolver(), newSpeller(x)
	var out []contract
	add := func(tn *types.TypeName) {
		named, ok := tn.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 {
			return // instantiations are noted at their place
		}
		i, ok := named.Underlying().(*types.Interface)
		if !ok || !allMethods(i, has) {
			return
		}
		if c, ok := newContract(r.symbol(tn), named, r, s); ok && c.symbol != 0 {
			out = append(out, c)
		}
	}
	add(errorObject.(*types.TypeName))
	for _, n := range x.types.outside {
		add(n.t.Obj())
	}
	for _, n := range x.types.receiving {
		add(n.t.Obj())
	}
	for _, n := range x.Graph.Nodes {
		if _, published := x.Published[n.Path]; published || len(n.Owned) > 0 || n.ForTest != "" || n.Pkg == nil || n.Name == "main" || isInternal(n.Path) {
			continue
		}
		scope := n.Pkg.Scope()
		for _, name := range scope.Names() {
			if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && ast.IsExported(name) {
				add(tn)
			}
		}
	}
	return out
}

func allMethods(i *types.Interface, has func(string) bool) bool {
	methods := slices.Collect(i.Methods())
	return !slices.ContainsFunc(methods, func(f *types.Func) bool { return !has(f.Id()) })
}
