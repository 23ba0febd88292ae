package analysis

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
)

//go:embed unused_unchecked.sql
var unusedUncheckedSQL string

//go:embed unused_named.sql
var unusedNamedSQL string

//go:embed unused_texts.sql
var unusedTextsSQL string

//go:embed unused_texts_unseen.sql
var unusedTextsUnseenSQL string

//go:embed unused_places.sql
var unusedPlacesSQL string

//go:embed unused_kept.sql
var unusedKeptSQL string

//go:embed unused_idle.sql
var unusedIdleSQL string

//go:embed unused.sql
var unusedSQL string

//go:embed unused_assumed.sql
var unusedAssumedSQL string

//go:embed unused_counts.sql
var unusedCountsSQL string

type unusedArgs struct {
	filters
	Mode            string `arg:"mode" default:"unreachable" values:"unreachable,unreferenced,kept" help:"what nothing alive leads to, only what nothing names, or what is not returned only because a rule keeps it"`
	IncludeExported bool   `arg:"include_exported" help:"judge exported symbols of importable packages too, as if nobody outside used them"`
	pages
}

// unusedRow is what the reason of a row is made of.
type unusedRow struct {
	ownMethods, users int
	names             string // of the first users, a line each
	owner             string // the type of a method, when it is unused too
	generated         bool
	calls             bool // a variable's initialiser calls something
}

func unusedSymbols() queries.Operation {
	return declare(queries.Operation{
		Name:    "unused_symbols",
		Summary: "the Go symbols that nothing in the index can reach, each with why it is believed unused",
		Help: `Functions, methods, types, variables and constants that can go, as far as the index tells.
What starts alive: main and init, tests, initialisers of variables, exported symbols of packages
that others can import (but see include_exported), and what is linked, exported to C, embedded, or named in
assembly or in code that was not type-checked. Alive is what these use, and what that uses. A type keeps its
methods that an interface in use asks for, and its exported ones, which may be called by reflection.
A used constant keeps those above it in its declaration where iota or a repeated value makes places count.
What tests alone use is alive; include_tests only says whether what stands in test files is returned.
Fields and methods of interfaces are never returned: literals without keys, conversions and assertions need
them, and the index does not tell. Exported symbols of a main package count as used from outside only if its
main does nothing, as in a plugin: in other plugins, what plugin.Lookup finds by name is returned as unused.
What only such a rule keeps is counted below the answer, and mode kept returns it, each with its rule.
Uses of other kinds are not seen: read what the answer says of its completeness before you delete.`,
		Example: "unused_symbols --kind function --include-exported",
	}, func(ctx context.Context, ix *queries.Index, args unusedArgs, h *head) (*symbolsAnswer, error) {
		if err := checkPrefix(ctx, ix, args.PathPrefix); err != nil {
			return nil, err
		}
		bound, err := args.filters.bound()
		if err != nil {
			return nil, err
		}
		if err := prepareUnused(ctx, ix); err != nil {
			return nil, err
		}
		a := &symbolsAnswer{head: h, Symbols: symbolList{Items: []SymbolInfo{}}}
		if kinds, _ := bound[0].([]string); slices.Contains(kinds, "field") || slices.Contains(kinds, "interface_method") {
			h.note("fields and methods of interfaces are never judged")
		}
		world := 8
		if args.IncludeExported {
			world = 2
		}
		if args.Mode == "kept" {
			err := a.listAssumed(ctx, ix, append(bound, args.IncludeExported), args.pages)
			h.page(a.Symbols.TotalFound, a.Symbols.TotalReturned, args.Offset)
			return a, err
		}
		if err := a.listUnused(ctx, ix, slices.Concat(bound, []any{args.Mode, world}), args.pages); err != nil {
			return nil, err
		}
		if err := h.doubtUnused(ctx, ix, slices.Concat(bound, []any{args.Mode, args.IncludeExported})); err != nil {
			return nil, err
		}
		h.page(a.Symbols.TotalFound, a.Symbols.TotalReturned, args.Offset)
		return a, nil
	})
}

// prepareUnused makes the tables of what is unused, once in the life of an index.
func prepareUnused(ctx context.Context, ix *queries.Index) error {
	if err := graph.PrepareUnchecked(ctx, ix); err != nil {
		return err
	}
	bases := "CREATE OR REPLACE VIEW bases AS SELECT ''::VARCHAR AS path WHERE false"
	if ix.Parts() > 1 { // each path begins with the name of its repository
		bases = "CREATE OR REPLACE VIEW bases AS SELECT DISTINCT repository AS path FROM files"
	}
	texts := unusedTextsUnseenSQL
	if ix.Manifest().Options.Content {
		texts = unusedTextsSQL
	}
	for _, script := range []string{bases, chosenSQL, unusedUncheckedSQL, texts, unusedNamedSQL, unusedPlacesSQL, unusedKeptSQL, unusedIdleSQL} {
		if err := ix.Prepare(ctx, script, "files", "contents", "symbols", "refs", "imports", "modules", "types", "members", "overrides", "type_relations", "annotations"); err != nil {
			return err
		}
	}
	return nil
}

