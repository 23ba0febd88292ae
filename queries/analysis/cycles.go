package analysis

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed cycles.sql
var cyclesSQL string

//go:embed cycle_names.sql
var cycleNamesSQL string

//go:embed cycle_places.sql
var cyclePlacesSQL string

type cyclesArgs struct {
	Level        string `arg:"level" default:"module" values:"module,file,type,function" help:"what depends on what"`
	PathPrefix   string `arg:"path_prefix" help:"only groups with a member in files whose path begins so"`
	IncludeTests bool   `arg:"include_tests" default:"false" help:"also cycles that only test files close"`
	pages
}

// cyclesAnswer has a cycle of each group that has one.
type cyclesAnswer struct {
	*head
	Cycles [][]string `json:"cycles"`      // each begins and ends with the smallest name of its group; sorted
	Sizes  []int      `json:"group_sizes"` // of each cycle: how many depend on each other with it

	TotalFound    int `json:"total_found"`
	TotalReturned int `json:"total_returned"`

	level level
}

// cycleGroup is what depends on each other.
type cycleGroup struct {
	members int
	ids     []int64 // of a cycle in it
	names   []string
}

func circularDependencies() queries.Operation {
	return declare(queries.Operation{
		Name:    "circular_dependencies",
		Summary: "modules that depend on each other, in a cycle; or files, types or functions",
		Help: `What depends on what at each level is as in dependency_graph, but for functions, of
which only static calls count: mutual recursion, and a function that calls itself.
All that depend on each other are a group (a strongly connected component), and a group is
one row: how many members it has, and a shortest cycle through the one whose name comes
first. A group may hold more cycles; when that one is cut, ask again.
Go forbids packages to import each other, but a test in a package of its own may import
what imports the package it tests. That is no cycle of the code: tests are left out.
Files and types of one package often use each other, which does no harm.`,
		Example: "circular_dependencies --level type",
		Drawn:   true,
	}, func(ctx context.Context, ix *queries.Index, args cyclesArgs, h *head) (*cyclesAnswer, error) {
		l, err := leveled{args.Level, args.PathPrefix}.prepare(ctx, ix)
		if err != nil {
			return nil, err
		}
		if err := h.doubtEdges(ctx, ix, leveled{Level: args.Level}); err != nil { // a cycle leads out of the prefix
			return nil, err
		}
		if l.name == "function" {
			h.doubt("interface_calls", ix.Manifest().Summary.Calls[schema.EvidenceInterface])
		}
		groups, err := l.groups(ctx, ix, args.IncludeTests)
		if err != nil {
			return nil, err
		}
		from := min(args.Offset, len(groups))
		shown := groups[from:min(from+args.MaxResults, len(groups))]
		a := &cyclesAnswer{head: h, Cycles: [][]string{}, Sizes: []int{}, TotalFound: len(groups), TotalReturned: len(shown), level: l}
		places, err := l.places(ctx, ix, shown)
		if err != nil {
			return nil, err
		}
		h.table.Columns, h.table.Subject = []string{"position", "members", "cycle"}, 2
		for i, g := range shown {
			a.Cycles, a.Sizes = append(a.Cycles, g.names), append(a.Sizes, g.members)
			h.add(g.names, places[i], int64(g.members), l.arrows(g.names))
		}
		h.page(len(groups), len(shown), args.Offset)
		a.noteLargest(groups)
		return a, nil
	})
}

// arrows writes a cycle in short names.
func (l level) arrows(names []string) string {
	labels := make([]string, len(names))
	for i, name := range names {
		labels[i] = l.label(name)
	}
	return strings.Join(labels, " -> ")
}

// noteLargest says how much is in cycles.
func (a *cyclesAnswer) noteLargest(groups []cycleGroup) {
	all, largest := 0, 0
	for _, g := range groups {
		all += g.members
		largest = max(largest, g.members)
	}
	if largest > 1 {
		a.note("%s in cycles, %d in the largest group; a row shows one cycle of its group", plural(all, a.level.name), largest)
	}
}

