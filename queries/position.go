package queries

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Place is a line or a range of lines in a file, as file:line:column and the like name it.
type Place struct {
	File   string // slashes between its elements, and no ./ before it
	Line   int
	Column int // 0 when none is named
	End    int // the last line of a range; 0 when it is none
}

// String spells the place.
func (p Place) String() string {
	if p.End > 0 {
		return fmt.Sprintf("%s:%d-%d", p.File, p.Line, p.End)
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

var (
	position = regexp.MustCompile(`^(.+?):([1-9][0-9]{0,8})(?::([1-9][0-9]{0,8}))?$`)
	// file.go:45-50, and file.go#L45-L50 as in links.
	span = regexp.MustCompile(`^(.+?)(?:#L|:L?)([1-9][0-9]{0,8})(?:C[0-9]+)?(?:-L?([1-9][0-9]{0,8})(?:C[0-9]+)?)?$`)
)

// parseExactly returns the place that file:line or file:line:column names.
func parseExactly(target string) (Place, bool) {
	m := position.FindStringSubmatch(target)
	if m == nil {
		return Place{}, false
	}
	p := Place{File: slashed(m[1])}
	p.Line, _ = strconv.Atoi(m[2])
	p.Column, _ = strconv.Atoi(m[3])
	return p, true
}

// ParsePlace returns the place that a target names, in quotes or with punctuation behind it
// too: file:line, file:line:column, file:from-to, file#Lline or file#Lfrom-Lto.
func ParsePlace(target string) (Place, bool) {
	target = undressed(target)
	if p, ok := parseExactly(target); ok {
		return p, true
	}
	m := span.FindStringSubmatch(target)
	if m == nil {
		return Place{}, false
	}
	p := Place{File: slashed(m[1])}
	p.Line, _ = strconv.Atoi(m[2])
	p.End, _ = strconv.Atoi(m[3])
	return p, p.End == 0 || p.End >= p.Line
}

// slashed is a path as the index has it.
func slashed(typed string) string { return path.Clean(strings.ReplaceAll(typed, `\`, "/")) }

// within puts the path of the one file into the place that it may mean by one of the ways to
// name files; ok is false when it means none.
func (r resolver) within(ctx context.Context, p *Place, ways func(context.Context, string) ([]string, error)) (ok bool, err error) {
	files, err := ways(ctx, p.File)
	if err != nil || len(files) == 0 {
		return false, err
	}
	if len(files) == 1 {
		p.File = files[0]
		return true, nil
	}
	e := &TargetError{Target: r.target, Ambiguous: true, Total: len(files), Advice: "name one of them:"}
	if e.Candidates, err = r.ix.inFiles(ctx, files[:min(len(files), maxCandidates)], *p); err != nil {
		return false, err
	}
	return false, e
}

// byPosition resolves file:line and file:line:column.
func (r resolver) byPosition(ctx context.Context) ([]Symbol, error) {
	p, ok := parseExactly(r.target)
	if !ok {
		return nil, nil
	}
	if ok, err := r.within(ctx, &p, r.ix.filesAt); err != nil || !ok {
		return nil, err
	}
	found, err := r.at(ctx, p)
	return r.reading(r.target, found), err
}

// byLines resolves all that [ParsePlace] takes, where the file may be named by the end of its
// path too: lines to the innermost declaration that holds all of them.
func (r resolver) byLines(ctx context.Context) ([]Symbol, error) {
	p, ok := ParsePlace(r.target)
	if !ok {
		return nil, nil
	}
	ok, err := r.within(ctx, &p, r.ix.filesEnding)
	if below := r.ix.inRepository(p.File); err == nil && !ok && below != "" {
		p.File = below
		ok, err = r.within(ctx, &p, r.ix.filesAt)
	}
	if err != nil || !ok {
		return nil, err
	}
	return r.at(ctx, p)
}

// inRepository is a path as the index has it, of one in which the repository's name stands,
// perhaps with a version, as in those of stack traces and of the module cache; empty when it
// stands nowhere. A name without a domain may be that of any folder.
func (ix *Index) inRepository(file string) string {
	for _, p := range ix.parts {
		r := p.manifest.Repository
		if domain, _, _ := strings.Cut(r.Name, "/"); !strings.Contains(domain, ".") {
			continue
		}
		m := regexp.MustCompile(`^(?:.*/)?` + regexp.QuoteMeta(r.Name) + `(?:/v[0-9]+)?(?:@[^/]+)?/(.+)$`).FindStringSubmatch(file)
		if m == nil {
			continue
		}
		below, ok := m[1], true
		if r.Path != "" {
			below, ok = strings.CutPrefix(below, r.Path+"/")
		}
		switch {
		case ok && len(ix.parts) > 1:
			return p.repository + "/" + below
		case ok:
			return below
		}
	}
	return ""
}

// at resolves a place in a file of the index.
func (r resolver) at(ctx context.Context, p Place) ([]Symbol, error) {
	if err := r.ix.Attach(ctx, "files", "symbols", "refs"); err != nil {
		return nil, err
	}
	found, err := r.standing(ctx, p)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	if found[0].step < 3 {
		if !r.takes(found[0].match) {
			return nil, &TargetError{Target: r.target, Total: 1, Candidates: []Candidate{candidate(found[0].Symbol)},
				Advice: fmt.Sprintf("%s stands there, and here a target has to be one of: %s", article(found[0].Kind), strings.Join(r.kinds, ", "))}
		}
		found[0].At = p.Line
		return []Symbol{found[0].Symbol}, nil
	}
	if p.Column > 0 {
		if err := r.checkColumn(ctx, p); err != nil {
			return nil, err
		}
	}
	meant, err := r.innermost(ctx, p, found)
	if err != nil || len(meant) == 0 {
		return nil, err
	}
	if len(meant) > 1 {
		var all []match
		for _, s := range meant {
			all = append(all, s.match)
		}
		return nil, r.ambiguous(all)
	}
	meant[0].At = p.Line
	return []Symbol{meant[0].Symbol}, nil
}

// checkColumn returns an error for a column at which there is nothing, or an identifier that is
// no symbol, as far as there is a text to see that in.
func (r resolver) checkColumn(ctx context.Context, p Place) error {
	text, ok, err := r.ix.textOf(ctx, p.File)
	if err != nil || !ok {
		return err
	}
	if err := checkColumn(text, r.target, p); err != nil || !strings.HasSuffix(p.File, ".go") {
		return err
	}
	if name := identifierAt(text, p.Line, p.Column); name != "" {
		return r.unknownName(ctx, name, p)
	}
	return nil
}

// identifierAt returns the identifier of Go code at a position, which is neither in a comment
// nor in a literal; empty when there is none.
func identifierAt(text string, line, column int) string {
	set := token.NewFileSet()
	f := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(f, []byte(text), nil, 0)
	for {
		pos, tok, lit := s.Scan()
		at := f.PositionFor(pos, false)
		switch {
		case tok == token.EOF || at.Line > line:
			return ""
		case tok == token.IDENT && at.Line == line && at.Column <= column && column < at.Column+len(lit):
			return lit
		}
	}
}
