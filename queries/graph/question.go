package graph

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed desk.sql
var deskSQL string

// tool offers the questions.
const tool = "cortex_graph"

// maxResolved is how many targets an answer names when a pattern matched more.
const maxResolved = 100

// question is what one operation of the graph does of its own. Every answer is made
// in the same steps: resolve the target, make the table nodes of all that is found,
// filter and cut it, describe what is left, and judge how complete that is.
type question struct {
	name   string
	kinds  []schema.Kind // that a target can have; nil when targets are packages and files
	tables []string      // that it reads besides symbols and files
	graph  bool          // it walks the call graph
	// find makes the table nodes.
	find  func(ctx context.Context, s *session) error
	sites siting // how results are located; by nothing when nodes has their places
	// doubts are the statements that could make the answer more than was found.
	doubts func(m schema.Manifest) []doubting
	// counted completes the answer by what all results have in common, while those that are
	// shown are described; it may be nil.
	counted func(ctx context.Context, s *session) error
	// finish completes the answer when all of it is there; it may be nil.
	finish func(ctx context.Context, s *session) error
	// columns are those of the answer as a table.
	columns []column
	// wide reports whether it walks as if much was reached, because only such a walk can end before its depth.
	wide bool
	// down reports whether it walks to callees.
	down bool
	// surveyed reports whether a walk that reached much can be surveyed, instead of naming all that it
	// reached.
	surveyed bool
	// sited reports whether each result has a site, so that a table shows nothing of its
	// symbol but what nodes holds.
	sited bool
	// into reports whether an edge leads from a result to what it was reached through.
	into bool
}

// siting is how results are located that a walk found.
type siting struct {
	calls    string // a statement that makes the table sites; may be empty
	dispatch bool   // it binds whether the walk followed dispatch
	uses     string // a statement that locates what calls don't; may be empty
	values   string // as uses, for what those don't
}

// session is one question on its way to an answer.
type session struct {
	question
	arguments
	depth, maxPerLevel int
	dispatch           bool

	ix                           *queries.Index
	finding, judging, describing *queries.Seat // at the desk of the question
	targets                      []queries.Symbol
	to                           string           // where a path ends, as the user has it; else empty
	endings                      []queries.Symbol // what that names
	ends                         []int32          // a walk need not go on behind the nearest of them
	dispatched                   dispatched
	reached                      int64   // how many symbols the walk reached
	nodes                        int64   // that the table nodes holds, or would hold
	early                        *early  // doubts that are asked already; nil where nothing walks
	survey                       *survey // of a walk whose symbols the table nodes does not name; nil for others
	nowhere                      bool    // it is known that the walk found nothing, because no step leads on from the targets
	loading                      loading
	judged                       sync.Mutex        // holds reasons while they are gathered
	reasons                      map[string]int    // why there may be more; nil until they are gathered
	uses                         []use             // of those, where values are taken
	initialisers                 map[int32]located // where those that the filters let through make calls; nil without filters
	locating                     chan error        // gives one error or nil when the table sites is of all that was found; may be nil
	answer                       *answer
}

// newSession is a question with arguments; those that it does not take are left as
// they are when they make no difference.
func newSession(q question, ix *queries.Index, args arguments) *session {
	return &session{question: q, arguments: args, depth: 1, maxPerLevel: args.MaxResults, dispatch: true, ix: ix,
		answer: &answer{Operation: q.name, Target: args.Target, Results: []result{}, Because: []doubt{}, columns: q.columns, index: ix, walked: q.graph, symbols: q.kinds != nil, into: q.into}}
}

// run answers the question.
func (s *session) run(ctx context.Context) (*answer, error) {
	began := time.Now()
	seating := make(chan *queries.Desk, 1)
	var g errgroup.Group
	g.Go(func() error {
		desk, err := s.ix.Desk(ctx, deskSQL)
		seating <- desk
		return err
	})
	err := s.resolve(ctx)
	if noDesk := g.Wait(); noDesk != nil {
		s.settle()
		return nil, cmp.Or(err, noDesk)
	}
	desk := <-seating
	if err == nil {
		err = s.work(ctx, desk)
	}
	desk.GiveBack(err)
	if err != nil {
		return nil, err
	}
	a := s.answer
	s.read(s.targets)
	a.tell(len(s.targets))
	a.known.depth, a.known.maxPerLevel, a.known.maxResults, a.known.targets = s.depth, s.maxPerLevel, s.MaxResults, len(s.targets)
	a.conclude()
	m := s.ix.Manifest().Repository
	a.Metadata = metadata{TookMS: time.Since(began).Milliseconds(), Source: "graph", Repository: m.Name, Commit: m.Commit, Reading: strings.Join(a.known.readings, "; ")}
	return a, nil
}

// read notes how targets were read that named nothing as they stood.
func (s *session) read(targets []queries.Symbol) {
	if reading := targets[0].Reading; reading != "" {
		s.answer.known.readings = append(s.answer.known.readings, reading)
	}
}

