package golang

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// possible is a type whose methods are not all known: the methods that it may have, by name.
type possible struct {
	of      int32 // the declaration that makes it; 0 where that has no row
	typeID  int32 // the type; 0 where it has no name or no row
	reason  schema.Reason
	methods map[string][]method
	wild    bool // it has something from outside of which no method is known
	checked bool // it is type-checked: known signatures are compared
}

// fit are the methods that may be the one that an interface wants: where their signatures are known, they take and
// give as much.
func (p possible) fit(want method) []method {
	return slices.DeleteFunc(slices.Clone(p.methods[untyped.MethodName(want.id)]), func(m method) bool {
		if p.checked && m.isKnown() && want.isKnown() && !m.sig.varies && !want.sig.varies {
			return m.sig.text != want.sig.text
		}
		return m.isKnown() && want.isKnown() && m.sig.arity != want.sig.arity
	})
}

func (m method) isKnown() bool { return m.sig.text != "" }

// satisfies reports whether the type may have all methods of an interface. Where all signatures are known, the comparison of
// type-checked types decides.
func (p possible) satisfies(c contract) bool {
	if p.checked && !slices.ContainsFunc(c.methods, func(want method) bool {
		fit := p.fit(want)
		return len(fit) == 0 || !want.isKnown() || slices.ContainsFunc(fit, func(m method) bool { return !m.isKnown() })
	}) {
		return false
	}
	return p.wild || !slices.ContainsFunc(c.methods, func(m method) bool { return len(p.fit(m)) == 0 })
}

// composing holds the types of the tree and the parts that files without types make of them, by name.
type composing struct {
	named     map[string][]*methodSet // the types that are known, aliases under theirs
	made      map[string][]untyped.Composite
	additions map[string][]untyped.Method
	demands   map[string][]untyped.Interface // by the names of interfaces, those without one under an empty name
	outer     func(untyped.OuterName) (methods []string, known bool)
}

// possibles returns the types that files without types declare or add methods to, the types that embed one of those, and the
// type-checked types with unknown methods. A name there may mean any type that has it.
func (x *extraction) possibles(untypedFiles []*found, sets []*methodSet) (out []possible, g composing) {
	g = composing{map[string][]*methodSet{}, map[string][]untyped.Composite{}, map[string][]untyped.Method{}, map[string][]untyped.Interface{}, x.outerMethods}
	for _, s := range slices.Concat(sets, x.types.aliases) {
		if s.name != "" {
			g.named[s.name] = append(g.named[s.name], s)
		}
	}
	var all []untyped.Composite
	again := map[string][]untyped.Composite{} // by the types that they are in other builds
	for _, p := range untypedFiles {
		if p == nil || p.untyped == nil {
			continue
		}
		for key, more := range p.untyped.Methods {
			g.additions[key] = append(g.additions[key], more...)
		}
		for _, d := range p.untyped.Demands {
			g.demands[d.Name] = append(g.demands[d.Name], d)
		}
		for _, c := range p.untyped.Made {
			all = append(all, c)
			g.made[untyped.MethodName(c.Key)] = append(g.made[untyped.MethodName(c.Key)], c)
			again[c.Key] = append(again[c.Key], c)
		}
	}
	for _, c := range all {
		p := possible{of: c.Of, reason: c.Reason, methods: map[string][]method{}}
		if c.Key != "" {
			p.typeID = c.Of
		}
		if p.compose(c, g, map[string]bool{}); len(p.methods) > 0 {
			out = append(out, p)
		}
	}
	for _, s := range sets {
		if p, unsure := s.possible(); unsure {
			out = append(out, p)
		}
	}
	for _, s := range x.incomplete.gained {
		out = append(out, s.gained(g))
	}
	for _, s := range sets {
		for _, part := range slices.Sorted(maps.Keys(s.parts)) {
			if part == s.key || part == "" {
				continue
			}
			for _, c := range again[part] {
				p := possible{of: c.Of, typeID: s.symbol, reason: c.Reason, methods: map[string][]method{}}
				p.take(s)
				p.compose(c, g, map[string]bool{})
				out = append(out, p)
			}
			for _, d := range g.demands[untyped.MethodName(part)] {
				if d.Key == part && !s.abstract {
					p := possible{of: d.Of, typeID: s.symbol, reason: d.Reason, methods: map[string][]method{}}
					p.take(s)
					p.demanded(d, g)
					out = append(out, p)
				}
			}
		}
	}
	return out, g
}

// possible is a type as its methods with unknown signatures may make it, and reports whether it has such or embeds a type that is not
// known.
func (s *methodSet) possible() (possible, bool) {
	unsure := s.open
	for _, m := range s.methods {
		unsure = unsure || m.sig.text == ""
	}
	p := possible{of: cmp.Or(s.symbol, s.around), typeID: s.symbol, reason: schema.ReasonTypeErrors, checked: true, wild: s.open, methods: map[string][]method{}}
	if unsure {
		p.take(s)
	}
	return p, unsure
}

