package diff

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/completeness"
)

const (
	maxMoves = 2  // in the summary
	maxLines = 20 // of a section of a report, unless all are wanted
	maxFirst = 4  // things to look at first
	maxUsers = 9  // more users of a function do not make its change more important
)

func position(file string, line int) string { return answer.Position(file, line) }

// inBase marks the place of a symbol that only the base has.
const inBase = " (base)"

// place is the place of a public symbol.
func (c APIChange) place() string {
	if c.Gone {
		return position(c.File, c.Line) + inBase
	}
	return position(c.File, c.Line)
}

// place is the place of a function.
func (f Function) place() string {
	if f.Changes[0] == isRemoved {
		return position(f.File, f.Line) + inBase
	}
	return position(f.File, f.Line)
}

// place is the place of a type.
func (t Type) place() string {
	if t.Change == isRemoved {
		return position(t.File, t.Line) + inBase
	}
	return position(t.File, t.Line)
}

// Tabulate fills the rows for formats without a layout.
func (a *Answer) Tabulate() {
	a.Parts()
	for _, m := range a.Modules {
		a.Part("", "api", m.Module, "%s", cmp.Or(m.Step, "changed")+": "+cmp.Or(m.Because, answer.Plural(len(m.Breaking), "breaking change")))
		for _, c := range m.Breaking {
			a.Part(position(c.File, c.Line), "breaking", c.Symbol, "%s", c.Message)
		}
		for _, c := range m.Compatible {
			a.Part(position(c.File, c.Line), "compatible", c.Symbol, "%s", c.Message)
		}
	}
	for _, m := range a.Moves {
		a.Part("", "move", m.To, "%s", m.Place+" "+m.From+": "+m.what())
	}
	for _, f := range a.Changed {
		a.Part(position(f.File, f.Line), "function", f.Symbol, "%s", strings.Join(f.Changes, ", "))
	}
	for _, t := range a.Types {
		a.Part(position(t.File, t.Line), "type", t.Symbol, "%s", t.Change+t.parts())
	}
	for _, e := range a.Edges.Added {
		a.Part(position(e.File, e.Line), "new call", e.Caller, "calls %s", e.Callee)
	}
	for _, e := range a.Edges.Removed {
		a.Part("", "removed call", e.Caller, "called %s", e.Callee)
	}
	for _, d := range a.Dependencies {
		a.Part(position(d.File, d.Line), "new dependency", d.To, "imported by %s", d.From)
	}
	for _, r := range a.Requirements {
		a.Part(r.place(), "version", r.Name, "%s", r.what())
	}
	for _, c := range a.Cycles {
		a.Part(position(c.File, c.Line), "new cycle", c.Path[0], "%s", strings.Join(c.Path, " → "))
	}
	for _, u := range a.Unused {
		a.Part(position(u.File, u.Line), "unused", u.Symbol, "%s", u.Kind)
	}
	for _, u := range a.Uncalled {
		a.Part(position(u.File, u.Line), "last user gone", u.Symbol, "%s before, and %s in tests now", answer.Plural(u.Uses, "use"), answer.Plural(u.Tests, "use"))
	}
	for _, u := range a.Untouched {
		a.Part(position(u.File, u.Line), "caller as before", u.Symbol, "%s, the first is %s", answer.Plural(u.Callers, "caller"), u.First)
	}
	for _, p := range a.Blast {
		a.Part("", "users", p.Package, "%d direct, %d in all, %s", p.Direct, p.Transitive, answer.Plural(p.Tests, "test"))
	}
}

// Report lays the difference out: a summary of about ten lines, and then a section for each kind of change that there is.
func (a *Answer) Report(r queries.Reading) queries.Report {
	sections := []queries.Section{{Lines: a.summary()}}
	for _, s := range a.sections(r) {
		if len(s.Lines) > 0 {
			sections = append(sections, short(s, r.All))
		}
	}
	var notes []string
	if len(a.NotAlike) > 0 {
		notes = append(notes, "the indexes are not alike, and differences may follow from that: "+strings.Join(a.NotAlike, "; "))
	}
	return queries.Report{Title: a.title(), Sections: sections, Notes: append(notes, completeness.Brief(a.Because, r.Why, a.ShortName)...)}
}

