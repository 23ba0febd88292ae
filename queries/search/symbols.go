package search

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/target"
)

//go:embed symbols.sql
var symbolsSQL string

type symbolsArgs struct {
	Pattern string `arg:"pattern" positional:"" help:"a name, or a glob or LIKE pattern of names"`
	answer.Filters
	Sort string `arg:"sort" default:"symbol" values:"symbol,name,file,refs,external_refs,lines" help:"the order: by name, by place, or the greatest first"`
	answer.Pages
}

func symbols() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "symbols",
		Summary: "list the symbols of the repository that pass the filters, a page at a time",
		Help: `Functions, methods, types, fields, variables, constants: the declarations of the repository.
ref_count counts the uses of a symbol in the index, external_ref_count those in other
modules. The counts may lack uses in code without types. An answer that counts select or order
names that code; references names it for one symbol.
A pattern with a dot may begin at any dot of the qualified name: Head.* is all of Head.`,
		Example: "symbols --kind interface --visibility public --sort refs",
	}, func(ctx context.Context, ix *queries.Index, args symbolsArgs, h *answer.Head) (*answer.SymbolsAnswer, error) {
		bound, err := args.Filters.Bind(ctx, ix)
		if err != nil {
			return nil, err
		}
		var name, qualified any
		if args.Pattern != "" {
			name, qualified = nameExpression(args.Pattern), qualifiedExpression(args.Pattern)
		}
		a := &answer.SymbolsAnswer{Head: h}
		a.Symbols.Items, a.Symbols.TotalFound, err = answer.ReadPage(ctx, ix, args.Pages, a.Symbols.WithTests, symbolsSQL,
			append(bound, args.Sort, name, qualified, args.Pattern)...)
		if err != nil {
			return nil, fmt.Errorf("list symbols: %w", err)
		}
		a.Symbols.TotalReturned = len(a.Symbols.Items)
		h.Layout(queries.Table{Columns: []string{"position", "kind", "symbol", "refs", "other_modules"}, Subject: 2})
		for _, s := range a.Symbols.Items {
			h.Add(s, s.Position(), s.Kind, s.Symbol, int64(s.RefCount), int64(s.ExternalRefCount))
		}
		if wider, is := target.Wider(args.Pattern); is && a.Symbols.TotalFound == 0 {
			a.Suggest(wider)
		}
		h.Page("", a.Symbols.TotalFound, a.Symbols.TotalReturned, args.Offset)
		if args.Sort == "refs" || args.Sort == "external_refs" || args.RefCountMin > 0 || args.RefCountMax >= 0 {
			files := []string{""} // the driver cannot bind an empty list
			for _, s := range a.Symbols.Items {
				files = append(files, s.File)
			}
			if err := h.AskRules(ctx, ix, files); err != nil {
				return nil, err
			}
			return a, h.AskWhole(ctx, ix)
		}
		return a, h.AskDeclarations(ctx, ix)
	})
}
