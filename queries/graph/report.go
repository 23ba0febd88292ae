package graph

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/schema"
)

const (
	maxFolded    = 3  // results of a folded group that a report names
	narrow       = 80 // columns of a narrow terminal
	maxToReview  = 10 // results of an impact to look at
	maxLines     = 4  // lines of one file that one line of a report names
	reviewAdvice = "--all lists them"

	mustChange = "must change: "
	lookAt     = "look at: "
	notNamed   = "other" // the label of an interface method that no call names
)

// Report lays an answer out for people: code before tests, short names, and only the values that are not the usual ones.
func (a *answer) Report(reading queries.Reading) queries.Report {
	p := page{answer: a, reading: reading, names: a.shortNames()}
	p.guessed = len(a.Results) > 1 && !slices.ContainsFunc(a.Results, func(r result) bool { return schema.Evidence(r.Evidence) != schema.EvidenceHeuristic })
	code, tests := p.split()
	code = p.foldStandard(code)
	out := queries.Report{Title: p.title(code, tests)}
	switch {
	case isChain(a.Operation):
		out.Sections = p.chain(append(code, tests...))
	case a.Operation == "impact":
		out.Sections = p.bySeverity(code)
	default:
		out.Sections = p.listed(code)
	}
	out.Sections = append(out.Sections, p.through()...)
	out.Sections = append(out.Sections, p.tests(tests)...)
	out.Notes = p.notes(tests)
	return out
}

// page is a report in work.
type page struct {
	*answer
	reading queries.Reading
	names   map[string]string // short names by symbol
	folded  bool              // the tests are only counted
	guessed bool              // all results are heuristic: a note says so

	standard []string // the short names of the callees in the standard library that are only counted
}

// shortNames are the names of all symbols of an answer as people type them: the package's name, or as much of its path as tells equal
// names apart.
func (a *answer) shortNames() map[string]string {
	names := map[string]string{}
	for _, r := range a.Results {
		names[r.Node.Symbol] = a.names.Short(r.Node.Symbol)
		if r.id != 0 { // no literal
			names[r.Node.Symbol] = cmp.Or(r.Node.ID, names[r.Node.Symbol])
		}
		if k := r.Node.Kind; k == "package" || k == "file" {
			names[r.Node.Symbol] = cmp.Or(r.Node.File, r.Node.Symbol)
		}
		if r.Via != "" && names[r.Via] == "" {
			names[r.Via] = a.names.Short(r.Via)
		}
	}
	for _, t := range a.Resolved {
		if names[t.Symbol] == "" {
			names[t.Symbol] = a.names.Short(t.Symbol)
		}
	}
	for elements := 1; elements < 8; elements++ {
		users := map[string]int{}
		for _, n := range names {
			users[n]++
		}
		clash := false
		for symbol, n := range names {
			if users[n] > 1 {
				clash = true
				names[symbol] = a.longer(symbol, n)
			}
		}
		if !clash {
			break
		}
	}
	return names
}

// longer adds one element of a symbol's path to the front of its short name, or the words for the text after #.
func (a *answer) longer(symbol, name string) string {
	if strings.Contains(symbol, "#") && !strings.HasSuffix(name, ")") {
		return queries.Readable(a.names.Short(symbol))
	}
	symbol, _, _ = strings.Cut(symbol, "#")
	if !strings.HasSuffix(symbol, "/"+name) {
		return symbol // the name of its package is not the last element of the path
	}
	return path.Base(strings.TrimSuffix(symbol, "/"+name)) + "/" + name
}

// split separates the results in code from those in tests, as the reader asks. The tests are folded unless all results are tests.
func (p *page) split() (code, tests []result) {
	for _, r := range p.Results {
		switch {
		case p.Operation == "callees" && r.label == notNamed: // the call that leads to it has a line
		case r.Node.Test:
			tests = append(tests, r)
		default:
			code = append(code, r)
		}
	}
	switch p.reading.Tests {
	case queries.TestsOnly:
		return nil, tests
	case queries.TestsFolded:
		p.folded = len(code) > 0
	}
	return code, tests
}

