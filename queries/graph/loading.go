package graph

import (
	"context"
	_ "embed"
	"slices"
	"time"

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
	held   chan struct{}      // closed when all steps are in memory, where a walk may need that, or are not; else nil
	unheld error              // why they are not, when held is closed
	rest   context.CancelFunc // ends what makes held
	facts  chan error         // gives one error or nil when what doubts are likely to ask is there
	spare  context.CancelFunc // ends what is made in case a doubt will need it; nil until that begins
	done   chan struct{}      // closed when that has ended
}

// wait returns when walks can begin.
func (l *loading) wait() error {
	<-l.steps
	return l.failed
}

// leave ends what is made in case it will be needed.
func (l *loading) leave() {
	if l.spare != nil {
		l.spare()
	}
}

// enough ends what reads all steps into memory, when no walk follows.
func (l *loading) enough() {
	if l.held != nil {
		l.rest()
	}
}

// settle returns when nothing is made any more.
func (l *loading) settle() {
	if l.held != nil {
		l.rest()
		<-l.held
	}
	if l.spare != nil {
		l.spare()
		<-l.done
	}
}

// They say which walks read the steps of calls from the file, where it has many, and nothing else is tried.
const (
	maxFromFile = 3  // their depth, if calls lead to the targets at all
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
		if slices.Contains(s.tables, "imports") {
			return preparePackages(ctx, s.ix)
		}
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

// readsAll reports whether all steps are read into memory before walks begin.
func (s *session) readsAll() bool { return !s.hasMany() || !s.ix.Has(schema.CallEdges.Name) }

// hasMany reports whether there are many calls.
func (s *session) hasMany() bool {
	calls, _ := s.ix.Manifest().Table(schema.Calls.Name)
	return calls.Rows >= manyCalls
}

// loadHeld begins to read all steps into memory, where a walk from the targets may reach much.
func (s *session) loadHeld(ctx context.Context) {
	if !s.graph || s.readsAll() || s.reachesLittle() {
		return
	}
	holding, end := context.WithCancel(ctx)
	s.loading.held, s.loading.rest = make(chan struct{}), end
	go func() {
		defer close(s.loading.held)
		s.loading.unheld = prepareSteps(holding, s.ix, true)
	}()
}

// reachesLittle reports whether a walk from the targets is best done over the file, as far as can be told before it is done.
func (s *session) reachesLittle() bool {
	switch refs := s.refs(); {
	case s.wide:
		return false
	case s.down:
		return s.depth <= maxFromFile
	case s.depth == 1 || refs == 0 && !s.targetsAre([]schema.Kind{schema.KindMethod}):
		return true
	default:
		return refs <= fewRefs && s.depth <= maxFromFile && !s.targetsAre([]schema.Kind{schema.KindMethod})
	}
}

// walkFirst walks over the file, unless all steps are in memory long before that has ended, or it is sure to reach much.
//
// DESIGN: most walks reach little, and have ended before 470,000 steps are in memory, which takes 16 ms, but nobody can tell before which do;
// those that reach much would take up to four times as long over the file. Half as much time again as that lets walks end that are nearly done: path
// to depth 6 takes 75 ms instead of 82.
func (s *session) walkFirst(ctx context.Context, walk func(context.Context) (reached int64, err error)) (reached int64, err error) {
	if s.loading.held == nil || s.ix.Prepared(stepsHeldSQL) {
		return walk(ctx)
	}
	if s.startsWide() && !s.down {
		<-s.loading.held
		return walk(ctx)
	}
	first, end := context.WithCancel(ctx)
	defer end()
	began, walked := time.Now(), make(chan struct{})
	go func() {
		defer close(walked)
		reached, err = walk(first)
	}()
	select {
	case <-walked:
	case <-s.loading.held:
		if s.loading.unheld != nil {
			<-walked
			break
		}
		select {
		case <-walked:
		case <-time.After(time.Since(began) / 2):
			end()
			<-walked
		}
	}
	if err == nil || first.Err() == nil || ctx.Err() != nil {
		return reached, err
	}
	if err := s.finding.Empty(ctx, "walk"); err != nil {
		return 0, err
	}
	return walk(ctx)
}

// refs is how often code refers to where a walk begins.
func (s *session) refs() (n int) {
	from := s.targets
	if s.to != "" {
		from = s.endings
	}
	for _, t := range from {
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