// sections returns the shown sections in their order; some may be empty.
func (a *Answer) sections(r queries.Reading) (out []queries.Section) {
	for _, group := range []struct {
		name string
		all  []queries.Section
	}{
		{"api", append(a.apiSections(), a.elsewhereSection())},
		{"changed", []queries.Section{a.moveSection(), a.functionSection(r), a.typeSection(r)}},
		{"consequences", []queries.Section{a.untouchedSection(), a.edgeSection(), a.dependencySection(), a.requirementSection(), a.cycleSection(), a.unusedSection(), a.uncalledSection()}},
		{"blast", []queries.Section{a.blastSection()}},
		{"owners", []queries.Section{a.ownerSection()}},
		{"tests", []queries.Section{a.testSection(), a.untestedSection()}},
	} {
		if len(a.shown) == 0 || slices.Contains(a.shown, group.name) {
			out = append(out, group.all...)
		}
	}
	return out
}

// short cuts a section, unless all of it is wanted.
func short(s queries.Section, all bool) queries.Section {
	if all || len(s.Lines) <= maxLines+1 {
		return s
	}
	more := len(s.Lines) - maxLines
	s.Lines = append(slices.Clip(s.Lines[:maxLines]), line(fmt.Sprintf("and %d more (--all)", more)))
	for len(s.Lines[maxLines].Cells) < max(len(s.Heads), 1) {
		s.Lines[maxLines].Cells = append(s.Lines[maxLines].Cells, "")
	}
	s.Lines[maxLines].Note = len(s.Heads) == 0
	return s
}

func line(cells ...string) queries.Line { return queries.Line{Cells: cells} }

func note(text string) queries.Line { return queries.Line{Cells: []string{text}, Note: true} }

func (a *Answer) title() string {
	return fmt.Sprintf("%s: %s → %s", cmp.Or(a.To.Repository, a.From.Repository, "two indexes"), a.From.name(), a.To.name())
}

// name is the commit in short, with a mark for changes that are not committed.
func (s Side) name() string {
	switch {
	case s.Commit == "":
		return "a tree without commit"
	case s.Dirty:
		return s.Commit[:min(12, len(s.Commit))] + "+changes"
	}
	return s.Commit[:min(12, len(s.Commit))]
}

// colon joins a text and its detail, if any.
func colon(text, detail string) string {
	if detail == "" {
		return text
	}
	return text + ": " + detail
}

// counts joins numbers of things, without those that are zero.
func counts(parts ...any) string {
	var out []string
	for i := 0; i < len(parts); i += 2 {
		if n := parts[i].(int); n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, parts[i+1]))
		}
	}
	return strings.Join(out, ", ")
}

