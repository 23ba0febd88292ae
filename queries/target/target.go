// Package target resolves the text by which a user names code: symbols, packages, files, positions and patterns. Errors name the
// nearest symbols and paths.
//
// # Terms
//
// A target is the text. A form is a plainer reading of it: `tsdb.Open(dir)` has the form tsdb.Open. A step is one way to look a form
// up. [Resolve] tries each form with each step; the first step that finds symbols decides.
//
// A scope is a filter of paths: a path, a glob or a LIKE pattern.
package target

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed sql/*.sql
var statements embed.FS

// statement returns the text of an SQL file.
func statement(name string) string {
	text, err := statements.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(fmt.Sprintf("target: %v", err)) // the files are embedded
	}
	return string(text)
}

// Symbol is a symbol, package or file that a target means.
type Symbol struct {
	ID        int32  `json:"-"` // of a file its file_id; 0 for a package
	Symbol    string `json:"symbol"`
	Kind      string `json:"kind"`                 // of a symbol; or "package" or "file"
	File      string `json:"file"`                 // of a package its directory; empty for external symbols and packages
	StartLine int    `json:"start_line,omitempty"` // 0 for external symbols and synthetic functions
	EndLine   int    `json:"end_line,omitempty"`

	Reading string  `json:"-"` // the form of the target that matched, or the symbol of several with the name; may be empty
	Others  *Others `json:"-"` // the other symbols that the target may mean; nil when there are none
	At      int     `json:"-"` // the line of the position that was the target, or 0

	// Of a name that no code uses: its package, and the number of external members that the type may have from embedded types.
	Package  string `json:"-"`
	Promoted int    `json:"-"`
}

// Others are the symbols with the name of a target that are less likely to be meant.
type Others struct {
	Count   int      `json:"count"`
	Symbols []string `json:"symbols"` // the first of them

	note string
}

const (
	maxCandidates = 10
	maxNearest    = 5

	// maxTarget is the maximum length of a target in bytes. Patterns have a lower one: their expressions grow, and with them
	// the time of each comparison.
	maxTarget  = 100_000
	maxPattern = 2_000
)

const nameSomething = "name a symbol, a package or a position"

func check(target string) error {
	switch {
	case target == "":
		return &queries.UsageError{Message: `target "" is empty`, Advice: nameSomething}
	case len(target) > maxTarget:
		return &Error{Target: target, Nothing: true, Reason: fmt.Sprintf("its length of %d bytes is above the maximum of %d", len(target), maxTarget), Advice: nameSomething}
	case len(target) > maxPattern && strings.ContainsAny(target, "%*?"):
		return &Error{Target: target, Nothing: true, Reason: fmt.Sprintf("its length of %d bytes is above the maximum of %d for a pattern", len(target), maxPattern),
			Advice: "name a symbol, or write a shorter pattern"}
	case !utf8.ValidString(target) || strings.ContainsRune(target, 0):
		return &Error{Target: target, Advice: "write UTF-8 text without zero bytes"}
	}
	return nil
}

// Resolve returns the symbols that a target means, sorted by their stable name: one, or all matches of a pattern. Only symbols of
// the given kinds count. Of several symbols with a name, it takes the likeliest, in this order: exported over unexported, package
// level over members, the repository over external code, methods over fields, code over tests. A target that means nothing, or several symbols equally, is
// an [*Error]. In a context of [queries.Strict] several symbols always are. A list with commas means the symbols of all its targets.
func Resolve(ctx context.Context, ix *queries.Index, target string, kinds []schema.Kind) ([]Symbol, error) {
	parts := several(target)
	if len(parts) < 2 {
		found, err := resolve(ctx, ix, target, kinds)
		return found, shortened(ctx, ix, err)
	}
	var all []Symbol
	var readings []string
	for _, p := range parts {
		found, err := resolve(ctx, ix, p, kinds)
		if err != nil {
			return nil, shortened(ctx, ix, err)
		}
		if found[0].Reading != "" {
			readings = append(readings, found[0].Reading)
		}
		for _, s := range found {
			s.Others, s.Reading = nil, ""
			if !slices.ContainsFunc(all, func(o Symbol) bool { return o.Symbol == s.Symbol }) {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b Symbol) int { return strings.Compare(a.Symbol, b.Symbol) })
	all[0].Reading = strings.Join(readings, "; ")
	return all, nil
}

// several returns the targets in a list with commas. Commas in brackets and in pasted code divide no list.
func several(target string) (parts []string) {
	depth, from := 0, 0
	for i, c := range target + "," {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(target[from:i]))
				from = i + 1
			}
		}
	}
	if slices.ContainsFunc(parts, func(p string) bool { return p == "" || strings.ContainsAny(p, " \t\n\"'`") }) {
		return nil
	}
	return parts
}

func resolve(ctx context.Context, ix *queries.Index, target string, kinds []schema.Kind) ([]Symbol, error) {
	target = strings.TrimSpace(target)
	if err := check(target); err != nil {
		return nil, err
	}
	r := resolver{ix: ix, target: target, plain: PlainName(target), kinds: texts(kinds), named: map[string][]match{}}
	forms := plainer(target)
	for i, f := range forms {
		as := r.as(f)
		if i+1 < len(forms) && forms[i+1].text == f.text && len(f.kinds) > 0 {
			if wider, err := r.onlyWider(ctx, f, forms[i+1]); err != nil {
				return nil, err
			} else if wider {
				continue
			}
		}
		for k, step := range []func(context.Context) ([]match, error){
			as.byPosition, as.byName, as.byPattern, as.byLines, as.byFile, as.byPromotion, as.byAlias, as.byConstructor,
		} {
			found, err := step(ctx)
			if e := (*Error)(nil); errors.As(err, &e) {
				e.Target = target
			}
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				continue
			}
			if err := as.orPackage(ctx, found); err != nil {
				return nil, err
			}
			isName := i == 0 && (k == 2 || k == 1 && (found[0].File != "" || strings.ContainsAny(r.plain, "./")))
			return r.read(f.text, symbols(found), isName), nil
		}
	}
	for _, f := range forms {
		if found, err := r.as(f).byAnyCase(ctx); err != nil || len(found) > 0 {
			return r.read(f.text, symbols(found), false), err
		}
	}
	return nil, r.unknown(ctx)
}

// orPackage returns an error when a name without a holder means fields, and a package of the repository too.
func (r resolver) orPackage(ctx context.Context, found []match) error {
	if strings.ContainsAny(r.plain, "./:#*?%") || slices.ContainsFunc(found, func(m match) bool { return m.Kind != string(schema.KindField) }) {
		return nil
	}
	packages, err := r.withPath(ctx, r.plain, "package")
	if err != nil || len(packages) == 0 || packages[0].File == "" {
		return err
	}
	e := &Error{Target: r.target, Ambiguous: true, Total: len(found) + len(packages),
		Advice: "name the field with its type; dependents and package-summary take the package:"}
	for _, s := range append(symbols(found), packages...)[:min(e.Total, maxCandidates)] {
		e.Candidates = append(e.Candidates, candidate(s))
	}
	return e
}

// read notes the form that matched, unless it was the name or the pattern itself.
func (r resolver) read(form string, found []Symbol, isName bool) []Symbol {
	if len(found) == 1 && found[0].Others != nil {
		found[0].Reading = found[0].Others.note
		return found
	}
	if isName {
		return found
	}
	if len(found) == 1 {
		form = queries.Readable(found[0].Symbol)
	}
	for i := range found {
		found[i].Reading = fmt.Sprintf("read %q as %s", queries.Echo(r.target), queries.Echo(form))
	}
	return found
}

// resolver looks one form of a target up.
type resolver struct {
	ix     *queries.Index
	target string
	plain  string // the target without Go's notations
	kinds  []string
	named  map[string][]match // the symbols with a name, for each name that was looked up
}

// as returns the resolver for a form of the target.
func (r resolver) as(f form) resolver {
	r.target, r.plain = f.text, PlainName(f.text)
	if f.kinds != nil {
		r.kinds = slices.DeleteFunc(slices.Clone(r.kinds), func(k string) bool { return !slices.Contains(f.kinds, k) })
	}
	return r
}

// match is a symbol from a statement.
type match struct {
	Symbol
	qualified, pkg   string
	external         bool
	way              int // in which the target names it
	step             int // of the statement: of a name, how likely it is meant; smaller is likelier
	column, from, to int // only of positions
}

func (r resolver) query(ctx context.Context, name string, args ...any) ([]match, error) {
	fields := func(m *match) []any {
		return []any{&m.ID, &m.Symbol.Symbol, &m.Kind, &m.File, &m.StartLine, &m.EndLine, &m.qualified, &m.pkg, &m.external, &m.step, &m.column, &m.from, &m.to}
	}
	found, err := queries.Collect(ctx, r.ix.Query, fields, statement(name), args...)
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", queries.Echo(r.target), err)
	}
	return found, nil
}

// takes reports whether the operation takes the kind of a symbol.
func (r resolver) takes(m match) bool { return slices.Contains(r.kinds, m.Kind) }

// single returns the matches, or an error when there are several.
func (r resolver) single(found []match) ([]match, error) {
	if len(found) < 2 {
		return found, nil
	}
	return nil, ambiguous(r.target, symbols(found))
}

func (r resolver) byPattern(ctx context.Context) ([]match, error) {
	like, expression, ok := r.pattern()
	if !ok {
		return nil, nil
	}
	return r.query(ctx, "pattern", like, expression, r.kinds)
}

// pattern returns the target as a LIKE pattern or as a regular expression; the other result is nil.
func (r resolver) pattern() (like, expression any, ok bool) {
	switch {
	case strings.Contains(r.target, "%"):
		// DESIGN: LIKE tries all ways to spread a text over several %: '%_%_%_%_%_z' never ended. A
		// regular expression takes linear time, but is slower than LIKE in simple cases.
		if strings.Count(r.target, "%") <= 2 {
			return r.target, nil, true
		}
		return nil, expressionOf(r.target), true
	case strings.ContainsAny(r.target, "*?"):
		return nil, globExpression(r.target), true
	}
	return nil, nil, false
}

func symbols(found []match) []Symbol {
	var out []Symbol
	for _, m := range found {
		out = append(out, m.Symbol)
	}
	return out
}

func candidate(s Symbol) Candidate {
	c := Candidate{Symbol: s.Symbol, Kind: s.Kind, Position: s.File}
	if s.StartLine > 0 {
		c.Position += ":" + strconv.Itoa(s.StartLine)
	}
	return c
}

func texts(kinds []schema.Kind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

func allKinds() []string { return schema.Kind("").Values() }

func typeKinds() []string {
	return slices.DeleteFunc(allKinds(), func(k string) bool { return !schema.Kind(k).IsType() })
}
