package graph

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
)

//go:embed draw.sql
var drawSQL string

// Draw gives an edge for each result, between it and what it was reached through,
// once for results that look alike, and one from each interface method to what stands in for it.
func (a *answer) Draw(ctx context.Context) (queries.Picture, error) {
	p := queries.Picture{Notes: a.notes}
	seen, drawn := map[string]bool{}, map[queries.PictureEdge]bool{}
	node := func(symbol string, target bool) {
		if !seen[symbol] {
			seen[symbol] = true
			label := symbol
			if a.symbols {
				label = queries.ShortName(symbol)
			}
			p.Nodes = append(p.Nodes, queries.PictureNode{ID: symbol, Label: label, Target: target})
		}
	}
	for _, t := range a.Resolved {
		node(t.Symbol, true)
	}
	for _, r := range a.Results {
		node(r.Node.Symbol, false)
		if r.Via == "" {
			continue
		}
		node(r.Via, false)
		e := queries.PictureEdge{From: r.Via, To: r.Node.Symbol, Label: r.edge()}
		if a.into {
			e.From, e.To = e.To, e.From
		}
		if !drawn[e] {
			drawn[e] = true
			p.Edges = append(p.Edges, e)
		}
	}
	return p, a.drawDispatch(ctx, &p)
}

// edge says what there is to say of the edge of a result.
func (r result) edge() string {
	switch {
	case r.Role != "":
		return r.Role
	case r.Usage != "":
		return r.Usage
	case r.Evidence != "static":
		return r.Evidence
	}
	return ""
}

// drawDispatch adds the edges from interface methods to what stands in for them.
func (a *answer) drawDispatch(ctx context.Context, p *queries.Picture) error {
	if !a.walked {
		return nil
	}
	names := make([]string, len(p.Nodes))
	for i, n := range p.Nodes {
		names[i] = n.ID
	}
	conn, err := a.index.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, drawSQL, names)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		e := queries.PictureEdge{Label: "stands in"}
		if err := rows.Scan(&e.From, &e.To); err != nil {
			return err
		}
		p.Edges = append(p.Edges, e)
	}
	return rows.Err()
}
