package analysis

import (
	"fmt"
	"slices"
	"strings"
)

const (
	bytesPerToken = 4
	tokensPerPart = 40 // what the least piece takes: so many of each role are read as fill the budget
	minWanted     = 10 // of them
)

// part is one thing that a context may show, in forms from the longest to the shortest.
type part struct {
	forms []func() contextPiece
	made  []contextPiece      // of the first forms
	body  func() contextPiece // longer than all forms, where there is room for it; may be nil
	shown int                 // bytes of the form that is shown; 0 when none is
}

// shownAs is a part whose forms are made already.
func shownAs(forms ...contextPiece) *part {
	return &part{forms: make([]func() contextPiece, len(forms)), made: forms}
}

// fitting is the longest form that fits into so many bytes, if one does.
func (p *part) fitting(room int) (contextPiece, bool) {
	for i, form := range p.forms {
		if i == len(p.made) {
			p.made = append(p.made, form())
		}
		if p.made[i].size() <= room {
			return p.made[i], true
		}
	}
	return contextPiece{}, false
}

// category is the parts of a role, the nearest first.
type category struct {
	role   string
	weight int // of its share
	parts  []*part
	more   int // that were not read
}

// within returns the pieces that fit into so many bytes, what they take, and of each role
// how much is left out. The source takes half at most at first, and the other roles share
// what is left by their weights. What they do not need goes to the source when that makes
// it whole, then to the first roles that have more to show, and at last to the source again.
//
// DESIGN: tests are often many and alike. At first there are few of them, so that what the target
// is made of comes before others, and beside anything else they take a third at most.
func (g *gathering) within(budget int) (pieces []contextPiece, used int, left map[string]int) {
	own, held := g.source(budget / 2)
	if held {
		used = own.size()
	}
	rest := budget - used
	weights := 0
	for _, c := range g.categories {
		if len(c.parts) > 0 {
			weights += c.weight
		}
	}
	for _, c := range g.categories {
		if len(c.parts) > 0 {
			used += c.take(min(rest*c.weight/weights, g.roomFor(c, budget)), c.first())
		}
	}
	grow := func(whole bool) {
		more, ok := g.source(own.size() + budget - used)
		if ok && held && !(whole && g.isCut(more)) {
			used += more.size() - own.size()
			own = more
		}
	}
	grow(true)
	for _, c := range g.categories {
		used += c.take(min(budget-used, g.roomFor(c, budget)), len(c.parts))
		used += c.unfold(budget - used)
	}
	grow(false)
	left = map[string]int{}
	if held {
		pieces = append(pieces, own)
	}
	for _, c := range g.categories {
		n := c.more
		for _, p := range c.parts {
			if p.shown == 0 {
				n++
				continue
			}
			shown, _ := p.fitting(p.shown)
			pieces = append(pieces, shown)
		}
		if n > 0 {
			left[c.role] += n
		}
	}
	return pieces, used, left
}

// isCut reports whether a piece is less than the target's whole source.
func (g *gathering) isCut(p contextPiece) bool {
	return g.own != nil && len(p.Text) < len(strings.TrimRight(g.own.text, " \t\r\n"))
}

// fewTests is how many tests are shown before what is left over is shared out.
const fewTests = 3

// first is how many parts are shown before what is left over is shared out.
func (c *category) first() int {
	if c.role == "test" {
		return min(fewTests, len(c.parts))
	}
	return len(c.parts)
}

// roomFor is how many bytes more a category may take of a budget, if there are so many.
func (g *gathering) roomFor(c *category, budget int) int {
	if c.role != "test" || !slices.ContainsFunc(g.categories, func(o *category) bool { return o != c && len(o.parts) > 0 }) {
		return budget
	}
	for _, p := range c.parts {
		budget -= 3 * p.shown
	}
	return max(budget/3, 0)
}

// take shows what fits of the first so many parts into so many bytes more, each as long as it
// may be, and returns what that takes.
func (c *category) take(room, parts int) (used int) {
	for _, p := range c.parts[:parts] {
		if longest, ok := p.fitting(p.shown + room - used); ok {
			used += longest.size() - p.shown
			p.shown = longest.size()
		}
	}
	return used
}

// unfold shows the bodies that fit into so many bytes more, and returns what that takes.
func (c *category) unfold(room int) (used int) {
	for _, p := range c.parts {
		if p.body == nil {
			continue
		}
		if whole := p.body(); whole.size() <= p.shown+room-used {
			used += whole.size() - p.shown
			p.forms, p.made = append([]func() contextPiece{nil}, p.forms...), append([]contextPiece{whole}, p.made...)
			p.shown = whole.size()
		}
	}
	return used
}

// source is the target's own source in so many bytes, and whether the index has it. What
// does not fit is folded in the middle, after the doc but for its first sentence.
func (g *gathering) source(room int) (contextPiece, bool) {
	switch {
	case g.own == nil && g.stub == nil:
		return contextPiece{}, false
	case g.own == nil:
		return g.stub.fitting(room)
	}
	p := g.own.piece("source", g.own.doc.from, g.own.text)
	if p.size() <= room {
		return p, true
	}
	doc, code := g.own.split()
	frame := p
	frame.Text = ""
	room -= frame.size()
	if len(doc) > room/3 {
		doc = ""
	}
	text, ok := foldMiddle(code, room-len(doc))
	p.Text = doc + text
	return p, ok
}

// foldMiddle returns as many of the first and last lines of a text as fit, two thirds of
// them first, around a line that says how many are left out. It reports whether that line
// fits.
func foldMiddle(text string, room int) (string, bool) {
	lines := splitLines(text)
	mark := func(n int) string { return fmt.Sprintf("… %d lines left out\n", n) }
	room -= len(mark(len(lines)))
	if room < 0 {
		return "", false
	}
	first, size := 0, 0
	for first < len(lines) && size+len(lines[first]) <= room*2/3 {
		size += len(lines[first])
		first++
	}
	last := len(lines)
	for last > first && size+len(lines[last-1]) <= room {
		last--
		size += len(lines[last])
	}
	if first == last {
		return text, true
	}
	return strings.Join(lines[:first], "") + mark(last-first) + strings.Join(lines[last:], ""), true
}
