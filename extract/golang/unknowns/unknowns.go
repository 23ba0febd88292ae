// Package unknowns writes the rows of the table unknowns for Go code. Open names, gaps, unread files, assembly code, linker directives
// and other builds each become rows about the symbols that they may name.
package unknowns

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// Gap is a fact that may be missing about one symbol. Its place is that of another symbol.
type Gap struct {
	About  schema.About
	Symbol int32
	Reason schema.Reason
	At     int32 // the symbol that causes it; 0 for none
}

// Opened is a type whose values templates and reflection may get, and the place that executes the template or looks a method up.
type Opened struct {
	Type int32
	At   untyped.Place
}

// unknowns writes the rows of unknowns. It needs the symbols of the whole tree, and their containers.
type unknowns struct {
	x       *load.Program
	lost    []UnreadFile
	r       *schema.Rows
	index   map[int32]*schema.Symbol
	byName  map[string][]*schema.Symbol
	inside  map[string]bool // the package paths of the tree
	members map[int32][]int32
	gaps    map[Gap]int32
	rows    map[schema.Unknown]untyped.Place // without count and place
}

// Findings are what the other packages found out about gaps.
type Findings struct {
	Names  untyped.Names
	Gaps   []Gap
	Opened []Opened
	Bodies []UnreadBody // of files without rows
	Lost   []UnreadFile // of which nothing is known
}

// Rows makes the rows of unknowns of a program with its rows. The index holds their symbols.
func Rows(p *load.Program, rows *schema.Rows, index map[int32]*schema.Symbol, all Findings) []schema.Unknown {
	u := &unknowns{x: p, lost: all.Lost, r: rows, index: index, byName: map[string][]*schema.Symbol{}, inside: map[string]bool{},
		members: map[int32][]int32{}, gaps: map[Gap]int32{}, rows: map[schema.Unknown]untyped.Place{}}
	for i := range u.r.Symbols {
		s := &u.r.Symbols[i]
		u.byName[s.Name] = append(u.byName[s.Name], s)
		if !s.IsExternal {
			u.inside[s.PackagePath] = true
		}
		u.members[s.ContainerID] = append(u.members[s.ContainerID], s.SymbolID)
	}
	u.options()
	u.skippedFiles()
	u.assembly()
	u.directives()
	u.lookedFor()
	u.opened(all.Opened)
	u.otherBuilds()
	u.replacedMethods()
	u.unnamedInterfaces()
	u.unreadBodies(all.Bodies)
	for n, p := range all.Names {
		u.open(n, p)
	}
	for _, g := range all.Gaps {
		u.gaps[g]++
	}
	for g, n := range u.gaps {
		if index[g.Symbol] == nil && g.Symbol != 0 {
			continue // it is outside the tree and no other row names it
		}
		p := u.placeOf(g.At)
		p.Count = n
		u.add(schema.Unknown{About: g.About, SymbolID: g.Symbol, Reason: g.Reason}, p)
	}
	out := make([]schema.Unknown, 0, len(u.rows))
	for row, p := range u.rows {
		row.Count, row.FileID, row.StartLine, row.StartColumn, row.CauseID = p.Count, p.File, p.Line, p.Column, p.Cause
		out = append(out, row)
	}
	return out
}

// MaxAlike is the largest number of methods of interfaces without a name that have one name for types to be compared with those. Above
// it, the operations report a reason.
//
// DESIGN: generated code asks in each function for interface{ ValidateAll() error }, and each of its types has that: the rows would
// grow with the square. The dependencies of prometheus have 460 such interfaces and 229 types, of 500,000 rows in all.
const MaxAlike = 64

