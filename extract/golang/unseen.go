package golang

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// unseen is what could satisfy interfaces of the tree and has no method set here, or not its own: types in files outside
// the build and what those add to others, types in code with errors, in files that the build has and git ignores, and outside
// the tree where that knows the tree; and what tests add to types.
type unseen struct {
	all    bool                       // anything could
	known  map[string]bool            // the import paths of what packages outside the tree import that import some of it
	added  map[string]map[string]bool // the names of the methods that files without types declare, by the types that have them
	given  map[string]bool            // the names of all methods that a type may have which such a file declares
	gained []gaining                  // the types that have more methods in another build
	tests  map[string]bool            // the methods that tests add to types, by id
}

// gaining is a type with the names of the methods that files without types give it.
type gaining struct {
	*methodSet
	more map[string]bool
}

// otherwise is what files without types declare, by names: the types, and what others are made of.
type otherwise struct {
	types map[string]declares // by the package's path and the name
	parts map[string]bool
}

// note takes down what files without types do to the types of the others, whose method sets are sets. A type that such a
// file declares has the methods that it declares, and those of what it is made of, which is found by its name: that may be more.
func (u *unseen) note(typed, untyped []*found, sets []*methodSet) {
	u.added, u.given = map[string]map[string]bool{}, map[string]bool{}
	o := otherwise{map[string]declares{}, map[string]bool{}}
	for _, p := range untyped {
		if p != nil && p.untyped != nil {
			u.noteFile(p.untyped, o)
		}
	}
	if len(o.types) == 0 && len(o.parts) == 0 && len(u.added) == 0 {
		return
	}
	for _, p := range typed {
		if p != nil {
			u.all = u.all || slices.ContainsFunc(p.rows.Symbols, o.blurs)
		}
	}
	for _, s := range sets {
		u.noteSet(s, o)
	}
}

// noteFile takes down what a file without types declares.
func (u *unseen) noteFile(f *untypedTypes, o otherwise) {
	u.all = u.all || f.broken
	for key, names := range f.methods {
		if u.added[key] == nil {
			u.added[key] = map[string]bool{}
		}
		for _, m := range names {
			u.added[key][m.name], u.given[m.name] = true, true
		}
	}
	for key, d := range f.types {
		old, twice := o.types[key]
		o.types[key] = declares{d.alias || old.alias, d.whole && (old.whole || !twice)}
	}
	for _, name := range f.parts {
		o.parts[name] = true
	}
	for _, name := range f.asked {
		u.given[name] = true
	}
}

// blurs reports whether a type makes it impossible to tell by names what methods others have. An alias of another build
// may make signatures equal that are not so here; and what an alias stands for has methods that its name does not tell.
func (o otherwise) blurs(s schema.Symbol) bool {
	if !s.Kind.IsType() {
		return false
	}
	alias := s.Kind == schema.KindTypeAlias
	d, twice := o.types[typeKey(s.PackagePath, s.Name)]
	return twice && (alias || d.alias) || alias && o.parts[s.Name]
}

// noteSet takes down what a type gains, and what those have that are made of it or declared otherwise.
func (u *unseen) noteSet(s *methodSet, o otherwise) {
	more := map[string]bool{}
	for key := range s.parts {
		d, twice := o.types[key]
		u.all = u.all || twice && !d.whole && key != s.key // it embeds what is another type in another build
		maps.Copy(more, u.added[key])
	}
	if len(more) > 0 {
		u.gained = append(u.gained, gaining{s, more})
	}
	if d, twice := o.types[s.key]; !(twice && !d.whole) && !o.parts[s.name] {
		return
	}
	maps.Copy(u.given, more)
	for _, m := range s.methods {
		u.given[nameOfID(m.id)] = true
	}
}

// nameOfID is the name of a method by its id.
func nameOfID(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }

// addedByTests takes down the methods that types have in packages with their tests alone, or otherwise there: what embeds them
// elsewhere lacks them here.
func (u *unseen) addedByTests(t *typeNotes) {
	u.tests = map[string]bool{}
	for id, wide := range t.widest {
		plain := t.plain[id]
		if wide.ofTest {
			continue
		}
		for id, m := range wide.methods {
			if plain == nil || plain.methods[id].symbol != m.symbol {
				u.tests[id] = true
			}
		}
		if plain == nil {
			continue
		}
		for id := range plain.methods { // what two embedded types have, neither gives
			if _, has := wide.methods[id]; !has {
				u.tests[id] = true
			}
		}
	}
}

// outside reports whether types outside the tree may have a method, because they can embed the tree's.
func (u *unseen) outside(w witness) bool {
	return !slices.ContainsFunc(w.packages, func(p string) bool { return !u.known[p] })
}

// widen leaves the methods of an interface open that unseen types may have.
func (u *unseen) widen(c contract, witnesses []witness, of map[int32]*through) {
	if len(of) == 0 {
		return
	}
	open := u.all || slices.ContainsFunc(c.methods, func(m method) bool { return u.tests[m.id] }) ||
		!slices.ContainsFunc(witnesses, func(w witness) bool { return !u.given[nameOfID(w.id)] }) ||
		!slices.ContainsFunc(witnesses, func(w witness) bool { return !u.outside(w) }) ||
		slices.ContainsFunc(u.gained, func(g gaining) bool { return g.mayBe(c) })
	for _, want := range c.methods {
		if t := of[want.symbol]; t != nil {
			t.open = t.open || open
		}
	}
}

// mayBe reports whether a type satisfies an interface by what it gains.
func (g gaining) mayBe(c contract) bool {
	gains := false
	for _, want := range c.methods {
		if _, has := g.methods[want.id]; has {
			continue
		}
		if !g.more[nameOfID(want.id)] {
			return false
		}
		gains = true
	}
	return gains
}

// partsOf are the keys of a type and of all that it embeds, directly or in others.
func partsOf(t types.Type) map[string]bool {
	parts, seen := map[string]bool{}, map[types.Type]bool{}
	var add func(t types.Type)
	add = func(t types.Type) {
		if t = pointed(t); seen[t] {
			return
		}
		seen[t] = true
		if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
			parts[typeKey(named.Obj().Pkg().Path(), named.Obj().Name())] = true
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if !f.Embedded() {
					continue
				}
				if f.Pkg() != nil { // by the name of an alias too
					parts[typeKey(f.Pkg().Path(), f.Name())] = true
				}
				add(f.Type())
			}
		case *types.Interface:
			for e := range u.EmbeddedTypes() {
				add(e)
			}
		}
	}
	add(t)
	return parts
}
