package graph

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
)

//go:embed path_starts.sql
var pathStartsSQL string

//go:embed path_steps.sql
var pathStepsSQL string

//go:embed hops.sql
var hopsSQL string

//go:embed path.sql
var pathSQL string

const pathName = "path"

type pathArgs struct {
	walkArgs
	To string `arg:"to" required:"" positional:"" help:"where the path has to end: a target too"`
}

// Path is the question how calls lead from one function to another.
func Path() queries.Operation {
	q := question{name: pathName, kinds: callables, graph: true, doubts: callersDoubts, wide: true, surveyed: true, columns: []column{position, step, basis, kind, symbol}}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "a shortest path of calls from one function or method to another",
		Help: `The functions on the path, from the target at depth 0 on, each with the call that
leads to it; of equally short paths one whose weakest evidence is best. Where a call
goes through an interface, the path goes on at a method that can stand in, as "callers"
has it; --dispatch=false leaves such paths out. An empty
answer says within which depth there is no path, and whether that is certain. A call in
a function literal counts for the function around it; who else runs the literal is not
followed.` + filtersHelp,
		Example: "path main.main main.main --depth 10",
	}, func(ctx context.Context, ix *queries.Index, args pathArgs) (*answer, error) {
		s := newSession(q, ix, args.arguments).level(args.levelled)
		s.dispatch = args.Dispatch
		s.to = args.To
		s.find = func(ctx context.Context, s *session) error { return s.findPath(ctx) }
		return s.run(ctx)
	})
}

