package graph

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed affected.sql
var affectedSQL string

//go:embed affected_targets.sql
var affectedTargetsSQL string

//go:embed implementing.sql
var implementingSQL string

//go:embed implementing_concrete.sql
var implementingConcreteSQL string

//go:embed impact_uses.sql
var impactUsesSQL string

//go:embed impact_positions.sql
var impactPositionsSQL string

//go:embed spreading.sql
var spreadingSQL string

// spread makes the tables seeds, affected, implementing and spreading, and returns what an impact spreads from beside its
// targets, at a depth of 1: what uses them, other than by a call that the walk follows, and what implements
// them or stands in for them.
func (s *session) spread(ctx context.Context, removed bool) ([]int32, error) {
	g, both := errgroup.WithContext(ctx)
	g.Go(func() error { return s.seed(both) })
	g.Go(func() error { return s.affect(both) })
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("note the targets: %w", err)
	}
	var related, uses []int32
	g, both = errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		if related, err = s.implement(both); err != nil {
			return fmt.Errorf("find implementations: %w", err)
		}
		return nil
	})
	g.Go(func() (err error) {
		if uses, err = idsOf(both, s.describing, impactUsesSQL); err != nil {
			return fmt.Errorf("find uses: %w", err)
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		return nil, err
	}
	uses = append(uses, related...)
	slices.Sort(uses)
	uses = slices.Compact(uses)
	if len(uses) > 0 {
		if _, err := s.fill(ctx, "spreading", spreadingSQL, uses); err != nil {
			return nil, fmt.Errorf("note uses: %w", err)
		}
	}
	if removed && s.targetsAre([]schema.Kind{schema.KindConstant}) {
		moved, err := s.moved(ctx)
		if err != nil {
			return nil, fmt.Errorf("find constants that are counted on: %w", err)
		}
		uses = append(uses, moved...)
	}
	return uses, nil
}

// affect makes the table affected. Only types have aliases.
func (s *session) affect(ctx context.Context) error {
	called := make([]bool, len(s.targets))
	for i, t := range s.targets {
		called[i] = slices.Contains(callables, schema.Kind(t.Kind))
	}
	statement := affectedTargetsSQL
	if s.targetsAre(typeKinds()) {
		statement = affectedSQL
	}
	_, err := s.describing.Fill(ctx, "affected", statement, ids(s.targets), called)
	return err
}

// implement makes the table implementing, and returns what it holds.
func (s *session) implement(ctx context.Context) ([]int32, error) {
	if !s.targetsAre(relatable) {
		return nil, nil
	}
	if rows, err := s.fill(ctx, "found", implementingSQL); err != nil || rows == 0 {
		return nil, err
	}
	if _, err := s.fill(ctx, "implementing", implementingConcreteSQL); err != nil {
		return nil, err
	}
	return idsOf(ctx, s.finding, "SELECT id FROM implementing")
}

// moved are the constants that have another value without the targets.
func (s *session) moved(ctx context.Context) ([]int32, error) {
	if err := s.ix.Prepare(ctx, valueStepsSQL, "refs"); err != nil {
		return nil, err
	}
	return idsOf(ctx, s.finding, impactPositionsSQL)
}

// idsOf are the ids that a statement returns.
func idsOf(ctx context.Context, seat *queries.Seat, statement string) (out []int32, err error) {
	rows, err := seat.Query(ctx, statement)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, rows.Err()
}
