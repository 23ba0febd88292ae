package golang

import (
	"go/types"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// unseen is what could satisfy interfaces of the tree by what it embeds, and has no method set here, or not its
// own: types in files outside the build, in those that the build has and git ignores, in code with errors, and outside
// the tree where that knows the tree; and what tests add to types.
type unseen struct {
	all      bool              // anything could
	embedded map[string]bool   // in files without types what structs embed, their fields, and what other types are declared as, by their names there
	tests    map[string]bool   // the methods that tests add to types, by id
	knowing  []*node           // the packages outside the tree that import some of it, directly or through others
	foreign  []map[string]bool // the methods of their types, by id
}

// findForeign takes down the methods of types outside the tree that may have some of its types'.
func (u *unseen) findForeign() {
	for _, n := range u.knowing {
		if n.pkg == nil {
			continue
		}
		scope := n.pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || types.IsInterface(tn.Type()) {
				continue
			}
			ids := map[string]bool{}
			for m := range types.NewMethodSet(types.NewPointer(tn.Type())).Methods() {
				ids[m.Obj().(*types.Func).Id()] = true
			}
			u.foreign = append(u.foreign, ids)
		}
	}
}

// foreigners reports whether a type outside the tree may satisfy an interface.
func (u *unseen) foreigners(c contract) bool {
	return slices.ContainsFunc(u.foreign, func(ids map[string]bool) bool {
		return !slices.ContainsFunc(c.methods, func(m method) bool { return !ids[m.id] })
	})
}

// note takes down what structs embed in files without types. Where that is no type of the tree, nobody knows its
// methods; those of package sync have none that is worth a thought.
func (u *unseen) note(typed, untyped []*found) {
	u.embedded = map[string]bool{}
	names, interfaces := map[string]bool{}, map[int32]bool{}
	for _, p := range slices.Concat(typed, untyped) {
		if p == nil {
			continue
		}
		for _, s := range p.rows.Symbols {
			if s.Kind.IsType() {
				names[s.Name] = true
				interfaces[s.SymbolID] = s.Kind == schema.KindInterface
			}
		}
	}
	for _, p := range untyped {
		if p == nil {
			continue
		}
		for _, s := range p.rows.Symbols {
			switch s.Kind {
			case schema.KindField: // also of a struct without a name
				u.embedded[s.Name] = true
			case schema.KindType, schema.KindTypeAlias: // declared as a struct that embeds something
				u.embedded[lastName(s.Signature[strings.LastIndexByte(s.Signature, ' ')+1:])] = true
			}
		}
		for _, m := range p.rows.Members {
			if m.Kind != schema.MemberEmbedded || interfaces[m.TypeID] {
				continue
			}
			name := lastName(m.TypeExpr)
			u.embedded[name] = true
			u.all = u.all || !names[name] && !strings.HasPrefix(strings.TrimLeft(m.TypeExpr, "*"), "sync.")
		}
	}
	delete(u.embedded, "") // of a slice, an array or a map, which structs without a name are not called by
}

// lastName is the name of a type, without its package, in an expression for it or for a pointer to it.
func lastName(expr string) string {
	expr, _, _ = strings.Cut(strings.TrimLeft(expr, "*"), "[")
	return expr[strings.LastIndexByte(expr, '.')+1:]
}

// addedByTests takes down the methods that types have in packages with their tests alone: what embeds them
// elsewhere lacks them here.
func (u *unseen) addedByTests(t *typeNotes) {
	u.tests = map[string]bool{}
	for id, wide := range t.widest {
		plain := t.plain[id]
		for m := range wide.methods {
			if !wide.ofTest && (plain == nil || plain.methods[m].id == "") {
				u.tests[m] = true
			}
		}
	}
}

// widen leaves the methods of an interface open that unseen types may have from what they embed.
func (u *unseen) widen(c contract, byMethod map[string][]*methodSet, of map[int32]*through) {
	if len(of) == 0 {
		return
	}
	all := u.all || u.foreigners(c) || slices.ContainsFunc(c.methods, func(m method) bool { return u.tests[m.id] })
	for _, want := range c.methods {
		t := of[want.symbol]
		if t == nil {
			continue
		}
		t.open = t.open || all || slices.ContainsFunc(byMethod[want.id], func(s *methodSet) bool { return u.embedded[s.name] })
	}
}