// compose adds the methods of a type that a file without types declares, and those of its parts. The parts in seen are done.
func (p *possible) compose(c untyped.Composite, g composing, seen map[string]bool) {
	for _, m := range g.additions[c.Key] {
		p.methods[m.Name] = append(p.methods[m.Name], method{symbol: m.Id})
	}
	for _, o := range c.Outer {
		names, known := g.outer(o)
		p.wild = p.wild || !known
		for _, name := range names {
			p.methods[name] = append(p.methods[name], method{})
		}
	}
	for _, part := range c.Parts {
		if seen[part] {
			continue
		}
		seen[part] = true
		for _, s := range g.named[part] {
			p.take(s)
			for key := range s.parts {
				for _, m := range g.additions[key] {
					p.methods[m.Name] = append(p.methods[m.Name], method{symbol: m.Id})
				}
			}
		}
		for _, inner := range g.made[part] {
			if inner.Key != "" {
				p.compose(inner, g, seen)
			}
		}
		for _, d := range g.demands[part] {
			p.demanded(d, g)
		}
	}
}

// demanded adds the methods of an interface that the type embeds.
func (p *possible) demanded(d untyped.Interface, g composing) {
	names := map[string]bool{}
	p.wild = g.methodsOf(d, names, map[string]bool{}) || p.wild
	for name := range names {
		p.methods[name] = append(p.methods[name], method{symbol: d.Asked[name]})
	}
}

// gained returns a type with the methods that files without types give it.
func (s *methodSet) gained(g composing) possible {
	p := possible{typeID: s.symbol, methods: map[string][]method{}}
	p.take(s)
	for part := range s.parts {
		for _, m := range g.additions[part] {
			if p.of == 0 || m.Id < p.of { // the order of parts does not count
				p.of, p.reason = m.Id, m.Reason
			}
			p.methods[m.Name] = append(p.methods[m.Name], method{symbol: m.Id})
		}
	}
	return p
}

// outerMethods are the names of the methods that something from outside has, if that was read.
func (x *extraction) outerMethods(o untyped.OuterName) (names []string, known bool) {
	pkg := x.names.Checked(o.Path)
	if pkg == nil {
		return nil, false
	}
	tn, ok := pkg.Scope().Lookup(o.Name).(*types.TypeName)
	if !ok {
		return nil, false
	}
	for _, set := range []*types.MethodSet{types.NewMethodSet(tn.Type()), types.NewMethodSet(types.NewPointer(tn.Type()))} {
		for sel := range set.Methods() {
			names = append(names, sel.Obj().Name())
		}
	}
	return names, true
}

