package golang

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/schema"
)

// composite is a type in a file without types that may have methods from what it is made of.
type composite struct {
	of    int32       // its symbol; where it has no name, the function or variable that it stands in, or 0
	key   string      // as typeKey has it; empty where it has no name
	parts []string    // names in what it embeds, or is declared as
	outer []outerName // those of them that packages outside the tree declare
}

// outerName is a name that a package outside the tree declares.
type outerName struct{ path, name string }

// addition is a method that a file without types declares.
type addition struct {
	name string
	id   int32
}

// possible is a type as files without types may make it: what it may have as methods, by name.
type possible struct {
	of      int32
	methods map[string][]method
	wild    bool // it has something from outside of which no method is known
}

// fit are the methods that may be the one that an interface wants: where their signatures are known, they take and
// give as much.
func (p possible) fit(want method) []method {
	return slices.DeleteFunc(slices.Clone(p.methods[nameOfID(want.id)]), func(m method) bool {
		return m.sig.text != "" && want.sig.text != "" && m.sig.arity != want.sig.arity
	})
}

// satisfies reports whether the type may have all methods of an interface.
func (p possible) satisfies(c contract) bool {
	return p.wild || !slices.ContainsFunc(c.methods, func(m method) bool { return len(p.fit(m)) == 0 })
}

// composing is what files without types make of types, by names.
type composing struct {
	named     map[string][]*methodSet // the types that are known, aliases under theirs
	made      map[string][]composite
	additions map[string][]addition
	outer     func(outerName) (methods []string, known bool)
}

// possibles are the types that files without types declare or add methods to, and those that embed what is another type there.
// What a name means there is not known: any type that bears it counts.
func (x *extraction) possibles(untyped []*found, sets []*methodSet) (out []possible) {
	g := composing{map[string][]*methodSet{}, map[string][]composite{}, map[string][]addition{}, x.outerMethods}
	for _, s := range slices.Concat(sets, x.types.aliases) {
		if s.name != "" {
			g.named[s.name] = append(g.named[s.name], s)
		}
	}
	var all []composite
	again := map[string][]composite{} // by the types that they are in other builds
	for _, p := range untyped {
		if p == nil || p.untyped == nil {
			continue
		}
		for key, more := range p.untyped.methods {
			g.additions[key] = append(g.additions[key], more...)
		}
		for _, c := range p.untyped.made {
			all = append(all, c)
			g.made[nameOfID(c.key)] = append(g.made[nameOfID(c.key)], c)
			again[c.key] = append(again[c.key], c)
		}
	}
	for _, c := range all {
		p := possible{of: c.of, methods: map[string][]method{}}
		if p.compose(c, g, map[string]bool{}); len(p.methods) > 0 {
			out = append(out, p)
		}
	}
	for _, gained := range x.unseen.gained {
		out = append(out, gained.possible(g))
	}
	for _, s := range sets {
		for _, part := range slices.Sorted(maps.Keys(s.parts)) {
			for _, c := range again[part] {
				if part != s.key && part != "" {
					p := possible{of: c.of, methods: map[string][]method{}}
					p.take(s)
					p.compose(c, g, map[string]bool{})
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// compose adds what a type has that a file without types declares, and what is seen so far of its parts.
func (p *possible) compose(c composite, g composing, seen map[string]bool) {
	for _, m := range g.additions[c.key] {
		p.methods[m.name] = append(p.methods[m.name], method{symbol: m.id})
	}
	for _, o := range c.outer {
		names, known := g.outer(o)
		p.wild = p.wild || !known
		for _, name := range names {
			p.methods[name] = append(p.methods[name], method{})
		}
	}
	for _, part := range c.parts {
		if seen[part] {
			continue
		}
		seen[part] = true
		for _, s := range g.named[part] {
			p.take(s)
		}
		for _, inner := range g.made[part] {
			if inner.key != "" {
				p.compose(inner, g, seen)
			}
		}
	}
}

// possible is a type with what files without types give it.
func (gained gaining) possible(g composing) possible {
	p := possible{methods: map[string][]method{}}
	p.take(gained.methodSet)
	for part := range gained.parts {
		for _, m := range g.additions[part] {
			if p.of == 0 || m.id < p.of { // whatever order parts come in
				p.of = m.id
			}
			p.methods[m.name] = append(p.methods[m.name], method{symbol: m.id})
		}
	}
	return p
}

// outerMethods are the names of the methods that something from outside has, if that was read.
func (x *extraction) outerMethods(o outerName) (names []string, known bool) {
	pkg := x.checked(o.path)
	if pkg == nil {
		return nil, false
	}
	tn, ok := pkg.Scope().Lookup(o.name).(*types.TypeName)
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

// aliases are the method sets of what has another name in a scope.
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
		if m.symbol != 0 && !slices.ContainsFunc(p.methods[nameOfID(id)], func(has method) bool { return has.symbol == m.symbol }) {
			p.methods[nameOfID(id)] = append(p.methods[nameOfID(id)], m)
		}
	}
}

// guessOverrides adds what may stand in for methods of interfaces of the tree by types that files without types make, going by
// names alone, where nothing says so of types that are known.
func (x *extraction) guessOverrides(all []possible, out *found) {
	byName, wild := map[string][]int{}, map[string][]int{} // the places of those that have a method of the name
	for i, p := range all {
		for name := range p.methods {
			byName[name] = append(byName[name], i)
			if p.wild {
				wild[name] = append(wild[name], i)
			}
		}
	}
	type pair struct{ method, overridden int32 }
	known := map[pair]bool{}
	for _, o := range out.rows.Overrides {
		known[pair{o.MethodID, o.OverriddenID}] = true
	}
	for _, c := range x.types.contracts {
		candidates := byName[nameOfID(c.methods[0].id)]
		for _, m := range c.methods[1:] {
			if few := byName[nameOfID(m.id)]; len(few) < len(candidates) {
				candidates = few
			}
		}
		candidates = slices.Clone(candidates)
		for _, m := range c.methods {
			candidates = append(candidates, wild[nameOfID(m.id)]...)
		}
		slices.Sort(candidates)
		for _, at := range slices.Compact(candidates) {
			p := all[at]
			if !p.satisfies(c) {
				continue
			}
			for _, want := range c.methods {
				for _, m := range p.fit(want) {
					have := m.symbol
					if have == 0 || want.symbol == 0 || x.isOutside(want.symbol) || have == want.symbol || known[pair{have, want.symbol}] {
						continue
					}
					of := p.of
					if of == 0 {
						of = have
					}
					out.rows.Overrides = append(out.rows.Overrides, schema.Override{TypeID: of, MethodID: have, OverriddenID: want.symbol, Evidence: schema.EvidenceHeuristic})
				}
			}
		}
	}
}

// isLiteral reports whether a type is spelled out, and no other's name.
func isLiteral(t ast.Expr) bool {
	switch t.(type) {
	case *ast.StructType, *ast.InterfaceType, *ast.FuncType, *ast.MapType, *ast.ArrayType, *ast.ChanType:
		return true
	}
	return false
}