// summary returns the first lines: the verdict, the numbers of each section, and the changes to look at first.
func (a *Answer) summary() (lines []queries.Line) {
	add := func(name, text string) {
		if text != "" {
			lines = append(lines, line(name, text))
		}
	}
	if len(a.Files) == 0 {
		return []queries.Line{note("no file differs")}
	}
	for i, m := range a.Modules {
		if i == 2 && len(a.Modules) > 3 {
			add("verdict", fmt.Sprintf("and %d more modules", len(a.Modules)-i))
			break
		}
		text := cmp.Or(m.Step, "changed") + " for " + m.Module
		if n := counts(len(m.Breaking), "breaking", len(m.Compatible), "compatible"); n != "" {
			text += ": " + n
		}
		add("verdict", text)
	}
	if a.Others > 0 {
		users := map[string]bool{}
		for _, e := range a.Elsewhere {
			users[e.Repository] = true
		}
		verb := "use"
		if len(users) == 1 {
			verb = "uses"
		}
		add("elsewhere", fmt.Sprintf("%d of %d other repositories %s broken symbols", len(users), a.Others, verb))
	}
	lines = append(lines, a.first()...)
	for i, m := range a.Moves {
		if i == maxMoves && len(a.Moves) > maxMoves+1 {
			add("moved", fmt.Sprintf("and %d more moves", len(a.Moves)-i))
			break
		}
		if m.Whole {
			add("moved", colon(fmt.Sprintf("%s %s to %s", m.Place, m.From, m.To), m.what()))
		} else {
			add("moved", colon(fmt.Sprintf("from %s %s to %s", m.Place, m.From, m.To), m.what()))
		}
	}
	n := map[string]int{}
	for _, f := range a.Changed {
		switch {
		case f.IsTest || f.isFolded:
		case f.isChanged():
			n[body]++
		default:
			n[f.Changes[0]]++
		}
	}
	add("functions", counts(n[body], "changed", n[isNew], "new", n[isRemoved], "removed", n[isMoved], "moved", n[isRenamed], "renamed"))
	t := map[string]int{}
	for _, x := range a.Types {
		if !x.IsTest && !x.isFolded {
			t[x.Change]++
		}
	}
	add("types", counts(t["changed"], "changed", t[isNew], "new", t[isRemoved], "removed", t[isMoved], "moved", t[isRenamed], "renamed"))
	add("calls", counts(len(a.Edges.Added), "new between packages", len(a.Edges.Removed), "removed"))
	add("imports", counts(len(a.Dependencies), "new", len(a.Cycles), "new cycles"))
	add("versions", a.required())
	add("unused", counts(len(a.Unused), "newly unused", len(a.Uncalled), "without their last user"))
	users, packages := 0, 0
	for _, p := range a.Blast {
		if p.Transitive > 0 {
			users, packages = users+p.Transitive, packages+1
		}
	}
	if users > 0 {
		text := answer.Plural(users, "function") + " in " + answer.Plural(packages, "package") + " can reach a change"
		if len(a.Because) > 0 {
			text += ", and there may be more"
		}
		add("users", text)
	}
	if slices.ContainsFunc(a.Files, func(f File) bool { return f.File == ConfigFile }) {
		add("gates", ConfigFile+" differs: the change alters rules or gates")
	}
	if t := a.Tests; t.All > 0 {
		text := fmt.Sprintf("%d of %d can reach the change", len(t.Selected), t.All)
		if t.ByImport > len(t.Selected) {
			text += fmt.Sprintf(", %d by imports alone", t.ByImport)
		}
		if n := len(t.Untested); n > 0 {
			text += "; none reaches " + answer.Plural(n, "changed function")
		}
		add("tests", text)
	}
	if len(lines) == 0 {
		lines = append(lines, note(answer.Plural(len(a.Files), "file")+" differ, and no code does"))
	}
	return lines
}

// weight orders changes for a reader: the size of the change of a function times its users, twice for a signature and for code that no test
// reaches. The callers of a new function are part of the change, and removed code is seen where it was called.
func (f Function) weight() int {
	switch {
	case f.IsGenerated:
		return 0
	case f.OldSymbol != "" && !f.isChanged(): // moved or renamed
		return 0
	case f.Changes[0] == isNew:
		return 1 + f.Lines[1]
	case f.Changes[0] == isRemoved:
		return 1 + f.Lines[0]/4
	}
	abs := func(n int) int { return max(n, -n) }
	size := max(f.edited, abs(f.Lines[1]-f.Lines[0])) + 2*abs(f.Complexity[1]-f.Complexity[0])
	if slices.Contains(f.Changes, signature) {
		size *= 2
	}
	if f.isUntested {
		size *= 2
	}
	return (1 + size) * (1 + min(f.Callers, maxUsers))
}

