package contextpack

import (
	"cmp"
	"context"
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/fold"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed related.sql
	relatedSQL string
	//go:embed uses.sql
	usesSQL string
)

// neighbor is a symbol that is related to the target.
type neighbor struct {
	part                string // as in related.sql
	uses                int
	id, container, file int32
	symbol, kind, path  string
	short               string // the symbol for people
	test, external      bool
	exported            bool
	generated           bool
	start, end          int // lines
	from, to            int // bytes
	refs                int
	signature, doc      string
}

func (n *neighbor) fields() []any {
	return []any{&n.part, &n.uses, &n.id, &n.symbol, &n.kind, &n.test, &n.external, &n.exported, answer.OrZero(&n.container), answer.OrZero(&n.file), answer.OrZero(&n.path),
		answer.OrZero(&n.start), answer.OrZero(&n.end), answer.OrZero(&n.from), answer.OrZero(&n.to), &n.refs, &n.generated, &n.signature, &n.doc}
}

func (n *neighbor) isType() bool { return schema.Kind(n.kind).IsType() }

func (n *neighbor) name() string { return lastName(n.symbol) }

func lastName(symbol string) string {
	base := schema.BaseSymbol(symbol)
	return base[strings.LastIndexAny(base, "./")+1:]
}

// The steps from a place to the target, as in uses.sql.
const (
	byConstructor = iota
	byMethod
	byName
	throughInterface
	throughCaller
)

// use is a place that uses the target.
type use struct {
	step            int
	of              string // the name of the symbol that is used
	file            int32
	path            string
	test, generated bool
	line            int
	role            string
	encloses        int32 // the declaration around it; 0 at file level
	symbol          string
	short           string // the symbol for people
	start, end      int    // lines of that declaration
	alike           bool   // the name of the test contains the target's name
}

func (u *use) fields() []any {
	return []any{&u.step, &u.of, &u.file, &u.path, &u.test, &u.generated, &u.line, &u.role, answer.OrZero(&u.encloses), answer.OrZero(&u.symbol),
		answer.OrZero(&u.start), answer.OrZero(&u.end), &u.alike}
}

// pack is a context before the budget is filled.
type pack struct {
	target      *neighbor
	own         *declared      // the target with its source; nil without
	items       []*item        // the best first
	more        map[string]int // the number of items that were not read, by role
	generated   map[string]int // the number of omitted items in generated files, by role
	withoutText int            // files without source in the index
	texts       map[int32]string
	split       map[int32][]string // the lines of texts
}

// roles are the roles in the order of the answer, with their weights: the nth item of a role ranks by n divided by the weight.
var roles = []struct {
	name   string
	weight float64
}{
	{"source", 15}, {"receiver", 15}, {"constructor", 10}, {"callee", 20}, {"type", 12}, {"caller", 25}, {"test", 15}, {"interface", 6}, {"implementation", 12}, {declaration, 20}, {match, 20},
}

// item is a candidate for a piece.
type item struct {
	role  int // its place in roles
	rank  float64
	nth   int            // in its role
	forms []func() piece // from the longest to the shortest
	first int            // the longest form before others have their turn, from 1
	shown int            // the form that is in the context, from 1; 0 for none
	size  int            // of that form
}

const (
	minWanted     = 10 // the number of items of a role that are read at least
	tokensPerItem = 40 // and of the smallest item, for larger budgets
	fewGenerated  = 3  // the number of items of a role in generated files
	fewTests      = 3  // the number of tests that rank by their weight alone: tests are many and alike
)

