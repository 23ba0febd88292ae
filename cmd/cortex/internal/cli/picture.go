package cli

import (
	"context"
	"fmt"

	"github.com/emicklei/dot"

	"github.com/cortex-index/cortex/queries"
)

// printPicture draws an answer as "dot" or "mermaid".
func (c *console) printPicture(ctx context.Context, a queries.Answer, format string) error {
	d, ok := a.(queries.Drawer)
	if !ok {
		return usageError("print it as table, json or csv", "the answer has no edges to draw as %s", format)
	}
	p, err := d.Draw(ctx)
	if err != nil {
		return err
	}
	g := dot.NewGraph(dot.Directed)
	g.Attr("rankdir", "LR")
	nodes := map[string]dot.Node{}
	for _, n := range p.Nodes {
		drawn := g.Node(printable(n.ID, true)).Label(printable(n.Label, true))
		if format == "mermaid" {
			drawn.Attr("shape", dot.MermaidShapeRound)
		} else {
			drawn.Attr("shape", "box")
		}
		if n.Target {
			drawn.Attr("style", emphasis(format))
		}
		nodes[n.ID] = drawn
	}
	for _, e := range p.Edges {
		drawn := g.Edge(nodes[e.From], nodes[e.To])
		if e.Label != "" {
			drawn.Attr("label", printable(e.Label, true))
		}
	}
	text := g.String()
	if format == "mermaid" {
		text = dot.MermaidFlowchart(g, dot.MermaidLeftToRight)
	}
	_, err = fmt.Fprintln(c.out, text)
	return err
}

// emphasis is the style of what was asked about.
func emphasis(format string) string {
	if format == "mermaid" {
		return "stroke-width:3px"
	}
	return "bold"
}
