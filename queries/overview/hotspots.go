package overview

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
)

//go:embed hotspots.sql
var hotspotsSQL string

// hotspot is a symbol that much code depends on, or that is hard to change.
type hotspot struct {
	Symbol      answer.SymbolInfo `json:"symbol"`
	ModuleCount int               `json:"module_count"`  // other modules that use it
	UseCount    int               `json:"use_count"`     // their uses
	OwnUseCount int               `json:"own_use_count"` // the uses in its own module
	CallerCount int               `json:"caller_count"`  // of certain calls, like CalleeCount
	CalleeCount int               `json:"callee_count"`
	Complexity  *int              `json:"complexity"` // null for all but functions
}

type hotspotsAnswer struct {
	*answer.Head
	Hotspots []hotspot `json:"hotspots"`

	sort string
}

// used returns how often a symbol is used, and where.
func (h hotspot) used() string {
	all := "used " + answer.Times(h.UseCount+h.OwnUseCount)
	switch {
	case h.UseCount == 0 && h.OwnUseCount == 0:
		return all
	case h.UseCount == 0:
		return all + ", all in its own package"
	case h.OwnUseCount == 0:
		return all + ", by " + answer.Plural(h.ModuleCount, "other package")
	}
	return fmt.Sprintf("%s, %d by %s", all, h.UseCount, answer.Plural(h.ModuleCount, "other package"))
}

type hotspotsArgs struct {
	Kinds        []string `arg:"kinds" help:"only symbols of these kinds: function, method, struct, …; type, func, var and const mean all of theirs"`
	Visibility   string   `arg:"visibility" values:"public,private" help:"only symbols that other packages can name, or only the others"`
	PathPrefix   string   `arg:"path_prefix" help:"only symbols in files whose path begins with this"`
	IncludeTests bool     `arg:"include_tests" default:"false" help:"rank symbols in test files too, and count uses there"`
	TopN         int      `arg:"top_n" default:"10" min:"1" max:"100000" help:"the number of symbols"`
	Sort         string   `arg:"sort" default:"reach" values:"reach,modules,refs,callers,callees,complexity" help:"the rank: reach, other modules that use it, all its uses, callers, callees, complexity"`
}

func hotspots() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "hotspots",
		Summary: "rank the symbols that most of the code depends on, or the hardest to change",
		Help: `The default rank is reach: the number of other modules that use a symbol, times their uses,
plus the uses in its own module. Unexported symbols count a quarter. A symbol that many modules
use often ranks above one that many use once, or one module often. The column uses counts the
uses in other modules, own_uses those in its own; refs ranks by both together. Callers and
callees count certain calls; a call through an interface is a call of the interface's method.
Fields are ranked only with --kind field, and generated code not by complexity and callees.`,
		Example: "hotspots --sort callers --top-n 5",
	}, func(ctx context.Context, ix *queries.Index, args hotspotsArgs, h *answer.Head) (*hotspotsAnswer, error) {
		found, err := findHotspots(ctx, ix, args)
		if err != nil {
			return nil, err
		}
		h.Layout(queries.Table{Columns: []string{"position", "kind", "symbol", "modules", "uses", "own_uses", "callers", "callees", "complexity"}, Subject: 2})
		for _, s := range found {
			var complexity any // types have none
			if s.Complexity != nil {
				complexity = int64(*s.Complexity)
			}
			h.Add(s, s.Symbol.Position(), s.Symbol.Kind, s.Symbol.Symbol, int64(s.ModuleCount), int64(s.UseCount), int64(s.OwnUseCount), int64(s.CallerCount), int64(s.CalleeCount), complexity)
		}
		if len(found) == 0 {
			h.Count("0 found")
		}
		if err := h.AskRules(ctx, ix, nil); err != nil {
			return nil, err
		}
		return &hotspotsAnswer{Head: h, Hotspots: found, sort: args.Sort}, h.AskWhole(ctx, ix)
	})
}

// Report lists the hotspots with the counts that their rank rests on.
func (a *hotspotsAnswer) Report(r queries.Reading) queries.Report {
	if len(a.Hotspots) == 0 {
		return a.Head.Report("", nil, r)
	}
	s := queries.Section{Heads: []string{"", "SYMBOL", "KIND", "USES", "PACKAGES", "CALLERS", "COMPLEXITY"}}
	if a.sort == "callees" {
		s.Heads = append(s.Heads, "CALLEES")
	}
	for _, h := range a.Hotspots {
		cells := []string{h.Place(), a.ShortName(h.Symbol.Symbol), answer.KindWord(h.Symbol.Kind), fmt.Sprint(h.UseCount + h.OwnUseCount), fmt.Sprint(h.ModuleCount)}
		if h.Complexity == nil { // no function
			cells = append(cells, "", "", "")
		} else {
			cells[2] = ""
			cells = append(cells, fmt.Sprint(h.CallerCount), fmt.Sprint(*h.Complexity), fmt.Sprint(h.CalleeCount))
		}
		cells = cells[:len(s.Heads)]
		s.Lines = append(s.Lines, queries.Line{Cells: cells})
	}
	return a.Head.Report("", []queries.Section{s}, r)
}

func findHotspots(ctx context.Context, ix *queries.Index, args hotspotsArgs) ([]hotspot, error) {
	bound, err := answer.Filters{Kinds: args.Kinds, Visibility: args.Visibility, PathPrefix: args.PathPrefix, RefCountMax: -1, IncludeTests: args.IncludeTests}.Bind(ctx, ix)
	if err != nil {
		return nil, err
	}
	type row struct {
		hotspot
		complexity sql.Null[int]
	}
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any {
		return append(r.Symbol.Fields(), &r.ModuleCount, &r.UseCount, &r.OwnUseCount, &r.CallerCount, &r.CalleeCount, &r.complexity)
	}, hotspotsSQL, append(bound, args.Sort, args.TopN)...)
	if err != nil {
		return nil, fmt.Errorf("find hotspots: %w", err)
	}
	out := []hotspot{}
	for _, r := range rows {
		if r.complexity.Valid {
			r.Complexity = &r.complexity.V
		}
		out = append(out, r.hotspot)
	}
	return out, nil
}