// gather reads the related symbols and the uses, and ranks them.
func gather(ctx context.Context, ix *queries.Index, t target.Symbol, budget int) (*pack, error) {
	p := &pack{more: map[string]int{}, generated: map[string]int{}, split: map[int32][]string{}}
	related, err := queries.Collect(ctx, ix.Query, (*neighbor).fields, relatedSQL, t.ID)
	if err != nil {
		return nil, err
	}
	ids := map[string][]int32{"constructor": {}, "method": {}, "interface": {}}
	names, err := ix.Names(ctx)
	if err != nil {
		return nil, err
	}
	for i := range related {
		n := &related[i]
		n.short = queries.Readable(names.Short(n.symbol))
		ids[n.part] = append(ids[n.part], n.id)
		if n.part == "target" {
			p.target = n
		}
	}
	uses, err := queries.Collect(ctx, ix.Query, (*use).fields, usesSQL, t.ID, p.target.name(), ids["constructor"], ids["method"], ids["interface"])
	if err != nil {
		return nil, err
	}
	for i := range uses {
		uses[i].short = queries.Readable(names.Short(uses[i].symbol))
	}
	wanted := max(minWanted, budget/tokensPerItem)
	groups := p.group(related)
	for _, g := range groups {
		g.of = limit(p, g.of, g.role, wanted, func(n *neighbor) bool {
			return n.generated && g.role != "callee" && g.role != "type" && !p.target.generated
		})
	}
	callers, tests := p.nearest(uses, ids["method"])
	callers = limit(p, callers, "caller", wanted, func(u use) bool { return u.generated })
	tests = limit(p, tests, "test", wanted, func(u use) bool { return u.generated })
	files := []int32{p.target.file}
	for _, g := range groups {
		for _, n := range g.of {
			files = append(files, n.file)
		}
	}
	for _, u := range slices.Concat(callers, tests) {
		files = append(files, u.file)
	}
	slices.Sort(files)
	files = slices.DeleteFunc(slices.Compact(files), func(id int32) bool { return id == 0 })
	if p.texts, err = ix.Sources(ctx, files); err != nil {
		return nil, err
	}
	p.withoutText = len(files) - len(p.texts)
	p.own = newDeclared(p.target, p.texts)
	for _, g := range groups {
		for _, n := range g.of {
			first, forms := p.formsOf(g.role, n, related)
			p.add(g.role, first, forms)
		}
	}
	p.addCallers(callers, groups)
	for _, u := range tests {
		p.add("test", 1, []func() piece{func() piece { return p.inTest(u) }})
	}
	slices.SortStableFunc(p.items, func(a, b *item) int { return cmp.Compare(a.rank, b.rank) })
	return p, nil
}

// add adds an item after the others of its role.
func (p *pack) add(role string, first int, forms []func() piece) {
	it := &item{forms: forms, first: first}
	for roles[it.role].name != role {
		it.role++
	}
	for _, other := range p.items {
		if other.role == it.role {
			it.nth++
		}
	}
	it.rank = float64(it.nth+1) / roles[it.role].weight
	if role == "test" && it.nth >= fewTests {
		it.rank *= 3
	}
	p.items = append(p.items, it)
}

// limit keeps the first items of a role, and few in generated files. It counts the others.
func limit[T any](p *pack, all []T, role string, wanted int, generated func(T) bool) (kept []T) {
	few := 0
	for _, x := range all {
		isGenerated := generated(x)
		switch {
		case isGenerated && (few == fewGenerated || len(kept) == wanted):
			p.generated[role]++
			continue
		case len(kept) == wanted:
			p.more[role]++
			continue
		case isGenerated:
			few++
		}
		kept = append(kept, x)
	}
	return kept
}

// group is the related symbols of a role, the nearest first.
type group struct {
	role string
	of   []*neighbor
}