// unnamedInterfaces is about the methods of interfaces without a name that types are not compared with: those of files without types, of
// too many such interfaces, and of constraints that files without types may instantiate.
func (u *unknowns) unnamedInterfaces() {
	isUntyped := map[int32]bool{}
	for _, s := range u.x.Sources {
		if s.Owner == nil {
			isUntyped[s.File.Row.FileID] = true
		}
	}
	alike := map[string][]*schema.Symbol{}
	for i := range u.r.Symbols {
		s := &u.r.Symbols[i]
		if c := u.index[s.ContainerID]; s.Kind == schema.KindInterfaceMethod && !s.IsExternal && (c == nil || c.IsExternal || c.Kind != schema.KindInterface) {
			alike[s.Name] = append(alike[s.Name], s)
		}
	}
	for _, methods := range alike {
		for _, s := range methods {
			isConstraint := u.index[s.ContainerID] != nil && strings.ContainsAny(u.index[s.ContainerID].Signature, "~|")
			if len(methods) > MaxAlike || isUntyped[s.FileID] || isConstraint && len(isUntyped) > 0 {
				u.gap(schema.AboutPossibleCallees, s.SymbolID, schema.ReasonGenericInstance, 0)
				u.gap(schema.AboutSubtypes, s.SymbolID, schema.ReasonGenericInstance, 0)
			}
		}
	}
}

func (u *unknowns) placeOf(symbol int32) untyped.Place {
	if s := u.index[symbol]; s != nil && !s.IsExternal {
		return untyped.Place{Count: 1, File: s.FileID, Line: s.NameLine, Column: s.NameColumn, Cause: symbol}
	}
	return untyped.Place{Count: 1}
}

func (u *unknowns) gap(about schema.About, symbol int32, reason schema.Reason, at int32) {
	u.gaps[Gap{about, symbol, reason, at}]++
}

func (u *unknowns) add(row schema.Unknown, p untyped.Place) {
	if row.SymbolID == 0 {
		row.Language = "go"
	}
	old, ok := u.rows[row]
	if ok && !p.Before(old) {
		old.Count += p.Count
		u.rows[row] = old
		return
	}
	p.Count += old.Count
	u.rows[row] = p
}

// manySymbols is how many symbols an open name may mean before a row by name takes the place of rows by symbol.
const manySymbols = 64

// open writes an open name: by name where no symbol but those that it can mean would fit the row, and by symbol otherwise. A name in a
// package of the tree that no symbol has means nothing.
func (u *unknowns) open(n untyped.Name, p untyped.Place) {
	if n.About == schema.AboutImports {
		u.add(schema.Unknown{About: n.About, Scope: n.Scope, Reason: n.Reason}, p)
		return
	}
	var fits []*schema.Symbol
	others := false
	for _, s := range u.byName[n.Name] {
		if n.Scope != "" && s.PackagePath != n.Scope {
			continue
		}
		switch {
		case !fitsAbout(n.About, s):
		case fitsKind(n.Kind, s):
			fits = append(fits, s)
		default:
			others = true
		}
	}
	closed := u.inside[n.Scope] && n.Scope != "" || !ast.IsExported(n.Name)
	switch {
	case n.About == untyped.AboutDeclarations:
		u.declarations(fits, n.Reason, p)
	case n.About == untyped.AboutLiteral:
		u.literals(fits, n.Reason, p)
	case len(fits) == 0 && (closed || others):
	case others && (closed || len(fits) <= manySymbols):
		for _, s := range fits {
			u.add(schema.Unknown{About: n.About, SymbolID: s.SymbolID, Reason: n.Reason}, p)
		}
	default:
		u.add(schema.Unknown{About: n.About, Name: n.Name, Scope: n.Scope, Reason: n.Reason}, p)
	}
}

func isMemberKind(k schema.Kind) bool {
	return k == schema.KindField || k == schema.KindMethod || k == schema.KindInterfaceMethod
}

// fitsAbout reports whether a symbol can have that kind of fact.
func fitsAbout(about schema.About, s *schema.Symbol) bool {
	switch about {
	case schema.AboutCallers:
		return s.Kind.IsCallable()
	case schema.AboutHolders, untyped.AboutLiteral:
		return s.Kind.IsType()
	}
	return true
}

func fitsKind(kind untyped.NameKind, s *schema.Symbol) bool {
	return kind == untyped.AnyName || isMemberKind(s.Kind) == (kind == untyped.MemberName)
}