// aliases returns the method sets of the aliases in a scope.
func (t *noter) aliases(scope *types.Scope) (out []*methodSet) {
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && tn.IsAlias() {
			if s := (&methodSet{name: name}).of(t, tn.Type()); len(s.methods) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

func (p possible) take(s *methodSet) {
	for id, m := range s.methods {
		if m.symbol != 0 && !slices.ContainsFunc(p.methods[untyped.MethodName(id)], func(has method) bool { return has.symbol == m.symbol }) {
			p.methods[untyped.MethodName(id)] = append(p.methods[untyped.MethodName(id)], m)
		}
	}
}

// guess adds the gaps about interfaces that possible types may implement, by the names of methods alone.
func (g gapSet) guess(all []possible, contracts []contract, dispatches map[int32]map[int32]*dispatch) {
	byName, wild := map[string][]int{}, map[string][]int{} // the places of those that have a method of the name
	for i, p := range all {
		for name := range p.methods {
			byName[name] = append(byName[name], i)
			if p.wild {
				wild[name] = append(wild[name], i)
			}
		}
	}
	for _, c := range contracts {
		candidates := byName[untyped.MethodName(c.methods[0].id)]
		for _, m := range c.methods[1:] {
			if few := byName[untyped.MethodName(m.id)]; len(few) < len(candidates) {
				candidates = few
			}
		}
		candidates = slices.Clone(candidates)
		for _, m := range c.methods {
			candidates = append(candidates, wild[untyped.MethodName(m.id)]...)
		}
		slices.Sort(candidates)
		for _, at := range slices.Compact(candidates) {
			if p := all[at]; p.satisfies(c) && (p.typeID == 0 || p.typeID != c.symbol) {
				g.implement(p, c)
				p.runs(c, dispatches[c.symbol])
			}
		}
	}
}

// runs leaves the methods of an interface open that the type has from an interface too, or from outside: any implementation may run then.
// The other methods of the type have gaps about their callers.
func (p possible) runs(c contract, of map[int32]*dispatch) {
	for _, want := range c.methods {
		if t := of[want.symbol]; t != nil {
			t.open = t.open || slices.ContainsFunc(p.fit(want), func(m method) bool { return m.symbol == 0 || m.symbol == want.symbol })
		}
	}
}

// implement adds the gaps that follow where a possible type may implement an interface.
func (g gapSet) implement(p possible, c contract) {
	g.add(schema.AboutSubtypes, c.symbol, p)
	g.add(schema.AboutSupertypes, p.typeID, p)
	for _, want := range c.methods {
		for _, m := range p.fit(want) {
			if m.symbol == want.symbol && want.symbol != 0 {
				continue
			}
			g.add(schema.AboutPossibleCallees, want.symbol, p)
			g.add(schema.AboutSubtypes, want.symbol, p)
			g.add(schema.AboutSupertypes, m.symbol, p)
			g.add(schema.AboutCallers, m.symbol, p)
		}
	}
}

// gapSet holds each gap once.
type gapSet map[unknowns.Gap]bool

func (g gapSet) add(about schema.About, symbol int32, p possible) {
	if symbol != 0 {
		g[unknowns.Gap{About: about, Symbol: symbol, Reason: p.reason, At: p.of}] = true
	}
}

// methodsOf adds the names of the methods of an interface, embedded ones included, and reports whether some are not known.
func (of composing) methodsOf(d untyped.Interface, names map[string]bool, seen map[string]bool) (open bool) {
	for name := range d.Asked {
		names[name] = true
	}
	for _, o := range d.Outer {
		more, known := of.outer(o)
		open = open || !known
		for _, name := range more {
			names[name] = true
		}
	}
	for _, part := range d.Parts {
		if seen[part] {
			continue
		}
		seen[part] = true
		for _, s := range of.named[part] {
			if !s.abstract {
				continue
			}
			for id := range s.methods {
				names[untyped.MethodName(id)] = true
			}
		}
		for _, inner := range of.demands[part] {
			open = of.methodsOf(inner, names, seen) || open
		}
	}
	return open
}

// demand adds the gaps about an interface in a file without types: a type that has methods of all its names may implement it.
func (g gapSet) demand(d untyped.Interface, everything []possible, byName map[string][]int, of composing) {
	at := possible{of: d.Of, reason: d.Reason}
	symbol := int32(0)
	if d.Key != "" {
		symbol = d.Of
	}
	g.add(schema.AboutSupertypes, symbol, at)
	names := map[string]bool{}
	if open := of.methodsOf(d, names, map[string]bool{}); len(names) == 0 {
		if open {
			g[unknowns.Gap{About: schema.AboutSupertypes, Symbol: 0, Reason: d.Reason, At: d.Of}] = true
		}
		return
	}
	var candidates []int
	for i, name := range slices.Sorted(maps.Keys(names)) {
		if few := byName[name]; i == 0 || len(few) < len(candidates) {
			candidates = few
		}
	}
	for _, i := range candidates {
		p := everything[i]
		if p.typeID != 0 && p.typeID == symbol || !p.hasAll(names) {
			continue
		}
		g.add(schema.AboutSubtypes, symbol, at)
		g.add(schema.AboutSupertypes, p.typeID, at)
		for name := range names {
			for _, m := range p.methods[name] {
				g.add(schema.AboutSupertypes, m.symbol, at)
			}
			g.add(schema.AboutSubtypes, d.Asked[name], at)
			g.add(schema.AboutPossibleCallees, d.Asked[name], at)
		}
	}
}

func (p possible) hasAll(names map[string]bool) bool {
	for name := range names {
		if len(p.methods[name]) == 0 {
			return false
		}
	}
	return true
}

// ofTypes adds the gaps about relations between types, of which the signatures are not known.
func (g gapSet) ofTypes(all []possible, of composing, sets []*methodSet, contracts []contract, dispatches map[int32]map[int32]*dispatch) {
	g.guess(all, contracts, dispatches)
	everything := make([]possible, 0, len(sets))
	for _, s := range sets {
		p := possible{of: cmp.Or(s.symbol, s.around), typeID: s.symbol, reason: schema.ReasonTypeErrors, checked: true, methods: map[string][]method{}}
		p.take(s)
		everything = append(everything, p)
		if s.open {
			if !s.fixture {
				g[unknowns.Gap{About: schema.AboutSubtypes, Symbol: 0, Reason: schema.ReasonTypeErrors, At: p.of}] = true
				g[unknowns.Gap{About: schema.AboutPossibleCallees, Symbol: 0, Reason: schema.ReasonTypeErrors, At: p.of}] = true
			}
			g.add(schema.AboutSupertypes, s.symbol, p)
		}
	}
	g.guess(everything, slices.DeleteFunc(slices.Clone(contracts), contract.isKnown), dispatches)
	everything = append(everything, all...)
	byName := map[string][]int{}
	for i, p := range everything {
		for name := range p.methods {
			byName[name] = append(byName[name], i)
		}
	}
	for _, ds := range of.demands {
		for _, d := range ds {
			g.demand(d, everything, byName, of)
		}
	}
}
