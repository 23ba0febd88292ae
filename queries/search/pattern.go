package search

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/queries"
)

// pattern finds lines of text: a line matches when every part of it does.
type pattern struct {
	parts   []part
	invalid string // the reason why the text is no regular expression, and searched literally; empty for others
}

// part is one expression of a pattern.
type part struct {
	expression string   // for RE2 and for Go, of one line of text
	literals   []string // texts of which each match contains one; nil when none is known
	plain      bool     // the expression matches these literals and nothing else
	empty      bool     // the expression may match no character
	group      int      // the group of line that is the match: 1 for whole words, which the expression surrounds
	line       *regexp.Regexp
	name       *regexp.Regexp // the expression for a whole name
}

// reading says how the text of a pattern is read.
type reading struct {
	Fixed         bool `arg:"fixed" default:"false" local:"" help:"search the pattern as it stands, without filters and not as a regular expression"`
	Word          bool `arg:"word" default:"false" local:"" help:"the match begins and ends where words do"`
	CaseSensitive bool `arg:"case_sensitive" default:"false" local:"" help:"capitals differ from small letters"`
	IgnoreCase    bool `arg:"ignore_case" default:"false" local:"" help:"capitals equal small letters; without either, they differ only when the pattern has a capital"`
}

// newPattern reads the expression and the phrases of a pattern. Phrases are literal.
func newPattern(expression string, phrases []string, r reading) (pattern, error) {
	var p pattern
	add := func(text string, fixed bool) error {
		fold := r.IgnoreCase || !r.CaseSensitive && isSmall(text, fixed)
		one, err := newPart(text, fixed, fold, r.Word)
		if err != nil && !fixed && !errors.Is(err, errLineFeed) {
			p.invalid = strings.TrimPrefix(err.Error(), "error parsing regexp: ")
			fold = r.IgnoreCase || !r.CaseSensitive && isSmall(text, true)
			one, err = newPart(text, true, fold, r.Word)
		}
		if errors.Is(err, errLineFeed) {
			return &queries.UsageError{Message: fmt.Sprintf("pattern %q has a line feed, and a result is one line", queries.Echo(text)), Advice: "search for one line; context_lines shows the lines around it"}
		}
		if err != nil {
			return &queries.UsageError{Message: fmt.Sprintf("pattern %q is unusable: %v", queries.Echo(text), err)}
		}
		p.parts = append(p.parts, one)
		return nil
	}
	if expression != "" {
		if err := add(expression, r.Fixed); err != nil {
			return p, err
		}
	}
	for _, text := range phrases {
		if err := add(text, true); err != nil {
			return p, err
		}
	}
	return p, nil
}

// errLineFeed is the error of an expression that only several lines match.
var errLineFeed = errors.New("it has a line feed")

func newPart(text string, fixed, fold, word bool) (part, error) {
	if fixed {
		text = regexp.QuoteMeta(text)
	}
	flags := syntax.Perl &^ (syntax.OneLine | syntax.ClassNL)
	if fold {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(text, flags)
	if err != nil {
		return part{}, err
	}
	if hasLineFeed(tree) {
		return part{}, errLineFeed
	}
	inOneLine(tree)
	p := part{}
	if p.name, err = regexp.Compile("^(?:" + tree.String() + ")$"); err != nil {
		return part{}, err
	}
	if word {
		if tree, err = syntax.Parse(`(?:^|\W)(`+tree.String()+`)(?:\W|$)`, flags&^syntax.FoldCase); err != nil {
			return part{}, err
		}
		inOneLine(tree)
		p.group = 1
	}
	tree = tree.Simplify()
	p.expression = tree.String()
	p.literals, p.plain = required(tree)
	if p.line, err = regexp.Compile(p.expression); err != nil {
		return part{}, err
	}
	p.empty = canBeEmpty(tree)
	return p, nil
}

// hasLineFeed reports whether a literal of an expression has a line feed.
func hasLineFeed(e *syntax.Regexp) bool {
	return e.Op == syntax.OpLiteral && slices.Contains(e.Rune, '\n') || slices.ContainsFunc(e.Sub, hasLineFeed)
}

// inOneLine changes an expression: nothing in it matches a line feed, and each line counts as a text, without the mark at the begin of a
// file in UTF-8.
func inOneLine(e *syntax.Regexp) {
	switch e.Op {
	case syntax.OpAnyChar:
		e.Op = syntax.OpAnyCharNotNL
	case syntax.OpBeginText, syntax.OpBeginLine:
		mark := &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune(byteOrderMark)}
		*e = syntax.Regexp{Op: syntax.OpConcat, Sub: []*syntax.Regexp{{Op: syntax.OpBeginLine}, {Op: syntax.OpQuest, Sub: []*syntax.Regexp{mark}}}}
		return
	case syntax.OpEndText:
		e.Op, e.Flags = syntax.OpEndLine, e.Flags&^syntax.WasDollar
	case syntax.OpCharClass:
		e.Rune = withoutLineFeed(e.Rune)
		if len(e.Rune) == 0 {
			*e = syntax.Regexp{Op: syntax.OpNoMatch}
		}
	}
	for _, sub := range e.Sub {
		inOneLine(sub)
	}
}

// byteOrderMark may begin a file in UTF-8. It is no part of the first line.
const byteOrderMark = "\ufeff"

