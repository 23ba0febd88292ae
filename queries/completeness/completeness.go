// Package completeness computes how complete an answer is. It joins the symbols that an operation asked
// about with the gaps that the index lists in its tables unknowns and derived_unknowns.
//
// An answer is exact when no gap applies to it; otherwise it is a lower bound with a [Reason] for each
// gap.
package completeness

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed asked.sql
	askedSQL string
	//go:embed ask.sql
	askSQL string
	//go:embed ask_types.sql
	askTypesSQL string
	//go:embed ask_packages.sql
	askPackagesSQL string
	//go:embed unknowns.sql
	unknownsSQL string
	//go:embed whole.sql
	wholeSQL string
	//go:embed rules.sql
	rulesSQL string
	//go:embed places.sql
	placesSQL string
)

// The values of an answer's completeness.
const (
	Exact      = "exact"
	LowerBound = "lower_bound"
)

// Level returns [LowerBound] when there is a reason, otherwise [Exact].
func Level(reasons []Reason) string {
	if len(reasons) > 0 {
		return LowerBound
	}
	return Exact
}

// Place is a place in a source file that causes a reason.
type Place struct {
	Symbol string `json:"symbol"`           // the symbol asked about; empty for the whole index
	Name   string `json:"name,omitempty"`   // the name that the reason is about, without a symbol
	By     string `json:"by,omitempty"`     // the symbol that causes the reason there
	File   string `json:"file"`             // its path in the repository; empty when the place is outside
	Line   int    `json:"line,omitempty"`   // 0 when the place is the whole file
	Column int    `json:"column,omitempty"` // in bytes from 1
}

// String returns file:line:column, without zeros.
func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Reason is why an answer may be incomplete.
type Reason struct {
	Reason string  `json:"reason"`         // one of [schema.Reason]
	Count  int     `json:"count"`          // the number of places or symbols
	Uses   []Place `json:"uses,omitempty"` // the first places

	general bool // a gap is about no symbol and no name
}

// maxPlaces is the number of places that a reason lists; notedPlaces is the number that a note names.
const (
	maxPlaces   = 10
	notedPlaces = 3
)

// Note returns the reason in words, with its first places.
func (r Reason) Note() string {
	note := fmt.Sprintf("%s (%d): %s", r.Reason, r.Count, schema.Reason(r.Reason).Sentence())
	if len(r.Uses) == 0 {
		return note
	}
	var places []string
	for _, p := range r.Uses {
		if at := p.String(); at != "" && len(places) < notedPlaces && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		return note
	}
	if r.Count > len(places) {
		places = append(places, "…")
	}
	return note + " (at " + strings.Join(places, ", ") + ")"
}

// brief returns the reason as a sentence with its count and its first place. It names the symbols when the reason is about one symbol.
func (r Reason) brief(short func(string) string) string {
	var first Place
	one := !r.general
	for i, p := range r.Uses {
		if i == 0 {
			first = p
		}
		one = one && p.Symbol == first.Symbol && p.Name == first.Name
	}
	named := schema.Named{Name: first.Name}
	if first.Symbol != "" {
		named.Symbol = short(first.Symbol)
	}
	if first.By != "" && first.By != first.Symbol {
		named.By = short(first.By)
	}
	text := schema.Reason(r.Reason).Sentence()
	if one {
		text = schema.Reason(r.Reason).SentenceOf(named)
	}
	if r.Count > 1 {
		text += fmt.Sprintf(", %d times", r.Count)
	}
	at := first.String()
	if who := cmp.Or(named.Symbol, named.Name); !one && who != "" {
		at = strings.TrimSuffix(who+" at "+at, " at ")
	}
	if at != "" {
		text += " (first: " + at + ")"
	}
	return text
}

// weight orders reasons: about the whole answer, with a place, with a symbol, and others; then as the list of reasons has them.
func (r Reason) weight() int {
	rank := slices.Index(schema.Reason("").Values(), r.Reason)
	switch {
	case r.general && r.Reason == string(schema.ReasonHeuristicCalls), r.Reason == string(schema.ReasonUnreadableIndex):
		return 0
	case len(r.Uses) > 0 && r.Uses[0].File != "":
		return rank
	case len(r.Uses) > 0:
		return rank + 1000
	}
	return rank + 2000
}

// Brief returns a line for each reason, the most important first: all of them, or the first three. The function gives a symbol as people
// type it.
func Brief(reasons []Reason, all bool, short func(string) string) (lines []string) {
	const most = 3
	reasons = slices.SortedStableFunc(slices.Values(reasons), func(a, b Reason) int { return a.weight() - b.weight() })
	for i, r := range reasons {
		if i == most && !all {
			return append(lines, fmt.Sprintf("and %s: --why", more(len(reasons)-i)))
		}
		lines = append(lines, "may be incomplete: "+r.brief(short))
	}
	return lines
}

// more counts further reasons.
func more(n int) string {
	if n == 1 {
		return "1 more reason"
	}
	return fmt.Sprintf("%d more reasons", n)
}

// Asked is a kind of fact, and the symbols or packages that an operation needs it for. Without any it is about the whole index.
type Asked struct {
	About    schema.About
	IDs      []int32
	Packages []string // import paths
	Name     string   // a name in these packages that has no symbol; may be empty
}

