package graph

import (
	"context"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// saysAll is the feature version from which on an index says all that doubts ask for.
const saysAll = 3

// Doubt is a reason why there may be more than an answer holds.
type Doubt struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Gaps are the doubts about any answer from an index: code that is not in it, or was not
// type-checked. They are sorted by their reasons.
func Gaps(ctx context.Context, ix *queries.Index) ([]Doubt, error) {
	if err := ix.Prepare(ctx, unreadSQL, "files", "diagnostics"); err != nil {
		return nil, err
	}
	if err := ix.Prepare(ctx, gapsSQL, gapTables...); err != nil {
		return nil, err
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	var untyped, folders, files int
	err = conn.QueryRowContext(ctx, "SELECT untyped_packages, unread_folders, unread_files FROM gaps, unread").Scan(&untyped, &folders, &files)
	if err != nil {
		return nil, fmt.Errorf("look for what was not read: %w", err)
	}
	left, older := 0, 0
	if !ix.Manifest().Options.Tests {
		left = 1
	}
	if ix.Manifest().FeatureVersion < saysAll {
		older = 1
	}
	all := []Doubt{{olderIndex, older}, {testsLeftOut, left}, {"unread_files", files}, {"unread_folders", folders}, {"untyped_packages", untyped}}
	var out []Doubt
	for _, d := range all {
		if d.Count > 0 {
			out = append(out, d)
		}
	}
	return out, nil
}

// Explain says in words what a doubt is about.
func Explain(reason string) string { return explanations[reason] }

// RelationDoubts are the doubts about what some types implement, embed and hold, and what
// does so with them, gaps included.
func RelationDoubts(ctx context.Context, ix *queries.Index, types []queries.Symbol) ([]Doubt, error) {
	return doubtsOf(ctx, ix, types, question{doubts: hierarchyDoubts})
}

// UseDoubts are the doubts about the uses of a symbol and, where it can be called, about who
// calls it by name or through interfaces, gaps included.
func UseDoubts(ctx context.Context, ix *queries.Index, target queries.Symbol) ([]Doubt, error) {
	targets := []queries.Symbol{target}
	uses, err := doubtsOf(ctx, ix, targets, question{doubts: usesDoubts})
	if err != nil || !slices.Contains(callables, schema.Kind(target.Kind)) {
		return uses, err
	}
	calls, err := doubtsOf(ctx, ix, targets, question{graph: true, doubts: callersDoubts, find: findCallers})
	return append(uses, calls...), err
}

// UncomparedDoubts are those of RelationDoubts about the interfaces that types are not, or
// not always, compared with. Targets may be methods too, of interfaces and others.
func UncomparedDoubts(ctx context.Context, ix *queries.Index, target queries.Symbol) ([]Doubt, error) {
	kind := schema.Kind(target.Kind)
	if !kind.IsType() && kind != schema.KindMethod && kind != schema.KindInterfaceMethod {
		return nil, nil
	}
	return doubtsOf(ctx, ix, []queries.Symbol{target}, question{doubts: uncomparedDoubts})
}

// doubtsOf gathers the doubts of a question without asking it.
func doubtsOf(ctx context.Context, ix *queries.Index, targets []queries.Symbol, q question) ([]Doubt, error) {
	desk, err := ix.Desk(ctx, deskSQL)
	if err != nil {
		return nil, err
	}
	s := newSession(q, ix, arguments{})
	s.targets = targets
	s.finding, s.judging, s.describing = desk.Seats[0], desk.Seats[1], desk.Seats[2]
	err = s.suspect(ctx)
	s.settle()
	desk.GiveBack(err)
	if err != nil {
		return nil, fmt.Errorf("judge completeness: %w", err)
	}
	s.judge()
	var out []Doubt
	for _, d := range s.answer.Because {
		out = append(out, Doubt{Reason: d.Reason, Count: d.Count})
	}
	return out, nil
}

// suspect gathers the doubts of a question, walking where it walks.
func (s *session) suspect(ctx context.Context) error {
	if err := s.seed(ctx); err != nil {
		return err
	}
	s.load(ctx)
	s.loadFacts(ctx)
	if err := s.loading.wait(); err != nil {
		return err
	}
	if s.find != nil {
		if err := s.find(ctx, s); err != nil {
			return err
		}
	}
	return s.gather(ctx)
}
