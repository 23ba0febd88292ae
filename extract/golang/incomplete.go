package golang

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// incomplete is the code that hides methods of types. Files outside the build, code with errors and tests add methods to types, and
// packages outside the tree that import it embed its types.
type incomplete struct {
	all    bool                       // any type may have other methods
	known  map[string]bool            // the import paths of the dependencies of packages outside the tree that import some of it
	added  map[string]map[string]bool // the names of the methods that files without types declare, by the types that have them
	gained []*methodSet               // the types that have more methods in another build
	tests  map[string]bool            // the methods that tests add to types, by id
	vague  map[int32]untyped.Cause    // the methods whose signature has other types in another build
}

// otherwise is the types that files without types declare, by the package's path and the name.
type otherwise map[string]untyped.Declares

// note finds the effect of files without types on the method sets of the other files. See possibles for the types that they declare.
func (u *incomplete) note(typed, untypedFiles []*found, sets []*methodSet) {
	u.added = map[string]map[string]bool{}
	o := otherwise{}
	for _, p := range untypedFiles {
		if p != nil && p.untyped != nil {
			u.noteFile(p.untyped, o)
		}
	}
	for key, d := range o {
		u.all = u.all || d.Alias && len(u.added[key]) > 0 // the methods are those of the type that the alias means
	}
	for _, p := range typed {
		if p != nil && len(u.added) > 0 {
			u.all = u.all || slices.ContainsFunc(p.rows.Symbols, func(s schema.Symbol) bool {
				return s.Kind == schema.KindTypeAlias && len(u.added[untyped.TypeKey(s.PackagePath, s.Name)]) > 0
			})
		}
	}
	for _, s := range sets {
		for key := range s.parts {
			if len(u.added[key]) > 0 {
				u.gained = append(u.gained, s)
				break
			}
		}
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
			u.added[key][m.Name] = true
		}
	}
	for key, d := range f.Named {
		old, twice := o[key]
		if twice {
			d = untyped.Declares{Alias: d.Alias || old.Alias, At: old.At}
		}
		o[key] = d
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

// widen leaves the methods of an interface open that types with hidden methods may implement. Types of which the names of all methods
// are known have rows of unknowns instead: see possible.runs. Of an external method, rows of unknowns say that external types may have it.
func (x *extraction) widen(c contract) {
	u, of := x.incomplete, x.dispatch[c.symbol]
	if len(of) == 0 {
		return
	}
	open := u.all || slices.ContainsFunc(c.methods, func(m method) bool { return u.tests[m.id] })
	outside := !x.isExternal(c.symbol) && !slices.ContainsFunc(x.types.private[c.symbol], func(w witness) bool { return !u.outside(w) })
	for _, want := range c.methods {
		if t := of[want.symbol]; t != nil {
			t.open = t.open || open || outside && !x.isExternal(want.symbol)
		}
	}
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
			d, again := o[untyped.TypeKey(s.PackagePath, s.Name)]
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
func (c contract) matchVague(byMethod map[string][]*methodSet, vague map[int32]untyped.Cause, gaps gapSet, of map[int32]*dispatch) {
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
			p.runs(c, of)
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
