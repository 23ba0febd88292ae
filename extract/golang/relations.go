package golang

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// relate compares every named type of the tree with every interface that counts:
// those of the tree with methods, external ones that it names or passes values to, the
// exported ones of every package in its import closure that is not internal, and error.
// For external interfaces without a name, and external constraints, only the methods get rows.
//
// It is a look-up by method: an interface is compared only with the types that
// have its rarest method.
func (x *extraction) relate(ctx context.Context, typed, untypedFiles []*found) *found {
	x.Phase("comparing types", 0)
	byMethod := map[string][]*methodSet{}
	x.incomplete.addedByTests(x.types)
	sets := x.methodSets()
	x.incomplete.note(typed, untypedFiles, sets)
	for _, s := range sets {
		for id, m := range s.methods {
			byMethod[id] = append(byMethod[id], s)
			x.dispatches(m.dispatcher, m.symbol)
		}
	}
	possibles, of := x.possibles(untypedFiles, sets)
	given := map[string]bool{} // the names of their methods
	for _, p := range possibles {
		for name := range p.methods {
			given[name] = true
		}
	}
	outside := x.outsideContracts(func(id string) bool { return len(byMethod[id]) > 0 || given[untyped.MethodName(id)] })
	x.types.contracts = withoutAlike(x.types.contracts)
	out := &found{}
	gaps := gapSet{}
	known := map[int32]bool{}
	for _, c := range append(outside, x.types.contracts...) {
		if ctx.Err() != nil {
			break
		}
		x.widen(c)
		c.match(byMethod, x.dispatch[c.symbol], out)
		c.matchVague(byMethod, x.incomplete.vague, gaps, x.dispatch[c.symbol])
		known[c.symbol] = known[c.symbol] || c.isKnown()
	}
	gaps.ofTypes(possibles, of, sets, slices.Concat(outside, x.types.contracts), x.dispatch)
	out.gaps = slices.Collect(maps.Keys(gaps))
	out.rows.TypeRelations = nearest(append(out.rows.TypeRelations, x.types.satisfied...))
	out.rows.Overrides = strongest(append(out.rows.Overrides, x.types.overrides...))
	x.closeDispatches(known)
	x.compared = map[int32]bool{}
	for _, c := range x.types.contracts {
		if c.symbol == 0 {
			continue
		}
		x.compared[c.symbol] = true
		for _, m := range c.methods {
			x.compared[m.symbol] = true
		}
	}
	return out
}

