// Package deadcode finds the symbols that nothing in the index can reach. A symbol that only an
// assumption keeps is not reported: the answer counts it by the assumption.
//
// One walk starts at roots, such as main, tests and initialisers, and follows uses. Each root and each
// step has a rule, ordered by strength. For each symbol the walk finds the path with the strongest
// weakest rule. Fields and interface methods are not judged: literals without keys, conversions and
// assertions need them, and the index does not list these uses.
package deadcode

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed code.sql
	codeSQL string
	//go:embed constants.sql
	constantsSQL string
	//go:embed alive.sql
	aliveSQL string
	//go:embed unused.sql
	unusedSQL string
	//go:embed kept.sql
	keptSQL string
)

// All returns the operations of the package.
func All() []queries.Operation { return []queries.Operation{unusedSymbols()} }

type unusedArgs struct {
	answer.Filters
	Mode             string `arg:"mode" default:"unreachable" values:"unreachable,unreferenced,kept" help:"symbols that no code in use reaches, only those of them that nothing names, or symbols that only an assumption keeps"`
	IncludeExported  bool   `arg:"include_exported" help:"judge exported symbols of importable packages too, as if no other repository used them"`
	IncludeGenerated bool   `arg:"include_generated" help:"return symbols in generated files too, instead of their number"`
	answer.Pages
}

// unusedAnswer is the answer of unused_symbols.
type unusedAnswer struct {
	*answer.SymbolsAnswer
	Generated int `json:"generated_count"` // symbols in generated files
}

func unusedSymbols() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "unused_symbols",
		Summary: "find the symbols that nothing in the index can reach, each with the reason",
		Help: `Functions, methods, types, variables and constants that can go, according to the index.
In use from the start are main and init, tests, and initialisers of variables. So are exported
symbols of packages that others can import (see include_exported). So are symbols that are
linked, exported to C, embedded, or named in assembly or in code without types. Symbols that
these use are in use, and so on. A type in use keeps its methods that an interface in use asks for, and its
exported ones, which reflection may call. A used constant keeps those above it in its
declaration where iota or a repeated value makes places count.
Symbols that only tests use are in use; include_tests adds symbols in test files to the
answer. Fields and methods of interfaces are never returned: literals without keys,
conversions and assertions need them, and the index does not list these uses. Exported symbols
of a main package count as used only if its main does nothing, as in a plugin. In languages
without a type checker a symbol whose name is anywhere else counts as used.
The answer counts symbols that only such an assumption keeps; mode kept returns them, each
with its assumption. It counts those in generated files unless include_generated is true.
Read incomplete_because before you delete.`,
		Example: "unused_symbols --mode kept --kind method",
	}, func(ctx context.Context, ix *queries.Index, args unusedArgs, h *answer.Head) (*unusedAnswer, error) {
		bound, err := args.Filters.Bind(ctx, ix)
		if err != nil {
			return nil, err
		}
		if err := Mark(ctx, ix); err != nil {
			return nil, err
		}
		a := &unusedAnswer{SymbolsAnswer: &answer.SymbolsAnswer{Head: h}}
		if err := list(ctx, ix, a, args, append(bound, args.IncludeExported, args.Mode)); err != nil {
			return nil, fmt.Errorf("list unused symbols: %w", err)
		}
		if kinds, _ := bound[0].([]string); slices.Contains(kinds, "field") || slices.Contains(kinds, "interface_method") {
			h.Note("fields and methods of interfaces are never judged")
		}
		if files := filesOf(a.Symbols.Items); len(files) > 0 {
			if err := h.AskRules(ctx, ix, files); err != nil {
				return nil, fmt.Errorf("judge uses: %w", err)
			}
		}
		if args.Mode != "kept" {
			if err := assumed(ctx, ix, h, append(bound, args.IncludeExported)); err != nil {
				return nil, fmt.Errorf("count kept symbols: %w", err)
			}
		}
		h.Page("", a.Symbols.TotalFound, a.Symbols.TotalReturned, args.Offset)
		if a.Generated > 0 {
			h.Note("%d more in generated files: include_generated lists them", a.Generated)
		}
		return a, nil
	})
}

