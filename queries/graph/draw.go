package graph

import (
	"context"
	"database/sql"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed draw.sql
var drawSQL string

//go:embed draw_calls.sql
var drawCallsSQL string

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
		if r.Via != "" {
			node(r.Via, false)
		}
	}
	calls := map[[2]string]int{}
	if a.walked {
		err := a.between(ctx, p.Nodes, drawCallsSQL, func(rows *sql.Rows) error {
			var ends [2]string
			var rank int
			err := rows.Scan(&ends[0], &ends[1], &rank)
			calls[ends] = rank
			return err
		})
		if err != nil {
			return p, err
		}
	}
	for _, r := range a.Results {
		if r.Via == "" {
			continue
		}
		e := queries.PictureEdge{From: r.Via, To: r.Node.Symbol, Label: r.edge()}
		if a.into {
			e.From, e.To = e.To, e.From
		}
		if rank, made := calls[[2]string{e.From, e.To}]; made {
			e.Label = weaker(evidence(rank)) // that of the result is of all calls on the way
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
	}
	return weaker(r.Evidence)
}

// weaker is an evidence, if it is weaker than static.
func weaker(evidence string) string {
	if evidence == string(schema.EvidenceStatic) {
		return ""
	}
	return evidence
}

// drawDispatch adds the edges from interface methods to what stands in for them.
func (a *answer) drawDispatch(ctx context.Context, p *queries.Picture) error {
	if !a.walked {
		return nil
	}
	return a.between(ctx, p.Nodes, drawSQL, func(rows *sql.Rows) error {
		e := queries.PictureEdge{Label: "stands in"}
		err := rows.Scan(&e.From, &e.To)
		p.Edges = append(p.Edges, e)
		return err
	})
}

// between reads each row of what a statement finds between the nodes of a picture.
func (a *answer) between(ctx context.Context, nodes []queries.PictureNode, statement string, read func(*sql.Rows) error) error {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.ID
	}
	conn, err := a.index.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, statement, names)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