// listUnused fills the answer with a page. What is bound are the first values of unused.sql.
func (a *symbolsAnswer) listUnused(ctx context.Context, ix *queries.Index, bound []any, p pages) error {
	rows, err := ix.Query(ctx, unusedSQL, append(bound, p.MaxResults, p.Offset)...)
	if err != nil {
		return fmt.Errorf("list unused symbols: %w", err)
	}
	defer rows.Close()
	a.table.Columns, a.table.Subject, a.table.Order = []string{"position", "kind", "symbol", "reason"}, 2, 3
	for rows.Next() {
		into, made := info()
		var u unusedRow
		if err := rows.Scan(append(into, &a.Symbols.TotalFound, &u.ownMethods, &u.users, &u.names, &u.owner, &u.generated, &u.calls)...); err != nil {
			return fmt.Errorf("list unused symbols: %w", err)
		}
		s := made()
		s.Reason = u.reason(s.RefCount)
		a.Symbols.Items = append(a.Symbols.Items, s)
		a.add(s, s.position(), s.Kind, s.Symbol, s.Reason)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list unused symbols: %w", err)
	}
	if len(a.Symbols.Items) == 0 && p.Offset > 0 {
		count := "SELECT count(*) FROM chosen($1, $2, $3, $4, $5, $6) s JOIN unused.idle i ON i.symbol_id = s.symbol_id AND i.mode = $7 AND i.worlds & $8 = 0"
		again, err := ix.Query(ctx, count, bound...)
		if err != nil {
			return fmt.Errorf("count unused symbols: %w", err)
		}
		defer again.Close()
		for again.Next() {
			if err := again.Scan(&a.Symbols.TotalFound); err != nil {
				return fmt.Errorf("count unused symbols: %w", err)
			}
		}
		if err := again.Err(); err != nil {
			return fmt.Errorf("count unused symbols: %w", err)
		}
	}
	a.Symbols.TotalReturned = len(a.Symbols.Items)
	return nil
}

// listAssumed fills the answer with a page of what only a rule keeps. What is bound are the
// first values of unused_assumed.sql.
func (a *symbolsAnswer) listAssumed(ctx context.Context, ix *queries.Index, bound []any, p pages) error {
	rows, err := ix.Query(ctx, unusedAssumedSQL, append(bound, p.MaxResults, p.Offset)...)
	if err != nil {
		return fmt.Errorf("list what a rule keeps: %w", err)
	}
	defer rows.Close()
	a.table.Columns, a.table.Subject, a.table.Order = []string{"position", "kind", "symbol", "reason"}, 2, 3
	for rows.Next() {
		into, made := info()
		var rule string
		var either bool
		if err := rows.Scan(append(into, &a.Symbols.TotalFound, &rule, &either)...); err != nil {
			return fmt.Errorf("list what a rule keeps: %w", err)
		}
		s := made()
		s.Reason = rule + ": " + explain(rule)
		if either {
			s.Reason += "; exported_assumed_used alone would keep it too"
		}
		a.Symbols.Items = append(a.Symbols.Items, s)
		a.add(s, s.position(), s.Kind, s.Symbol, s.Reason)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list what a rule keeps: %w", err)
	}
	if len(a.Symbols.Items) == 0 && p.Offset > 0 { // how many there are stands in rows
		first := &symbolsAnswer{head: &head{}}
		err := first.listAssumed(ctx, ix, bound, pages{MaxResults: 1})
		a.Symbols.TotalFound = first.Symbols.TotalFound
		return err
	}
	a.Symbols.TotalReturned = len(a.Symbols.Items)
	return nil
}

// reason says why a symbol of so many uses is believed unused.
func (u unusedRow) reason(refs int) string {
	var text string
	switch {
	case u.users > 0:
		var names []string
		for name := range strings.SplitSeq(u.names, "\n") {
			names = append(names, queries.ShortName(name))
		}
		text = "only reached from unused " + strings.Join(names, ", ")
		if more := u.users - len(names); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	case u.ownMethods > 0:
		text = "used only by its own methods"
	case refs > 0:
		text = "used only by itself"
	default:
		text = "no use in the index"
	}
	if u.owner != "" {
		text += "; its type " + queries.ShortName(u.owner) + " is unused"
	}
	if u.calls {
		text += "; its initialiser runs all the same"
	}
	if u.generated {
		text += " (generated file)"
	}
	return text
}

// doubtUnused notes what could hide a use, and what only an assumption keeps, of what passes
// the filters. What is bound are the values of unused_counts.sql.
func (h *head) doubtUnused(ctx context.Context, ix *queries.Index, bound []any) error {
	rows, err := ix.Query(ctx, unusedCountsSQL, bound...)
	if err != nil {
		return fmt.Errorf("count what is assumed: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var reason string
		var count int
		if err := rows.Scan(&reason, &count); err != nil {
			return fmt.Errorf("count what is assumed: %w", err)
		}
		h.doubt(reason, count)
	}
	return rows.Err()
}
