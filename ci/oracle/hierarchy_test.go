package oracle

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// hierarchy has the relations of the types of a tree and of the external types that they name,
// by key.
type hierarchy struct {
	embeds, holds, satisfies map[string]map[string]bool
	interfaces               map[string]bool // true when types are compared with it: it is not generic and no constraint
}

// uncompared reports whether one of the types is an interface that is compared with no type.
func (h hierarchy) uncompared(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		compared, is := h.interfaces[key]
		return is && !compared
	})
}

func newHierarchy() hierarchy {
	return hierarchy{map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]bool{}}
}

func relate(in map[string]map[string]bool, from, to string) {
	if in[from] == nil {
		in[from] = map[string]bool{}
	}
	in[from][to] = true
}

// relating records the embedded types, the field types and the interfaces of each type.
func (l *loading) relating() {
	for _, p := range l.inside {
		literal := withOwnParts(p)
		for _, obj := range p.TypesInfo.Defs {
			tn, ok := obj.(*types.TypeName)
			if !ok || tn.IsAlias() || l.path(tn.Pos()) == "" {
				continue
			}
			named, ok := tn.Type().(*types.Named)
			if !ok {
				continue // a type parameter
			}
			from := l.key(tn)
			relate(l.related.embeds, from, from)
			if _, is := named.Underlying().(*types.Interface); is {
				l.related.interfaces[from] = false
			}
			if !literal[tn] {
				continue
			}
			switch u := named.Underlying().(type) {
			case *types.Struct:
				for f := range u.Fields() {
					if to := elementName(f.Type()); to != nil && f.Embedded() {
						relate(l.related.embeds, from, l.key(to))
					} else if to != nil {
						relate(l.related.holds, from, l.key(to))
					}
				}
			case *types.Interface:
				for e := range u.EmbeddedTypes() {
					if to := elementName(e); to != nil {
						relate(l.related.embeds, from, l.key(to))
					}
				}
			}
		}
	}
	for _, contract := range l.contracts {
		to := l.key(contract.named.Obj())
		l.related.interfaces[to] = true
		for _, c := range slices.Concat(l.concrete, l.contracts) {
			from := l.key(c.named.Obj())
			if does, _ := c.implements(contract.named.Underlying().(*types.Interface)); does && from != to {
				relate(l.related.satisfies, from, to)
			}
		}
	}
}

// withOwnParts returns the types whose declarations list fields or methods. A type such as
// `type plain Config` has the fields of another type.
func withOwnParts(p *packages.Package) map[types.Object]bool {
	out := map[types.Object]bool{}
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				switch ast.Unparen(spec.Type).(type) {
				case *ast.StructType, *ast.InterfaceType:
					out[p.TypesInfo.Defs[spec.Name]] = true
				}
			}
			return true
		})
	}
	return out
}

// elementName returns the named type or alias inside pointers, slices, arrays, map values and
// channels; nil for others.
func elementName(t types.Type) *types.TypeName {
	switch t := t.(type) {
	case *types.Alias:
		if t.Obj().Pkg() == nil {
			return nil // any
		}
		return t.Obj()
	case *types.Named:
		if t.Obj().Pkg() == nil && t.Obj().Name() != "error" {
			return nil // comparable
		}
		return t.Obj()
	case *types.Pointer:
		return elementName(t.Elem())
	case *types.Slice:
		return elementName(t.Elem())
	case *types.Array:
		return elementName(t.Elem())
	case *types.Map:
		return elementName(t.Elem())
	case *types.Chan:
		return elementName(t.Elem())
	}
	return nil
}

// facts returns the expected facts of type_hierarchy about a type.
func (h hierarchy) facts(of string) map[string]string {
	out := map[string]string{}
	for to := range h.holds[of] {
		out["composes composition 1 "+to] = ""
	}
	for from, held := range h.holds {
		if held[of] {
			out["composed_by composition 1 "+from] = ""
		}
	}
	above := func(key string) map[string]bool { return h.embeds[key] }
	below := func(key string) map[string]bool {
		found := map[string]bool{}
		for from, to := range h.embeds {
			if to[key] {
				found[from] = true
			}
		}
		return found
	}
	for part, next := range map[string]func(string) map[string]bool{"composes": above, "composed_by": below} {
		seen, depth := map[string]bool{of: true}, 0
		for level := []string{of}; len(level) > 0; depth++ {
			var deeper []string
			for _, key := range level {
				for to := range next(key) {
					if !seen[to] {
						seen[to] = true
						deeper = append(deeper, to)
						out[fmt.Sprintf("%s embedding %d %s", part, depth+1, to)] = ""
					}
				}
			}
			level = deeper
		}
	}
	for to := range h.satisfies[of] {
		out["implements interface_impl 1 "+to] = ""
	}
	for from, to := range h.satisfies {
		if to[of] {
			out["implemented_by interface_impl 1 "+from] = ""
		}
	}
	return out
}

// judgeHierarchy compares the hierarchy of every type of the tree.
func judgeHierarchy(t *testing.T, ix *indexed, o *oracle) {
	y := newTally(fmt.Sprintf("relations of %d types", len(o.related.embeds)))
	for _, key := range slices.Sorted(maps.Keys(o.related.embeds)) {
		name, ok := ix.symbols[key]
		if !ok {
			t.Errorf("the index has no type at %s", key)
			continue
		}
		got := ix.hierarchy(t, o, name, key)
		compareFacts(y, o.related.facts(key), got, func(fact string) string { return got[fact] })
	}
	y.report(t)
}

// hierarchy returns the answer for a type, with the reasons why go/types may differ.
func (x *indexed) hierarchy(t *testing.T, o *oracle, name, key string) map[string]string {
	t.Helper()
	type item struct {
		Symbol struct{ Symbol, File string }
		Kind   string
		Depth  int
	}
	var answer struct {
		Hierarchy struct {
			Implements    []item
			ImplementedBy []item `json:"implemented_by"`
			Composes      []item
			ComposedBy    []item `json:"composed_by"`
			TotalFound    int    `json:"total_found"`
			TotalReturned int    `json:"total_returned"`
		}
	}
	a, err := x.operations["type_hierarchy"].Run(t.Context(), x.ix, map[string]any{"target": name, "max_results": 500})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(a)
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	if err != nil {
		t.Fatal(err)
	}
	h := answer.Hierarchy
	if h.TotalFound != h.TotalReturned {
		t.Errorf("%s has %d relations, too many to compare", name, h.TotalFound)
	}
	got := map[string]string{}
	for part, items := range map[string][]item{"implements": h.Implements, "implemented_by": h.ImplementedBy, "composes": h.Composes, "composed_by": h.ComposedBy} {
		for _, r := range items {
			other := x.keys[r.Symbol.Symbol]
			fact := fmt.Sprintf("%s %s %d %s", part, r.Kind, r.Depth, other)
			switch got[fact] = ""; {
			case r.Symbol.File == "" && part == "implements":
				got[fact] = "of external interfaces"
			case r.Symbol.File != "" && !o.loaded[r.Symbol.File]:
				got[fact] = "of files that are not built here"
			case r.Kind == "interface_impl" && o.related.uncompared(key, other):
				got[fact] = "of generic interfaces and constraints"
			case o.apart[other+" "+key] || o.apart[key+" "+other]:
				got[fact] = "of tests whose program lacks the interface"
			}
		}
	}
	return got
}
