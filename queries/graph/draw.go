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

// Draw gives an edge for each result, to or from the symbol that it was reached through, and an edge from each interface method to each
// possible callee. Equal edges appear once.
func (a *answer) Draw(ctx context.Context) (queries.Picture, error) {
	p := queries.Picture{Notes: a.notes}
	seen, drawn := map[string]bool{}, map[queries.PictureEdge]bool{}
	node := func(symbol string, target bool) {
		if !seen[symbol] {
			seen[symbol] = true
			label := symbol
			if a.symbols {
				label = a.names.Short(symbol)
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
	calls, dispatch, err := a.between(ctx, p.Nodes)
	if err != nil {
		return p, err
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
			e.Label = weaker(string(schema.EvidenceOf(rank))) // the result has the evidence of the whole way
		}
		if !drawn[e] {
			drawn[e] = true
			p.Edges = append(p.Edges, e)
		}
	}
	p.Edges = append(p.Edges, dispatch...)
	return p, nil
}

// edge is the label of the edge of a result.
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

// between returns the calls between nodes of a picture, each with the rank of its evidence, and the edges from interface methods to their
// possible callees.
func (a *answer) between(ctx context.Context, nodes []queries.PictureNode) (calls map[[2]string]int, dispatch []queries.PictureEdge, err error) {
	calls = map[[2]string]int{}
	if !a.walked {
		return calls, nil, nil
	}
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.ID
	}
	rows, err := a.index.Query(ctx, drawSQL, names)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var from, to string
		var rank sql.NullInt64
		if err := rows.Scan(&from, &to, &rank); err != nil {
			return nil, nil, err
		}
		if rank.Valid {
			calls[[2]string{from, to}] = int(rank.Int64)
		} else {
			dispatch = append(dispatch, queries.PictureEdge{From: from, To: to, Label: "may run"})
		}
	}
	return calls, dispatch, rows.Err()
}
