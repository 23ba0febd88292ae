package answer

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/suggest"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

//go:embed chosen.sql
var chosenSQL string

// SymbolInfo is a symbol in a list.
type SymbolInfo struct {
	Name             string `json:"name"`
	Symbol           string `json:"symbol"`
	Kind             string `json:"kind"`
	Visibility       string `json:"visibility"` // public or private
	File             string `json:"file"`       // empty for external symbols
	StartLine        int    `json:"start_line,omitempty"`
	EndLine          int    `json:"end_line,omitempty"`
	Signature        string `json:"signature"`
	RefCount         int    `json:"ref_count"`
	ExternalRefCount int    `json:"external_ref_count"`
	Test             bool   `json:"is_test,omitempty"`
	Reason           string `json:"reason,omitempty"` // of unused_symbols
	Match            string `json:"match,omitempty"`  // of search: exact, prefix, humps, words, substring, fuzzy or pattern
}

// Fields returns the places for the columns name, symbol, kind, is_exported, file_path, start_line, end_line, signature, ref_count,
// external_ref_count and is_test of symbols.
func (s *SymbolInfo) Fields() []any {
	return []any{&s.Name, &s.Symbol, &s.Kind, (*visibility)(&s.Visibility), orZero[string]{&s.File}, orZero[int]{&s.StartLine}, orZero[int]{&s.EndLine},
		&s.Signature, &s.RefCount, &s.ExternalRefCount, &s.Test}
}

// Position returns the place of the declaration. It is empty for external symbols.
func (s SymbolInfo) Position() string { return Position(s.File, s.StartLine) }

// visibility reads the column is_exported.
type visibility string

// Scan implements [sql.Scanner].
func (v *visibility) Scan(exported any) error {
	*v = map[bool]visibility{true: "public", false: "private"}[exported == true]
	return nil
}

// orZero reads a column that may be NULL.
type orZero[T any] struct{ to *T }

// Scan implements [sql.Scanner].
func (z orZero[T]) Scan(value any) error {
	var n sql.Null[T]
	err := n.Scan(value)
	*z.to = n.V
	return err
}

// OrZero returns the place for a column in which NULL means the zero value.
func OrZero[T any](to *T) sql.Scanner { return orZero[T]{to} }

// SymbolList is a page of symbols.
type SymbolList struct {
	Items         []SymbolInfo `json:"items"`
	TotalFound    int          `json:"total_found"`
	TestCount     int          `json:"test_count"` // of all, those in tests
	TotalReturned int          `json:"total_returned"`
}

// WithTests returns the places for the columns of [SymbolInfo.Fields] and the number of all results in tests.
func (l *SymbolList) WithTests(s *SymbolInfo) []any { return append(s.Fields(), &l.TestCount) }

// SymbolsAnswer is the answer of operations that list symbols.
type SymbolsAnswer struct {
	*Head
	Symbols    SymbolList `json:"symbols"`
	Suggestion string     `json:"suggestion,omitempty"` // how to find more, when nothing was found
}

// Suggest notes how to find more.
func (a *SymbolsAnswer) Suggest(suggestion string) {
	a.Suggestion = suggestion
	a.Note("%s", suggestion)
}

// Pages are the arguments of answers in pages.
type Pages struct {
	MaxResults int `arg:"max_results" default:"100" min:"1" max:"100000" help:"the number of results"`
	Offset     int `arg:"offset" default:"0" min:"0" max:"2147483647" help:"the number of results to pass over"`
}

// ReadPage runs a statement that takes the number of rows and the offset as its last two arguments. The last column of each row is the
// number of all rows, which ReadPage returns with the rows of the page.
func ReadPage[T any](ctx context.Context, ix *queries.Index, p Pages, fields func(*T) []any, text string, args ...any) (items []T, total int, err error) {
	all := func(row *T) []any { return append(fields(row), &total) }
	args = slices.Clip(args)
	items, err = queries.Collect(ctx, ix.Query, all, text, append(args, p.MaxResults, p.Offset)...)
	if err == nil && len(items) == 0 && p.Offset > 0 {
		_, err = queries.Collect(ctx, ix.Query, all, text, append(args, 1, 0)...)
	}
	return items, total, err
}

// Filters choose symbols of the repository. A statement takes them as FROM chosen($1, $2, $3, $4, $5, $6), with the values of Bind.
type Filters struct {
	Kinds        []string `arg:"kinds" help:"only symbols of these kinds: function, method, struct, …; type, func, var and const mean all of theirs"`
	Visibility   string   `arg:"visibility" values:"public,private" help:"only symbols that other packages can name, or only the others"`
	PathPrefix   string   `arg:"path_prefix" help:"only symbols in files whose path begins with this"`
	RefCountMin  int      `arg:"ref_count_min" default:"0" min:"0" max:"2147483647" help:"only symbols with at least this number of uses"`
	RefCountMax  int      `arg:"ref_count_max" default:"-1" min:"-1" max:"2147483647" help:"only symbols with at most this number of uses, -1 for any number"`
	IncludeTests bool     `arg:"include_tests" default:"true" help:"return symbols in test files too"`
}

