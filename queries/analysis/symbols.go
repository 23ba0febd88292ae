package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed symbols.sql
var symbolsSQL string

type symbolsArgs struct {
	Pattern string `arg:"pattern" positional:"" help:"only symbols whose name or qualified name is this, or matches it: a glob or LIKE pattern, in which case counts when it holds a capital"`
	filters
	Sort string `arg:"sort" default:"symbol" values:"symbol,name,file,refs,external_refs,lines" help:"in which order: by name, by place, or the greatest first"`
	pages
}

func symbols() queries.Operation {
	return declare(queries.Operation{
		Name:    "symbols",
		Summary: "the symbols of the repository that pass the filters, a page at a time",
		Help: `Functions, methods, types, fields, variables, constants: what the repository declares.
ref_count counts the uses of a symbol that the index holds, external_ref_count those in other
modules. In files outside the chosen build it holds only those that names alone decide, which
counts as a doubt where counts choose or order: references says it of one symbol.
A pattern with a dot may begin at any dot of the qualified name: Head.* is all of Head.`,
		Example: "symbols --kind interface --visibility public --sort refs",
	}, func(ctx context.Context, ix *queries.Index, args symbolsArgs, h *head) (*symbolsAnswer, error) {
		bound, err := args.filters.bound()
		if err != nil {
			return nil, err
		}
		if err := checkPrefix(ctx, ix, args.PathPrefix); err != nil {
			return nil, err
		}
		if err := ix.Prepare(ctx, chosenSQL, "symbols"); err != nil {
			return nil, err
		}
		conn, err := ix.Conn(ctx)
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		var name, qualified any
		if args.Pattern != "" {
			name = nameExpression(args.Pattern)
			qualified = name
			if strings.Contains(args.Pattern, ".") { // without one, Index* would find all members of Index
				qualified = `(?s)(?:.*\.)?(?:` + nameExpression(args.Pattern) + ")"
			}
		}
		rows, err := conn.QueryContext(ctx, symbolsSQL, append(bound, args.Sort, args.MaxResults, args.Offset, name, qualified, args.Pattern)...)
		if err != nil {
			return nil, fmt.Errorf("list symbols: %w", err)
		}
		defer rows.Close()
		a := &symbolsAnswer{head: h, Symbols: symbolList{Items: []SymbolInfo{}}}
		h.table.Columns, h.table.Subject = []string{"position", "kind", "symbol", "refs", "other_modules"}, 2
		for rows.Next() {
			into, made := info()
			if err := rows.Scan(append(into, &a.Symbols.TotalFound)...); err != nil {
				return nil, fmt.Errorf("list symbols: %w", err)
			}
			s := made()
			a.Symbols.Items = append(a.Symbols.Items, s)
			h.add(s, s.position(), s.Kind, s.Symbol, int64(s.RefCount), int64(s.ExternalRefCount))
		}
		if err := rows.Err(); err != nil {
			return nil, fmt.Errorf("list symbols: %w", err)
		}
		if args.Sort == "refs" || args.Sort == "external_refs" || args.RefCountMin > 0 || args.RefCountMax >= 0 {
			if err := h.doubtCounts(ctx, ix, ""); err != nil {
				return nil, err
			}
		}
		if len(a.Symbols.Items) == 0 && args.Offset > 0 {
			into, _ := info()
			err := conn.QueryRowContext(ctx, symbolsSQL, append(bound, args.Sort, 1, 0, name, qualified, args.Pattern)...).Scan(append(into, &a.Symbols.TotalFound)...)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return nil, fmt.Errorf("count symbols: %w", err)
			}
		}
		if wider, is := queries.Wider(args.Pattern); is && a.Symbols.TotalFound == 0 {
			a.Suggestion = wider
			h.note("%s", wider)
		}
		a.Symbols.TotalReturned = len(a.Symbols.Items)
		h.page(a.Symbols.TotalFound, a.Symbols.TotalReturned, args.Offset)
		return a, nil
	})
}
