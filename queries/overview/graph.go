package overview

import (
	"cmp"
	"context"
	"embed"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/schema"
)

// levelFiles has a script for each level. It makes the tables LEVEL_nodes and LEVEL_edges, with and without tests. A statement takes
// them as query_table($1) and query_table($2).
//
//go:embed levels/*.sql
var levelFiles embed.FS

var (
	//go:embed dependency_graph.sql
	dependencyGraphSQL string
	//go:embed dependency_edges.sql
	dependencyEdgesSQL string
)

// level is a graph of modules, files, types or functions whose tables exist.
type level struct {
	name         string
	nodes, edges string // tables
	prefix       string
	names        queries.Names
}

// levelOf makes the tables of a level.
func levelOf(ctx context.Context, ix *queries.Index, name, prefix string) (level, error) {
	if err := answer.CheckPrefix(ctx, ix, prefix); err != nil {
		return level{}, err
	}
	if err := ix.PreparePrograms(ctx); err != nil {
		return level{}, err
	}
	script, err := levelFiles.ReadFile("levels/" + name + ".sql")
	if err != nil {
		return level{}, fmt.Errorf("level %s: %w", name, err)
	}
	names, err := ix.Names(ctx)
	if err != nil {
		return level{}, err
	}
	return level{name, name + "_nodes", name + "_edges", answer.Prefix(prefix), names}, ix.RunOnce(ctx, string(script))
}

// ask adds the reasons why the graph may lack edges. Extraction knows the imports of every file that it read.
func (l level) ask(ctx context.Context, ix *queries.Index, h *answer.Head) error {
	if err := h.AskRules(ctx, ix, nil); err != nil {
		return err
	}
	if l.name == "module" {
		return h.AskDeclarations(ctx, ix)
	}
	if l.name == "function" {
		calls := ix.Manifest().Summary.Calls
		h.Reason(schema.ReasonDynamicCalls, calls[schema.EvidenceDynamic])
		h.Reason(schema.ReasonUnresolvedCalls, calls[schema.EvidenceUnresolved])
		h.Reason(schema.ReasonHeuristicCalls, calls[schema.EvidenceHeuristic])
	}
	return h.AskWhole(ctx, ix)
}

// label returns a short name of a node.
func (l level) label(name string) string {
	if l.name == "type" || l.name == "function" {
		return l.names.Short(name)
	}
	return name
}

type graphArgs struct {
	Level        string `arg:"level" default:"module" values:"module,file,type,function" help:"the nodes of the graph"`
	PathPrefix   string `arg:"path_prefix" help:"only nodes in files whose path begins with this"`
	IncludeTests bool   `arg:"include_tests" default:"true" help:"nodes and dependencies in test files too"`
	MaxResults   int    `arg:"max_results" default:"100" min:"1" max:"500" help:"the number of nodes, those with most edges between them first"`
}

// graphAnswer is a part of the graph.
type graphAnswer struct {
	*answer.Head
	Graph struct {
		Packages []graphNode `json:"packages"` // by name
		Edges    []graphEdge `json:"edges"`    // by from, then to

		TotalFound    int `json:"total_found"` // packages in path_prefix, like total_edges between them
		TotalReturned int `json:"total_returned"`
		TotalEdges    int `json:"total_edges"`
	} `json:"dependency_graph"`

	index *queries.Index
	args  graphArgs
	level level
}

// graphNode is a module; at other levels a file, type or function.
type graphNode struct {
	Name      string `json:"name"`
	FileCount int    `json:"file_count"`
	LineCount int    `json:"line_count"`

	id int64
}

// graphEdge is a dependency of one node on another.
type graphEdge struct {
	From        string `json:"from"`
	To          string `json:"to"`
	ImportCount int    `json:"import_count"`       // importing files; at other levels uses or calls
	Evidence    string `json:"evidence,omitempty"` // of calls

	from, to int64
	file     string
	line     int
}

func (e *graphEdge) fields() []any {
	return []any{&e.from, &e.to, &e.ImportCount, &e.Evidence, &e.file, &e.line}
}

