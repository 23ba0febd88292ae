package resolve

import (
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/schema"
)

// meanings are the facts of SCIP indexes about the units, compared with the rules.
type meanings struct {
	*scip.Facts
	defs      map[int32][]*Def // the definitions of a symbol, by place
	judged    []int            // by index: the uses that rules and the index know
	conflicts []int            // by index: those with different meanings
	inUnit    conflict         // of the unit that is read
}

// conflict counts places with different meanings, and keeps the first.
type conflict struct {
	count int
	at    uint32
	name  string
}

// mostConflicts is the share of places, in percent, above which an index is not trusted.
const mostConflicts = 1

// attach finds the definitions of symbols by their places.
func (b *builder) attach(facts *scip.Facts) {
	if facts == nil {
		return
	}
	b.scip = &meanings{Facts: facts, defs: map[int32][]*Def{}, judged: make([]int, len(facts.Indexes)), conflicts: make([]int, len(facts.Indexes))}
	for _, u := range b.units {
		if u.facts = facts.Files[u.File.Row.FileID]; u.facts == nil {
			continue
		}
		at := map[uint32]*Def{}
		for _, d := range u.Defs {
			at[d.At] = d
		}
		for _, d := range u.dropped {
			at[d.At] = d.implementation(at)
		}
		var before scip.Occurrence
		for _, o := range u.facts.Occurrences {
			d := at[o.Start]
			if !o.IsDefinition || d == nil || o.End == o.Start {
				continue
			}
			isLocal := facts.Symbols[o.Symbol].Form == scip.Local
			if isLocal && before.Start == o.Start && before.End == o.End {
				continue // a parameter that is a field too
			}
			if before = o; !slices.Contains(b.scip.defs[o.Symbol], d) {
				b.scip.defs[o.Symbol] = append(b.scip.defs[o.Symbol], d)
			}
		}
	}
}

// implementation returns the definition that an overload declares.
func (d *Def) implementation(all map[uint32]*Def) *Def {
	for _, o := range d.Unit.Defs {
		if o.Name == d.Name && o.Container == d.Container {
			return o
		}
	}
	return nil
}

// meaning compares the targets that rules give a name or member with the facts of SCIP. Both agree, or SCIP alone knows a target: then
// the evidence is static. Where they disagree the rules decide.
//
// DESIGN: an index may be wrong where its indexer did not find packages, and rules were right in nearly all of the sampled conflicts.
func (b *builder) meaning(u *Unit, e *Expr, ts []target) ([]target, schema.Evidence) {
	if b.scip == nil || u.facts == nil || e.Op == Name && slices.ContainsFunc(ts, target.isLocal) {
		return ts, schema.EvidenceHeuristic
	}
	var said []target
	var symbols []int32
	for _, o := range u.facts.Of(e.Start, e.End) {
		if t, ok := b.said(e, o.Symbol); ok {
			said, symbols = append(said, t), append(symbols, o.Symbol)
		}
	}
	if len(said) == 0 {
		return ts, schema.EvidenceHeuristic
	}
	isKnown, isRelated := false, false
	for _, t := range ts {
		isKnown = isKnown || t.def != nil || t.isKnown
		for i, s := range said {
			switch {
			case t.def == nil && t.module == nil && s.def == nil, t.def != nil && (t.def == s.def || slices.Contains(b.scip.defs[symbols[i]], t.def)):
				b.judge(u, e, false)
				if b.language.HasOverloads && t.def != nil && t.def.Kind.IsCallable() {
					return []target{t}, schema.EvidenceStatic // of several overloads
				}
				if len(ts) > 1 {
					return ts, schema.EvidenceHeuristic // one of several alternatives
				}
				return ts, schema.EvidenceStatic
			case t.def != nil && s.def != nil && b.isRelated(t.def, s.def):
				isRelated = true
			}
		}
	}
	if isRelated {
		return ts, schema.EvidenceHeuristic
	}
	if isKnown {
		b.judge(u, e, true)
		return ts, schema.EvidenceHeuristic
	}
	var named []target
	for i, s := range said {
		if b.isNamed(e, &b.scip.Symbols[symbols[i]]) {
			named = append(named, s)
		}
	}
	switch len(named) {
	case 0:
		return ts, schema.EvidenceHeuristic
	case 1:
		return named, schema.EvidenceStatic
	}
	return named, schema.EvidenceHeuristic
}