// declarations is about names in lost source text, which may declare methods of these names, interfaces that ask for them, and types
// that embed types of these names.
func (u *unknowns) declarations(named []*schema.Symbol, reason schema.Reason, p untyped.Place) {
	add := func(about schema.About, symbol int32) {
		if symbol != 0 {
			u.add(schema.Unknown{About: about, SymbolID: symbol, Reason: reason}, p)
		}
	}
	for _, s := range named {
		switch s.Kind {
		case schema.KindInterfaceMethod:
			add(schema.AboutPossibleCallees, s.SymbolID)
			add(schema.AboutSubtypes, s.SymbolID)
			add(schema.AboutSubtypes, s.ContainerID)
			add(schema.AboutSupertypes, s.SymbolID)
		case schema.KindMethod:
			add(schema.AboutSupertypes, s.SymbolID)
			add(schema.AboutSupertypes, s.ContainerID)
		}
	}
	types := map[int32]bool{}
	for _, s := range named {
		types[s.SymbolID] = s.Kind.IsType()
	}
	for _, t := range u.r.TypeRelations {
		if types[t.FromTypeID] && t.Relation == schema.RelationImplements {
			add(schema.AboutSubtypes, t.ToTypeID)
		}
	}
}

// literals is about literals without keys of types, and conversions to them: they use the fields of the structs that the types are made of.
func (u *unknowns) literals(named []*schema.Symbol, reason schema.Reason, p untyped.Place) {
	seen := map[int32]bool{}
	var visit func(s *schema.Symbol)
	visit = func(s *schema.Symbol) {
		if seen[s.SymbolID] || s.IsExternal {
			return
		}
		seen[s.SymbolID] = true
		if s.Kind == schema.KindInterface {
			return
		}
		for _, id := range u.members[s.SymbolID] {
			if u.index[id].Kind == schema.KindField {
				u.add(schema.Unknown{About: schema.AboutChange, SymbolID: id, Reason: reason}, p)
			}
		}
		if s.Kind == schema.KindStruct {
			return
		}
		for _, word := range syntax.Identifiers(s.Signature) {
			for _, t := range u.byName[word] {
				if t.Kind.IsType() && (t.PackagePath == s.PackagePath || strings.Contains(s.Signature, "."+word)) {
					visit(t)
				}
			}
		}
	}
	for _, s := range named {
		visit(s)
	}
}

// otherBuilds is about symbols in files outside the build, and about the symbols that they replace in another build.
func (u *unknowns) otherBuilds() {
	bySymbol := map[string]*schema.Symbol{}
	for i := range u.r.Symbols {
		bySymbol[u.r.Symbols[i].Symbol] = &u.r.Symbols[i]
	}
	variables := map[int32]int32{} // those that another build declares again, with that declaration
	replaced := newReplaced(u)
	outOfBuild := map[int32]*load.Source{}
	for _, s := range u.x.Sources {
		if s.Owner == nil && !s.InBuild {
			outOfBuild[s.File.Row.FileID] = s
		}
	}
	for i := range u.r.Symbols {
		s := &u.r.Symbols[i]
		src := outOfBuild[s.FileID]
		if src == nil || s.Name == "_" || s.Name == "init" && s.Kind == schema.KindFunction {
			continue
		}
		base := bySymbol[strings.TrimSuffix(schema.BaseSymbol(s.Symbol)+"#"+strings.Join(src.Suffix, "#"), "#")]
		if s.Kind == schema.KindMethod {
			replaced.method(s, base, bySymbol)
		}
		if base == nil || base.SymbolID == s.SymbolID {
			continue
		}
		id, reason := s.SymbolID, schema.ReasonExcludedByBuild
		p := u.placeOf(id)
		switch {
		case s.Kind.IsCallable():
			u.gap(schema.AboutCallers, id, reason, id)
			u.gap(schema.AboutReferences, id, reason, id)
			if base.Kind.IsCallable() {
				u.gap(schema.AboutCallees, base.SymbolID, reason, id)
				u.gap(schema.AboutPossibleCallees, base.SymbolID, reason, id)
			}
		default:
			kind := untyped.PlainName
			if isMemberKind(s.Kind) {
				kind = untyped.MemberName
			}
			u.open(untyped.Name{About: schema.AboutReferences, Name: s.Name, Scope: s.PackagePath, Kind: kind, Reason: reason}, p)
		}
		switch {
		case s.Kind == schema.KindVariable:
			variables[base.SymbolID] = id
		case s.Kind.IsType() && base.Kind.IsType():
			replaced.types(base, id)
		}
	}
	for _, ref := range u.r.Refs {
		if at, ok := variables[ref.SymbolID]; ok && u.index[ref.EnclosingID] != nil && u.index[ref.EnclosingID].Kind.IsCallable() {
			u.gap(schema.AboutCallees, ref.EnclosingID, schema.ReasonExcludedByBuild, at)
		}
	}
	replaced.write()
}