func dependencyGraph() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "dependency_graph",
		Summary: "show the modules of the repository and their imports; or files, types or functions and their uses",
		Help: `A module is a directory with code. The dependencies at each level:
   module     one imports the other; the count is that of the importing files
   file       one uses declarations of the other; the count is that of the uses
   type       one uses the other or a member of it, in its declaration or a method
   function   one calls the other; a call through an interface leads to its method
Both ends are in the repository and in path_prefix. Of many nodes, those with most edges
between them are returned, with these edges.
As html it is a page with all modules in path_prefix. The page has the graph, a map of their
sizes, and the symbols that other modules use most.`,
		Example: "dependency_graph --format mermaid",
		Drawn:   true,
		Paged:   true,
	}, func(ctx context.Context, ix *queries.Index, args graphArgs, h *answer.Head) (*graphAnswer, error) {
		l, err := levelOf(ctx, ix, args.Level, args.PathPrefix)
		if err != nil {
			return nil, err
		}
		a := &graphAnswer{Head: h, index: ix, args: args, level: l}
		if err := a.read(ctx); err != nil {
			return nil, fmt.Errorf("read the graph of each %s: %w", l.name, err)
		}
		t := queries.Table{Columns: []string{"position", "from", "to", "count"}, Subject: 2}
		if l.name == "function" {
			t.Columns = append(t.Columns, "evidence")
		}
		h.Layout(t)
		for _, e := range a.Graph.Edges {
			row := []any{answer.Position(e.file, e.line), e.From, e.To, int64(e.ImportCount)}
			if l.name == "function" {
				row = append(row, e.Evidence)
			}
			h.Add(e, row...)
		}
		a.noteSize()
		return a, l.ask(ctx, ix, h)
	})
}

// read reads the nodes that are returned and the edges between them, and counts all.
func (a *graphAnswer) read(ctx context.Context) (err error) {
	g := &a.Graph
	g.Packages, err = queries.Collect(ctx, a.index.Query, func(n *graphNode) []any {
		return []any{&n.id, &n.Name, &n.FileCount, &n.LineCount, &g.TotalFound, &g.TotalEdges}
	}, dependencyGraphSQL, a.level.nodes, a.level.edges, a.level.prefix, a.args.IncludeTests, a.args.MaxResults)
	if err != nil {
		return err
	}
	g.TotalReturned = len(g.Packages)
	slices.SortFunc(g.Packages, func(x, y graphNode) int { return cmp.Compare(x.Name, y.Name) })
	names, ids := map[int64]string{}, []int64{}
	for _, n := range g.Packages {
		names[n.id] = n.Name
		ids = append(ids, n.id)
	}
	g.Edges, err = queries.Collect(ctx, a.index.Query, (*graphEdge).fields, dependencyEdgesSQL, a.level.edges, ids, a.args.IncludeTests)
	for i := range g.Edges {
		e := &g.Edges[i]
		e.From, e.To = names[e.from], names[e.to]
		if a.level.name != "function" {
			e.Evidence = ""
		}
	}
	slices.SortFunc(g.Edges, func(x, y graphEdge) int { return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To)) })
	return err
}

// noteSize notes the number of returned nodes, and how to see the rest.
func (a *graphAnswer) noteSize() {
	g := a.Graph
	all := answer.Plural(g.TotalFound, a.level.name) + ", " + answer.Plural(g.TotalEdges, "edge")
	if g.TotalReturned == g.TotalFound {
		a.Count("%s", all)
		return
	}
	a.Partial()
	advice := "narrow with path_prefix"
	if a.args.MaxResults < 500 {
		advice = "raise max_results or " + advice
	}
	a.Count("%s; %d that depend on each other are shown, and %s between them: %s for others", all, g.TotalReturned, answer.Plural(len(g.Edges), "edge"), advice)
}

// Report is a tree: the dependencies of each node are below it.
func (a *graphAnswer) Report(r queries.Reading) queries.Report {
	noun := map[string]string{"module": "file"}[a.level.name]
	var s queries.Section
	from := ""
	for _, e := range a.Graph.Edges {
		if e.From != from {
			from = e.From
			s.Lines = append(s.Lines, queries.Line{Cells: []string{a.level.label(from)}})
		}
		var remarks []string
		if e.ImportCount > 1 {
			remarks = append(remarks, answer.Plural(e.ImportCount, cmp.Or(noun, "use")))
		}
		if e.Evidence != "" && e.Evidence != string(schema.EvidenceStatic) {
			remarks = append(remarks, e.Evidence)
		}
		s.Lines = append(s.Lines, queries.Line{Depth: 1, Cells: []string{a.level.label(e.To), answer.Position(e.file, e.line), strings.Join(remarks, ", ")}})
	}
	s.Tree = true
	return a.Head.Report("", []queries.Section{s}, r)
}

// Draw returns the nodes and the edges between them.
func (a *graphAnswer) Draw(context.Context) (queries.Picture, error) {
	p := queries.Picture{Notes: a.Table().Notes}
	for _, n := range a.Graph.Packages {
		p.Nodes = append(p.Nodes, queries.PictureNode{ID: n.Name, Label: a.level.label(n.Name)})
	}
	for _, e := range a.Graph.Edges {
		drawn := queries.PictureEdge{From: e.From, To: e.To}
		if e.Evidence != "static" {
			drawn.Label = e.Evidence
		}
		p.Edges = append(p.Edges, drawn)
	}
	return p, nil
}
