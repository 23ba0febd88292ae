package graph

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/queries"
)

//go:embed nodes.sql
var nodesSQL string

//go:embed walk_nowhere.sql
var walkNowhereSQL string

// maxShallow is the greatest depth for which the shallow form of a walk is used;
// callers.sql has the measurements.
const maxShallow = 6

// oneCall is the label of a call with static evidence, and of what it leads to.
const oneCall = 8

// way is a way to walk.
type way struct {
	shallow, deep string // the statements for depths that are small, and for others
	stepped       string // one of those of stepped.go, for what steps lead on from; may be empty
}

var (
	toCallers = way{callersSQL, callersDeepSQL, steppedInto}
	toCallees = way{calleesSQL, calleesDeepSQL, steppedFrom}
)

// walk makes the table walk, in the form for the depth. It starts at the ids, and at those
// that count as found at a depth of 1.
func (s *session) walk(ctx context.Context, w way, ids, found []int32) error {
	s.nowhere = len(found) == 0 && s.leadsNowhere(w.stepped, ids)
	if s.nowhere {
		if _, err := s.fill(ctx, "walk", walkNowhereSQL, ids); err != nil {
			return fmt.Errorf("note where to start: %w", err)
		}
		return nil
	}
	form := w.shallow
	if s.depth > maxShallow {
		form = w.deep
	}
	labels := make([]int32, len(ids), len(ids)+len(found))
	for range found {
		labels = append(labels, oneCall)
	}
	reached, err := s.fill(ctx, "walk", form, slices.Concat(ids, found), labels, s.depth, s.leastLabel(), s.depth, s.depth)
	if err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	if s.sited && reached > int64(len(labels)) && reached <= fewOnWalk {
		s.locating = make(chan error, 1)
		go func() {
			defer close(s.locating)
			s.locating <- s.locateWalk(ctx)
		}()
	}
	return nil
}

// leastLabel is that of the steps that a walk follows: only calls have one of a call and more.
func (s *session) leastLabel() int {
	if s.dispatch {
		return 0
	}
	return oneCall
}

// findWalk makes the table nodes of a walk from the targets.
func (s *session) findWalk(ctx context.Context, w way, targets []queries.Symbol) error {
	if err := s.walk(ctx, w, ids(targets), nil); err != nil {
		return err
	}
	if _, err := s.fill(ctx, "nodes", nodesSQL); err != nil {
		return fmt.Errorf("name the symbols on the walk: %w", err)
	}
	return nil
}

// level sets how deep to go, and how much of each depth to return.
func (s *session) level(a levelled) *session {
	s.depth, s.maxPerLevel = a.Depth, a.MaxPerLevel
	return s
}

// runWalk answers a question that walks.
func (q question) runWalk(ctx context.Context, ix *queries.Index, args walkArgs) (*answer, error) {
	s := newSession(q, ix, args.arguments).level(args.levelled)
	s.dispatch = args.Dispatch
	return s.run(ctx)
}
