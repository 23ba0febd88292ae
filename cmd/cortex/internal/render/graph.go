package render

import (
	"context"
	"fmt"
	"strings"

	"github.com/emicklei/dot"

	"github.com/cortex-index/cortex/queries"
)

// graph draws an answer as "dot" or "mermaid".
func (p Printer) graph(ctx context.Context, a queries.Answer, format string) error {
	d, ok := a.(queries.Drawer)
	if !ok {
		return fmt.Errorf("the answer has no edges to draw as %s", format)
	}
	drawing, err := d.Draw(ctx)
	if err != nil {
		return err
	}
	g := dot.NewGraph(dot.Directed)
	g.Attr("rankdir", "LR")
	nodes := map[string]dot.Node{}
	for _, n := range drawing.Nodes {
		drawn := g.Node(n.ID).Label(Printable(n.Label, false))
		if format == "mermaid" {
			drawn.Label(unmarked.Replace(Printable(n.Label, false))).Attr("shape", dot.MermaidShapeRound)
		} else {
			drawn.Attr("shape", "box")
		}
		if n.Target {
			drawn.Attr("style", emphasis(format))
		}
		nodes[n.ID] = drawn
	}
	for _, e := range drawing.Edges {
		drawn := g.Edge(nodes[e.From], nodes[e.To])
		if e.Label != "" {
			drawn.Attr("label", Printable(e.Label, false))
		}
	}
	text, comment := g.String(), "// "
	if format == "mermaid" {
		text, comment = dot.MermaidFlowchart(g, dot.MermaidLeftToRight), "%% "
	}
	for _, note := range drawing.Notes {
		text = strings.TrimRight(text, "\n") + "\n" + comment + strings.ReplaceAll(Printable(note, false), "\n", " ")
	}
	_, err = fmt.Fprintln(p.Out, text)
	return err
}

// unmarked replaces the characters of a label that Mermaid shows as an entity's number.
var unmarked = strings.NewReplacer(`"`, "_", "'", "_", "<", "_", ">", "_", "&", "_")

// emphasis returns the style of the target.
func emphasis(format string) string {
	if format == "mermaid" {
		return "stroke-width:3px"
	}
	return "bold"
}