// withoutLineFeed removes the line feed from the ranges of a class, each a pair.
func withoutLineFeed(ranges []rune) (out []rune) {
	for i := 0; i < len(ranges); i += 2 {
		low, high := ranges[i], ranges[i+1]
		if low > '\n' || high < '\n' {
			out = append(out, low, high)
			continue
		}
		if low < '\n' {
			out = append(out, low, '\n'-1)
		}
		if high > '\n' {
			out = append(out, '\n'+1, high)
		}
	}
	return out
}

// maxLiterals is the number of literals for which a text is searched one by one.
const maxLiterals = 8

// required returns texts of which each match contains one, or nil, and whether every match is one of them.
func required(e *syntax.Regexp) (literals []string, plain bool) {
	switch e.Op {
	case syntax.OpLiteral:
		if e.Flags&syntax.FoldCase == 0 {
			return []string{string(e.Rune)}, true
		}
	case syntax.OpCharClass:
		for i := 0; i < len(e.Rune); i += 2 {
			for r := e.Rune[i]; r <= e.Rune[i+1]; r++ {
				if literals = append(literals, string(r)); len(literals) > maxLiterals {
					return nil, false
				}
			}
		}
		return literals, true
	case syntax.OpCapture:
		return required(e.Sub[0])
	case syntax.OpPlus:
		literals, _ = required(e.Sub[0])
	case syntax.OpRepeat:
		if e.Min > 0 {
			literals, _ = required(e.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range e.Sub {
			if l, _ := required(sub); shortest(l) > shortest(literals) {
				literals = l
			}
		}
	case syntax.OpAlternate:
		plain = true
		for _, sub := range e.Sub {
			l, whole := required(sub)
			if literals = append(literals, l...); l == nil || len(literals) > maxLiterals {
				return nil, false
			}
			plain = plain && whole
		}
	}
	return literals, plain
}

// shortest returns the length of the shortest text, in bytes; 0 without texts.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
}

// next returns the least offset at or after from at which a literal begins, or -1. It keeps the next offset of each literal in known,
// which begins as zeros.
func (p *part) next(text string, from int, known []int) int {
	first := -1
	for i, l := range p.literals {
		if known[i] >= 0 && known[i] <= from {
			if known[i] = strings.Index(text[from:], l); known[i] >= 0 {
				known[i] += from
			}
		}
		if known[i] >= 0 && (first < 0 || known[i] < first) {
			first = known[i]
		}
	}
	return first
}

// canBeEmpty reports whether an expression may match no character.
func canBeEmpty(e *syntax.Regexp) bool {
	switch e.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return canBeEmpty(e.Sub[0])
	case syntax.OpRepeat:
		return e.Min == 0 || canBeEmpty(e.Sub[0])
	case syntax.OpConcat:
		for _, sub := range e.Sub {
			if !canBeEmpty(sub) {
				return false
			}
		}
	case syntax.OpAlternate:
		for _, sub := range e.Sub {
			if canBeEmpty(sub) {
				return true
			}
		}
		return false
	}
	return true
}

// noLetters matches the parts of an expression whose letters are no text: escapes, flags and names of groups.
var noLetters = regexp.MustCompile(`\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|x..|Q|E|.)|\(\?(?:P?<[^>]*>|[A-Za-z-]+)`)

// isSmall reports whether a pattern has letters as text, and no capitals. The names of classes are no text.
func isSmall(text string, fixed bool) bool {
	if !fixed {
		text = noLetters.ReplaceAllString(text, "")
	}
	return strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsFunc(text, unicode.IsUpper)
}

// match returns the place of the first part in a line, counted from 0. It is negative for a line that does not match.
func (p *pattern) match(line string) int {
	at := -1
	for i := range p.parts {
		found := p.parts[i].match(line)
		if found < 0 {
			return -1
		}
		if at < 0 {
			at = found
		}
	}
	return at
}

func (p *part) match(line string) int {
	if len(p.literals) == 1 {
		if at := strings.Index(line, p.literals[0]); at < 0 || p.plain {
			return at
		}
	} else if p.plain {
		return p.next(line, 0, make([]int, len(p.literals)))
	}
	if p.group == 0 {
		if at := p.line.FindStringIndex(line); at != nil {
			return at[0]
		}
	} else if at := p.line.FindStringSubmatchIndex(line); at != nil {
		return at[2]
	}
	return -1
}

// lines calls found with each line of a text that matches: its number from 1, its bytes in the text, and the place of the match in it.
func (p *pattern) lines(text string, found func(number, start, end, at int)) {
	anchor := &p.parts[0]
	known := make([]int, len(anchor.literals))
	number := 0 // of line feeds before start
	for start := 0; start < len(text); {
		if anchor.literals != nil { // pass over the lines without one
			next := anchor.next(text, start, known)
			if next < 0 {
				return
			}
			if feed := strings.LastIndexByte(text[start:next], '\n'); feed >= 0 {
				number += strings.Count(text[start:start+feed+1], "\n")
				start += feed + 1
			}
		}
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			end = len(text) - start
		}
		number++
		if at := p.match(text[start : start+end]); at >= 0 {
			found(number, start, start+end, at)
		}
		start += end + 1
	}
}
