package golang

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// relate compares every named type of the tree with every interface that counts:
// those of the tree with methods, those outside that it names or hands values to, the
// exported ones of every package in its import closure that is not internal, and error.
// Of interfaces outside that have no name, and constraints there, methods stand in for theirs.
//
// It is a look-up by method: an interface is compared only with the types that
// have its rarest method.
func (x *extraction) relate(ctx context.Context) *found {
	x.phase("comparing types", 0)
	byMethod := map[string][]*methodSet{}
	x.unseen.addedByTests(x.types)
	x.unseen.findForeign()
	for _, s := range x.methodSets() {
		for id, m := range s.methods {
			byMethod[id] = append(byMethod[id], s)
			x.goesThrough(m.through, m.symbol)
		}
	}
	outside := x.outsideContracts(func(id string) bool { return len(byMethod[id]) > 0 })
	out := &found{}
	held := map[int32]bool{}
	for _, c := range append(outside, x.types.contracts...) {
		if ctx.Err() != nil {
			break
		}
		x.unseen.widen(c, byMethod, x.through[c.symbol])
		c.match(byMethod, x.through[c.symbol], out)
		held[c.symbol] = held[c.symbol] || c.isKnown()
	}
	out.rows.TypeRelations = nearest(out.rows.TypeRelations)
	out.rows.Overrides = append(out.rows.Overrides, x.types.overrides...)
	x.closeThrough(held)
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

// methodSets returns the method sets of every type of the tree and of its
// instantiations: of a type at package level that of the package with its tests,
// which is the widest.
func (x *extraction) methodSets() []*methodSet {
	maps.Copy(x.types.plain, x.types.widest)
	return slices.AppendSeq(slices.Concat(x.types.instances, x.types.structs), maps.Values(x.types.plain))
}

// isKnown reports whether the signatures of all methods are known, so that types can satisfy it.
func (c contract) isKnown() bool {
	return !slices.ContainsFunc(c.methods, func(m method) bool { return m.sig == "" })
}

func (c contract) match(byMethod map[string][]*methodSet, of map[int32]*through, out *found) {
	var fewest []*methodSet
	for i, m := range c.methods {
		have := byMethod[m.id]
		if len(have) == 0 || m.sig == "" && of == nil {
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
		pointer, ok := s.satisfies(c)
		if of != nil && (ok || s.mayBe(c)) {
			s.runs(c, of)
		}
		if ok && s.symbol != 0 {
			s.record(c, pointer, out)
		}
	}
}

// satisfies reports whether a type has all methods of an interface, and whether
// only its pointer has.
func (s *methodSet) satisfies(c contract) (pointer, ok bool) {
	for _, want := range c.methods {
		have, ok := s.methods[want.id]
		if !ok || have.sig != want.sig || have.sig == "" {
			return false, false
		}
		pointer = pointer || have.pointer
	}
	return pointer, true
}

func (s *methodSet) record(c contract, pointer bool, out *found) {
	if c.symbol != 0 {
		out.rows.TypeRelations = append(out.rows.TypeRelations, schema.TypeRelation{FromTypeID: s.symbol, ToTypeID: c.symbol,
			Relation: schema.RelationImplements, ViaPointer: pointer, FileID: s.file, StartLine: s.line, Evidence: schema.EvidenceStatic})
	}
	for _, want := range c.methods {
		have := s.methods[want.id]
		if have.symbol != 0 && want.symbol != 0 && have.symbol != want.symbol {
			out.rows.Overrides = append(out.rows.Overrides, schema.Override{TypeID: s.symbol, MethodID: have.symbol,
				OverriddenID: want.symbol, Evidence: schema.EvidenceStatic})
		}
	}
}

// nearest keeps one row for each pair of types: where several instantiations
// satisfy, one that needs no pointer.
func nearest(rows []schema.TypeRelation) []schema.TypeRelation {
	slices.SortFunc(rows, func(a, b schema.TypeRelation) int {
		if c := a.Compare(b); c != 0 || a.ViaPointer == b.ViaPointer {
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
