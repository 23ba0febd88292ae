package analysis

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// fill makes the parts of each role from their sources.
func (g *gathering) fill(groups []*circle, texts map[int32]string) {
	var used []string // fields of the receiver
	for _, x := range groups {
		for _, r := range x.of {
			if x.kind == fieldGroup {
				used = append(used, lastName(r.symbol))
			}
			if x.kind != targetGroup || r.start == 0 {
				continue
			}
			if content, held := texts[r.file]; held {
				g.own = newDeclared(r, content)
			}
			if g.own == nil {
				g.stub = unsourced("source", r)
			}
		}
	}
	keep := func(names []*ast.Ident) bool {
		return slices.ContainsFunc(names, func(n *ast.Ident) bool { return slices.Contains(used, n.Name) })
	}
	for _, x := range groups {
		if x.role == "" {
			continue
		}
		c := &category{role: x.role, weight: x.weight, more: x.more}
		for _, r := range x.of {
			var d *declared
			if content, held := texts[r.file]; held {
				d = newDeclared(r, content)
			}
			p := forms(x, r, d, keep)
			if d != nil && x.kind == "callee" && g.isPartOf(r) {
				p.body = func() contextPiece { return d.piece(x.role, d.doc.from, d.text) }
			}
			c.parts = append(c.parts, p)
		}
		g.categories = append(g.categories, c)
		if x.kind == "type" {
			g.categories = append(g.categories, g.callers(groups, texts), g.tests(texts))
		}
	}
}

// isPartOf reports whether a callee is part of how the target works: its package alone can name
// it, and nothing else does, or it is short.
func (g *gathering) isPartOf(r *neighbor) bool {
	if r.kind != "function" && r.kind != "method" || ast.IsExported(lastName(r.symbol)) || path.Dir(r.path) != path.Dir(g.target.File) {
		return false
	}
	return r.refs <= r.uses || r.end-r.start < maxBare
}

// noMembers is a declaration with the first sentence of its doc, and nothing inside.
var noMembers = grain{docs: firstSentence}

// forms are the ways to show what is related to the target, from the longest.
func forms(x *circle, r *neighbor, d *declared, keep keeper) *part {
	if d == nil {
		p := unsourced(x.role, r)
		p.forms, p.made = p.forms[1:], p.made[1:]
		return p
	}
	fold := func(level grain, keep keeper) func() contextPiece {
		return func() contextPiece { return d.folded(x.role, level, keep) }
	}
	bare := []func() contextPiece{fold(noMembers, nil), fold(signaturesOnly, nil)}
	switch x.kind {
	case "receiver":
		return &part{forms: append([]func() contextPiece{fold(compact, nil), fold(compact, keep)}, bare...)}
	case "type", "interface":
		return &part{forms: append([]func() contextPiece{fold(compact, nil)}, bare...)}
	}
	return &part{forms: bare}
}

// unsourced shows a declaration without source: with its doc, the first sentence of that,
// and by its signature alone.
func unsourced(role string, r *neighbor) *part {
	p := contextPiece{Role: role, File: r.path, StartLine: r.start, EndLine: r.end, Text: r.signature, Symbol: r.symbol}
	whole, first := p, p
	if r.doc != "" {
		whole.Text, first.Text = r.doc+r.signature, briefly(r.doc)+r.signature
	}
	return shownAs(whole, first, p)
}

// around is how many lines before and after a use are shown.
const around = 2

