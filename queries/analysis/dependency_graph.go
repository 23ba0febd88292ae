package analysis

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/queries"
)

//go:embed dependency_graph.sql
var dependencyGraphSQL string

//go:embed dependency_edges.sql
var dependencyEdgesSQL string

type dependencyGraphArgs struct {
	leveled
	IncludeTests bool `arg:"include_tests" default:"true" help:"also what is in test files, and depends on others only there"`
	MaxResults   int  `arg:"max_results" default:"100" min:"1" max:"500" help:"how many modules, files, types or functions to return, those with most edges between them first"`
}

// dependencyGraphAnswer is a part of the graph.
type dependencyGraphAnswer struct {
	*head
	Graph struct {
		Packages []graphNode `json:"packages"` // by name
		Edges    []graphEdge `json:"edges"`    // by from, then to

		TotalFound    int `json:"total_found"` // packages in path_prefix, like total_edges between them
		TotalReturned int `json:"total_returned"`
		TotalEdges    int `json:"total_edges"`
	} `json:"dependency_graph"`

	index *queries.Index
	args  dependencyGraphArgs
	level level
}

// graphNode is a module; at other levels a file, type or function.
type graphNode struct {
	Name      string `json:"name"`
	FileCount int    `json:"file_count"`
	LineCount int    `json:"line_count"`
}

// graphEdge says that one depends on another.
type graphEdge struct {
	From        string `json:"from"`
	To          string `json:"to"`
	ImportCount int    `json:"import_count"`       // importing files; at other levels uses or calls
	Evidence    string `json:"evidence,omitempty"` // of calls

	position string
}

func dependencyGraph() queries.Operation {
	return declare(queries.Operation{
		Name:    "dependency_graph",
		Summary: "the modules of the repository and which imports which; or files, types or functions",
		Help: `A module is a directory with code. What depends on what, at each level:
   module     one imports the other; the count is that of the importing files
   file       one uses what the other defines; the count is that of the uses
   type       one uses the other or a member of it, in its declaration or a method
   function   one calls the other; a call through an interface leads to its method
Both ends are in the repository and in path_prefix. Of many, those with most edges
between them are returned, with these.
As html it is a page to look at, of all modules in path_prefix: the graph, a map of their
sizes, and the symbols that other modules use most.`,
		Example: "dependency_graph --format mermaid",
		Drawn:   true,
		Paged:   true,
	}, func(ctx context.Context, ix *queries.Index, args dependencyGraphArgs, h *head) (*dependencyGraphAnswer, error) {
		l, err := args.prepare(ctx, ix)
		if err != nil {
			return nil, err
		}
		a := &dependencyGraphAnswer{head: h, index: ix, args: args, level: l}
		h.table.Columns, h.table.Subject = []string{"position", "from", "to", "count"}, 2
		if l.name == "function" {
			h.table.Columns = append(h.table.Columns, "evidence")
		}
		if err := h.doubtEdges(ctx, ix, args.leveled); err != nil {
			return nil, err
		}
		names, totalEdges, total, err := a.readNodes(ctx)
		if err != nil {
			return nil, err
		}
		if err := a.readEdges(ctx, names); err != nil {
			return nil, err
		}
		for _, e := range a.Graph.Edges {
			row := []any{e.position, e.From, e.To, int64(e.ImportCount)}
			if l.name == "function" {
				row = append(row, e.Evidence)
			}
			h.add(e, row...)
		}
		a.Graph.TotalFound, a.Graph.TotalReturned, a.Graph.TotalEdges = total, len(a.Graph.Packages), totalEdges
		a.noteSize(total, totalEdges)
		return a, nil
	})
}

// readNodes reads the nodes that are returned, and counts all and the edges between them.
func (a *dependencyGraphAnswer) readNodes(ctx context.Context) (names map[int64]string, edges, total int, err error) {
	rows, err := a.index.Query(ctx, dependencyGraphSQL, a.level.nodes, a.level.edges, a.level.prefix, a.args.IncludeTests, a.args.MaxResults)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("list each %s: %w", a.level.name, err)
	}
	defer rows.Close()
	names, a.Graph.Packages = map[int64]string{}, []graphNode{}
	for rows.Next() {
		var id int64
		var n graphNode
		if err := rows.Scan(&id, &n.Name, &n.FileCount, &n.LineCount, &total, &edges); err != nil {
			return nil, 0, 0, fmt.Errorf("list each %s: %w", a.level.name, err)
		}
		names[id] = n.Name
		a.Graph.Packages = append(a.Graph.Packages, n)
	}
	slices.SortFunc(a.Graph.Packages, func(x, y graphNode) int { return cmp.Compare(x.Name, y.Name) })
	return names, edges, total, rows.Err()
}

// readEdges reads the edges between the named nodes.
func (a *dependencyGraphAnswer) readEdges(ctx context.Context, names map[int64]string) error {
	ids := make([]int64, 0, len(names))
	for id := range names {
		ids = append(ids, id)
	}
	rows, err := a.index.Query(ctx, dependencyEdgesSQL, a.level.edges, ids, a.args.IncludeTests)
	if err != nil {
		return fmt.Errorf("list the edges: %w", err)
	}
	defer rows.Close()
	a.Graph.Edges = []graphEdge{}
	for rows.Next() {
		var from, to, place int64
		var e graphEdge
		var file string
		if err := rows.Scan(&from, &to, &e.ImportCount, &e.Evidence, &file, &place); err != nil {
			return fmt.Errorf("list the edges: %w", err)
		}
		e.From, e.To, e.position = names[from], names[to], firstPlace(file, place)
		if a.level.name != "function" {
			e.Evidence = ""
		}
		a.Graph.Edges = append(a.Graph.Edges, e)
	}
	slices.SortFunc(a.Graph.Edges, func(x, y graphEdge) int { return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To)) })
	return rows.Err()
}

// noteSize says how much is shown, and how to see the rest.
func (a *dependencyGraphAnswer) noteSize(total, edges int) {
	nodes := plural(total, a.level.name)
	if len(a.Graph.Packages) == total {
		a.count(nodes + ", " + plural(edges, "edge"))
		return
	}
	a.table.Partial = true
	advice := "narrow with path_prefix"
	if a.args.MaxResults < 500 {
		advice = "raise max_results or " + advice
	}
	a.count(fmt.Sprintf("%s, %s; %d that hang together are shown, and %s between them: %s for others",
		nodes, plural(edges, "edge"), len(a.Graph.Packages), plural(len(a.Graph.Edges), "edge"), advice))
}

// Draw gives each node that is returned, and the edges between them.
func (a *dependencyGraphAnswer) Draw(context.Context) (queries.Picture, error) {
	p := queries.Picture{Notes: a.table.Notes}
	for _, n := range a.Graph.Packages {
		p.Nodes = append(p.Nodes, queries.PictureNode{ID: n.Name, Label: a.level.label(n.Name)})
	}
	for _, e := range a.Graph.Edges {
		p.Edges = append(p.Edges, pictureEdge(e))
	}
	return p, nil
}

// pictureEdge is an edge with what there is to say of it.
func pictureEdge(e graphEdge) queries.PictureEdge {
	drawn := queries.PictureEdge{From: e.From, To: e.To}
	if e.Evidence != "static" {
		drawn.Label = e.Evidence
	}
	return drawn
}

// label is a short name of a node.
func (l level) label(name string) string {
	if l.name == "type" || l.name == "function" {
		return queries.ShortName(name)
	}
	return name
}
