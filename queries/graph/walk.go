package graph

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed nodes.sql
var nodesSQL string

//go:embed walk_nowhere.sql
var walkNowhereSQL string

//go:embed marks.sql
var marksSQL string

// maxShallow is the greatest depth for which the narrow form of a walk is used, and fewSteps
// how many steps at most may lead on within two calls; callers_wide.sql has the measurements.
const (
	maxShallow = 6
	fewSteps   = 400
)

// oneCall is the label of a call with static evidence, and of what it leads to.
const oneCall = 8

// way is a way to walk.
type way struct {
	narrow, wide string // the statements for walks that reach little, and for others; narrow may be empty
	stepped      string // one of those of stepped.go, for what steps lead on from; may be empty
	into         bool   // it walks to callers
}

var (
	toCallers = way{callersSQL, callersWideSQL, steppedInto, true}
	toCallees = way{calleesSQL, calleesWideSQL, steppedFrom, false}
)

// walk makes the table walk. It starts at the ids, and at those that count as found at a depth of 1.
func (s *session) walk(ctx context.Context, w way, ids, found []int32) error {
	if w.into {
		ids, found = s.dispatched.and(ids), s.dispatched.and(found)
	}
	steps, known := s.stepsFrom(w.stepped, ids)
	s.nowhere = s.leadsNowhere(w, ids, found)
	if s.nowhere {
		if _, err := s.fill(ctx, "walk", walkNowhereSQL, ids); err != nil {
			return fmt.Errorf("note where to start: %w", err)
		}
		return nil
	}
	walking := s.walkNarrow
	if more, _ := s.stepsFrom(w.stepped, found); w.narrow == "" || steps+more > fewSteps || s.goesFar() || !known && s.startsWide() {
		walking = s.walkWide
	}
	reached, err := s.walkFirst(ctx, func(ctx context.Context) (int64, error) { return walking(ctx, w, ids, found) })
	if err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	s.reached = reached
	s.askEarly(ctx)
	if s.sites.calls != "" && s.reached > int64(len(ids)+len(found)) && s.reached <= fewOnWalk {
		s.locating = make(chan error, 1)
		go func() {
			defer close(s.locating)
			s.locating <- s.locateWalk(ctx)
		}()
	}
	return nil
}

// leadsNowhere reports whether it is known that a walk finds nothing.
func (s *session) leadsNowhere(w way, ids, found []int32) bool {
	steps, known := s.stepsFrom(w.stepped, ids)
	return len(found) == 0 && known && steps == 0
}

// foundNothing reports whether there is nothing but the targets, as is known of a walk.
func (s *session) foundNothing() bool { return s.nowhere && s.nodes <= int64(len(s.targets)) }

// goesFar reports whether the walk may reach much whatever the targets are.
func (s *session) goesFar() bool { return s.wide || s.depth > maxShallow }

// startsWide reports whether the targets are referred to so often that the walk will reach much, as
// far as can be told before the steps are there.
func (s *session) startsWide() bool {
	return s.refs() > fewSteps
}

func (s *session) walkNarrow(ctx context.Context, w way, ids, found []int32) (reached int64, err error) {
	labels := make([]int32, len(ids), len(ids)+len(found))
	for range found {
		labels = append(labels, oneCall)
	}
	return s.fill(ctx, "walk", w.narrow, slices.Concat(ids, found), labels, s.depth, s.leastLabel(), s.depth, s.depth)
}

func (s *session) walkWide(ctx context.Context, w way, ids, found []int32) (reached int64, err error) {
	if err := prepareWide(ctx, s.ix); err != nil {
		return 0, err
	}
	none := []int32{}
	return s.fill(ctx, "walk", w.wide, ids, append(none, found...), s.depth, s.dispatch, append(none, s.ends...), s.depth)
}

// prepareWide makes what the statements read for walks that reach much, but for the steps.
func prepareWide(ctx context.Context, ix *queries.Index) error {
	d, err := prepareStanding(ctx, ix)
	if err != nil {
		return err
	}
	symbols, _ := ix.Manifest().Table(schema.Symbols.Name)
	modules, _ := ix.Manifest().Table(schema.Modules.Name)
	greatest := strings.NewReplacer("2147483647", strconv.FormatInt(symbols.Rows+int64(len(d.method)), 10), "2147483646", strconv.FormatInt(modules.Rows, 10))
	return ix.Prepare(ctx, greatest.Replace(marksSQL))
}

// leastLabel is that of the steps that a walk follows: only calls have one of a call and more.
func (s *session) leastLabel() int {
	if s.dispatch {
		return 0
	}
	return oneCall
}

// findWalk walks from the targets, and names what was reached.
func (s *session) findWalk(ctx context.Context, w way, targets []queries.Symbol) error {
	if err := s.walk(ctx, w, ids(targets), nil); err != nil {
		return err
	}
	s.loading.enough()
	return s.nameWalk(ctx)
}

// nameWalk makes the table nodes of a walk, or begins to survey one that reached much.
func (s *session) nameWalk(ctx context.Context) error {
	if s.surveys() {
		s.takeSurvey(ctx, surveySQL)
		return nil
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
