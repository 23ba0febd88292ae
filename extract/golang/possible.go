package golang

import (
	"go/ast"
	"slices"

	"github.com/cortex-index/cortex/schema"
)

// composite is a type in a file without types that may have methods from what it is made of.
type composite struct {
	of    int32    // its symbol; where it has no name, the function or variable that it stands in, or 0
	key   string   // as typeKey has it; empty where it has no name
	parts []string // names in what it embeds, or is declared as
}

// addition is a method that a file without types declares.
type addition struct {
	name string
	id   int32
}

// possible is a type as files without types may make it: what it may have as methods, by name.
type possible struct {
	of      int32
	methods map[string][]method
}

// fit are the methods that may be the one that an interface wants: where their signatures are known, they take and
// give as much.
func (p possible) fit(want method) []method {
	return slices.DeleteFunc(slices.Clone(p.methods[nameOfID(want.id)]), func(m method) bool {
		return m.sig.text != "" && want.sig.text != "" && m.sig.arity != want.sig.arity
	})
}

// possibles are the types that files without types declare or add methods to. What a name means there is not known: any type
// that bears it counts.
func (u *unseen) possibles(untyped []*found, sets []*methodSet) []possible {
	named := map[string][]*methodSet{}
	for _, s := range sets {
		if s.name != "" {
			named[s.name] = append(named[s.name], s)
		}
	}
	made, additions := map[string][]composite{}, map[string][]addition{}
	var all []composite
	for _, p := range untyped {
		if p == nil || p.untyped == nil {
			continue
		}
		for key, more := range p.untyped.methods {
			additions[key] = append(additions[key], more...)
		}
		for _, c := range p.untyped.made {
			all = append(all, c)
			made[nameOfID(c.key)] = append(made[nameOfID(c.key)], c)
		}
	}
	var out []possible
	for _, c := range all {
		p := possible{c.of, map[string][]method{}}
		seen := map[string]bool{}
		var add func(c composite)
		add = func(c composite) {
			for _, m := range additions[c.key] {
				p.methods[m.name] = append(p.methods[m.name], method{symbol: m.id})
			}
			for _, part := range c.parts {
				if seen[part] {
					continue
				}
				seen[part] = true
				for _, s := range named[part] {
					p.take(s)
				}
				for _, inner := range made[part] {
					if inner.key != "" {
						add(inner)
					}
				}
			}
		}
		if add(c); len(p.methods) > 0 {
			out = append(out, p)
		}
	}
	for _, g := range u.gained {
		p := possible{0, map[string][]method{}}
		p.take(g.methodSet)
		for part := range g.parts {
			for _, m := range additions[part] {
				if p.of == 0 || m.id < p.of { // whatever order parts come in
					p.of = m.id
				}
				p.methods[m.name] = append(p.methods[m.name], method{symbol: m.id})
			}
		}
		out = append(out, p)
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
	byName := map[string][]possible{}
	for _, p := range all {
		for name := range p.methods {
			byName[name] = append(byName[name], p)
		}
	}
	type pair struct{ method, overridden int32 }
	known := map[pair]bool{}
	for _, o := range out.rows.Overrides {
		known[pair{o.MethodID, o.OverriddenID}] = true
	}
	for _, c := range x.types.contracts {
		fewest := byName[nameOfID(c.methods[0].id)]
		for _, m := range c.methods[1:] {
			if few := byName[nameOfID(m.id)]; len(few) < len(fewest) {
				fewest = few
			}
		}
		for _, p := range fewest {
			if slices.ContainsFunc(c.methods, func(m method) bool { return len(p.fit(m)) == 0 }) {
				continue
			}
			for _, want := range c.methods {
				for _, m := range p.fit(want) {
					have := m.symbol
					if want.symbol == 0 || x.isOutside(want.symbol) || have == want.symbol || known[pair{have, want.symbol}] {
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