// isLocal reports whether a target is a local variable or a parameter.
func (t target) isLocal() bool { return t.bind != nil && t.def == nil }

// judge counts a use that rules and SCIP know.
func (b *builder) judge(u *Unit, e *Expr, isConflict bool) {
	for _, i := range u.facts.Indexes {
		b.scip.judged[i]++
		if isConflict {
			b.scip.conflicts[i]++
		}
	}
	if c := &b.scip.inUnit; isConflict {
		if c.count++; c.count == 1 || e.Start < c.at {
			c.at, c.name = e.Start, e.Name
		}
	}
}

// said returns the target that a symbol means where code uses it. There is none for modules, local variables and symbols of the
// repository that have no definition here.
func (b *builder) said(e *Expr, symbol int32) (target, bool) {
	s := &b.scip.Symbols[symbol]
	if all := b.scip.defs[symbol]; len(all) > 0 {
		d := all[len(all)-1]
		if b.isConstructor(e, s) && d.Container != nil {
			d = d.Container
		}
		t := target{def: d}
		if d.isHeld() {
			t.bind = &Binding{Def: d} // a call of it has no known callee
		}
		return t, true
	}
	if b.scip.IsDefined[symbol] || s.Form == scip.Local || s.Form == scip.Space || s.Form == scip.Other || b.scip.IsOwn(s) {
		return target{}, false
	}
	if path := b.language.Outside(s); path != "" {
		return outside(path), true
	}
	return target{}, false
}

// isConstructor reports whether a symbol is the constructor of the class that code names.
func (b *builder) isConstructor(e *Expr, s *scip.Symbol) bool {
	return s.Form == scip.Method && len(s.Owners) > 0 && s.Owners[len(s.Owners)-1] == e.Name &&
		(s.Name == "<constructor>" || slices.Contains(b.language.Constructor, s.Name))
}

// isNamed reports whether code names a symbol by its own name, or by another one that an import gives.
func (b *builder) isNamed(e *Expr, s *scip.Symbol) bool {
	if e.Name == s.Name || b.isConstructor(e, s) {
		return true
	}
	if e.Scope == nil { // in an import
		return e.Name == b.language.Default
	}
	return e.Op == Name && slices.ContainsFunc(b.lookup(e.Scope, e.Name, e.Start), func(x *Binding) bool {
		return x.Import != nil && (x.Import.Name == s.Name || x.Import.Name == b.language.Default)
	})
}

// isRelated reports whether two definitions can be meant at one place: a method and one that overrides it, a class and its constructor.
func (b *builder) isRelated(x, y *Def) bool {
	switch {
	case x.Container == y || y.Container == x:
		return true
	case !x.isMethod() || !y.isMethod() || x.Name != y.Name:
		return false
	}
	return slices.Contains(b.orderOf(x.Container), y.Container) || slices.Contains(b.orderOf(y.Container), x.Container) ||
		x.Container.Kind == schema.KindInterface || y.Container.Kind == schema.KindInterface
}

// disagree adds the diagnostic about the conflicts in a unit.
func (b *builder) disagree(u *Unit) {
	if b.scip == nil || b.scip.inUnit.count == 0 {
		return
	}
	c := b.scip.inUnit
	b.scip.inUnit = conflict{}
	d := schema.Diagnostic{FileID: u.File.Row.FileID, FilePath: u.File.Row.FilePath, ModulePath: u.File.Row.ModulePath, Stage: schema.StageResolve,
		Code: schema.CodeSCIPConflict, Severity: schema.SeverityWarning,
		Message: fmt.Sprintf("SCIP and the rules disagree about names, and the rules decide; places: %d, the first: %s", c.count, c.name)}
	d.StartLine, d.StartColumn = u.Lines.At(c.at)
	b.code.Rows.Diagnostics = append(b.code.Rows.Diagnostics, d)
}

