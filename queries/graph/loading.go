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

//go:embed steps.sql
var stepsSQL string

//go:embed edges.sql
var edgesSQL string

//go:embed edges_of_calls.sql
var edgesOfCallsSQL string

//go:embed steps_table.sql
var stepsTableSQL string

//go:embed steps_held.sql
var stepsHeldSQL string

// loading is the graph on its way into memory.
//
// DESIGN: a first question resolves its target while the graph is loaded, and walks
// while the facts are; it locates and describes what it found while it judges how
// complete that is. It does so for machines with two cores: on one nothing is gained.
type loading struct {
	steps  chan struct{}      // closed when walks can begin, but for held
	failed error              // why they can't, when steps is closed
	held   chan error         // gives one error or nil when all steps are in memory, if the targets need that, and is closed; else nil
	facts  chan error         // gives one error or nil when what doubts are likely to ask is there
	spare  context.CancelFunc // ends what is made in case a doubt will need it; nil until that begins
	done   chan struct{}      // closed when that has ended
}

// wait returns when walks can begin.
func (l *loading) wait() error {
	<-l.steps
	if l.failed != nil || l.held == nil {
		return l.failed
	}
	return <-l.held
}

// leave ends what is made in case it will be needed.
func (l *loading) leave() {
	if l.spare != nil {
		l.spare()
	}
}

// settle returns when nothing is made any more.
func (l *loading) settle() {
	if l.spare != nil {
		l.spare()
		<-l.done
	}
}

// They say where walks read the steps of calls: from the file where it has many, and few are read of it; else all of them are read
// into memory first. steps.sql has measurements.
const (
	maxFromFile = 3  // the depth to which a walk reads the file, if calls lead to its targets at all
	fewRefs     = 50 // to the targets, for more than one call: what refers to them is looked for in the file at once
)

var manyCalls int64 = 300_000 // of 90,000 it takes 5 ms to hold them; tests have fewer

// load begins to load the graph.
func (s *session) load(ctx context.Context) {
	s.loading.steps = make(chan struct{})
	go func() {
		defer close(s.loading.steps)
		s.loading.failed = s.loadSteps(ctx)
	}()
}

func (s *session) loadSteps(ctx context.Context) error {
	if !s.graph {
		if !slices.Contains(s.tables, "overrides") {
			return prepareMacros(ctx, s.ix)
		}
		_, err := prepareStanding(ctx, s.ix)
		return err
	}
	g, both := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		s.dispatched, err = prepareStanding(both, s.ix)
		return err
	})
	g.Go(func() error { return prepareSteps(both, s.ix, s.readsAll()) })
	return g.Wait()
}

// prepareSteps makes what walks read of calls: of the file, or held in memory.
func prepareSteps(ctx context.Context, ix *queries.Index, held bool) error {
	if err := prepareEdges(ctx, ix); err != nil {
		return err
	}
	if err := ix.Prepare(ctx, stepsSQL); err != nil || !held {
		return err
	}
	for _, script := range []string{stepsTableSQL, stepsHeldSQL} {
		if err := ix.Prepare(ctx, script); err != nil {
			return err
		}
	}
	return nil
}

// prepareEdges makes what the steps are made of.
func prepareEdges(ctx context.Context, ix *queries.Index) error {
	if ix.Has(schema.CallEdges.Name) {
		return ix.Prepare(ctx, edgesSQL, schema.CallEdges.Name, schema.CallSites.Name)
	}
	if err := prepareMacros(ctx, ix); err != nil {
		return err
	}
	return ix.Prepare(ctx, ofSymbols(ix, edgesOfCallsSQL), schema.Calls.Name)
}

// readsAll reports whether a walk reads all steps, whatever its targets are.
func (s *session) readsAll() bool {
	return !s.hasMany() || !s.ix.Has(schema.CallEdges.Name) || s.wide || s.depth > maxShallow || s.down && s.depth > maxFromFile
}

// hasMany reports whether there are many calls.
func (s *session) hasMany() bool {
	calls, _ := s.ix.Manifest().Table(schema.Calls.Name)
	return calls.Rows >= manyCalls
}

// loadHeld begins to read all steps for targets from which a walk will reach much.
func (s *session) loadHeld(ctx context.Context) {
	if !s.graph || s.readsAll() {
		return
	}
	s.loading.held = make(chan error, 1)
	go func() {
		defer close(s.loading.held)
		s.loading.held <- s.hold(ctx)
	}()
}

func (s *session) hold(ctx context.Context) error {
	if refs := s.refs(); !s.startsWide() && (s.depth == 1 || refs <= fewRefs) && (s.depth <= maxFromFile || refs == 0) {
		if stand, err := s.standIn(ctx); err != nil || !stand {
			return err
		}
	}
	return prepareSteps(ctx, s.ix, true)
}

// standIn reports whether targets stand in for others, so that a walk of more than a call is likely to reach what calls those.
func (s *session) standIn(ctx context.Context) (stand bool, err error) {
	if s.depth == 1 || s.down || !s.targetsAre([]schema.Kind{schema.KindMethod}) {
		return false, nil
	}
	<-s.loading.steps
	if s.loading.failed != nil {
		return false, s.loading.failed
	}
	rows, err := s.ix.Query(ctx, "SELECT 1 FROM stand_ins WHERE list_contains($1::INTEGER[], callee_id) LIMIT 1", ids(s.targets))
	if err != nil {
		return false, fmt.Errorf("look what the target stands in for: %w", err)
	}
	defer rows.Close()
	return rows.Next(), rows.Err()
}

// refs is how often code refers to the targets.
func (s *session) refs() (n int) {
	for _, t := range s.targets {
		n += t.Refs
	}
	return n
}

// loadFacts reads what doubts will ask, after what a wide walk waits for. Then, as long as a walk leaves a processor to
// spare, it makes what those read that others may have asked.
func (s *session) loadFacts(ctx context.Context) {
	spare, end := context.WithCancel(ctx)
	s.loading.facts, s.loading.spare, s.loading.done = make(chan error, 1), end, make(chan struct{})
	due, maybe := s.likely(), s.maybe()
	go func() {
		defer close(s.loading.done)
		s.loading.facts <- s.makeFacts(ctx, due)
		close(s.loading.facts)
		for _, d := range maybe {
			for _, script := range d.first {
				if spare.Err() != nil {
					return
				}
				one := d
				one.first = []string{script}
				if s.ground(spare, one) != nil {
					return // whoever needs it will see the error
				}
			}
		}
	}()
}

func (s *session) makeFacts(ctx context.Context, due []doubting) error {
	if s.graph && (s.goesFar() || s.startsWide()) {
		if err := prepareWide(ctx, s.ix); err != nil {
			return err
		}
	}
	for _, d := range due {
		if err := s.ground(ctx, d); err != nil {
			return err
		}
	}
	return nil
}