// replacing finds the methods that calls reach here and not in another build, or not where code is built with tests: there a type that
// embeds their type declares a method of the same name, or the type is another one.
type replacing struct {
	u     *unknowns
	parts map[int32][]int32 // the types that a type embeds or is an alias of
	seen  map[replacement]bool
}

// replacement is a name of the methods of a type, or all of them where it is empty.
type replacement struct {
	typeID int32
	name   string
	reason schema.Reason
	at     int32
}

func newReplaced(u *unknowns) *replacing {
	r := &replacing{u: u, parts: map[int32][]int32{}, seen: map[replacement]bool{}}
	for _, m := range u.r.Members {
		if m.Kind == schema.MemberEmbedded && m.MemberTypeID != 0 {
			r.parts[m.TypeID] = append(r.parts[m.TypeID], m.MemberTypeID)
		}
	}
	for _, t := range u.r.TypeRelations {
		if t.Relation == schema.RelationAlias {
			r.parts[t.FromTypeID] = append(r.parts[t.FromTypeID], t.ToTypeID)
		}
	}
	return r
}

// below adds a replacement for the types that a type is made of.
func (r *replacing) below(p replacement) {
	for _, part := range r.parts[p.typeID] {
		q := p
		q.typeID = part
		if !r.seen[q] {
			r.seen[q] = true
			r.below(q)
		}
	}
}

// method is about a method in a file outside the build.
func (r *replacing) method(s, base *schema.Symbol, bySymbol map[string]*schema.Symbol) {
	declared := schema.BaseSymbol(s.Symbol)
	t := bySymbol[strings.TrimSuffix(declared, "."+s.Name)]
	if t == nil {
		return
	}
	r.below(replacement{t.SymbolID, s.Name, schema.ReasonExcludedByBuild, s.SymbolID})
	if base == nil { // here the method may be that of a part
		r.u.gap(schema.AboutCallers, s.SymbolID, schema.ReasonExcludedByBuild, s.SymbolID)
	}
}

// types is about a type that another build declares otherwise.
func (r *replacing) types(t *schema.Symbol, at int32) {
	p := replacement{t.SymbolID, "", schema.ReasonExcludedByBuild, at}
	r.seen[p] = true
	r.below(p)
}

func (r *replacing) write() {
	for p := range r.seen {
		for _, id := range r.u.members[p.typeID] {
			if m := r.u.index[id]; (m.Kind == schema.KindMethod || m.Kind == schema.KindInterfaceMethod) && (p.name == "" || p.name == m.Name) {
				r.u.gap(schema.AboutPossibleCallees, id, p.reason, p.at)
			}
		}
	}
}

// replacedMethods is about tests that declare a method on a type that is not theirs, or a function that is named as a built-in one.
func (u *unknowns) replacedMethods() {
	replaced := newReplaced(u)
	for _, s := range u.r.Symbols {
		if !s.IsTest || s.IsExternal {
			continue
		}
		id, reason := s.SymbolID, schema.ReasonTestBuild
		switch {
		case s.Kind == schema.KindFunction && isBuiltin(s.Name):
		case s.Kind == schema.KindMethod && s.ContainerID != 0 && !u.index[s.ContainerID].IsTest:
			replaced.below(replacement{s.ContainerID, s.Name, reason, id})
			if !slices.ContainsFunc(u.byName[s.Name], func(o *schema.Symbol) bool { return isMemberKind(o.Kind) && !o.IsTest }) {
				continue
			}
		default:
			continue
		}
		u.gap(schema.AboutCallers, id, reason, id)
		u.gap(schema.AboutReferences, id, reason, id)
	}
	replaced.write()
}

func isBuiltin(name string) bool {
	_, ok := types.Universe.Lookup(name).(*types.Builtin)
	return ok
}
