package queries

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

//go:embed sql/target_pattern.sql
var targetPatternSQL string

//go:embed sql/target_position.sql
var targetPositionSQL string

//go:embed sql/target_nearest.sql
var targetNearestSQL string

// Symbol is a symbol that a target was resolved to.
type Symbol struct {
	ID        int32  `json:"-"`
	Symbol    string `json:"symbol"`
	Kind      string `json:"kind"`
	File      string `json:"file"`                 // empty for outside symbols
	StartLine int    `json:"start_line,omitempty"` // 0 for outside symbols and synthetic functions, like EndLine
	EndLine   int    `json:"end_line,omitempty"`
}

const (
	maxCandidates = 10
	maxNearest    = 5
)

// Resolve returns the symbols that a target means, sorted by their stable name:
// one, or all matches of a pattern. Only symbols of the given kinds compete. A
// target that means nothing or too much is a [*TargetError].
//
// The steps stand in the project's reference of operations; the first that finds
// anything decides, and the repository's symbols beat outside ones.
func (ix *Index) Resolve(ctx context.Context, target string, kinds []schema.Kind) ([]Symbol, error) {
	target = strings.TrimSpace(target)
	if err := checkTarget(target); err != nil {
		return nil, err
	}
	r := resolver{ix: ix, target: target, kinds: texts(kinds)}
	for _, step := range []func(context.Context) ([]Symbol, error){r.byPosition, r.byName, r.byPattern} {
		found, err := step(ctx)
		if err != nil || found != nil {
			return found, err
		}
	}
	return nil, r.unknown(ctx)
}

func checkTarget(target string) error {
	switch {
	case target == "":
		return &UsageError{Message: "the target is empty", Advice: "name a symbol, a package or a place"}
	case !isText(target):
		return &TargetError{Target: target, Advice: "a target is UTF-8 text"}
	}
	return nil
}

type resolver struct {
	ix     *Index
	target string
	kinds  []string
}

func texts(kinds []schema.Kind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

func allKinds() []string { return schema.Kind("").Values() }

// match is a symbol and the step of a query that found it.
type match struct {
	Symbol
	step int
}

func (r resolver) query(ctx context.Context, query string, args ...any) ([]match, error) {
	rows, err := r.ix.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", r.target, err)
	}
	defer rows.Close()
	var out []match
	for rows.Next() {
		var m match
		var file sql.NullString
		var start, end sql.NullInt64
		if err := rows.Scan(&m.ID, &m.Symbol.Symbol, &m.Kind, &file, &start, &end, &m.step); err != nil {
			return nil, fmt.Errorf("resolve target %q: %w", r.target, err)
		}
		m.File, m.StartLine, m.EndLine = file.String, int(start.Int64), int(end.Int64)
		out = append(out, m)
	}
	return out, rows.Err()
}

func symbols(found []match) []Symbol {
	var out []Symbol
	for _, m := range found {
		out = append(out, m.Symbol)
	}
	return out
}

func (r resolver) byPattern(ctx context.Context) ([]Symbol, error) {
	liked, expression, ok := r.pattern()
	if !ok {
		return nil, nil
	}
	found, err := r.query(ctx, targetPatternSQL, liked, expression, r.kinds)
	return symbols(found), err
}

// pattern is the target as a LIKE pattern or as a regular expression, the other being
// nil, if it is a pattern.
func (r resolver) pattern() (liked, expression any, ok bool) {
	switch {
	case strings.Contains(r.target, "%"):
		// DESIGN: LIKE tries all ways to spread a text over several %: '%_%_%_%_%_z' never
		// ended. A regular expression is linear, and slower than LIKE where that is quick.
		if strings.Count(r.target, "%") <= 2 {
			return r.target, nil, true
		}
		return nil, PathExpression(r.target), true
	case strings.ContainsAny(r.target, "*?"):
		return nil, globExpression(r.target), true
	}
	return nil, nil, false
}

func candidate(s Symbol) Candidate {
	c := Candidate{Symbol: s.Symbol, Kind: s.Kind, Position: s.File}
	if s.StartLine > 0 {
		c.Position += ":" + strconv.Itoa(s.StartLine)
	}
	return c
}

func (r resolver) ambiguous(found []match) error {
	e := &TargetError{Target: r.target, Ambiguous: true, Total: len(found), Advice: "name one of them:"}
	for _, m := range found[:min(len(found), maxCandidates)] {
		e.Candidates = append(e.Candidates, candidate(m.Symbol))
	}
	return e
}

// unknown says what the target may have meant: a place that is not there, a symbol of
// another kind, or the nearest names of the right kinds.
func (r resolver) unknown(ctx context.Context) error {
	if p, ok, err := r.place(ctx); err != nil || ok {
		return cmp.Or(err, r.nowhere(ctx, p))
	}
	e := &TargetError{Target: r.target, Advice: "the nearest names are:"}
	other, err := r.named(ctx, allKinds())
	if err != nil {
		return err
	}
	if len(other) > 0 {
		e.Advice = fmt.Sprintf("it is %s, and here a target has to be one of: %s. Did you mean:", article(other[0].Kind), strings.Join(r.kinds, ", "))
	} else if found, err := r.ix.ResolvePackages(ctx, r.target, ""); err == nil {
		e.Advice = fmt.Sprintf("it is %s, and here a target has to be one of: %s", article(found[0].Kind), strings.Join(r.kinds, ", "))
		return e
	}
	near, err := r.ix.db.QueryContext(ctx, targetNearestSQL, schema.BaseSymbol(PlainName(r.target)), r.kinds, maxNearest)
	if err != nil {
		return fmt.Errorf("look for names like %q: %w", r.target, err)
	}
	defer near.Close()
	for near.Next() {
		var s Symbol
		var file sql.NullString
		var line sql.NullInt64
		if err := near.Scan(&s.Symbol, &s.Kind, &file, &line); err != nil {
			return fmt.Errorf("look for names like %q: %w", r.target, err)
		}
		s.File, s.StartLine = file.String, int(line.Int64)
		e.Candidates = append(e.Candidates, candidate(s))
	}
	if e.Total = len(e.Candidates); e.Total == 0 {
		e.Advice = "the index holds no symbol of these kinds: " + strings.Join(r.kinds, ", ")
	}
	if err := near.Err(); err != nil {
		return fmt.Errorf("look for names like %q: %w", r.target, err)
	}
	return e
}

// article is a noun with the article before it.
func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// takes reports whether a symbol's kind is one that the operation takes.
func (r resolver) takes(m match) bool { return slices.Contains(r.kinds, m.Kind) }