// heavy returns the functions outside tests, or in tests too, those with the greatest weight first.
func (a *Answer) heavy(tests queries.TestReading) []Function {
	out := slices.DeleteFunc(slices.Clone(a.Changed), func(f Function) bool {
		return f.IsTest && tests == queries.TestsFolded || !f.IsTest && tests == queries.TestsOnly
	})
	slices.SortStableFunc(out, func(a, b Function) int { return cmp.Compare(b.weight(), a.weight()) })
	return out
}

// first returns the changes to look at first: the breaking one with most uses, then the heaviest functions, and one new cycle of imports or
// external dependency. Tests come where nothing else changed.
func (a *Answer) first() (lines []queries.Line) {
	add := func(place, symbol, why string) {
		name := ""
		if len(lines) == 0 {
			name = "look first"
		}
		lines = append(lines, line(name, place+"  "+a.shortName(symbol)+": "+why))
	}
	seen := map[string]bool{}
	if i := slices.IndexFunc(a.Modules, func(m Module) bool { return len(m.Breaking) > 0 }); i >= 0 {
		breaking := a.Modules[i].Breaking
		c := slices.MinFunc(breaking, func(a, b APIChange) int {
			return cmp.Or(-compareBool(a.generated, b.generated), cmp.Compare(b.Uses, a.Uses))
		})
		why := "breaking: " + c.Message
		if len(breaking) > 1 {
			why += fmt.Sprintf(", and %d more", len(breaking)-1)
		}
		add(c.place(), c.Symbol, why)
		seen[c.Symbol] = true
	}
	most := maxFirst
	var linked func()
	if len(a.Dependencies) > 0 {
		d := a.Dependencies[0] // external ones come first
		linked = func() { add(position(d.File, d.Line), d.To, "a new dependency of "+d.From) }
	}
	if len(a.Cycles) > 0 && a.Cycles[0].Level == "import" {
		c := a.Cycles[0]
		linked = func() { add(position(c.File, c.Line), c.Path[0], "a new cycle of imports") }
	}
	if linked != nil {
		most--
	}
	for _, tests := range []queries.TestReading{queries.TestsFolded, queries.TestsOnly} {
		if tests == queries.TestsOnly && (len(lines) > 0 || linked != nil) {
			break
		}
		for _, f := range a.heavy(tests) {
			if f.weight() > 0 && !seen[f.Symbol] && len(lines) < most {
				add(f.place(), f.Symbol, f.what())
			}
		}
	}
	if linked != nil {
		linked()
	}
	return lines
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// what describes the change of a function.
func (f Function) what() string {
	text := strings.Join(f.Changes, " and ")
	if f.isChanged() {
		text = strings.Replace(text, "ed and ", "ed, ", 1) // moved or renamed
		text += " changed"
	}
	if f.edited > 0 {
		text += " in " + answer.Plural(f.edited, "line")
	}
	if f.Complexity[0] != f.Complexity[1] && f.isChanged() {
		text += fmt.Sprintf(", complexity %d → %d", f.Complexity[0], f.Complexity[1])
	}
	if f.Callers > 0 {
		text += ", " + answer.Plural(f.Callers, "caller")
	}
	if f.isUntested {
		text += ", no test reaches it"
	}
	return text
}

// shortName is the name of a symbol as people type it; a package keeps its path.
func (a *Answer) shortName(symbol string) string {
	if strings.Contains(path.Base(symbol), ".") {
		return a.ShortName(symbol)
	}
	return symbol
}

func (a *Answer) apiSections() (out []queries.Section) {
	for _, m := range a.Modules {
		s := queries.Section{Title: "Public symbols of " + m.Module}
		if m.Step != "" {
			s.Title += ": " + m.Step + ", because " + m.Because
		}
		for i, changes := range [][]APIChange{m.Breaking, m.Compatible} {
			for _, c := range changes {
				cells := line([]string{"-", "+"}[i], c.place(), a.shortName(c.Symbol), answer.KindWord(c.Kind), c.Message)
				s.Lines = append(s.Lines, cells)
				if c.Old != "" && c.New != "" {
					was, now := around(c.Old, c.New)
					s.Lines = append(s.Lines, note("     was "+was), note("     now "+now))
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// maxSignature is the number of bytes of a declaration in a report.
const maxSignature = 160

// around cuts two declarations to the part in which they begin to differ.
func around(a, b string) (string, string) {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	cut := func(s string) string {
		if len(s) <= maxSignature {
			return s
		}
		start := 0
		if at > maxSignature*2/3 {
			start = at - maxSignature/3
		}
		text := strings.ToValidUTF8(s[start:min(start+maxSignature, len(s))], "")
		if start > 0 {
			text = "…" + text
		}
		if start+maxSignature < len(s) {
			text += "…"
		}
		return text
	}
	return cut(a), cut(b)
}

// change shows two numbers, or one when they are equal.
func change(n [2]int) string {
	if n[0] == n[1] {
		return fmt.Sprint(n[0])
	}
	return fmt.Sprintf("%d → %d", n[0], n[1])
}

func (a *Answer) moveSection() queries.Section {
	s := queries.Section{Title: "Moved"}
	for _, m := range a.Moves {
		whole := ""
		if m.Whole {
			whole = "whole " + m.Place
		}
		s.Lines = append(s.Lines, line(m.From+" → "+m.To, m.what(), whole))
	}
	return s
}

func (a *Answer) functionSection(r queries.Reading) queries.Section {
	s := queries.Section{Title: "Functions", Heads: []string{"place", "function", "change", "lines", "complexity", "callers"}}
	if r.Tests == queries.TestsFolded && a.tests > 0 {
		s.Title += fmt.Sprintf(" (+ %d in tests: --tests)", a.tests)
	}
	for _, f := range a.heavy(r.Tests) {
		if f.isFolded && !r.All {
			continue
		}
		what := strings.Join(f.Changes, ", ")
		lines, complexity := change(f.Lines), change(f.Complexity)
		switch f.Changes[0] {
		case isMoved, isRenamed:
			what += " from " + a.from(f.OldSymbol, f.Symbol)
		case isNew:
			lines, complexity = fmt.Sprint(f.Lines[1]), fmt.Sprint(f.Complexity[1])
		case isRemoved:
			lines, complexity = fmt.Sprint(f.Lines[0]), fmt.Sprint(f.Complexity[0])
		}
		s.Lines = append(s.Lines, line(f.place(), a.shortName(f.Symbol), what, lines, complexity, fmt.Sprint(f.Callers)))
	}
	return s
}

// from is the old name of a moved symbol, in full when the short names are equal.
func (a *Answer) from(old, now string) string {
	if short := a.shortName(old); short != a.shortName(now) {
		return short
	}
	return old
}

// parts lists the changed members of a type.
func (t Type) parts() string {
	var out []string
	for _, m := range t.Members {
		switch {
		case m.Old == "":
			out = append(out, "+"+m.Name)
		case m.New == "":
			out = append(out, "-"+m.Name)
		default:
			out = append(out, "~"+m.Name)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return ": " + strings.Join(out, " ")
}

func (a *Answer) typeSection(r queries.Reading) queries.Section {
	s := queries.Section{Title: "Types"}
	for _, t := range a.Types {
		if t.IsTest && r.Tests == queries.TestsFolded || t.isFolded && !r.All {
			continue
		}
		what := t.Change + t.parts()
		if t.OldSymbol != "" {
			what += " from " + a.from(t.OldSymbol, t.Symbol)
		}
		s.Lines = append(s.Lines, line(t.place(), a.shortName(t.Symbol), answer.KindWord(t.Kind), what))
	}
	return s
}

func (a *Answer) untouchedSection() queries.Section {
	s := queries.Section{Title: "Another signature, and callers as before"}
	for _, u := range a.Untouched {
		s.Lines = append(s.Lines, line(position(u.File, u.Line), a.shortName(u.Symbol), answer.Plural(u.Callers, "caller"), "first "+a.shortName(u.First)+" "+u.At))
	}
	return s
}

// edgeSection groups the calls by their packages.
func (a *Answer) edgeSection() queries.Section {
	s := queries.Section{Title: "Calls between packages"}
	type pair struct{ from, to string }
	type group struct {
		added, removed int
		first          Edge
	}
	groups := map[pair]*group{}
	var order []pair
	count := func(edges []Edge, n func(*group)) {
		for _, e := range edges {
			p := pair{e.From, e.To}
			if groups[p] == nil {
				groups[p], order = &group{first: e}, append(order, p)
			}
			n(groups[p])
		}
	}
	count(a.Edges.Added, func(g *group) { g.added++ })
	count(a.Edges.Removed, func(g *group) { g.removed++ })
	slices.SortStableFunc(order, func(x, y pair) int { return cmp.Compare(groups[y].added, groups[x].added) })
	for _, p := range order {
		g := groups[p]
		s.Lines = append(s.Lines, line(p.from+" → "+p.to, counts(g.added, "new", g.removed, "removed"), "first "+a.shortName(g.first.Caller)+" → "+a.shortName(g.first.Callee)))
	}
	return s
}

func (a *Answer) dependencySection() queries.Section {
	s := queries.Section{Title: "New dependencies"}
	for _, d := range a.Dependencies {
		kind := ""
		if d.External {
			kind = "external"
		}
		s.Lines = append(s.Lines, line(position(d.File, d.Line), d.From+" → "+d.To, kind))
	}
	return s
}

func (a *Answer) cycleSection() queries.Section {
	s := queries.Section{Title: "New cycles"}
	for _, c := range a.Cycles {
		names := make([]string, len(c.Path))
		for i, n := range c.Path {
			names[i] = a.shortName(n)
		}
		s.Lines = append(s.Lines, line(position(c.File, c.Line), map[string]string{"import": "imports", "function": "calls"}[c.Level], strings.Join(names, " → ")))
	}
	return s
}

func (a *Answer) unusedSection() queries.Section {
	s := queries.Section{Title: "Newly unused"}
	for _, u := range a.Unused {
		s.Lines = append(s.Lines, line(position(u.File, u.Line), answer.KindWord(u.Kind), a.shortName(u.Symbol)))
	}
	return s
}

func (a *Answer) uncalledSection() queries.Section {
	s := queries.Section{Title: "Last user outside tests is gone"}
	for _, u := range a.Uncalled {
		tests := ""
		if u.Tests > 0 {
			tests = answer.Plural(u.Tests, "use") + " left in tests"
		}
		s.Lines = append(s.Lines, line(position(u.File, u.Line), a.shortName(u.Symbol), answer.Plural(u.Uses, "use")+" before", tests))
	}
	return s
}

func (a *Answer) blastSection() queries.Section {
	s := queries.Section{Title: "Users of the changes by package", Heads: []string{"package", "changed", "direct", "all", "tests", "owners"}}
	for _, p := range a.Blast {
		s.Lines = append(s.Lines, line(p.Package, fmt.Sprint(p.Changed), fmt.Sprint(p.Direct), fmt.Sprint(p.Transitive), fmt.Sprint(p.Tests), strings.Join(p.Owners, " ")))
	}
	return s
}

func (a *Answer) elsewhereSection() queries.Section {
	s := queries.Section{Title: "Other repositories that use the broken symbols", Heads: []string{"repository", "version", "symbol", "declarations", "first"}}
	for _, e := range a.Elsewhere {
		s.Lines = append(s.Lines, line(fmt.Sprintf("%s %.7s", e.Repository, e.Commit), e.Version, a.shortName(e.Symbol), fmt.Sprint(e.Declarations), e.Place))
	}
	return s
}

func (a *Answer) ownerSection() queries.Section {
	s := queries.Section{Title: "Owners of the changed files"}
	for _, o := range a.Owners {
		s.Lines = append(s.Lines, line(o.Owner, answer.Plural(len(o.Files), "file"), o.Files[0]))
	}
	return s
}