// callers are the uses of the target outside tests, but for those in declarations that
// are shown because of them. One in the lines that are shown around another is none of
// its own.
func (g *gathering) callers(groups []*circle, texts map[int32]string) *category {
	c := &category{role: "caller", weight: 25}
	seen := map[string][]contextPiece{}
	shown := map[int32]bool{}
	for _, x := range groups {
		for _, r := range x.of {
			shown[r.id] = x.kind == "constructor" || x.kind == "implementation"
		}
	}
	for _, s := range g.sites {
		if s.test || (s.role != "call" || s.step == byConstructor) && shown[s.encloses] {
			continue
		}
		if slices.ContainsFunc(seen[s.path], func(p contextPiece) bool { return p.StartLine <= s.line && s.line <= p.EndLine }) {
			continue
		}
		wide := g.place("caller", s, texts, around)
		seen[s.path] = append(seen[s.path], wide)
		narrow := func() contextPiece { return g.place("caller", s, texts, 0) }
		c.parts = append(c.parts, &part{forms: []func() contextPiece{nil, narrow}, made: []contextPiece{wide}})
	}
	c.more = g.unread[false]
	return c
}

// tests are the uses of the target in tests, and those of what calls it: of each test the
// first, below the test's signature.
func (g *gathering) tests(texts map[int32]string) *category {
	c := &category{role: "test", weight: 15}
	seen := map[int32]bool{}
	for _, s := range g.sites {
		if !s.test || s.encloses > 0 && seen[s.encloses] {
			continue
		}
		seen[s.encloses] = true
		if s.step == throughCaller && !isTest(lastName(g.symbols[s.encloses].symbol)) {
			continue
		}
		c.parts = append(c.parts, &part{forms: []func() contextPiece{func() contextPiece { return g.inTest(s, texts) }}})
	}
	c.more = g.unread[true]
	return c
}

// isTest reports whether go test runs a function of that name.
func isTest(name string) bool {
	return slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(p string) bool { return strings.HasPrefix(name, p) })
}

// place is the lines around a use, within the declaration that it stands in.
func (g *gathering) place(role string, s use, texts map[int32]string, around int) contextPiece {
	p := contextPiece{Role: role, File: s.path, StartLine: max(s.line-around, 1), EndLine: s.line + around, Note: g.note(s)}
	if r := g.symbols[s.encloses]; r != nil {
		p.Symbol = r.symbol
		if r.start > 0 {
			p.StartLine, p.EndLine = max(p.StartLine, r.start), min(p.EndLine, r.end)
		}
	}
	p.Text, p.EndLine = linesOf(g.lines(s.file, texts), p.StartLine, p.EndLine)
	if p.Text == "" {
		p.StartLine, p.EndLine = s.line, s.line
	}
	return p
}

// inTest is the first line of a test and that of the use in it.
func (g *gathering) inTest(s use, texts map[int32]string) contextPiece {
	use := g.place("test", s, texts, 0)
	r := g.symbols[s.encloses]
	if r == nil || r.start == 0 || r.start >= s.line || use.Text == "" {
		return use
	}
	first, _ := linesOf(g.lines(s.file, texts), r.start, r.start)
	if r.start < s.line-1 {
		first += "\n\t…"
	}
	use.Text, use.StartLine = first+"\n"+use.Text, r.start
	return use
}

// note says how a use comes to the target.
func (g *gathering) note(s use) string {
	switch {
	case s.step == byConstructor || s.step == byMethod:
		return "calls " + lastName(g.symbols[s.of].symbol)
	case s.step == throughInterface:
		return "through an interface"
	case s.step == throughCaller:
		return "through a caller"
	case s.role != "call":
		return s.role
	}
	return ""
}

// lines are those of a file.
func (g *gathering) lines(file int32, texts map[int32]string) []string {
	if g.split == nil {
		g.split = map[int32][]string{}
	}
	known, ok := g.split[file]
	if !ok {
		known = splitLines(texts[file])
		g.split[file] = known
	}
	return known
}

// linesOf returns some of the lines of a text, both ends counted from 1, and the last of
// them that there is. It is empty when the text has no such lines.
func linesOf(lines []string, from, to int) (text string, last int) {
	if from > len(lines) {
		return "", to
	}
	last = min(to, len(lines))
	return strings.TrimRight(strings.Join(lines[from-1:last], ""), " \t\r\n"), last
}