// relations adds the relations of SCIP between classes and between methods of the repository. Those that rules know too are certain.
func (b *builder) relations() {
	if b.scip == nil {
		return
	}
	rows := &b.code.Rows
	types, methods := map[[2]int32][]int{}, map[[2]int32][]int{}
	for i, r := range rows.TypeRelations {
		types[[2]int32{r.FromTypeID, r.ToTypeID}] = append(types[[2]int32{r.FromTypeID, r.ToTypeID}], i)
	}
	for i, o := range rows.Overrides {
		methods[[2]int32{o.MethodID, o.OverriddenID}] = append(methods[[2]int32{o.MethodID, o.OverriddenID}], i)
	}
	for _, r := range b.scip.Relations {
		for _, from := range b.scip.defs[r.From] {
			for _, to := range b.scip.defs[r.To] {
				pair := [2]int32{from.id, to.id}
				switch {
				case from == to:
				case from.isType() && to.isType():
					if len(types[pair]) == 0 && !slices.Contains(b.orderOf(from), to) {
						row := schema.TypeRelation{FromTypeID: from.id, ToTypeID: to.id, Relation: schema.RelationExtends, FileID: from.Unit.File.Row.FileID}
						if to.Kind == schema.KindInterface && from.Kind != schema.KindInterface {
							row.Relation = schema.RelationImplements
						}
						row.StartLine, _ = from.Unit.Lines.At(from.At)
						types[pair] = []int{len(rows.TypeRelations)}
						rows.TypeRelations = append(rows.TypeRelations, row)
					}
					for _, i := range types[pair] {
						rows.TypeRelations[i].Evidence = schema.EvidenceStatic
					}
				case from.isMethod() && to.isMethod() && !slices.Contains(b.language.Constructor, from.Name):
					if len(methods[pair]) == 0 && !slices.Contains(b.orderOf(from.Container), to.Container) {
						methods[pair] = []int{len(rows.Overrides)}
						rows.Overrides = append(rows.Overrides, schema.Override{TypeID: from.Container.id, MethodID: from.id, OverriddenID: to.id})
					}
					for _, i := range methods[pair] {
						rows.Overrides[i].Evidence = schema.EvidenceStatic
					}
				}
			}
		}
	}
}

// weigh ends the comparison with SCIP: the facts of an index with many conflicts are heuristic, and a call of a method that others
// override runs one of them.
func (b *builder) weigh() {
	if b.scip == nil {
		return
	}
	rows := &b.code.Rows
	demoted := map[int]bool{}
	for i, x := range b.scip.Indexes {
		if n := b.scip.judged[i]; b.scip.conflicts[i]*100 > n*mostConflicts {
			demoted[i] = true
			rows.Diagnostics = append(rows.Diagnostics, schema.Diagnostic{Stage: schema.StageResolve, Code: schema.CodeSCIPConflict, Severity: schema.SeverityWarning,
				Message: fmt.Sprintf("%s of %s %s differs from the rules for %s at %d of %d places: no fact from it is certain", x.File, x.Tool, x.Version, b.languageOf(), b.scip.conflicts[i], n)})
		}
	}
	isDemoted := map[int32]bool{}
	for _, u := range b.units {
		isDemoted[u.File.Row.FileID] = u.facts != nil && slices.ContainsFunc(u.facts.Indexes, func(i int) bool { return demoted[i] })
	}
	file := map[int32]int32{}
	isAbstract := map[int32]bool{}
	for _, s := range rows.Symbols {
		file[s.SymbolID] = s.FileID
		isAbstract[s.SymbolID] = s.Kind == schema.KindInterfaceMethod
	}
	for i := range rows.Overrides {
		o := &rows.Overrides[i]
		weaken(&o.Evidence, isDemoted[file[o.MethodID]])
		isAbstract[o.OverriddenID] = true
	}
	for i := range rows.TypeRelations {
		r := &rows.TypeRelations[i]
		weaken(&r.Evidence, isDemoted[r.FileID])
	}
	for i := range rows.Refs {
		r := &rows.Refs[i]
		if weaken(&r.Evidence, isDemoted[r.FileID]) {
			b.edges++
		}
	}
	isCertain := map[int32]bool{} // the dispatch ids of calls of super that run one method
	for _, d := range rows.Dispatches {
		isCertain[d.DispatchID] = d.MethodID == 0
	}
	for i := range rows.Calls {
		c := &rows.Calls[i]
		weaken(&c.Evidence, isDemoted[c.FileID])
		if c.Evidence == schema.EvidenceStatic && isAbstract[c.CalleeID] && !isCertain[c.DispatchID] {
			c.Evidence = schema.EvidenceInterface
		}
	}
}

// weaken makes static evidence heuristic, and reports whether it did.
func weaken(e *schema.Evidence, isDemoted bool) bool {
	if !isDemoted || *e != schema.EvidenceStatic {
		return false
	}
	*e = schema.EvidenceHeuristic
	return true
}
