package graph

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// maxUses is how many uses of values an answer lists.
const maxUses = 10

// gate begins the columns of a statement of doubts that are no reasons, but say
// whether it is worth to ask the statement of the name behind it.
const gate = "when_"

// gather collects the reasons why there may be more than was found, if nobody has.
func (s *session) gather(ctx context.Context) error {
	if s.reasons != nil {
		return nil
	}
	s.reasons = map[string]int{}
	if s.doubts != nil {
		if err := s.askAll(ctx, s.doubts(s.ix.Manifest())); err != nil { // each waits for what it reads
			return err
		}
	}
	return <-s.loading.facts
}

// askAll adds how often the reasons of statements hold. Those that others gate are asked after the
// others, two at a time as those are, and beside where values are taken. Those that are not asked when
// another reason holds are asked all the same, and forgotten then.
//
// DESIGN: they end after all else of a cold impact, which two lanes shorten by 5 ms of 100.
func (s *session) askAll(ctx context.Context, all []doubting) error {
	var lanes [2][]doubting
	var gated []doubting
	for _, d := range all {
		switch {
		case !s.concerns(d) || d.early:
		case d.gated:
			gated = append(gated, d)
		default:
			shorter := 0
			if len(lanes[1]) < len(lanes[0]) {
				shorter = 1
			}
			lanes[shorter] = append(lanes[shorter], d)
		}
	}
	var pending []pendingDoubt
	g, beside := errgroup.WithContext(ctx)
	for i, seat := range []*queries.Seat{s.judging, s.finding} {
		g.Go(func() error { return s.askEach(beside, seat, lanes[i], &pending) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	found, err := s.early.wait()
	if err != nil {
		return err
	}
	surveyed, err := s.survey.wait()
	if err != nil {
		return err
	}
	s.add(found)
	if s.survey != nil {
		s.reasons[valueTaken] = 0 // it has counted those that are no calls
	}
	s.add(surveyed)
	taken := s.reasons[valueTaken] > 0
	g, beside = errgroup.WithContext(ctx)
	g.Go(func() error {
		if !taken {
			return nil
		}
		return s.listUses(beside)
	})
	if !slices.ContainsFunc(gated, s.warranted) {
		s.loading.leave()
	}
	due := make(chan doubting, len(gated))
	for _, d := range gated {
		due <- d
	}
	close(due)
	for _, seat := range []*queries.Seat{s.judging, s.finding} {
		g.Go(func() error {
			for d := range due {
				if err := s.askWarranted(beside, seat, append([]doubting{d}, d.then...)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, p := range pending {
		if s.warranted(p.doubting) {
			s.add(p.found)
		}
	}
	return nil
}

// pendingDoubt is a doubt that is forgotten when another holds, and what its statement found.
type pendingDoubt struct {
	doubting
	found map[string]int
}

// add counts reasons.
func (s *session) add(found map[string]int) {
	for reason, times := range found {
		s.reasons[reason] += times
	}
}

// warranted reports whether what others found has a doubt that hangs on them asked.
func (s *session) warranted(d doubting) bool {
	s.judged.Lock()
	defer s.judged.Unlock()
	return (!d.gated || s.reasons[gate+d.name] > 0) && (d.unless == "" || s.reasons[d.unless] == 0)
}

// askWarranted asks those of doubts that others have asked, one after the other.
func (s *session) askWarranted(ctx context.Context, seat *queries.Seat, doubts []doubting) error {
	for _, d := range doubts {
		if !s.warranted(d) {
			continue
		}
		if err := s.askEach(ctx, seat, []doubting{d}, nil); err != nil {
			return err
		}
	}
	return nil
}

// askEach adds how often the reasons of doubts hold, but for those that others may have forgotten, if there is a place for them.
func (s *session) askEach(ctx context.Context, seat *queries.Seat, doubts []doubting, pending *[]pendingDoubt) error {
	for _, d := range doubts {
		found, err := s.ask(ctx, seat, d)
		if err != nil {
			return err
		}
		s.judged.Lock()
		if d.unless != "" && pending != nil {
			*pending = append(*pending, pendingDoubt{d, found})
		} else {
			s.add(found)
		}
		s.judged.Unlock()
	}
	return nil
}

// judge says how far the answer is complete.
func (s *session) judge() {
	a, found := s.answer, s.reasons
	a.known.beyond = found[beyondDepth] > 0
	delete(found, beyondDepth)
	for reason, count := range found {
		if count <= 0 || strings.HasPrefix(reason, gate) {
			continue
		}
		d := doubt{Reason: reason, Count: count}
		if reason == valueTaken {
			d.Uses = s.uses
		}
		a.Because = append(a.Because, d)
	}
	slices.SortFunc(a.Because, func(x, y doubt) int { return strings.Compare(x.Reason, y.Reason) })
	a.Completeness = exact
	if len(a.Because) > 0 {
		a.Completeness = lowerBound
	}
}

// ask returns how often the reasons of a statement hold.
func (s *session) ask(ctx context.Context, seat *queries.Seat, d doubting) (map[string]int, error) {
	if d.untyped {
		if has, err := s.hasUntyped(ctx); err != nil || !has {
			return nil, err
		}
	}
	if d.surveyed && s.survey != nil {
		return nil, nil
	}
	if d.always != "" {
		return map[string]int{d.always: max(d.times, 1)}, nil
	}
	if d.count != nil {
		return map[string]int{d.name: d.count(s)}, nil
	}
	return s.reasonsOf(ctx, seat, d)
}

// concerns reports whether a doubt is about such a question, whatever it finds.
func (s *session) concerns(d doubting) bool {
	return (!d.several || s.ix.Parts() > 1) && (!d.static || !s.dispatch) && (!d.onWay || !s.nowhere) && (d.of == nil || s.targetsAre(d.of)) && (d.when == nil || d.when(s))
}

// guesses reports whether there can be calls of which nobody knows what they call, or by name only.
func (s *session) guesses() bool {
	return !s.ix.Has(schema.UncertainCallers.Name) || holds(s.ix.Manifest(), schema.UncertainCallers)
}

// likely returns the doubts whose statements will be asked, unless something unusual is found.
func (s *session) likely() []doubting {
	if s.doubts == nil {
		return nil
	}
	return slices.DeleteFunc(s.doubts(s.ix.Manifest()), func(d doubting) bool {
		return !s.concerns(d) || d.gated || d.always != "" || d.count != nil
	})
}

// maybe returns the doubts that likely ones may have asked: about methods on a walk, whose names others bear. Where there are many
// calls, a walk leaves no more time than for what several of them read, unless a target is a method itself.
func (s *session) maybe() (all []doubting) {
	if s.doubts == nil || !s.graph {
		return nil
	}
	methods := s.targetsAre([]schema.Kind{schema.KindMethod, schema.KindInterfaceMethod})
	if !methods && !s.wide && (s.depth == 1 || s.refs() == 0) {
		return nil
	}
	for _, d := range s.doubts(s.ix.Manifest()) {
		switch {
		case !d.gated || !s.concerns(d):
		case methods || !s.hasMany():
			all = append(append(all, d), d.then...)
		case slices.Equal(d.first, []string{derive.InterfaceMethods}):
			all = append(all, d)
		}
	}
	return all
}

// ground makes what the statement of a doubt reads, but for what needs the steps of walks.
func (s *session) ground(ctx context.Context, d doubting) error {
	if err := s.ix.Attach(ctx, d.reads...); err != nil {
		return err
	}
	if err := prepareMacros(ctx, s.ix); err != nil { // the graph is loaded beside
		return err
	}
	if d.untyped || slices.Contains(d.first, straysSQL) {
		has, err := s.hasUntyped(ctx)
		if err != nil || !has && d.untyped {
			return err
		}
		if !has {
			if err := s.ix.Prepare(ctx, noStraysSQL); err != nil {
				return err
			}
			d.first = slices.DeleteFunc(slices.Clone(d.first), func(script string) bool { return script == straysSQL })
		}
	}
	for _, script := range d.first {
		if err := prepareFact(ctx, s.ix, script); err != nil {
			return err
		}
	}
	return nil
}

// hasUntyped reports whether files are without types, or may be.
//
// DESIGN: most of what is asked for their sake reads all symbols, whatever it is joined with: of a
// repository without any, implementations took 22 ms instead of 7, and 240 instead of 70 in a
// process of its own.
func (s *session) hasUntyped(ctx context.Context) (bool, error) {
	has, err := s.ix.Remember("untyped files", func() (any, error) {
		rows, err := s.ix.Query(ctx, "SELECT 1 FROM files WHERE is_untyped IS NOT FALSE LIMIT 1")
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		return rows.Next(), rows.Err()
	})
	if err != nil {
		return false, fmt.Errorf("look for files without types: %w", err)
	}
	return has.(bool), nil
}

// targetsAre reports whether one of the targets is of these kinds.
func (s *session) targetsAre(kinds []schema.Kind) bool {
	return slices.ContainsFunc(s.targets, func(t queries.Symbol) bool { return slices.Contains(kinds, schema.Kind(t.Kind)) })
}

// reasonsOf is how often the reasons of a statement hold.
func (s *session) reasonsOf(ctx context.Context, seat *queries.Seat, d doubting) (map[string]int, error) {
	if !d.whole {
		return s.askStatement(ctx, seat, d)
	}
	found, err := s.ix.Remember("doubt "+d.name, func() (any, error) { return s.askStatement(ctx, seat, d) })
	if err != nil {
		return nil, err
	}
	return found.(map[string]int), nil
}

func (s *session) askStatement(ctx context.Context, seat *queries.Seat, d doubting) (map[string]int, error) {
	if err := s.ground(ctx, d); err != nil {
		return nil, err
	}
	for _, script := range d.onSteps {
		if err := s.ix.Prepare(ctx, script); err != nil {
			return nil, err
		}
	}
	name := d.name
	if d.wide != "" && s.survey != nil {
		name = d.wide
	}
	if d.many != "" && len(s.targets) > manyTargets {
		name = d.many
	}
	statement, err := doubtFiles.ReadFile("doubts/" + name + ".sql")
	if err != nil {
		return nil, err
	}
	var bound []any
	if d.walks {
		bound = []any{s.depth}
	}
	text := string(statement)
	if !d.early { // which reads no nodes, while it is decided whether there are any
		text = s.reading(text)
	}
	if !d.bodies {
		return seat.Counts(ctx, text, bound...)
	}
	rows, err := seat.Query(ctx, text, bound...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	functions, err := bodiless(ctx, s.ix, rows)
	return map[string]int{cmp.Or(d.reason, d.name): len(functions)}, err
}

// listUses finds the first places where a value is taken. It does so at the seat that has least to do then.
func (s *session) listUses(ctx context.Context) (err error) {
	_, loaded := s.ix.Remembered(facts)
	switch {
	case s.survey != nil:
		s.uses, err = s.usesOf(ctx, s.describing, usesSurveyedSQL, s.survey.taken(maxUses), maxUses)
	case loaded:
		s.uses, err = s.usesOf(ctx, s.describing, usesSQL, maxUses)
	default:
		if err := s.ix.Attach(ctx, "refs", "files"); err != nil {
			return err
		}
		s.uses, err = s.usesOf(ctx, s.describing, usesOpenedSQL, maxUses, maxUses)
	}
	return err
}
