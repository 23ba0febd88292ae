package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
)

//go:embed spread.sql
var spreadSQL string

//go:embed hotspots.sql
var hotspotsSQL string

// hotspot is a symbol that much depends on, or that is hard to change.
type hotspot struct {
	Symbol      SymbolInfo `json:"symbol"`
	ModuleCount int        `json:"module_count"`  // other modules that use it
	UseCount    int        `json:"use_count"`     // how often they do
	OwnUseCount int        `json:"own_use_count"` // how often its own module does
	CallerCount int        `json:"caller_count"`  // of certain calls, like CalleeCount
	CalleeCount int        `json:"callee_count"`
	Complexity  *int       `json:"complexity"` // null for what is no function
}

type hotspotsAnswer struct {
	*head
	Hotspots []hotspot `json:"hotspots"`
}

// used says how often a symbol is used, and where.
func (h hotspot) used() string {
	all := "used " + times(h.UseCount+h.OwnUseCount)
	switch {
	case h.UseCount == 0 && h.OwnUseCount == 0:
		return all
	case h.UseCount == 0:
		return all + ", all in its own module"
	case h.OwnUseCount == 0:
		return all + ", by " + plural(h.ModuleCount, "other module")
	}
	return fmt.Sprintf("%s, %d by %s", all, h.UseCount, plural(h.ModuleCount, "other module"))
}

// lasting are the filters of questions about what matters: by default not in tests.
type lasting struct {
	Kinds        []string `arg:"kinds" help:"only symbols of these kinds: function, method, struct, …; type, func, var and const stand for all of theirs"`
	Visibility   string   `arg:"visibility" values:"public,private" help:"only what other packages can name, or only what they can't"`
	PathPrefix   string   `arg:"path_prefix" help:"only symbols in files whose path begins so"`
	IncludeTests bool     `arg:"include_tests" default:"false" help:"rank what is in test files too, and count uses there"`
}

func (l lasting) bound() ([]any, error) {
	return filters{Kinds: l.Kinds, Visibility: l.Visibility, PathPrefix: l.PathPrefix, RefCountMax: -1, IncludeTests: l.IncludeTests}.bound()
}

type hotspotsArgs struct {
	lasting
	TopN int    `arg:"top_n" default:"10" min:"1" max:"500" help:"how many to return"`
	Sort string `arg:"sort" default:"reach" values:"reach,modules,refs,callers,callees,complexity" help:"by what: reach, other modules that use it, all its uses, callers, callees, complexity"`
}

func hotspots() queries.Operation {
	return declare(queries.Operation{
		Name:    "hotspots",
		Summary: "the symbols that most of the code depends on, or the hardest to change",
		Help: `By default by their reach, the number of other modules that use them times how often these
do, and the uses in their own module, a quarter of what only that can name: what is used
everywhere once, or often in one place, is less than what is used often in many. The column
uses counts those in other modules, own_uses those in its own; refs ranks by both together.
Callers and callees are counted by certain calls: one through an interface is a call of
the interface's method. Fields are ranked when --kind field asks for them, and generated
code is not by complexity and callees.`,
		Example: "hotspots --sort callers --top-n 5",
	}, func(ctx context.Context, ix *queries.Index, args hotspotsArgs, h *head) (*hotspotsAnswer, error) {
		a := &hotspotsAnswer{head: h, Hotspots: []hotspot{}}
		found, err := findHotspots(ctx, ix, args)
		if err != nil {
			return nil, err
		}
		if err := h.doubtCounts(ctx, ix, ""); err != nil {
			return nil, err
		}
		h.table.Columns, h.table.Subject = []string{"position", "kind", "symbol", "modules", "uses", "own_uses", "callers", "callees", "complexity"}, 2
		for _, s := range found {
			a.Hotspots = append(a.Hotspots, s)
			var complexity any
			if s.Complexity != nil {
				complexity = int64(*s.Complexity)
			}
			h.add(s, s.Symbol.position(), s.Symbol.Kind, s.Symbol.Symbol, int64(s.ModuleCount), int64(s.UseCount), int64(s.OwnUseCount), int64(s.CallerCount), int64(s.CalleeCount), complexity)
		}
		if len(found) == 0 {
			h.count("0 found")
		}
		return a, nil
	})
}

func findHotspots(ctx context.Context, ix *queries.Index, args hotspotsArgs) ([]hotspot, error) {
	bound, err := args.bound()
	if err != nil {
		return nil, err
	}
	if err := checkPrefix(ctx, ix, args.PathPrefix); err != nil {
		return nil, err
	}
	if err := prepare(ctx, ix, chosenSQL, spreadSQL); err != nil {
		return nil, err
	}
	rows, err := ix.Query(ctx, hotspotsSQL, append(bound, args.Sort, args.TopN)...)
	if err != nil {
		return nil, fmt.Errorf("find hotspots: %w", err)
	}
	defer rows.Close()
	var out []hotspot
	for rows.Next() {
		var s hotspot
		var complexity sql.NullInt64
		into, made := info()
		if err := rows.Scan(append(into, &s.ModuleCount, &s.UseCount, &s.OwnUseCount, &s.CallerCount, &s.CalleeCount, &complexity)...); err != nil {
			return nil, fmt.Errorf("find hotspots: %w", err)
		}
		s.Symbol = made()
		if complexity.Valid {
			n := int(complexity.Int64)
			s.Complexity = &n
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