// group divides the related symbols into roles. A symbol is in the first group that takes it.
func (p *pack) group(related []neighbor) []*group {
	own := p.target
	taken := map[int32]bool{own.id: true}
	var all []*group
	add := func(role, part string, takes func(*neighbor) bool) {
		g := &group{role: role}
		for i := range related {
			if n := &related[i]; n.part == part && !taken[n.id] && takes(n) {
				taken[n.id] = true
				g.of = append(g.of, n)
			}
		}
		home := path.Dir(own.path)
		slices.SortStableFunc(g.of, func(a, b *neighbor) int {
			return cmp.Or(last(a.generated, b.generated), cmp.Compare(b.uses, a.uses), last(a.test, b.test), last(a.external, b.external),
				last(a.container != own.container, b.container != own.container), last(path.Dir(a.path) != home, path.Dir(b.path) != home), cmp.Compare(b.refs, a.refs))
		})
		all = append(all, g)
	}
	inside := func(n *neighbor) bool { return !n.external }
	near := func(n *neighbor) bool { return !n.external && (!n.test || own.test) }
	shownType := func(n *neighbor) bool { return n.isType() && !n.external }
	add("receiver", "receiver", shownType)
	add("source", "method", func(n *neighbor) bool { return n.kind == "method" })
	add("constructor", "constructor", near)
	add("callee", "named", func(n *neighbor) bool { return answer.IsCallable(n.kind) && !n.external && n.container != own.id })
	add("type", "named", shownType)
	add("interface", "interface", func(n *neighbor) bool { return near(n) || n.kind == "interface_method" })
	add("implementation", "implementation", inside)
	return all
}

// last orders values with a property after values without it.
func last(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// nearest returns the uses outside tests and in tests, the nearest first. The order is: uses one step
// away, then spread over declarations, then over modules or test files, then over steps. A test with
// the target's name comes first among tests. Calls of an interface's methods come before code that
// names the interface, because a change breaks them. Uses in the target and its methods do not count.
func (p *pack) nearest(uses []use, methods []int32) (callers, tests []use) {
	type line struct {
		file int32
		line int
	}
	type where struct {
		step, nth int
		alike     bool
		path      string
	}
	type ranked struct {
		use
		distance, nth, within int
	}
	isInterface := p.target.kind == string(schema.KindInterface)
	seen, direct := map[line]bool{}, map[int32]bool{}
	nth, within := map[int32]int{}, map[where]int{}
	var all []ranked
	for _, u := range uses {
		at := line{u.file, u.line}
		if u.encloses == p.target.id || slices.Contains(methods, u.encloses) || seen[at] || u.step == throughCaller && direct[u.encloses] {
			continue
		}
		seen[at] = true
		r := ranked{use: u, distance: max(0, u.step-byName), nth: nth[u.encloses]}
		if r.distance == 0 {
			direct[u.encloses] = true
		}
		nth[u.encloses]++
		in := where{u.step, r.nth, u.alike, path.Dir(u.path)}
		if u.test {
			in.path = u.path
		}
		r.within = within[in]
		within[in]++
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(last(a.generated, b.generated), cmp.Compare(a.distance, b.distance), last(isInterface && a.step != byMethod, isInterface && b.step != byMethod),
			cmp.Compare(a.nth, b.nth), last(!a.alike, !b.alike), cmp.Compare(a.within, b.within), cmp.Compare(a.step, b.step))
	})
	for _, r := range all {
		if r.test {
			tests = append(tests, r.use)
		} else {
			callers = append(callers, r.use)
		}
	}
	seenTest := map[int32]bool{}
	return callers, slices.DeleteFunc(tests, func(u use) bool { // the first use of each test
		again := u.encloses > 0 && seenTest[u.encloses]
		seenTest[u.encloses] = true
		return again
	})
}

// addCallers adds the uses outside tests. Uses in declarations of the context, and uses in the lines of another one, are left out.
func (p *pack) addCallers(uses []use, groups []*group) {
	const around = 2 // lines before and after a use
	inContext := map[int32]bool{}
	for _, g := range groups {
		for _, n := range g.of {
			inContext[n.id] = g.role == "constructor" || g.role == "implementation"
		}
	}
	shown := map[string][]piece{}
	for _, u := range uses {
		if (u.role != "call" || u.step == byConstructor) && inContext[u.encloses] ||
			slices.ContainsFunc(shown[u.path], func(o piece) bool { return o.StartLine <= u.line && u.line <= o.EndLine }) {
			continue
		}
		wide := p.place("caller", u, around)
		shown[u.path] = append(shown[u.path], wide)
		p.add("caller", 1, []func() piece{func() piece { return wide }, func() piece { return p.place("caller", u, 0) }})
	}
}

