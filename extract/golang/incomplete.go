package golang

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// incomplete is the types that may implement interfaces of the tree and whose method sets are not complete here. They are in files
// outside the build, in code with errors, in files that the build has and git ignores, and in packages outside the tree that import
// it. Such files, and tests, also add methods to other types.
type incomplete struct {
	all    bool                       // anything could
	known  map[string]bool            // the import paths of the dependencies of packages outside the tree that import some of it
	added  map[string]map[string]bool // the names of the methods that files without types declare, by the types that have them
	given  map[string]bool            // the names of all methods that a type may have which such a file declares
	gained []gaining                  // the types that have more methods in another build
	tests  map[string]bool            // the methods that tests add to types, by id
	vague  map[int32]untyped.Cause    // the methods whose signature has other types in another build
}

// gaining is a type with the names of the methods that files without types give it.
type gaining struct {
	*methodSet
	more map[string]bool
}

// otherwise is the declarations of files without types, by names: the types, and the parts of others.
type otherwise struct {
	types map[string]untyped.Declares // by the package's path and the name
	parts map[string]bool
}

// note finds the effect of files without types on the method sets of the other files. A type that such a file declares has the
// declared methods and those of its parts. Parts are found by name, which may be more than the true ones.
func (u *incomplete) note(typed, untypedFiles []*found, sets []*methodSet) {
	u.added, u.given = map[string]map[string]bool{}, map[string]bool{}
	o := otherwise{map[string]untyped.Declares{}, map[string]bool{}}
	for _, p := range untypedFiles {
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
	u.vague = o.vague(typed)
}

// noteFile notes the declarations of a file without types.
func (u *incomplete) noteFile(f *untyped.Types, o otherwise) {
	u.all = u.all || f.Broken
	for key, names := range f.Methods {
		if u.added[key] == nil {
			u.added[key] = map[string]bool{}
		}
		for _, m := range names {
			u.added[key][m.Name], u.given[m.Name] = true, true
		}
	}
	for key, d := range f.Named {
		old, twice := o.types[key]
		if twice {
			d = untyped.Declares{Alias: d.Alias || old.Alias, Whole: d.Whole && old.Whole, At: old.At}
		}
		o.types[key] = d
	}
	for _, name := range f.Parts {
		o.parts[name] = true
	}
	for _, name := range f.Asked {
		u.given[name] = true
	}
}

// blurs reports whether names cannot tell the methods of other types because of a type. An alias of another build may make signatures
// equal that differ here. The name of an alias does not tell the methods of its type.
func (o otherwise) blurs(s schema.Symbol) bool {
	if !s.Kind.IsType() {
		return false
	}
	alias := s.Kind == schema.KindTypeAlias
	d, twice := o.types[untyped.TypeKey(s.PackagePath, s.Name)]
	return twice && (alias || d.Alias) || alias && o.parts[s.Name]
}

// noteSet notes the methods that a type gains, and those of types that are made of it or declared otherwise.
func (u *incomplete) noteSet(s *methodSet, o otherwise) {
	more := map[string]bool{}
	for key := range s.parts {
		d, twice := o.types[key]
		u.all = u.all || twice && !d.Whole && key != s.key // it embeds a name that is another type in another build
		maps.Copy(more, u.added[key])
	}
	if len(more) > 0 {
		u.gained = append(u.gained, gaining{s, more})
	}
	if d, twice := o.types[s.key]; !(twice && !d.Whole) && !o.parts[s.name] {
		return
	}
	maps.Copy(u.given, more)
	for _, m := range s.methods {
		u.given[untyped.MethodName(m.id)] = true
	}
}

// addedByTests notes the methods that types have only in packages with their tests, or have otherwise there. Types that embed them
// elsewhere lack those methods here.
func (u *incomplete) addedByTests(t *typeNotes) {
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
		for id := range plain.methods { // a method of two embedded types is ambiguous
			if _, has := wide.methods[id]; !has {
				u.tests[id] = true
			}
		}
	}
}

// outside reports whether external types may have a method, because they can embed types of the tree.
func (u *incomplete) outside(w witness) bool {
	return !slices.ContainsFunc(w.packages, func(p string) bool { return !u.known[p] })
}

// widen leaves the methods of an interface open that types with incomplete method sets may implement. External types may implement an
// external interface anyway: see closeDispatches.
func (u *incomplete) widen(c contract, isExternal bool, witnesses []witness, of map[int32]*dispatch) {
	if len(of) == 0 {
		return
	}
	open := u.all || slices.ContainsFunc(c.methods, func(m method) bool { return u.tests[m.id] }) ||
		slices.ContainsFunc(u.gained, func(g gaining) bool { return g.mayBe(c) })
	if isExternal {
		open = open || !slices.ContainsFunc(c.methods, func(m method) bool { return !u.given[untyped.MethodName(m.id)] })
	} else {
		open = open || !slices.ContainsFunc(witnesses, func(w witness) bool { return !u.given[untyped.MethodName(w.id)] }) ||
			!slices.ContainsFunc(witnesses, func(w witness) bool { return !u.outside(w) })
	}
	for _, want := range c.methods {
		if t := of[want.symbol]; t != nil {
			t.open = t.open || open
		}
	}
}