// work answers the question at a desk.
func (s *session) work(ctx context.Context, desk *queries.Desk) error {
	s.finding, s.judging, s.describing = desk.Seats[0], desk.Seats[1], desk.Seats[2]
	err := s.reply(ctx)
	s.settle()
	if err != nil {
		return fmt.Errorf("%s of %s: %w", s.name, s.Target, err)
	}
	return nil
}

// settle returns when all that works at the desk beside the rest has ended.
func (s *session) settle() {
	if s.locating != nil {
		for range s.locating {
		}
	}
	_, _ = s.survey.wait()
	_, _ = s.early.wait()
	s.loading.settle()
}

// resolve finds the targets, while the graph is loaded.
func (s *session) resolve(ctx context.Context) error {
	s.load(ctx)
	if err := s.ix.Attach(ctx, append([]string{"symbols", "files"}, s.tables...)...); err != nil {
		return err
	}
	if err := s.findTargets(ctx); err != nil {
		return err
	}
	if err := s.checkPaths(ctx); err != nil {
		return err
	}
	s.loadHeld(ctx)
	s.loadFacts(ctx)
	s.answer.Resolved = s.targets[:min(len(s.targets), maxResolved)]
	return nil
}

func (s *session) findTargets(ctx context.Context) (err error) {
	if s.kinds == nil {
		s.targets, err = s.ix.ResolvePackages(ctx, s.Target, s.Kind)
		return err
	}
	kinds, err := s.only(s.kinds)
	if err != nil {
		return err
	}
	if s.targets, err = s.ix.Resolve(ctx, s.Target, kinds); err != nil || s.to == "" {
		return err
	}
	if s.endings, err = s.ix.Resolve(ctx, s.to, s.kinds); err != nil {
		return fmt.Errorf("argument to: %w", err)
	}
	return nil
}

// checkPaths returns an error when the scope lets no file through, and notes what is to be
// left out and is in no file.
func (s *session) checkPaths(ctx context.Context) error {
	if err := s.ix.CheckScope(ctx, s.Scope); err != nil {
		return err
	}
	for _, p := range s.ExcludePatterns {
		if err := queries.CheckPattern("exclude_patterns", p); err != nil {
			return err
		}
	}
	for _, p := range s.ExcludePatterns[:min(len(s.ExcludePatterns), maxLookedUp)] {
		bases, err := s.ix.MatchesBases(ctx, p)
		if err != nil {
			return err
		}
		if bases {
			s.answer.known.atTop = append(s.answer.known.atTop, p)
			continue
		}
		found, err := s.ix.Matches(ctx, p)
		if err != nil {
			return err
		}
		if !found && p != "" {
			s.answer.known.idle = append(s.answer.known.idle, p)
		}
	}
	return nil
}

// maxLookedUp is how many patterns of what is to be left out are looked up: each costs 1 ms
// and more.
const maxLookedUp = 10

func (s *session) reply(ctx context.Context) error {
	if err := s.loading.wait(); err != nil {
		return err
	}
	if err := s.find(ctx, s); err != nil {
		return err
	}
	if err := s.complete(ctx); err != nil {
		return err
	}
	s.reasons[queries.Unreadable] = queries.Lacking(ctx)
	s.judge()
	if err := s.place(ctx); err != nil {
		return err
	}
	if s.finish != nil {
		return s.finish(ctx, s)
	}
	return nil
}

// fill adds what a statement returns to a table of the desk, and notes how many nodes there
// are.
func (s *session) fill(ctx context.Context, table, statement string, args ...any) (rows int64, err error) {
	rows, err = s.finding.Fill(ctx, table, statement, args...)
	if table == "nodes" {
		s.nodes += rows
	}
	return rows, err
}

func ids(symbols []queries.Symbol) []int32 {
	out := make([]int32, len(symbols))
	for i, t := range symbols {
		out[i] = t.ID
	}
	return out
}

// complete filters and cuts what was found, locates and describes what is left, and
// reads its source, while it gathers what may be missing.
func (s *session) complete(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := s.gather(ctx); err != nil {
			return fmt.Errorf("judge completeness: %w", err)
		}
		return nil
	})
	g.Go(func() error {
		if err := s.show(ctx); err != nil {
			return fmt.Errorf("filter and cut: %w", err)
		}
		return s.detail(ctx)
	})
	return g.Wait()
}

func (s *session) detail(ctx context.Context) error {
	brief := queries.IsBrief(ctx)
	g, both := errgroup.WithContext(ctx)
	g.Go(func() error {
		if brief && s.sited {
			return nil
		}
		if err := s.describe(both); err != nil {
			return fmt.Errorf("describe what was found: %w", err)
		}
		return nil
	})
	g.Go(func() error {
		if err := s.locate(both); err != nil {
			return fmt.Errorf("locate what was found: %w", err)
		}
		return nil
	})
	g.Go(func() error {
		if s.counted == nil {
			return nil
		}
		return s.counted(both, s)
	})
	if err := g.Wait(); err != nil || brief || !s.IncludeContext {
		return err
	}
	if err := s.answer.addContext(ctx, s.ix, s.ContextLines); err != nil {
		return fmt.Errorf("read the source: %w", err)
	}
	return nil
}