// withoutAlike leaves out the interfaces without a name whose methods all have a name of too many.
func withoutAlike(all []contract) []contract {
	bearers := map[string]map[int32]bool{}
	for _, c := range all {
		for _, m := range c.methods {
			if m.unnamed {
				if bearers[untyped.MethodName(m.id)] == nil {
					bearers[untyped.MethodName(m.id)] = map[int32]bool{}
				}
				bearers[untyped.MethodName(m.id)][m.symbol] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(c contract) bool {
		isUnnamed := func(m method) bool { return m.unnamed }
		isRare := func(m method) bool { return m.unnamed && len(bearers[untyped.MethodName(m.id)]) <= unknowns.MaxAlike }
		return slices.ContainsFunc(c.methods, isUnnamed) && !slices.ContainsFunc(c.methods, isRare)
	})
}

// methodSets returns the method sets of every type of the tree and of its
// instantiations, also as other packages' tests and the type's own make it: methods that those
// add may shadow others, or make them ambiguous.
func (x *extraction) methodSets() []*methodSet {
	added := map[string][]method{} // by types, the methods that tests add
	other := func(s *methodSet) bool {
		plain := x.types.plain[s.symbol]
		if plain == nil { // it has no methods there
			plain = &methodSet{}
		}
		differs := len(plain.methods) != len(s.methods)
		for id, m := range s.methods {
			if plain.methods[id].symbol != m.symbol {
				added[s.key] = append(added[s.key], m) // local types of one name share a key
				differs = true
			}
		}
		return differs
	}
	sets := slices.Concat(x.types.instances, x.types.structs, slices.Collect(maps.Values(x.types.plain)))
	for _, s := range slices.AppendSeq(x.types.variants, maps.Values(x.types.widest)) {
		if other(s) {
			sets = append(sets, s)
		}
	}
	for _, all := range added { // which came in the order of work
		slices.SortFunc(all, func(a, b method) int { return cmp.Compare(a.symbol, b.symbol) })
	}
	for _, s := range sets {
		if s.within {
			if grown := s.with(added); grown != nil {
				sets = append(sets, grown)
			}
		}
	}
	return sets
}

// with is the method set of a local type, or of one without a name, with the methods that tests add to its embedded types: the bodies
// around it are read without tests. It is nil where there are none.
func (s *methodSet) with(added map[string][]method) *methodSet {
	grown := *s
	grown.methods = nil
	for _, part := range slices.Sorted(maps.Keys(s.parts)) {
		for _, m := range added[part] {
			if _, has := s.methods[m.id]; has || part == s.key {
				continue
			}
			if grown.methods == nil {
				grown.methods, grown.guessed = maps.Clone(s.methods), true
			}
			if _, has := grown.methods[m.id]; !has {
				grown.methods[m.id] = m
			}
		}
	}
	if grown.methods == nil {
		return nil
	}
	return &grown
}

// isKnown reports whether the signatures of all methods are known, so that types can satisfy it.
func (c contract) isKnown() bool {
	return !slices.ContainsFunc(c.methods, func(m method) bool { return m.sig.text == "" })
}

func (c contract) match(byMethod map[string][]*methodSet, of map[int32]*dispatch, out *found) {
	var fewest []*methodSet
	for i, m := range c.methods {
		have := byMethod[m.id]
		if len(have) == 0 || m.sig.text == "" && of == nil {
			return
		}
		if i == 0 || len(have) < len(fewest) {
			fewest = have
		}
	}
	for _, s := range fewest {
		if s.symbol == c.symbol && s.symbol != 0 {
			continue
		}
		pointer, evidence := s.satisfies(c)
		if of != nil && (evidence != "" || s.mayBe(c)) {
			s.runs(c, of)
		}
		if evidence != "" {
			s.record(c, pointer, evidence, out)
		}
	}
}

// satisfies returns the evidence that a type has all methods of an interface, empty when it has not, and reports whether only its
// pointer has them. A method may depend on type parameters around it, whose arguments are not known. It then matches a method with its
// name and as many parameters and results.
func (s *methodSet) satisfies(c contract) (pointer bool, evidence schema.Evidence) {
	evidence = schema.EvidenceStatic
	if s.guessed {
		evidence = schema.EvidenceHeuristic
	}
	for _, want := range c.methods {
		have, ok := s.methods[want.id]
		switch {
		case !ok || have.sig.text == "" || want.sig.text == "":
			return false, ""
		case have.sig.text == want.sig.text:
		case (c.within && want.sig.varies || s.within && have.sig.varies) && have.sig.arity == want.sig.arity:
			evidence = schema.EvidenceHeuristic
		default:
			return false, ""
		}
		pointer = pointer || have.pointer
	}
	return pointer, evidence
}

func (s *methodSet) record(c contract, pointer bool, evidence schema.Evidence, out *found) {
	if s.symbol != 0 && c.symbol != 0 {
		out.rows.TypeRelations = append(out.rows.TypeRelations, schema.TypeRelation{FromTypeID: s.symbol, ToTypeID: c.symbol,
			Relation: schema.RelationImplements, ViaPointer: pointer, FileID: s.file, StartLine: s.line, Evidence: evidence})
	}
	for _, want := range c.methods {
		have := s.methods[want.id]
		if have.symbol != 0 && want.symbol != 0 && have.symbol != want.symbol {
			out.rows.Overrides = append(out.rows.Overrides, schema.Override{TypeID: cmp.Or(s.symbol, s.around, have.symbol), MethodID: have.symbol,
				OverriddenID: want.symbol, Evidence: evidence})
		}
	}
}

// strongest keeps one row of each override: where an instantiation satisfies and another may, the first.
func strongest(rows []schema.Override) []schema.Override {
	slices.SortFunc(rows, func(a, b schema.Override) int {
		return cmp.Or(a.Compare(b), strings.Compare(string(b.Evidence), string(a.Evidence))) // static before heuristic
	})
	return slices.CompactFunc(rows, func(a, b schema.Override) bool { return a.Compare(b) == 0 })
}

// nearest keeps one row for each pair of types: where several instantiations
// satisfy, one that needs no pointer, and one that does before one that may.
func nearest(rows []schema.TypeRelation) []schema.TypeRelation {
	slices.SortFunc(rows, func(a, b schema.TypeRelation) int {
		if c := cmp.Or(a.Compare(b), strings.Compare(string(b.Evidence), string(a.Evidence))); c != 0 || a.ViaPointer == b.ViaPointer {
			return c
		}
		if b.ViaPointer {
			return -1
		}
		return 1
	})
	return slices.CompactFunc(rows, func(a, b schema.TypeRelation) bool { return a.Compare(b) == 0 })
}

// isInternal reports whether a package cannot be imported from everywhere.
func isInternal(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return first == "vendor" || slices.Contains(strings.Split(p, "/"), "internal")
}