// filesOf returns the files of symbols.
func filesOf(symbols []answer.SymbolInfo) (files []string) {
	for _, s := range symbols {
		if !slices.Contains(files, s.File) {
			files = append(files, s.File)
		}
	}
	return files
}

// Mark makes the tables of the walk, once for an index. In the table unused.state, a symbol that nothing can reach has no strength.
func Mark(ctx context.Context, ix *queries.Index) error {
	for _, script := range []string{codeSQL, constantsSQL, aliveSQL} {
		if err := ix.RunOnce(ctx, script); err != nil {
			return err
		}
	}
	return nil
}

// row is a symbol of the answer with the facts for its reason.
type row struct {
	answer.SymbolInfo
	rule       schema.Reason // of a kept symbol
	ownMethods int
	users      int
	names      string // of the first users, one on each line
	owner      string // the type of a method, when it is unused too
	generated  bool
	calls      bool // the initialiser of a variable calls functions
}

func list(ctx context.Context, ix *queries.Index, a *unusedAnswer, args unusedArgs, bound []any) error {
	tests := 0
	fields := func(r *row) []any {
		return append(r.Fields(), (*string)(&r.rule), &r.ownMethods, &r.users, &r.names, &r.owner, &r.generated, &r.calls, &tests)
	}
	var generated any // both
	if !args.IncludeGenerated {
		generated = false
		var err error
		if _, a.Generated, err = answer.ReadPage(ctx, ix, answer.Pages{MaxResults: 1}, fields, unusedSQL, append(bound[:len(bound):len(bound)], true)...); err != nil {
			return err
		}
		tests = 0
	}
	rows, total, err := answer.ReadPage(ctx, ix, args.Pages, fields, unusedSQL, append(bound[:len(bound):len(bound)], generated)...)
	if err != nil {
		return err
	}
	names, err := ix.Names(ctx)
	if err != nil {
		return err
	}
	a.Layout(queries.Table{Columns: []string{"position", "kind", "symbol", "reason"}, Subject: 2, Order: 3})
	a.Symbols = answer.SymbolList{Items: []answer.SymbolInfo{}, TotalFound: total, TotalReturned: len(rows), TestCount: tests}
	for _, r := range rows {
		s := r.SymbolInfo
		s.Reason = r.reason(names)
		a.Symbols.Items = append(a.Symbols.Items, s)
		a.Add(s, s.Position(), s.Kind, s.Symbol, s.Reason)
	}
	return nil
}

// reason returns why a symbol is unused, or the assumption that keeps it.
func (r row) reason(short queries.Names) string {
	if r.rule != "" {
		return string(r.rule) + ": " + r.rule.Sentence()
	}
	var text string
	switch {
	case r.users > 0:
		var names []string
		for name := range strings.SplitSeq(r.names, "\n") {
			names = append(names, short.Short(name))
		}
		text = "only reached from unused " + strings.Join(names, ", ")
		if more := r.users - len(names); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	case r.ownMethods > 0:
		text = "used only by its own methods"
	case r.RefCount > 0:
		text = "used only by itself"
	default:
		text = "no use in the index"
	}
	if r.owner != "" {
		text += "; its type " + short.Short(r.owner) + " is unused"
	}
	if r.calls {
		text += "; its initialiser runs all the same"
	}
	if r.generated {
		text += " (generated file)"
	}
	return text
}

// assumed adds the assumptions that keep symbols, and the gaps of the whole index that may hide uses.
// Code outside the chosen build and code with type errors hide none, because the names in it count as
// used.
func assumed(ctx context.Context, ix *queries.Index, h *answer.Head, bound []any) error {
	type count struct {
		rule schema.Reason
		n    int
	}
	counts, err := queries.Collect(ctx, ix.Query, func(c *count) []any { return []any{(*string)(&c.rule), &c.n} }, keptSQL, bound...)
	if err != nil {
		return err
	}
	for _, c := range counts {
		h.Reason(c.rule, c.n)
	}
	if slices.ContainsFunc(counts, func(c count) bool { return c.rule != schema.ReasonNotJudged && c.rule != schema.ReasonDeclaredOutside }) {
		h.Note("others are kept by a rule: list them with mode kept")
	}
	return h.AskDeclarations(ctx, ix)
}