// Of returns the reasons why the facts may be missing, sorted by reason.
func Of(ctx context.Context, ix *queries.Index, asked ...Asked) ([]Reason, error) {
	conn, err := ix.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := Begin(ctx, conn); err != nil {
		return nil, err
	}
	for _, a := range asked {
		if err := Ask(ctx, conn, a); err != nil {
			return nil, err
		}
	}
	return Read(ctx, conn)
}

// Whole returns the reasons about the index as a whole, sorted by reason.
func Whole(ctx context.Context, ix *queries.Index) ([]Reason, error) {
	return read(ctx, ix.Query, wholeSQL)
}

// Rules returns the reason why facts about the languages of some files may be missing: rules decide them. Without files it is about all
// of them; the directory of a module means its main language.
func Rules(ctx context.Context, ix *queries.Index, files []string) ([]Reason, error) {
	var of any
	if files != nil {
		of = files
	}
	return read(ctx, ix.Query, rulesSQL, of)
}

// Begin makes the temporary table asked on a connection, empty.
func Begin(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, askedSQL); err != nil {
		return fmt.Errorf("make the table of asked symbols: %w", err)
	}
	return nil
}

// Ask adds to the table asked.
func Ask(ctx context.Context, conn *sql.Conn, a Asked) error {
	statement, args := askSQL, []any{string(a.About), "[NULL]"}
	switch {
	case len(a.Packages) > 0:
		statement, args = askPackagesSQL, []any{string(a.About), a.Packages, a.Name}
	case len(a.IDs) > 0:
		args[1] = a.IDs
		if slices.Contains([]schema.About{schema.AboutSubtypes, schema.AboutSupertypes, schema.AboutHolders}, a.About) {
			statement = askTypesSQL
		}
	}
	if _, err := conn.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("note the asked symbols: %w", err)
	}
	return nil
}

// Read returns the reasons for the table asked of a connection, sorted by reason.
func Read(ctx context.Context, conn *sql.Conn) ([]Reason, error) {
	return read(ctx, conn.QueryContext, unknownsSQL)
}

// query runs a statement.
type query func(ctx context.Context, text string, args ...any) (*sql.Rows, error)

// row is a reason, the number of its places, and the first of them: structures of file_id, line, col and symbol_id.
type row struct {
	reason string
	count  int
	places duckdb.Composite[[]place]
}

type place struct {
	File   int32 `mapstructure:"file_id"`
	Line   int32 `mapstructure:"line"`
	Column int32 `mapstructure:"col"`
	Symbol int32 `mapstructure:"symbol_id"`
	Cause  int32 `mapstructure:"cause_id"`
	Name   string
}

// read returns the reasons that a statement gives, and names their places.
func read(ctx context.Context, q query, statement string, args ...any) ([]Reason, error) {
	rows, err := queries.Collect(ctx, q, func(r *row) []any { return []any{&r.reason, &r.count, &r.places} }, statement, append([]any{maxPlaces}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("read the unknowns: %w", err)
	}
	files, symbols := []int32{0}, []int32{0} // the driver cannot bind an empty list
	for _, r := range rows {
		for _, p := range r.places.Get() {
			files, symbols = append(files, p.File), append(symbols, p.Symbol, p.Cause)
		}
	}
	names, err := nameAll(ctx, q, files, symbols)
	if err != nil {
		return nil, fmt.Errorf("name the places of unknowns: %w", err)
	}
	reasons := []Reason{}
	for _, r := range rows {
		reason := Reason{Reason: r.reason, Count: r.count}
		for _, p := range r.places.Get() {
			reason.general = reason.general || p.Symbol == 0 && p.Name == ""
			if p == (place{}) {
				continue
			}
			reason.Uses = append(reason.Uses, Place{Symbol: names[named{"symbol", p.Symbol}], Name: p.Name, By: names[named{"symbol", p.Cause}], File: names[named{"file", p.File}], Line: int(p.Line), Column: int(p.Column)})
		}
		reasons = append(reasons, reason)
	}
	return reasons, nil
}

// named is a file or a symbol by its id.
type named struct {
	kind string
	id   int32
}

func nameAll(ctx context.Context, q query, files, symbols []int32) (map[named]string, error) {
	names := map[named]string{}
	if len(files) == 1 {
		return names, nil
	}
	type row struct {
		named
		name string
	}
	rows, err := queries.Collect(ctx, q, func(r *row) []any { return []any{&r.kind, &r.id, &r.name} }, placesSQL, files, symbols)
	for _, r := range rows {
		names[r.named] = r.name
	}
	return names, err
}

// Add adds a count and the first places to a reason, and keeps the reasons sorted. A count of 0 adds nothing.
func Add(reasons []Reason, reason schema.Reason, count int, places ...Place) []Reason {
	if count <= 0 {
		return reasons
	}
	places = places[:min(len(places), maxPlaces)]
	i, found := slices.BinarySearchFunc(reasons, string(reason), func(r Reason, name string) int { return strings.Compare(r.Reason, name) })
	if found {
		reasons[i].Count += count
		reasons[i].Uses = append(reasons[i].Uses, places...)
		return reasons
	}
	return slices.Insert(reasons, i, Reason{Reason: string(reason), Count: count, Uses: places})
}
