package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/emicklei/dot"

	"github.com/cortex-index/cortex/queries"
)

// printPicture draws an answer as "dot" or "mermaid".
func (c *console) printPicture(ctx context.Context, a queries.Answer, format string) error {
	d, ok := a.(queries.Drawer)
	if !ok {
		return usageError("print it in another format", "the answer has no edges to draw as %s", format)
	}
	p, err := d.Draw(ctx)
	if err != nil {
		return err
	}
	g := dot.NewGraph(dot.Directed)
	g.Attr("rankdir", "LR")
	nodes := map[string]dot.Node{}
	for _, n := range p.Nodes {
		drawn := g.Node(n.ID).Label(printable(n.Label, false))
		if format == "mermaid" {
			drawn.Label(unmarked.Replace(printable(n.Label, false))).Attr("shape", dot.MermaidShapeRound)
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
			drawn.Attr("label", printable(e.Label, false))
		}
	}
	text, comment := g.String(), "// "
	if format == "mermaid" {
		text, comment = dot.MermaidFlowchart(g, dot.MermaidLeftToRight), "%% "
	}
	for _, note := range p.Notes {
		text = strings.TrimRight(text, "\n") + "\n" + comment + strings.ReplaceAll(printable(note, false), "\n", " ")
	}
	_, err = fmt.Fprintln(c.out, text)
	return err
}

// unmarked takes out of a label what Mermaid would show as an entity's number.
var unmarked = strings.NewReplacer(`"`, "_", "'", "_", "<", "_", ">", "_", "&", "_")

// emphasis is the style of what was asked about.
func emphasis(format string) string {
	if format == "mermaid" {
		return "stroke-width:3px"
	}
	return "bold"
}
