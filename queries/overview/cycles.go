package overview

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/digraph"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed cycles.sql
	cyclesSQL string
	//go:embed cycle_names.sql
	cycleNamesSQL string
)

type cyclesArgs struct {
	Level        string `arg:"level" default:"module" values:"module,file,type,function" help:"the nodes of the graph"`
	PathPrefix   string `arg:"path_prefix" help:"only groups with a member in files whose path begins with this"`
	IncludeTests bool   `arg:"include_tests" default:"false" help:"cycles that only test files close too"`
	answer.Pages
}

// cyclesAnswer has a cycle of each group.
type cyclesAnswer struct {
	*answer.Head
	Cycles [][]string `json:"cycles"`      // each begins and ends with the first name of its group; sorted
	Sizes  []int      `json:"group_sizes"` // the number of members of each group

	TotalFound    int `json:"total_found"`
	TotalReturned int `json:"total_returned"`

	level level
}

// cycleGroup is a strongly connected component.
type cycleGroup struct {
	members int
	ids     []int64 // of a cycle in it
	names   []string
}

func circularDependencies() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "circular_dependencies",
		Summary: "find cycles of modules that depend on each other; or of files, types or functions",
		Help: `The dependencies at each level are those of dependency_graph. At the level function only
static calls count: mutual recursion, and a function that calls itself.
All nodes that depend on each other are a group (a strongly connected component). A group is
one row: the number of its members, and a shortest cycle through the member whose name comes
first. A group may have more cycles; after you cut that one, ask again.
Go forbids packages to import each other, but a test in a separate package may import the
importers of the tested package. That is no cycle of the code: tests are left out.
Files and types of one package often use each other, which does no harm.`,
		Example: "circular_dependencies --level type",
		Drawn:   true,
	}, func(ctx context.Context, ix *queries.Index, args cyclesArgs, h *answer.Head) (*cyclesAnswer, error) {
		l, err := levelOf(ctx, ix, args.Level, args.PathPrefix)
		if err != nil {
			return nil, err
		}
		groups, err := l.groups(ctx, ix, args.IncludeTests)
		if err != nil {
			return nil, fmt.Errorf("find cycles: %w", err)
		}
		from := min(args.Offset, len(groups))
		page := groups[from:min(from+args.MaxResults, len(groups))]
		places, err := l.places(ctx, ix, page)
		if err != nil {
			return nil, fmt.Errorf("find the places of cycles: %w", err)
		}
		a := &cyclesAnswer{Head: h, Cycles: [][]string{}, Sizes: []int{}, TotalFound: len(groups), TotalReturned: len(page), level: l}
		h.Layout(queries.Table{Columns: []string{"position", "members", "cycle"}, Subject: 2})
		for _, g := range page {
			a.Cycles, a.Sizes = append(a.Cycles, g.names), append(a.Sizes, g.members)
			labels := make([]string, len(g.names))
			for i, name := range g.names {
				labels[i] = l.label(name)
			}
			h.Add(g.names, places[[2]int64(g.ids[:2])], int64(g.members), strings.Join(labels, " -> "))
		}
		h.Page("", len(groups), len(page), args.Offset)
		all, largest := 0, 0
		for _, g := range groups {
			all += g.members
			largest = max(largest, g.members)
		}
		if largest > 1 {
			h.Note("%s in cycles, %d in the largest group; a row shows one cycle of its group", answer.Plural(all, l.name), largest)
		}
		if l.name == "function" {
			h.Reason(schema.ReasonDispatchNotFollowed, ix.Manifest().Summary.Calls[schema.EvidenceInterface])
		}
		return a, l.ask(ctx, ix, h)
	})
}

// groups returns all groups that have a member in the prefix, in the order of their cycles.
func (l level) groups(ctx context.Context, ix *queries.Index, tests bool) ([]cycleGroup, error) {
	packed, err := queries.Collect(ctx, ix.Query, func(e *int64) []any { return []any{e} }, cyclesSQL, l.edges, tests)
	if err != nil {
		return nil, err
	}
	g := digraph.New(packed)
	components := g.Components()
	type node struct {
		id     int32
		name   string
		inside bool
	}
	nodes, err := queries.Collect(ctx, ix.Query, func(n *node) []any { return []any{&n.id, &n.name, &n.inside} },
		cycleNamesSQL, l.nodes, append([]int32{}, slices.Concat(components...)...), l.prefix)
	names, inside := map[int32]string{}, map[int32]bool{}
	for _, n := range nodes {
		names[n.id], inside[n.id] = n.name, n.inside
	}
	var out []cycleGroup
	for _, c := range components {
		if !slices.ContainsFunc(c, func(v int32) bool { return inside[v] }) {
			continue
		}
		slices.SortFunc(c, func(a, b int32) int { return cmp.Compare(names[a], names[b]) })
		group := cycleGroup{members: len(c)}
		for _, v := range g.ShortestCycle(c) {
			group.ids, group.names = append(group.ids, int64(v)), append(group.names, names[v])
		}
		out = append(out, group)
	}
	slices.SortFunc(out, func(a, b cycleGroup) int { return slices.Compare(a.names, b.names) })
	return out, err
}

// places returns the first places of the edges between the nodes of cycles.
func (l level) places(ctx context.Context, ix *queries.Index, groups []cycleGroup) (map[[2]int64]string, error) {
	ids := []int64{}
	for _, g := range groups {
		ids = append(ids, g.ids...)
	}
	edges, err := queries.Collect(ctx, ix.Query, (*graphEdge).fields, dependencyEdgesSQL, l.edges, ids, true)
	places := map[[2]int64]string{}
	for _, e := range edges {
		places[[2]int64{e.from, e.to}] = answer.Position(e.file, e.line)
	}
	return places, err
}

// Report is a tree: each name of a cycle is below the one that uses it.
func (a *cyclesAnswer) Report(r queries.Reading) queries.Report {
	s := queries.Section{Tree: true}
	for i, c := range a.Cycles {
		remark := ""
		if n := a.Sizes[i]; n > len(c)-1 {
			remark = fmt.Sprintf("%d in its group", n)
		}
		for depth, name := range c {
			cells := []string{a.level.label(name)}
			if depth == 0 {
				cells = append(cells, fmt.Sprint(a.Table().Rows[i][0]), remark)
			}
			s.Lines = append(s.Lines, queries.Line{Depth: depth, Cells: cells})
		}
	}
	if len(s.Lines) == 0 {
		return a.Head.Report("", nil, r)
	}
	return a.Head.Report("", []queries.Section{s}, r)
}

// Draw returns the cycles.
func (a *cyclesAnswer) Draw(context.Context) (queries.Picture, error) {
	p := queries.Picture{Notes: a.Table().Notes}
	for _, c := range a.Cycles {
		for i, name := range c[:len(c)-1] {
			p.Nodes = append(p.Nodes, queries.PictureNode{ID: name, Label: a.level.label(name)})
			p.Edges = append(p.Edges, queries.PictureEdge{From: name, To: c[i+1]})
		}
	}
	return p, nil
}
