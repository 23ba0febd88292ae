package queries

import (
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

// Symbol is a symbol that a target was resolved to.
type Symbol struct {
	ID        int32  `json:"-"`
	Symbol    string `json:"symbol"`
	Kind      string `json:"kind"`
	File      string `json:"file"`                 // empty for outside symbols
	StartLine int    `json:"start_line,omitempty"` // 0 for outside symbols and synthetic functions, like EndLine
	EndLine   int    `json:"end_line,omitempty"`

	// Reading says how the target was read, where it named nothing as it stood; else it is empty.
	Reading string `json:"-"`
	// At is the line by which a place named it; 0 when a name did.
	At int `json:"-"`
	// Refs is how often it is referred to, where its name named it; else 0.
	Refs int `json:"-"`
	// OtherBuilds is how many files outside the chosen build declare it too, where it is the
	// one symbol that a target means.
	OtherBuilds int `json:"-"`
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
// anything decides, and the repository's symbols beat outside ones. A target in which
// none of them finds anything is read more plainly: see plainer.
func (ix *Index) Resolve(ctx context.Context, target string, kinds []schema.Kind) ([]Symbol, error) {
	target = strings.TrimSpace(target)
	if err := checkTarget(target); err != nil {
		return nil, err
	}
	r := newResolver(ix, target, texts(kinds))
	found, err := r.exactly(ctx)
	if err == nil && found == nil {
		found, err = r.plainly(ctx)
	}
	if err == nil && found == nil {
		err = r.unknown(ctx)
	}
	if err == nil && len(found) == 1 && found[0].File != "" {
		found[0].OtherBuilds, err = r.otherBuilds(ctx, found[0].Symbol)
	}
	return found, err
}

// otherBuilds is how many files outside the chosen build declare a symbol too: their paths end
// the stable names there.
func (r resolver) otherBuilds(ctx context.Context, symbol string) (count int, err error) {
	alike, err := r.bearing(ctx, lastIdentifier(symbol))
	for _, n := range alike {
		in, ends := strings.CutPrefix(n.Symbol.Symbol, symbol+"#")
		if ends && (n.File == in || strings.HasSuffix(n.File, "/"+in)) { // of several indexes, files are below their names
			count++
		}
	}
	return count, err
}

// maxTarget is how long a target may be, in bytes: an index of DuckDB takes keys of 120 kB.
const maxTarget = 100_000

// maxPattern is how long a pattern may be: what expressions are made of them grows, and with it the time
// that each comparison takes.
const maxPattern = 2_000

func checkTarget(target string) error {
	switch {
	case target == "":
		return &UsageError{Message: "the target is empty", Advice: "name a symbol, a package or a place"}
	case len(target) > maxTarget:
		return &TargetError{Target: target, Nothing: true, Reason: fmt.Sprintf("it has %d bytes, and no name has more than %d", len(target), maxTarget), Advice: "name a symbol, a package or a place"}
	case len(target) > maxPattern && strings.ContainsAny(target, "%*?"):
		return &TargetError{Target: target, Nothing: true, Reason: fmt.Sprintf("it is a pattern of %d bytes, and one may have %d", len(target), maxPattern), Advice: "name a symbol, or write a shorter pattern"}
	case !isText(target):
		return &TargetError{Target: target, Advice: "a target is UTF-8 text without zero bytes"}
	}
	return nil
}

type resolver struct {
	ix     *Index
	target string
	plain  string // the target without Go's own notations
	kinds  []string
	bears  map[string][]named // what bears a name, for each that was looked up
}

func newResolver(ix *Index, target string, kinds []string) resolver {
	return resolver{ix: ix, target: target, plain: PlainName(target), kinds: kinds, bears: map[string][]named{}}
}

// exactly resolves the target as it stands.
func (r resolver) exactly(ctx context.Context) ([]Symbol, error) {
	for _, step := range []func(context.Context) ([]Symbol, error){r.byPosition, r.byName, r.byPattern} {
		found, err := step(ctx)
		if err != nil || found != nil {
			return found, err
		}
	}
	return nil, nil
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

// takes reports whether a symbol's kind is one that the operation takes.
func (r resolver) takes(m match) bool { return slices.Contains(r.kinds, m.Kind) }
