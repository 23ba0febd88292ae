package target

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// Place is a line or a range of lines in a file.
type Place struct {
	File   string // with slashes, without a leading ./
	Line   int
	Column int // in bytes from 1; 0 for none
	End    int // the last line of a range; 0 for none
}

// String formats the place without its column.
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

// parsePosition returns the place of file:line or file:line:column.
func parsePosition(target string) (Place, bool) {
	m := position.FindStringSubmatch(target)
	if m == nil {
		return Place{}, false
	}
	p := Place{File: slashed(m[1])}
	p.Line, _ = strconv.Atoi(m[2])
	p.Column, _ = strconv.Atoi(m[3])
	return p, true
}

// ParsePlace returns the place that a target names: file:line, file:line:column, file:from-to, file#Lline or file#Lfrom-Lto. Quotes
// around it and punctuation after it do not count.
func ParsePlace(target string) (Place, bool) {
	target = unquoted(target)
	if p, ok := parsePosition(target); ok {
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

// slashed returns a path in the form of the index.
func slashed(typed string) string { return path.Clean(strings.ReplaceAll(typed, `\`, "/")) }

// byPosition finds the symbol at file:line or file:line:column, where the file has its whole path.
func (r resolver) byPosition(ctx context.Context) ([]match, error) {
	p, ok := parsePosition(r.target)
	if !ok {
		return nil, nil
	}
	return r.in(ctx, p, wholePath)
}

// byLines finds the innermost declaration around a place in any notation of [ParsePlace]. The file may have the end of its path, or
// a path through the repository's name.
func (r resolver) byLines(ctx context.Context) ([]match, error) {
	p, ok := ParsePlace(r.target)
	if !ok {
		return nil, nil
	}
	found, err := r.in(ctx, p, endOfPath)
	if below := inRepository(r.ix.Repositories(), p.File); err == nil && found == nil && below != "" {
		p.File = below
		return r.in(ctx, p, wholePath)
	}
	return found, err
}

// in finds the symbols at a place in the file that lookup returns. Several files are ambiguous.
func (r resolver) in(ctx context.Context, p Place, lookup func(context.Context, *queries.Index, string) ([]string, error)) ([]match, error) {
	ok, err := r.complete(ctx, &p, lookup)
	if err != nil || !ok {
		return nil, err
	}
	return r.at(ctx, p)
}

// complete replaces the file of a place by the one path that lookup returns; ok is false when there is none.
func (r resolver) complete(ctx context.Context, p *Place, lookup func(context.Context, *queries.Index, string) ([]string, error)) (ok bool, err error) {
	files, err := lookup(ctx, r.ix, p.File)
	if err != nil || len(files) == 0 {
		return false, err
	}
	if len(files) == 1 {
		p.File = files[0]
		return true, nil
	}
	e := &Error{Target: r.target, Ambiguous: true, Total: len(files), Advice: "name one of them:"}
	if e.Candidates, err = inFiles(ctx, r.ix, files[:min(len(files), maxCandidates)], *p); err != nil {
		return false, err
	}
	return false, e
}

// inRepository returns the index's path of a path with the repository's name in it. The name may have a
// version, as in stack traces and in the module cache. The result is empty when the path has no such
// name. A name without a domain may be that of any folder.
func inRepository(repositories []queries.Repository, file string) string {
	for _, r := range repositories {
		if domain, _, _ := strings.Cut(r.Name, "/"); !strings.Contains(domain, ".") {
			continue
		}
		m := regexp.MustCompile(`^(?:.*/)?` + regexp.QuoteMeta(r.Name) + `(?:/v[0-9]+)?(?:@[^/]+)?/(.+)$`).FindStringSubmatch(file)
		if m == nil {
			continue
		}
		if r.Path == "" {
			return r.Prefix + m[1]
		}
		if below, ok := strings.CutPrefix(m[1], r.Path+"/"); ok {
			return r.Prefix + below
		}
	}
	return ""
}

// stepAround is the step of the statement position for declarations around the place.
const stepAround = 3

// at finds the symbols at a place in a file of the index.
func (r resolver) at(ctx context.Context, p Place) ([]match, error) {
	found, err := r.query(ctx, "position", p.File, p.Line, p.Column)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	// An embedded field and its type share a name.
	if i := slices.IndexFunc(found, func(m match) bool { return m.step < stepAround && r.takes(m) }); i > 0 {
		found = found[i:]
	}
	if m := found[0]; m.step < stepAround && !r.takes(m) {
		return nil, &Error{Target: r.target, OtherKind: m.Kind, Total: 1, Candidates: []Candidate{candidate(m.Symbol)}, Advice: r.takesKinds() + ":"}
	}
	if found[0].step < stepAround {
		found = found[:1]
	} else {
		if p.Column > 0 {
			if err := r.checkColumn(ctx, p); err != nil {
				return nil, err
			}
		}
		if found, err = r.innermost(ctx, p, found); err != nil {
			return nil, err
		}
		if found, err = r.single(found); err != nil || len(found) == 0 {
			return nil, err
		}
	}
	found[0].At = p.Line
	return found, nil
}

// holds reports whether another declaration is a part of this one.
func (m match) holds(o match) bool {
	return m.from <= o.from && o.to <= m.to && (m.from < o.from || o.to < m.to)
}

// withoutOuter removes the declarations that contain another one of them.
func withoutOuter(all []match) []match {
	return slices.DeleteFunc(slices.Clone(all), func(m match) bool { return slices.ContainsFunc(all, m.holds) })
}

// innermost returns the innermost of the declarations around a place. It returns several that share a
// line or a type, when none is a part of another.
func (r resolver) innermost(ctx context.Context, p Place, all []match) ([]match, error) {
	around := slices.DeleteFunc(slices.Clone(all), func(m match) bool { return !r.takes(m) || p.End > m.EndLine })
	if p.Column > 0 {
		return withoutOuter(around), nil
	}
	var beginning, longer []match
	for _, m := range around {
		switch {
		case m.StartLine < p.Line:
			longer = append(longer, m)
		case !slices.ContainsFunc(all, func(o match) bool { return o.StartLine == p.Line && o.holds(m) }):
			beginning = append(beginning, m) // a part of the line is not around it
		}
	}
	text, ok, err := textOf(ctx, r.ix, p.File)
	if err != nil {
		return nil, err
	}
	line := lineOf(text, p.Line)
	first := len(line) - len(strings.TrimLeft(line, " \t")) + 1
	opens := slices.ContainsFunc(beginning, func(m match) bool { return m.column <= first })
	if !ok { // without a text, a single declaration counts as the line
		opens = len(beginning) == 1
	}
	if len(beginning) > 0 && (opens || len(longer) == 0) {
		return beginning, nil
	}
	return withoutOuter(longer), nil
}

// lineOf returns a line of a text, counted from 1.
func lineOf(text string, line int) string {
	for ; line > 1; line-- {
		_, text, _ = strings.Cut(text, "\n")
	}
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// CheckColumn returns an [*Error] about a target when the column of its place is beyond the end of the line. The path of the file is
// that of the index. Without a text in the index there is no error.
func CheckColumn(ctx context.Context, ix *queries.Index, target string, p Place) error {
	if p.Column < 2 {
		return nil
	}
	text, ok, err := textOf(ctx, ix, p.File)
	if err != nil || !ok {
		return err
	}
	return beyondLine(text, target, p)
}

const withoutColumn = "leave the column out for the declaration around the line"

func beyondLine(text, target string, p Place) error {
	columns := len(strings.TrimSuffix(lineOf(text, p.Line), "\r"))
	if p.Column <= columns+1 {
		return nil
	}
	has := fmt.Sprintf("has %d columns", columns)
	switch columns {
	case 0:
		has = "is empty"
	case 1:
		has = "has 1 column"
	}
	return &Error{Target: target, Nothing: true, Reason: fmt.Sprintf("line %d of %s %s", p.Line, p.File, has), Advice: withoutColumn}
}

// checkColumn returns an error for a column beyond the line, and for an identifier that is no symbol.
func (r resolver) checkColumn(ctx context.Context, p Place) error {
	text, ok, err := textOf(ctx, r.ix, p.File)
	if err != nil || !ok {
		return err
	}
	if err := beyondLine(text, r.target, p); err != nil {
		return err
	}
	if !strings.HasSuffix(p.File, ".go") {
		if name := nameAt(p.File, lineOf(text, p.Line), p.Column); name != "" {
			return &Error{Target: r.target, Advice: fmt.Sprintf("%s is no symbol of the index there, and cortex knows local variables in Go only; %s", name, withoutColumn)}
		}
		return nil
	}
	if name := identifierAt(text, p.Line, p.Column); name != "" {
		return r.unknownName(ctx, name, p)
	}
	return nil
}

var (
	scripted = regexp.MustCompile(`\.(?:pyi?|[cm]?[jt]sx?)$`)
	word     = regexp.MustCompile(`[$\pL_][$\pL\pN_]*`)
	// reserved matches the keywords of Python, TypeScript and JavaScript.
	reserved = regexp.MustCompile(`^(?:False|None|True|and|as|assert|async|await|break|case|catch|class|const|continue|debugger|def|default|del|delete|do|elif|else|enum|except|export|extends|false|finally|for|from|function|global|if|implements|import|in|instanceof|interface|is|lambda|let|match|new|nonlocal|not|null|of|or|pass|private|protected|public|raise|readonly|return|self|static|super|switch|this|throw|true|try|type|typeof|undefined|var|void|while|with|yield)$`)
)

// nameAt returns the name at a column of a line of Python, TypeScript or JavaScript. It is empty for keywords, in other languages, and after
// a quote or the beginning of a comment, because the line alone does not tell where these end.
func nameAt(file, line string, column int) string {
	if !scripted.MatchString(file) {
		return ""
	}
	for _, at := range word.FindAllStringIndex(line, -1) {
		name := line[at[0]:at[1]]
		if at[0] < column && column <= at[1] && !reserved.MatchString(name) && !strings.ContainsAny(line[:at[0]], "'\"`#") && !strings.Contains(line[:at[0]], "//") &&
			!strings.HasPrefix(strings.TrimSpace(line), "*") {
			return name
		}
	}
	return ""
}

// identifierAt returns the identifier of Go code at a position, outside comments and literals; empty when there is none.
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

// textOf returns the text of the file with a path of the index; ok is false when the index has no text of it.
func textOf(ctx context.Context, ix *queries.Index, file string) (text string, ok bool, err error) {
	found, err := queries.Collect(ctx, ix.Query, func(s *string) []any { return []any{s} }, "SELECT content FROM contents WHERE file_path = $1", file)
	if err != nil || len(found) == 0 {
		return "", false, err
	}
	return found[0], true, nil
}