// groups returns all groups of the level that have a member in its prefix, in the order
// of their cycles.
func (l level) groups(ctx context.Context, ix *queries.Index, tests bool) ([]cycleGroup, error) {
	edges, err := packed(ctx, ix, l.edges, tests)
	if err != nil {
		return nil, err
	}
	g := newDigraph(edges)
	components := g.components()
	var ids []int64
	for _, c := range components {
		for _, v := range c {
			ids = append(ids, int64(v))
		}
	}
	names, inside, err := l.named(ctx, ix, ids)
	if err != nil {
		return nil, err
	}
	var out []cycleGroup
	for _, c := range components {
		if !slices.ContainsFunc(c, func(v int32) bool { return inside[v] }) {
			continue
		}
		slices.SortFunc(c, func(a, b int32) int { return cmp.Compare(names[a], names[b]) })
		one := cycleGroup{members: len(c)}
		for _, v := range g.shortestCycle(c) {
			one.ids, one.names = append(one.ids, int64(v)), append(one.names, names[v])
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b cycleGroup) int { return slices.Compare(a.names, b.names) })
	return out, nil
}

// packed reads the edges in a table, each as from<<32 | to.
func packed(ctx context.Context, ix *queries.Index, edges string, tests bool) ([]int64, error) {
	rows, err := ix.Query(ctx, cyclesSQL, edges, tests)
	if err != nil {
		return nil, fmt.Errorf("read the edges: %w", err)
	}
	defer rows.Close()
	var out []int64
	for rows.Next() {
		var e int64
		if err := rows.Scan(&e); err != nil {
			return nil, fmt.Errorf("read the edges: %w", err)
		}
		out = append(out, e)
	}
	return out, rows.Err()
}

// named returns the names of nodes, and which of them are in the prefix.
func (l level) named(ctx context.Context, ix *queries.Index, ids []int64) (names map[int32]string, inside map[int32]bool, err error) {
	names, inside = map[int32]string{}, map[int32]bool{}
	if len(ids) == 0 {
		return names, inside, nil
	}
	rows, err := ix.Query(ctx, cycleNamesSQL, l.nodes, ids, l.prefix)
	if err != nil {
		return nil, nil, fmt.Errorf("name what is in cycles: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		var name string
		var in bool
		if err := rows.Scan(&id, &name, &in); err != nil {
			return nil, nil, fmt.Errorf("name what is in cycles: %w", err)
		}
		names[id], inside[id] = name, in
	}
	return names, inside, rows.Err()
}

// places returns where the first edge of each group's cycle is made.
func (l level) places(ctx context.Context, ix *queries.Index, groups []cycleGroup) ([]string, error) {
	out := make([]string, len(groups))
	if len(groups) == 0 {
		return out, nil
	}
	from, to := make([]int64, len(groups)), make([]int64, len(groups))
	for i, g := range groups {
		from[i], to[i] = g.ids[0], g.ids[1]
	}
	rows, err := ix.Query(ctx, cyclePlacesSQL, l.edges, from, to)
	if err != nil {
		return nil, fmt.Errorf("locate the cycles: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, place int64
		var file string
		if err := rows.Scan(&id, &file, &place); err != nil {
			return nil, fmt.Errorf("locate the cycles: %w", err)
		}
		out[slices.Index(from, id)] = firstPlace(file, place)
	}
	return out, rows.Err()
}

// Draw gives the cycles that are returned.
func (a *cyclesAnswer) Draw(context.Context) (queries.Picture, error) {
	p := queries.Picture{Notes: a.table.Notes}
	for _, c := range a.Cycles {
		for i, name := range c[:len(c)-1] {
			p.Nodes = append(p.Nodes, queries.PictureNode{ID: name, Label: a.level.label(name)})
			p.Edges = append(p.Edges, queries.PictureEdge{From: name, To: c[i+1]})
		}
	}
	return p, nil
}
