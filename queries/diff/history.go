package diff

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/digraph"
)

var (
	//go:embed history.sql
	historySQL string
	//go:embed history_edges.sql
	historyEdgesSQL string
)

// History has a row for each of several indexes of a repository, the oldest commit first.
type History struct {
	Indexes []Size `json:"indexes"`
}

// Size is the size of the code of an index, without tests.
type Size struct {
	Repository   string `json:"repository"`
	Commit       string `json:"commit"`
	Date         string `json:"date"`  // of the commit, RFC 3339
	Lines        int64  `json:"lines"` // of code
	Functions    int64  `json:"functions"`
	Complexity   int64  `json:"complexity"` // the sum of all functions
	Cycles       int    `json:"cycles"`     // of imports, and of calls
	Unused       int64  `json:"unused"`
	Dependencies int64  `json:"dependencies"` // external packages
	API          int64  `json:"api"`          // public symbols
}

// SizeOf measures an index.
func SizeOf(ctx context.Context, ix *queries.Index, mark Marker) (Size, error) {
	r := ix.Manifest().Repository
	s := Size{Repository: r.FullName(), Commit: r.Commit, Date: r.CommittedAt}
	if err := mark(ctx, ix); err != nil {
		return s, err
	}
	if err := ix.QueryRow(ctx, historySQL).Scan(&s.Lines, &s.Functions, &s.Complexity, &s.Dependencies, &s.API, &s.Unused); err != nil {
		return s, fmt.Errorf("measure the index: %w", err)
	}
	type edge struct {
		call   bool
		packed int64
	}
	edges, err := queries.Collect(ctx, ix.Query, func(e *edge) []any { return []any{&e.call, &e.packed} }, historyEdgesSQL)
	if err != nil {
		return s, fmt.Errorf("find cycles: %w", err)
	}
	for _, level := range []bool{false, true} {
		var packed []int64
		for _, e := range edges {
			if e.call == level {
				packed = append(packed, e.packed)
			}
		}
		s.Cycles += len(digraph.New(packed).Components())
	}
	return s, nil
}

// Sort orders the rows by the dates of their commits.
func (h *History) Sort() {
	at := func(s Size) time.Time {
		t, err := time.Parse(time.RFC3339, s.Date)
		if err != nil { // no commit is the newest
			return time.Unix(1<<40, 0)
		}
		return t
	}
	slices.SortStableFunc(h.Indexes, func(a, b Size) int { return at(a).Compare(at(b)) })
}

// Table returns a row for each index.
func (h *History) Table() queries.Table {
	t := queries.Table{Columns: strings.Fields("repository commit date lines functions complexity cycles unused dependencies api"), Subject: 2}
	for _, s := range h.Indexes {
		t.Rows = append(t.Rows, []any{s.Repository, s.Commit[:min(12, len(s.Commit))], s.Date, s.Lines, s.Functions, s.Complexity, int64(s.Cycles), s.Unused, s.Dependencies, s.API})
	}
	return t
}
