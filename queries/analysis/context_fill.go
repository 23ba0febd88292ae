package analysis

import (
	"go/ast"
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
			if content, held := texts[r.file]; held && x.kind == targetGroup && r.start > 0 {
				g.own = newDeclared(r, content)
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
			c.parts = append(c.parts, forms(x, r, d, keep))
		}
		g.categories = append(g.categories, c)
		if x.kind == "type" {
			g.categories = append(g.categories, g.callers(groups, texts), g.tests(texts))
		}
	}
}

// noMembers is a declaration with the first sentence of its doc, and nothing inside.
var noMembers = grain{docs: firstSentence}

// forms are the ways to show what is related to the target, from the longest.
func forms(x *circle, r *neighbor, d *declared, keep keeper) *part {
	if d == nil {
		return shownAs(contextPiece{Role: x.role, File: r.path, StartLine: r.start, EndLine: r.end, Text: r.signature, Symbol: r.symbol})
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
		if s.test || s.role != "call" && shown[s.encloses] {
			continue
		}
		if slices.ContainsFunc(seen[s.path], func(p contextPiece) bool { return p.StartLine <= s.line && s.line <= p.EndLine }) {
			continue
		}
		wide := g.place("caller", s, texts, around)
		seen[s.path] = append(seen[s.path], wide)
		c.parts = append(c.parts, shownAs(wide, g.place("caller", s, texts, 0)))
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
		if s.step == 2 && !isTest(lastName(g.symbols[s.encloses].symbol)) {
			continue
		}
		c.parts = append(c.parts, shownAs(g.inTest(s, texts)))
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
	p := contextPiece{Role: role, File: s.path, StartLine: max(s.line-around, 1), EndLine: s.line + around, Note: s.note()}
	if r := g.symbols[s.encloses]; r != nil {
		p.Symbol = r.symbol
		if r.start > 0 {
			p.StartLine, p.EndLine = max(p.StartLine, r.start), min(p.EndLine, r.end)
		}
	}
	p.Text, p.EndLine = linesOf(texts[s.file], p.StartLine, p.EndLine)
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
	first, _ := linesOf(texts[s.file], r.start, r.start)
	if r.start < s.line-1 {
		first += "\n\t…"
	}
	use.Text, use.StartLine = first+"\n"+use.Text, r.start
	return use
}

func (s use) note() string {
	switch {
	case s.step == 1:
		return "through an interface"
	case s.step == 2:
		return "through a caller"
	case s.role != "call":
		return s.role
	}
	return ""
}

// linesOf returns lines of a text, both ends counted from 1, and the last of them that
// there is. It is empty when the text has no such lines.
func linesOf(text string, from, to int) (lines string, last int) {
	start, at := -1, 0
	for n := 1; n <= to && at < len(text); n++ {
		if n == from {
			start = at
		}
		last = n
		length := strings.IndexByte(text[at:], '\n') + 1
		if length == 0 {
			length = len(text) - at
		}
		at += length
	}
	if start < 0 {
		return "", to
	}
	return strings.TrimRight(text[start:at], " \t\r\n"), last
}