// foldStandard takes the callees in the standard library out of the results, unless all are there. Calls that may run code of the index stay.
func (p *page) foldStandard(results []result) []result {
	if p.Operation != "callees" || p.reading.All {
		return results
	}
	through := dispatches(results)
	var kept []result
	var folded []string
	for _, r := range results {
		if r.standard && (r.Site == nil || through[*r.Site] == nil || len(through[*r.Site].runs) == 0) {
			folded = append(folded, p.names[r.Node.Symbol])
		} else {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return results
	}
	p.standard = folded
	return kept
}

// nouns are the words for one result of each operation.
var nouns = map[string]string{"callers": "function", "callees": "function", "references": "use", "type_usages": "use", "implementations": "implementation",
	"implements": "interface", "impact": "symbol", "path": "step", "why": "step", "dependencies": "package", "dependents": "package", "definition": "definition"}

var prepositions = map[string]string{"callers": "callers of", "callees": "callees of", "references": "uses of", "type_usages": "uses of type",
	"implementations": "implementations of", "implements": "interfaces of", "impact": "impact of", "path": "path from", "why": "imports from", "dependencies": "dependencies of",
	"dependents": "dependents of", "definition": "definition of"}

// title is the question with the number of its results.
func (p *page) title(code, tests []result) string {
	of := p.Target
	if len(p.Resolved) == 1 {
		t := p.Resolved[0]
		of = queries.Readable(p.names[t.Symbol])
		switch {
		case t.File != "" && t.StartLine > 0:
			of += fmt.Sprintf(" (%s:%d)", t.File, t.StartLine)
		case t.Kind == "package":
			of = t.Symbol
		}
	} else if p.known.targets > 1 {
		of = fmt.Sprintf("%d symbols named %s", p.known.targets, p.Target)
	}
	if p.Operation == whyName {
		of += " to " + p.known.to
	}
	n := p.TotalFound
	if p.Operation == "impact" && n > 0 {
		return fmt.Sprintf("impact of %s:", of)
	}
	count := plural(n, nouns[p.Operation])
	if n == 0 {
		count = "none"
	}
	if isChain(p.Operation) && n > 0 {
		count = plural(n-1, nouns[p.Operation])
	}
	if n -= p.known.run + p.known.tests; p.Operation == "callees" && n > 0 { // lines are about these, and notes name the methods that may run
		count = plural(n, nouns[p.Operation])
		if p.known.run > 0 {
			count += ", " + plural(p.known.run, "possible callee")
		}
		if p.known.tests > 0 {
			count += fmt.Sprintf(", %d in tests", p.known.tests)
		}
	}
	return fmt.Sprintf("%s %s: %s", prepositions[p.Operation], of, count)
}

// listed is the results as a tree when they have several depths, and as a list otherwise.
func (p *page) listed(results []result) []queries.Section {
	if len(results) == 0 {
		return nil
	}
	if slices.ContainsFunc(results, func(r result) bool { return r.Depth > 1 && r.parent != 0 }) {
		return []queries.Section{p.tree(results)}
	}
	if p.Operation == "callees" {
		return []queries.Section{p.calls(results)}
	}
	if p.symbols && results[0].Site != nil {
		slices.SortStableFunc(results, byPlace)
	}
	if !p.symbols { // packages of the repository first
		slices.SortStableFunc(results, func(a, b result) int { return cmp.Compare(external(a), external(b)) })
	}
	s := queries.Section{}
	for _, group := range p.together(results) {
		s.Lines = append(s.Lines, queries.Line{Cells: p.cells(group)})
	}
	return []queries.Section{s}
}

// together joins the uses of one role in one declaration: the result has the place of the first, and all their lines.
func (p *page) together(results []result) (out []result) {
	type key struct{ file, symbol, role, usage string }
	at := map[key]int{}
	for _, r := range results {
		if r.Site == nil || p.Operation != "references" && p.Operation != "type_usages" {
			out = append(out, r)
			continue
		}
		k := key{r.Site.File, r.Node.Symbol, r.Role, r.Usage}
		i, found := at[k]
		if !found {
			at[k] = len(out)
			r.lines = []int{r.Site.Line}
			r.Sites = 1
			out = append(out, r)
			continue
		}
		first := &out[i]
		first.Sites++
		if last := first.lines[len(first.lines)-1]; last != r.Site.Line {
			first.lines = append(first.lines, r.Site.Line)
		}
	}
	return out
}

// byPlace orders results by file and line.
func byPlace(a, b result) int {
	if a.Site == nil || b.Site == nil {
		return cmp.Compare(placeOf(a), placeOf(b))
	}
	return cmp.Or(cmp.Compare(a.Site.File, b.Site.File), cmp.Compare(a.Site.Line, b.Site.Line), cmp.Compare(a.Site.Column, b.Site.Column))
}

// dispatching has the calls through interfaces of an answer on callees: the interface method and the methods that may run, by place.
type dispatching map[site]*struct {
	method int32
	runs   []result
}

// named reports whether a result is an interface method that a call names.
func (r result) named() bool {
	return r.Node.Kind == string(schema.KindInterfaceMethod) && r.label != notNamed
}

// dispatches collects the calls through interfaces.
func dispatches(results []result) dispatching {
	out := dispatching{}
	for _, r := range results {
		if r.Site != nil && r.named() {
			out[*r.Site] = &struct {
				method int32
				runs   []result
			}{method: r.id}
		}
	}
	for _, r := range results {
		if out.isRun(r) {
			out[*r.Site].runs = append(out[*r.Site].runs, r)
		}
	}
	return out
}

// isRun reports whether a result is a method that may run for an interface method of the answer.
func (d dispatching) isRun(r result) bool {
	return r.Site != nil && d[*r.Site] != nil && r.Evidence == string(schema.EvidenceInterface) && !r.named()
}

// calls lists callees in the order of the calls. The methods that a call through an interface may run are below it.
func (p *page) calls(results []result) queries.Section {
	through := dispatches(results)
	slices.SortStableFunc(results, byPlace)
	s := queries.Section{}
	for _, r := range results {
		if through.isRun(r) {
			continue
		}
		place := p.place(r)
		if r.Site != nil && len(p.Resolved) == 1 && r.Site.File == p.Resolved[0].File {
			place = ":" + strconv.Itoa(r.Site.Line)
		}
		defined := ""
		switch {
		case r.Node.External:
			defined = "external"
		case r.Node.StartLine > 0:
			defined = fmt.Sprintf("%s:%d", r.Node.File, r.Node.StartLine)
		}
		s.Lines = append(s.Lines, queries.Line{Cells: []string{place, p.names[r.Node.Symbol], defined, p.remarks(r)}})
		if r.Site != nil && through[*r.Site] != nil && through[*r.Site].method == r.id && len(through[*r.Site].runs) > 0 {
			s.Lines = append(s.Lines, queries.Line{Note: true, Cells: []string{p.mayRun(through[*r.Site].runs)}})
		}
	}
	return s
}

// mayRun names the first of the methods that may run.
func (p *page) mayRun(methods []result) string {
	var names []string
	for i, m := range methods {
		if i == maxFolded && !p.reading.All {
			names = append(names, fmt.Sprintf("… %d in all", len(methods)))
			break
		}
		names = append(names, p.names[m.Node.Symbol])
	}
	return "  may run: " + strings.Join(names, ", ")
}

// cells are the place of a result, its name, and the values that are not the usual ones.
func (p *page) cells(r result) []string {
	return []string{p.place(r), p.names[r.Node.Symbol], p.remarks(r)}
}

func (p *page) place(r result) string {
	if r.Site == nil && r.Node.StartLine == 0 {
		return cmp.Or(r.Node.File, "external")
	}
	place := placeOf(r)
	for i, line := range r.lines[min(1, len(r.lines)):] {
		if i+1 == maxLines {
			return place + " …"
		}
		place += " " + strconv.Itoa(line)
	}
	return place
}

// placeOf is file:line of a result; empty for external symbols.
func placeOf(r result) string {
	switch {
	case r.Site != nil && r.Site.Line > 0:
		return r.Site.File + ":" + strconv.Itoa(r.Site.Line)
	case r.Node.StartLine > 0:
		return r.Node.File + ":" + strconv.Itoa(r.Node.StartLine)
	}
	return r.Node.File
}

// usualKinds are the kinds of most results of an operation, which a report leaves out.
var usualKinds = map[string]schema.Kind{"implementations": schema.KindStruct, "implements": schema.KindInterface}

// remarks are the values of a result that are not the usual ones.
func (p *page) remarks(r result) string {
	var out []string
	switch schema.Evidence(r.Evidence) {
	case schema.EvidenceInterface:
		out = append(out, "via interface")
	case schema.EvidenceHeuristic:
		if !p.guessed {
			out = append(out, r.Evidence)
		}
	case schema.EvidenceValue, schema.EvidenceDynamic, schema.EvidenceLiteral, schema.EvidenceUnresolved:
		out = append(out, r.Evidence)
	}
	if role := p.role(r); role != "" {
		out = append(out, role)
	}
	if r.Usage != "" {
		out = append(out, strings.ReplaceAll(r.Usage, "_", " "))
	}
	if r.ViaPointer {
		out = append(out, "by pointer")
	}
	if r.Sites > 1 {
		out = append(out, plural(r.Sites, map[bool]string{true: "use", false: "call"}[r.lines != nil]))
	}
	if k := schema.Kind(r.Node.Kind); (p.Operation == "implementations" || p.Operation == "implements" || p.Operation == "definition" || p.Operation == "impact") &&
		k != schema.KindFunction && k != schema.KindMethod && k != usualKinds[p.Operation] {
		out = append(out, strings.ReplaceAll(r.Node.Kind, "_", " "))
	}
	if r.Node.External && r.Site != nil && p.Operation != "callees" {
		out = append(out, "external")
	}
	return strings.Join(out, ", ")
}

// role is the role of a use when it is not the usual one: functions are called, types are named, and everything else is read.
func (p *page) role(r result) string {
	usual := schema.RoleRead
	if len(p.Resolved) == 1 {
		switch kind := schema.Kind(p.Resolved[0].Kind); {
		case slices.Contains(callables, kind):
			usual = schema.RoleCall
		case slices.Contains(typeKinds(), kind):
			usual = schema.RoleType
		}
	}
	switch schema.Role(r.Role) {
	case usual:
		return ""
	case schema.RoleRead:
		return "value"
	}
	return r.Role
}

// tree arranges results below the symbols that they were reached through. A method that may run is below the interface method.
func (p *page) tree(results []result) queries.Section {
	s := queries.Section{Tree: true}
	results = slices.Clone(results)
	slices.SortStableFunc(results, func(a, b result) int { return cmp.Compare(external(a), external(b)) })
	through := dispatching{}
	if p.Operation == "callees" {
		through = dispatches(results)
	}
	shown, bySymbol := map[int32]bool{}, map[string]int32{}
	for _, r := range results {
		shown[r.id], bySymbol[r.Node.Symbol] = true, r.id
	}
	below := map[int32][]result{}
	for _, r := range results {
		parent := r.parent
		if r.id == 0 { // a function literal, which has no symbol
			parent = bySymbol[r.Via]
		}
		if through.isRun(r) {
			parent = through[*r.Site].method
		}
		if !shown[parent] || parent == r.id && parent != 0 {
			parent = 0
		}
		below[parent] = append(below[parent], r)
	}
	done := map[int32]bool{}
	children := func(r result) []result {
		if r.id == 0 {
			return nil
		}
		return below[r.id]
	}
	var add func(r result, depth int)
	add = func(r result, depth int) {
		if done[r.id] && r.id != 0 {
			return
		}
		done[r.id] = true
		s.Lines = append(s.Lines, queries.Line{Depth: depth, Cells: []string{p.names[r.Node.Symbol], p.place(r), p.remarks(r)}})
		leaves := 0
		for _, next := range children(r) {
			if through.isRun(next) && len(below[next.id]) == 0 && !p.reading.All {
				if leaves++; leaves > maxFolded {
					done[next.id] = true
					continue
				}
			}
			add(next, depth+1)
		}
		if leaves > maxFolded {
			more := fmt.Sprintf("… %d more may run (--all)", leaves-maxFolded)
			s.Lines = append(s.Lines, queries.Line{Depth: depth + 1, Note: true, Cells: []string{more}})
		}
	}
	for _, r := range below[0] {
		add(r, 0)
	}
	return s
}

// external is 1 for external symbols and 0 for those of the repository.
func external(r result) int {
	if r.Node.External {
		return 1
	}
	return 0
}

// chain is the steps of a path, each below the one before.
func (p *page) chain(results []result) []queries.Section {
	s := queries.Section{Tree: true}
	slices.SortStableFunc(results, func(a, b result) int { return a.Depth - b.Depth })
	for i, r := range results {
		s.Lines = append(s.Lines, queries.Line{Depth: i, Cells: []string{p.names[r.Node.Symbol], p.place(r), p.remarks(r)}})
	}
	return []queries.Section{s}
}

// bySeverity counts the results of an impact, and lists those that must change, implementations first, and the first of those to look at.
func (p *page) bySeverity(results []result) (out []queries.Section) {
	if p.TotalFound == 0 {
		return nil
	}
	var implementing, using, look []result
	for _, r := range results {
		switch {
		case r.Severity != mustUpdate:
			look = append(look, r)
		case r.implements:
			implementing = append(implementing, r)
		default:
			using = append(using, r)
		}
	}
	n := p.Summary
	users, review := n.changing-n.changingImplementations, p.TotalFound-p.known.tests-n.changing
	var counts []string
	for _, c := range [][]string{
		{mustChange, some(n.changingImplementations, "implementation"), some(users, "direct user"), some(n.changingTests, "test")},
		{lookAt, some(review, "symbol"), some(p.known.tests-n.changingTests, "test")},
	} {
		if parts := slices.DeleteFunc(c[1:], func(s string) bool { return s == "" }); len(parts) > 0 {
			counts = append(counts, c[0]+strings.Join(parts, ", "))
		}
	}
	if line := strings.Join(counts, "; "); len(line) <= narrow {
		counts = []string{line}
	}
	out = []queries.Section{{}}
	for _, c := range counts {
		out[0].Lines = append(out[0].Lines, queries.Line{Cells: []string{c}})
	}
	section := func(title string, total int, thing string, list []result, limit int) {
		if len(list) == 0 {
			return
		}
		s := queries.Section{Title: title + plural(total, thing)}
		for _, r := range list[:min(limit, len(list))] {
			s.Lines = append(s.Lines, queries.Line{Cells: p.cells(r)})
		}
		if more := total - len(s.Lines); more > 0 {
			s.Lines = append(s.Lines, queries.Line{Note: true, Cells: []string{fmt.Sprintf("… %d more: %s", more, reviewAdvice)}})
		}
		out = append(out, s)
	}
	section(mustChange, n.changingImplementations, "implementation", implementing, len(implementing))
	section(mustChange, users, "direct user", using, len(using))
	limit := maxToReview
	if p.reading.All {
		limit = len(look)
	}
	section(lookAt, review, "symbol", look, limit)
	return out
}

// some is the number of things, or nothing when there are none.
func some(n int, thing string) string {
	if n == 0 {
		return ""
	}
	return plural(n, thing)
}

// through lists the first uses of interface methods that may run the target.
func (p *page) through() (out []queries.Section) {
	for _, t := range p.Through {
		s := queries.Section{Title: fmt.Sprintf("%s of %s may run it", plural(t.Uses, "use"), p.answer.names.Short(t.Symbol))}
		for _, u := range t.First {
			s.Lines = append(s.Lines, queries.Line{Cells: []string{fmt.Sprintf("%s:%d", u.File, u.Line), p.answer.names.Short(u.Symbol)}})
		}
		out = append(out, s)
	}
	return out
}

// tests lists the results in tests, or nothing when they are folded.
func (p *page) tests(tests []result) []queries.Section {
	if p.folded || len(tests) == 0 || isChain(p.Operation) {
		return nil
	}
	if p.Operation == "impact" {
		changing := slices.DeleteFunc(slices.Clone(tests), func(r result) bool { return r.Severity != mustUpdate })
		others := slices.DeleteFunc(slices.Clone(tests), func(r result) bool { return r.Severity == mustUpdate })
		return append(p.testSection(mustChange+plural(len(changing), "test"), changing), p.testSection(lookAt+plural(len(others), "test"), others)...)
	}
	return p.testSection("tests: "+strconv.Itoa(p.known.tests), tests)
}

// testSection is a section of tests; none without tests.
func (p *page) testSection(title string, tests []result) []queries.Section {
	if len(tests) == 0 {
		return nil
	}
	s := queries.Section{Title: title}
	for _, r := range tests {
		s.Lines = append(s.Lines, queries.Line{Cells: p.cells(r)})
	}
	return []queries.Section{s}
}

// notes say what is folded and cut, how far the answer is true, and how to see more.
func (p *page) notes(tests []result) []string {
	out := slices.Clone(p.known.readings)
	if p.folded && p.known.tests > 0 && !isChain(p.Operation) {
		var first []string
		for _, r := range tests[:min(maxFolded, len(tests))] {
			first = append(first, p.names[r.Node.Symbol])
		}
		if len(first) > 0 && p.known.tests > len(first) {
			first = append(first, "…")
		}
		out = append(out, strings.TrimSuffix(fmt.Sprintf("+ %d in tests (--tests): %s", p.known.tests, strings.Join(first, ", ")), ": "))
	}
	if n := len(p.standard); n > 0 {
		names := p.standard[:min(n, maxFolded)]
		if n > maxFolded {
			names = append(slices.Clone(names), "…")
		}
		out = append(out, fmt.Sprintf("+ %d from the standard library (--all): %s", n, strings.Join(names, ", ")))
	}
	shown, found := p.TotalReturned, p.TotalFound
	if p.folded {
		shown, found = len(p.Results)-len(tests), found-p.known.tests
	}
	if shown < found {
		out = append(out, fmt.Sprintf("%d of %d shown", shown, found))
	}
	if p.known.remark != "" {
		out = append(out, p.known.remark)
	}
	if p.guessed {
		out = append(out, "all results are heuristic: rules found them, and no type checker")
	}
	out = append(out, p.completeness()...)
	switch {
	case p.StoppedBy == byDepth && strings.HasPrefix(p.Suggestion, "raise depth"): // it suggests nothing else
		out = append(out, fmt.Sprintf("%s followed: --depth %d follows more", plural(p.known.depth, "step"), p.known.depth+1))
	case p.Suggestion != "" && (shown < found || !p.Truncated):
		out = append(out, p.Suggestion)
	}
	return out
}

// completeness says that an answer is complete, or why it may not be.
func (p *page) completeness() []string {
	if p.Completeness != completeness.LowerBound {
		return []string{"complete"}
	}
	return completeness.Brief(p.Because, p.reading.Why, func(symbol string) string { return queries.Readable(p.answer.names.Short(symbol)) })
}