// place returns the lines around a use, within the declaration around it.
func (p *pack) place(role string, u use, around int) piece {
	out := piece{Role: role, File: u.path, StartLine: max(u.line-around, 1), EndLine: u.line + around, Symbol: u.symbol, short: u.short, Note: u.note()}
	if u.start > 0 {
		out.StartLine, out.EndLine = max(out.StartLine, u.start), min(out.EndLine, u.end)
	}
	if out.Text, out.EndLine = p.lines(u.file, out.StartLine, out.EndLine); out.Text == "" {
		out.StartLine, out.EndLine = u.line, u.line
	}
	return out
}

// inTest returns the first line of a test and the line of the use in it.
func (p *pack) inTest(u use) piece {
	out := p.place("test", u, 0)
	if u.start == 0 || u.start >= u.line || out.Text == "" {
		return out
	}
	first, _ := p.lines(u.file, u.start, u.start)
	if u.start < u.line-1 {
		first += "\n\t…"
	}
	out.Text, out.StartLine = first+"\n"+out.Text, u.start
	return out
}

// note returns how a use leads to the target.
func (u use) note() string {
	switch {
	case u.step == byConstructor || u.step == byMethod:
		return "calls " + u.of
	case u.step == throughInterface:
		return "through an interface"
	case u.step == throughCaller:
		return "through a caller"
	case u.role != "call":
		return u.role
	}
	return ""
}

// lines returns lines of a file, both ends counted from 1, and the last of them. The text is empty when the file has no such lines.
func (p *pack) lines(file int32, from, to int) (text string, last int) {
	lines, known := p.split[file]
	if !known {
		lines = fold.Lines(p.texts[file])
		p.split[file] = lines
	}
	if from > len(lines) {
		return "", to
	}
	last = min(to, len(lines))
	return strings.TrimRight(strings.Join(lines[from-1:last], ""), " \t\r\n"), last
}

// formsOf returns the ways to show a related symbol, from the longest, and the first of them without a body.
func (p *pack) formsOf(role string, n *neighbor, related []neighbor) (first int, forms []func() piece) {
	d := newDeclared(n, p.texts)
	if d == nil {
		brief, bare := unsourced(role, n), unsourced(role, n)
		if n.doc != "" {
			brief.Text = fold.Brief(fold.Comment(n.doc)) + brief.Text
		}
		return 1, []func() piece{func() piece { return brief }, func() piece { return bare }}
	}
	folded := func(level fold.Detail, keep fold.Keeper) func() piece {
		return func() piece { return d.folded(role, level, keep) }
	}
	forms = []func() piece{folded(fold.Bare, nil), folded(fold.SignaturesOnly, nil)}
	switch {
	case role == "receiver":
		used := func(names []string) bool { // the fields that the target names
			return slices.ContainsFunc(related, func(r neighbor) bool {
				return r.part == "named" && r.kind == "field" && r.container == p.target.container && slices.Contains(names, r.name())
			})
		}
		return 1, append([]func() piece{folded(fold.Compact, nil), folded(fold.Compact, used)}, forms...)
	case role == "type" || role == "interface":
		return 1, append([]func() piece{folded(fold.Compact, nil)}, forms...)
	case role == "callee" && p.isPart(n):
		return 2, append([]func() piece{func() piece { return d.piece(role, d.docFrom, d.text) }}, forms...)
	}
	return 1, forms
}

// isPart reports whether a callee is part of the target's work: only its package can name it, and no other code does, or it is short.
func (p *pack) isPart(n *neighbor) bool {
	if n.kind != "function" && n.kind != "method" || n.exported || path.Dir(n.path) != path.Dir(p.target.path) {
		return false
	}
	return n.refs <= n.uses || n.end-n.start < maxBare
}
