package contextpack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/fold"
)

// fill returns the pieces that fit into a number of bytes, their size, and the number of omitted pieces
// by role. The source takes half at most, unless it is a function that comes whole. The items follow in the order of their rank, each without a
// body and with an eighth of the budget at most. Then the items grow in the same order with the rest of
// the budget, and at last the source grows.
func (p *pack) fill(budget int) (pieces []piece, used int, left map[string]int) {
	budget -= min(notesSize, budget/8)
	own, hasSource := p.source(budget / 2)
	if hasSource {
		used = own.size()
	}
	tests, others := 0, slices.ContainsFunc(p.items, func(it *item) bool { return roles[it.role].name != "test" })
	room := func(it *item) int {
		if others && roles[it.role].name == "test" {
			return min(budget-used, budget/3-tests)
		}
		return budget - used
	}
	show := func(it *item, form, most int) bool {
		size := it.forms[form-1]().size()
		if size-it.size > room(it) || size > most {
			return false
		}
		if roles[it.role].name == "test" {
			tests += size - it.size
		}
		used += size - it.size
		it.shown, it.size = form, size
		return true
	}
	for _, it := range p.items {
		for form := it.first; form <= len(it.forms) && !show(it, form, budget/8); form++ {
		}
	}
	grow := func(whole bool) {
		more, ok := p.source(own.size() + budget - used)
		if ok && hasSource && (!whole || !strings.Contains(more.Text, omitted)) {
			used += more.size() - own.size()
			own = more
		}
	}
	grow(true)
	for _, it := range p.items {
		for form := 1; form < it.shown && !show(it, form, budget); form++ {
		}
	}
	grow(false)
	if hasSource {
		pieces = append(pieces, own)
	}
	left = map[string]int{}
	for role, n := range p.more {
		left[role] += n
	}
	slices.SortFunc(p.items, func(a, b *item) int { return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.nth, b.nth)) })
	for _, it := range p.items {
		if it.shown == 0 {
			left[roles[it.role].name]++
			continue
		}
		pieces = append(pieces, it.forms[it.shown-1]())
	}
	return pieces, used, left
}

// notesSize is the number of bytes that the notes below the pieces may take.
const notesSize = 500

// source returns the target's source in a number of bytes; ok is false when it has none or does not fit. A longer source loses its middle,
// and its doc after the first sentence. A function of at most [answer.MaxSourceLines] lines comes whole, even above the budget.
func (p *pack) source(room int) (out piece, ok bool) {
	if p.target.start == 0 {
		return piece{}, false
	}
	if p.own == nil {
		out = unsourced("source", p.target)
		if whole := out; p.target.doc != "" {
			whole.Text = fold.Comment(p.target.doc) + out.Text
			if whole.size() <= room {
				return whole, true
			}
		}
		return out, out.size() <= room
	}
	out = p.own.piece("source", p.own.docFrom, p.own.text)
	whole := answer.IsCallable(p.target.kind) && out.EndLine-out.StartLine < answer.MaxSourceLines
	if whole || out.size() <= room {
		return out, true
	}
	doc, code := p.own.split()
	doc = fold.Brief(doc)
	room -= out.size() - len(out.Text)
	if len(doc) > room/3 {
		doc = ""
	}
	text, ok := foldMiddle(code, room-len(doc))
	out.Text = doc + text
	return out, ok
}

// omitted ends the line in the place of the middle of a text.
const omitted = " lines left out\n"

// foldMiddle returns the first and last lines of a text that fit, two thirds of them first, around a
// line with the number of the others. ok is false when not even that line fits.
func foldMiddle(text string, room int) (folded string, ok bool) {
	lines := fold.Lines(text)
	mark := func(n int) string { return fmt.Sprintf("… %d%s", n, omitted) }
	if room -= len(mark(len(lines))); room < 0 {
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
