package golang

import (
	"cmp"
	"go/ast"

	"github.com/cortex-index/cortex/schema"
)

// aliasNames are the aliases that are another type in another build, by nameKey.
type aliasNames map[string]cause

// nameKey is the name of an exported declaration, which other packages use too, and the package with the name of any other.
func nameKey(pkg, name string) string {
	if ast.IsExported(name) {
		return name
	}
	return typeKey(pkg, name)
}

// in returns the first alias that a text in a package names.
func (a aliasNames) in(pkg, text string) (cause, bool) {
	for _, word := range identifiers(text) {
		if at, ok := a[nameKey(pkg, word)]; ok {
			return at, true
		}
	}
	return cause{}, false
}

// vague finds the methods whose signature names an alias that another build declares as another type, directly or through aliases.
// Such a method may satisfy other interfaces there.
func (o otherwise) vague(typed []*found) map[int32]cause {
	names := aliasNames{}
	var aliases []schema.Symbol
	packages := map[int32]string{} // of methods
	for _, p := range typed {
		if p == nil {
			continue
		}
		for _, s := range p.rows.Symbols {
			d, again := o.types[typeKey(s.PackagePath, s.Name)]
			isAlias := s.Kind == schema.KindTypeAlias
			switch {
			case again && s.Kind.IsType() && (isAlias || d.alias):
				names[nameKey(s.PackagePath, s.Name)] = d.at
			case isAlias:
				aliases = append(aliases, s)
			case s.Kind == schema.KindMethod || s.Kind == schema.KindInterfaceMethod:
				packages[s.SymbolID] = s.PackagePath
			}
		}
	}
	methods := map[int32]cause{}
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
func (c contract) matchVague(byMethod map[string][]*methodSet, vague map[int32]cause, gaps gapSet) {
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
			p := possible{of: at.symbol, typeID: s.symbol, reason: at.reason, methods: map[string][]method{}}
			p.take(s)
			gaps.implement(p, c)
		}
	}
}

// satisfiesElsewhere reports whether a type may satisfy an interface in another build, and why.
func (s *methodSet) satisfiesElsewhere(c contract, vague map[int32]cause) (at cause, ok bool) {
	for _, want := range c.methods {
		have, has := s.methods[want.id]
		given, isGiven := vague[have.symbol]
		asked, isAsked := vague[want.symbol]
		varies := isGiven || isAsked || c.within && want.sig.varies || s.within && have.sig.varies
		if !has || have.sig.text != want.sig.text && !(varies && have.sig.arity == want.sig.arity) {
			return cause{}, false
		}
		at = cmp.Or(at, given, asked)
	}
	return at, at != cause{}
}