// Tests returns the value that a statement takes for the symbols that count: all, code, or tests.
func Tests(ctx context.Context, include bool) string {
	switch {
	case queries.IsTestsAlone(ctx):
		return "tests"
	case include:
		return "all"
	}
	return "code"
}

// Bind checks the filters, makes the macro chosen, and returns the values of its six parameters.
func (f Filters) Bind(ctx context.Context, ix *queries.Index) ([]any, error) {
	var given []string
	for _, k := range f.Kinds {
		given = append(given, strings.Split(k, ",")...)
	}
	chosen, err := Kinds(given, nil)
	if err != nil {
		return nil, err
	}
	var kinds, exported any
	if chosen != nil {
		kinds = chosen
	}
	if f.Visibility != "" {
		exported = f.Visibility == "public"
	}
	most := int64(f.RefCountMax)
	if most < 0 {
		most = 1<<31 - 1
	}
	if int64(f.RefCountMin) > most {
		return nil, &queries.UsageError{Message: fmt.Sprintf("ref_count_min %d is above ref_count_max %d", f.RefCountMin, most), Advice: "raise ref_count_max"}
	}
	if err := CheckPrefix(ctx, ix, f.PathPrefix); err != nil {
		return nil, err
	}
	return []any{kinds, exported, Prefix(f.PathPrefix), int64(f.RefCountMin), most, Tests(ctx, f.IncludeTests)}, ix.RunOnce(ctx, chosenSQL)
}

// Prefix returns the prefix of paths that an argument names.
func Prefix(argument string) string {
	if prefix := strings.TrimPrefix(argument, "./"); prefix != "." {
		return prefix
	}
	return ""
}

// CheckPrefix returns an error when no path begins with the prefix. It makes the macro begins, which statements with a prefix call.
func CheckPrefix(ctx context.Context, ix *queries.Index, prefix string) error {
	return target.CheckPrefix(ctx, ix, Prefix(prefix))
}

// TypeKinds returns the kinds of types.
func TypeKinds() []schema.Kind {
	var out []schema.Kind
	for _, k := range schema.Kind("").Values() {
		if schema.Kind(k).IsType() {
			out = append(out, schema.Kind(k))
		}
	}
	return out
}

// TargetKinds returns the kinds that a target may have: the one of an argument, or all when it is empty.
func TargetKinds(kind string) ([]schema.Kind, error) {
	known := schema.Kind("").Values()
	if kind == "" {
		var all []schema.Kind
		for _, k := range known {
			all = append(all, schema.Kind(k))
		}
		return all, nil
	}
	if slices.Contains(known, kind) {
		return []schema.Kind{schema.Kind(kind)}, nil
	}
	return nil, queries.Arg{Name: "kind"}.NotOne(kind, known)
}

// IsCallable reports whether calls can name a symbol of the kind.
func IsCallable(kind string) bool {
	return slices.Contains([]schema.Kind{schema.KindFunction, schema.KindMethod, schema.KindInterfaceMethod, schema.KindMacro}, schema.Kind(kind))
}

// kindGroups are the words of a filter that mean several kinds.
var kindGroups = map[string][]schema.Kind{
	"type": TypeKinds(),
	"func": {schema.KindFunction, schema.KindMethod},
	"var":  {schema.KindVariable}, "const": {schema.KindConstant},
}

// Kinds returns the kinds that are wanted and not unwanted; nil for all.
func Kinds(wanted, unwanted []string) ([]string, error) {
	all := schema.Kind("").Values()
	expand := func(filter string, values []string) (out []string, err error) {
		for _, v := range values {
			v = strings.ToLower(v)
			switch group, ok := kindGroups[v]; {
			case ok:
				for _, k := range group {
					out = append(out, string(k))
				}
			case slices.Contains(all, v):
				out = append(out, v)
			default:
				return nil, UnknownValue(filter, v, append(slices.Sorted(maps.Keys(kindGroups)), all...))
			}
		}
		return out, nil
	}
	in, err := expand("kind", wanted)
	if err != nil {
		return nil, err
	}
	out, err := expand("-kind", unwanted)
	if err != nil {
		return nil, err
	}
	return Choose(all, in, out), nil
}

// UnknownValue returns the error about a value that a filter does not take.
func UnknownValue(filter, value string, known []string) error {
	return &queries.UsageError{
		Message: fmt.Sprintf("filter %s: takes no %q", filter, value),
		Advice:  fmt.Sprintf("did you mean %s:%s? It takes %s", filter, suggest.Nearest(value, known), strings.Join(known, ", ")),
	}
}

// Choose returns the values that are wanted and not unwanted; all are wanted when none is. It returns nil when both lists are empty.
func Choose(all, wanted, unwanted []string) []string {
	if len(wanted) == 0 && len(unwanted) == 0 {
		return nil
	}
	out := []string{}
	for _, x := range all {
		if (len(wanted) == 0 || slices.Contains(wanted, x)) && !slices.Contains(unwanted, x) {
			out = append(out, x)
		}
	}
	return out
}