// mayBe reports whether a type implements an interface with the methods that it gains.
func (g gaining) mayBe(c contract) bool {
	gains := false
	for _, want := range c.methods {
		if _, has := g.methods[want.id]; has {
			continue
		}
		if !g.more[untyped.MethodName(want.id)] {
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
			parts[untyped.TypeKey(named.Obj().Pkg().Path(), named.Obj().Name())] = true
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if !f.Embedded() {
					continue
				}
				if f.Pkg() != nil { // by the name of an alias too
					parts[untyped.TypeKey(f.Pkg().Path(), f.Name())] = true
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

// embedsUnknown reports whether a type embeds one that the type checker does not know, directly or in others.
func embedsUnknown(t types.Type, seen map[types.Type]bool) bool {
	t = pointed(t)
	if t.Underlying() == types.Typ[types.Invalid] {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() && embedsUnknown(f.Type(), seen) {
				return true
			}
		}
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			if embedsUnknown(e, seen) {
				return true
			}
		}
	}
	return false
}

// aliasNames are the aliases that are another type in another build, by nameKey.
type aliasNames map[string]untyped.Cause

// nameKey is the name of an exported declaration, which other packages use too, and the package with the name of any other.
func nameKey(pkg, name string) string {
	if ast.IsExported(name) {
		return name
	}
	return untyped.TypeKey(pkg, name)
}

// in returns the first alias that a text in a package names.
func (a aliasNames) in(pkg, text string) (untyped.Cause, bool) {
	for _, word := range syntax.Identifiers(text) {
		if at, ok := a[nameKey(pkg, word)]; ok {
			return at, true
		}
	}
	return untyped.Cause{}, false
}

// vague finds the methods whose signature names an alias that another build declares as another type, directly or through aliases.
// Such a method may satisfy other interfaces there.
func (o otherwise) vague(typed []*found) map[int32]untyped.Cause {
	names := aliasNames{}
	var aliases []schema.Symbol
	packages := map[int32]string{} // of methods
	for _, p := range typed {
		if p == nil {
			continue
		}
		for _, s := range p.rows.Symbols {
			d, again := o.types[untyped.TypeKey(s.PackagePath, s.Name)]
			isAlias := s.Kind == schema.KindTypeAlias
			switch {
			case again && s.Kind.IsType() && (isAlias || d.Alias):
				names[nameKey(s.PackagePath, s.Name)] = d.At
			case isAlias:
				aliases = append(aliases, s)
			case s.Kind == schema.KindMethod || s.Kind == schema.KindInterfaceMethod:
				packages[s.SymbolID] = s.PackagePath
			}
		}
	}
	methods := map[int32]untyped.Cause{}
	if len(names) == 0 {
		return methods
	}
	for grown := true; grown; {
		grown = false
		for _, s := range aliases {
			key := nameKey(s.PackagePath, s.Name)
			at, ok := names.in(s.PackagePath, s.Signature)
			if _, known := names[key]; ok && !known {
				names[key], grown = at, true
			}
		}
	}
	for _, p := range typed {
		if p == nil {
			continue
		}
		for _, v := range p.rows.Parameters {
			pkg, isMethod := packages[v.FunctionID]
			_, known := methods[v.FunctionID]
			if !isMethod || known || v.Kind == schema.ParameterReceiver {
				continue
			}
			if at, ok := names.in(pkg, v.TypeExpr); ok {
				methods[v.FunctionID] = at
			}
		}
	}
	return methods
}

// matchVague adds the gaps about types that satisfy an interface in another build, where signatures name other types.
func (c contract) matchVague(byMethod map[string][]*methodSet, vague map[int32]untyped.Cause, gaps gapSet) {
	if len(vague) == 0 {
		return
	}
	for _, s := range byMethod[c.methods[0].id] {
		if s.symbol == c.symbol && s.symbol != 0 {
			continue
		}
		if _, evidence := s.satisfies(c); evidence != "" {
			continue
		}
		if at, ok := s.satisfiesElsewhere(c, vague); ok {
			p := possible{of: at.Symbol, typeID: s.symbol, reason: at.Reason, methods: map[string][]method{}}
			p.take(s)
			gaps.implement(p, c)
		}
	}
}

// satisfiesElsewhere reports whether a type may satisfy an interface in another build, and why.
func (s *methodSet) satisfiesElsewhere(c contract, vague map[int32]untyped.Cause) (at untyped.Cause, ok bool) {
	for _, want := range c.methods {
		have, has := s.methods[want.id]
		given, isGiven := vague[have.symbol]
		asked, isAsked := vague[want.symbol]
		varies := isGiven || isAsked || c.within && want.sig.varies || s.within && have.sig.varies
		if !has || have.sig.text != want.sig.text && !(varies && have.sig.arity == want.sig.arity) {
			return untyped.Cause{}, false
		}
		at = cmp.Or(at, given, asked)
	}
	return at, at != untyped.Cause{}
}