// findPath walks from the end to its callers, up to the targets, and then back along
// steps that come nearer to the end.
func (s *session) findPath(ctx context.Context) error {
	s.read(s.endings)
	s.ends = ids(s.targets)
	if err := s.walk(ctx, toCallers, ids(s.endings), nil); err != nil {
		return err
	}
	s.loading.enough()
	var p []hop
	g, both := errgroup.WithContext(ctx)
	g.Go(func() error { // about the walk, whose nodes those of the path replace
		if err := s.nameWalk(both); err != nil {
			return err
		}
		if err := s.gather(both); err != nil {
			return fmt.Errorf("judge completeness: %w", err)
		}
		return nil
	})
	g.Go(func() (err error) {
		if p, err = s.pickPath(both, ids(s.targets)); err != nil {
			return fmt.Errorf("pick a path: %w", err)
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		return err
	}
	if err := s.finding.Empty(ctx, "nodes"); err != nil {
		return fmt.Errorf("forget the walk: %w", err)
	}
	s.nodes, s.nowhere, s.survey = 0, false, nil // those were of the walk
	if len(p) == 0 {
		s.answer.known.advice = fmt.Sprintf("no path of at most %s was found", plural(s.depth, "call"))
		return nil
	}
	delete(s.reasons, beyondDepth) // more depth would find no shorter one
	if len(p) <= 2 {
		s.reasons = map[string]int{} // nor would other code: it is no call, or one
	}
	s.answer.known.remark = remarkOn(p)
	var depth, id, caller, callee, rank []int32
	for i, h := range p {
		depth, id, rank = append(depth, int32(i)), append(id, h.id), append(rank, h.rank)
		caller, callee = append(caller, h.caller), append(callee, h.callee)
	}
	if _, err := s.fill(ctx, "hops", hopsSQL, depth, id, caller, callee, rank); err != nil {
		return fmt.Errorf("note the path: %w", err)
	}
	if _, err := s.fill(ctx, "nodes", pathSQL); err != nil {
		return fmt.Errorf("name the symbols on the path: %w", err)
	}
	return nil
}

// remarkOn says of a path where another method may run in the place of one on it.
func remarkOn(p []hop) string {
	if slices.ContainsFunc(p[1:], func(h hop) bool { return h.rank == 1 }) {
		return "a call with the evidence interface goes on at a method that can stand in, and another may run in its place"
	}
	if p[0].rank == 1 {
		return "it begins at a method that stands in for the interface method asked about, and another may run in its place"
	}
	return ""
}

// hop is a symbol on a path, and the call that leads to it; at the start there is none.
type hop struct {
	id, caller, callee int32
	rank               int32
}

// pathStep is a step that comes nearer to the end of a path.
type pathStep struct {
	callee int32
	called bool
	rank   int32
	symbol string
}

// pickPath returns a path from the nearest of the starts, of equals the first: at each step the best
// evidence, and of equals the first symbol. It is empty when there is none.
func (s *session) pickPath(ctx context.Context, starts []int32) ([]hop, error) {
	at, err := s.labelsOf(ctx, starts)
	if err != nil || len(at) == 0 {
		return nil, err
	}
	start := slices.MinFunc(starts, func(a, b int32) int { return cmp.Compare(at.of(a), at.of(b)) })
	from, err := s.pathSteps(ctx, start, at[start])
	if err != nil {
		return nil, err
	}
	path := follow(from, []hop{{id: start}}, map[int32]bool{})
	for i := range path {
		path[i].id = s.dispatched.declared(path[i].id)
	}
	return path, nil
}

// labels are those that symbols have on a walk.
type labels map[int32]int32

// of is the label of a symbol, which is greater than any where the walk did not reach it.
func (l labels) of(id int32) int32 {
	if at, reached := l[id]; reached {
		return at
	}
	return math.MaxInt32
}

func (s *session) labelsOf(ctx context.Context, ids []int32) (labels, error) {
	rows, err := s.describing.Query(ctx, pathStartsSQL, ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	at := labels{}
	for rows.Next() {
		var id, label int32
		if err := rows.Scan(&id, &label); err != nil {
			return nil, err
		}
		at[id] = label
	}
	return at, rows.Err()
}

// follow goes on from the end of a path along steps to where the walk started: at each symbol
// by the best evidence, and of equals by the first symbol. It is empty when no step leads
// there that was not taken.
//
// DESIGN: methods of interfaces that satisfy each other stand in for each other, at no cost,
// so that steps can lead round in a circle. No symbol is taken twice.
func follow(from map[int32][]pathStep, path []hop, taken map[int32]bool) []hop {
	before, at := path[:len(path)-1], path[len(path)-1]
	if taken[at.id] {
		return nil
	}
	taken[at.id] = true
	steps := from[at.id]
	if len(steps) == 0 {
		return path
	}
	slices.SortStableFunc(steps, func(a, b pathStep) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.symbol, b.symbol), cmp.Compare(a.callee, b.callee))
	})
	for _, next := range steps {
		longer := slices.Concat(path, []hop{{id: next.callee, caller: at.id, callee: next.callee, rank: next.rank}})
		if !next.called { // what stands in takes the place of the interface method
			longer = slices.Concat(before, []hop{{id: next.callee, caller: at.caller, callee: at.callee, rank: max(at.rank, next.rank)}})
		}
		if whole := follow(from, longer, taken); whole != nil {
			return whole
		}
	}
	return nil
}

// pathSteps returns the steps on the shortest paths by where they start.
func (s *session) pathSteps(ctx context.Context, start, label int32) (map[int32][]pathStep, error) {
	rows, err := s.describing.Query(ctx, pathStepsSQL, start, label, s.leastLabel())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	from := map[int32][]pathStep{}
	names := map[int32]string{}
	for rows.Next() {
		var caller int32
		var p pathStep
		if err := rows.Scan(&caller, &p.callee, &p.called, &p.rank); err != nil {
			return nil, err
		}
		from[caller] = append(from[caller], p)
		names[s.dispatched.declared(p.callee)] = ""
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if err := s.nameAll(ctx, names); err != nil {
		return nil, err
	}
	for _, steps := range from {
		for i := range steps {
			steps[i].symbol = names[s.dispatched.declared(steps[i].callee)]
		}
	}
	return from, nil
}

// nameAll writes the names of symbols behind their ids.
func (s *session) nameAll(ctx context.Context, names map[int32]string) error {
	if _, err := s.describing.Fill(ctx, "wanted", wantedSQL, slices.Sorted(maps.Keys(names))); err != nil {
		return err
	}
	rows, err := s.describing.Query(ctx, "SELECT s.symbol_id, s.symbol FROM wanted w JOIN symbols s ON s.symbol_id = w.symbol_id")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		names[id] = name
	}
	return rows.Err()
}
