package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// rank is the place of an evidence in the list, 0 the strongest.
func rank(e schema.Evidence) int { return slices.Index(e.Values(), string(e)) }

// place is a symbol on a walk: reached by a call, or as good as something that was.
type place struct {
	id     int32
	called bool
}

// label is how a place is reached: first the fewest calls, then the weakest edge of the best path.
type label struct{ depth, rank int }

func (l label) less(m label) bool {
	return l.depth < m.depth || l.depth == m.depth && l.rank < m.rank
}

// goesTo is what a call goes to: what is called through another interface is no symbol, and has a negative
// number.
func goesTo(c schema.Call) int32 {
	if c.DispatchID == 0 {
		return c.CalleeID
	}
	return -c.DispatchID
}

// methods are those behind such numbers.
func methods(rows *schema.Rows) map[int32]int32 {
	out := map[int32]int32{}
	for _, c := range rows.Calls {
		if c.DispatchID != 0 {
			out[goesTo(c)] = c.CalleeID
		}
	}
	return out
}

// reach is the walk as its definition says it, edge by edge until nothing changes.
func reach(rows *schema.Rows, target int32, depth int, dispatch, up bool) map[place]label {
	at := map[place]label{{target, false}: {}}
	methodOf := methods(rows)
	for id, m := range methodOf {
		if up && m == target {
			at[place{id, false}] = label{}
		}
	}
	for changed := true; changed; {
		changed = false
		relax := func(p place, l label) {
			if old, ok := at[p]; l.depth <= depth && (!ok || l.less(old)) {
				at[p], changed = l, true
			}
		}
		step := func(from, to int32, cost, r int, called bool) {
			for _, c := range []bool{false, true} {
				if l, ok := at[place{from, c}]; ok {
					relax(place{to, called || c && cost == 0 && !up}, label{l.depth + cost, max(l.rank, r)})
				}
			}
		}
		for _, c := range rows.Calls {
			if up {
				step(goesTo(c), c.CallerID, 1, rank(c.Evidence), true)
			} else {
				step(c.CallerID, goesTo(c), 1, rank(c.Evidence), true)
			}
		}
		if !dispatch {
			continue
		}
		mayRun := func(method, in int32) {
			if up {
				step(method, in, 0, rank(schema.EvidenceInterface), false)
			} else {
				step(in, method, 0, rank(schema.EvidenceInterface), false)
			}
		}
		for _, o := range rows.Overrides {
			mayRun(o.MethodID, o.OverriddenID)
		}
		for _, c := range rows.Dispatches {
			if c.MethodID != 0 {
				mayRun(c.MethodID, -c.DispatchID)
			}
		}
	}
	for p, l := range at { // a call through another interface is one of the method, and goes no further from there
		if method, ok := methodOf[p.id]; ok {
			delete(at, p)
			m := place{method, p.called}
			if old, ok := at[m]; !ok || l.less(old) {
				at[m] = l
			}
		}
	}
	return at
}

// wanted writes what reach finds as the lines of an answer, without sites.
func wanted(rows *schema.Rows, at map[place]label) string {
	var all []string
	for p, l := range at {
		if p.called {
			all = append(all, fmt.Sprintf("%03d %s %d", l.depth, rows.Symbols[p.id-1].QualifiedName, l.rank))
		}
	}
	return sorted(all)
}

func got(r reply) string {
	var all []string
	for _, x := range r.Results {
		all = append(all, fmt.Sprintf("%03d %s %d", x.Depth, x.Node.ID, rank(schema.Evidence(x.Evidence))))
	}
	return sorted(all)
}

// The recursive statements find the symbols of the definition, on graphs with cycles, with and without dispatch.
func TestWalkAgreesWithItsDefinition(t *testing.T) {
	t.Parallel()
	for seed := range 2 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		rows := indextest.Random(r, indextest.Shape{Functions: 20 + r.IntN(40), Methods: 1 + r.IntN(8), Calls: 30 + r.IntN(120), Overrides: r.IntN(25)})
		ix := openRows(t, rows, complete)
		for _, depth := range []int{1, 2, 3, 7, 100} {
			for _, dispatch := range []bool{true, false} {
				target := int32(r.IntN(len(rows.Symbols)) + 1)
				args := map[string]any{"target": rows.Symbols[target-1].Symbol, "depth": depth, "dispatch": dispatch,
					"max_results": 500, "max_per_level": 500, "include_context": false}
				name := fmt.Sprintf("seed %d, target %d, depth %d, dispatch %t", seed, target, depth, dispatch)
				if diff := cmp.Diff(wanted(rows, reach(rows, target, depth, dispatch, true)), got(ask(t, ix, graph.Callers(), args))); diff != "" {
					t.Fatalf("callers, %s (-want +got):\n%s", name, diff)
				}
				if diff := cmp.Diff(wanted(rows, reach(rows, target, depth, dispatch, false)), got(ask(t, ix, graph.Callees(), args))); diff != "" {
					t.Fatalf("callees, %s (-want +got):\n%s", name, diff)
				}
			}
		}
	}
}

// The same on many small graphs in one index.
func TestWalkOnManyGraphs(t *testing.T) {
	t.Parallel()
	shape := indextest.Shape{Graphs: 80, Functions: 960, Methods: 160, Calls: 2_080, Overrides: 400}
	r := rand.New(rand.NewPCG(5, 5))
	rows := indextest.Random(r, shape)
	ix := openRows(t, rows, complete)
	parts := make([]schema.Rows, shape.Graphs)
	for i := range parts {
		parts[i].Symbols, parts[i].Dispatches = rows.Symbols, rows.Dispatches
	}
	for _, c := range rows.Calls {
		p := &parts[shape.Graph(c.CallerID)]
		p.Calls = append(p.Calls, c)
	}
	for _, o := range rows.Overrides {
		p := &parts[shape.Graph(o.MethodID)]
		p.Overrides = append(p.Overrides, o)
	}
	depths := []int{1, 2, 3, 4, 6, 7, 100}
	var g errgroup.Group
	g.SetLimit(2)
	found := make([]int, shape.Graphs)
	for i := range parts {
		target := shape.Functions/shape.Graphs*i + r.IntN(shape.Functions/shape.Graphs)
		depth, up, dispatch := depths[r.IntN(len(depths))], i%2 == 0, i/2%2 == 0
		g.Go(func() error {
			args := map[string]any{"target": rows.Symbols[target].Symbol, "depth": depth, "dispatch": dispatch,
				"max_results": 500, "max_per_level": 500, "include_context": false}
			op := graph.Callees()
			if up {
				op = graph.Callers()
			}
			want := wanted(&parts[i], reach(&parts[i], int32(target+1), depth, dispatch, up))
			reply := ask(t, ix, op, args)
			found[i] = reply.TotalFound
			for _, d := range reply.Because {
				if d.Reason == "value_taken" {
					return fmt.Errorf("graph %d, %s of %v: %d values are taken, but there are only calls", i, op.Name, args["target"], d.Count)
				}
			}
			if diff := cmp.Diff(want, got(reply)); diff != "" {
				return fmt.Errorf("graph %d, %s of %v, depth %d, dispatch %t (-want +got):\n%s", i, op.Name, args["target"], depth, dispatch, diff)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	all := 0
	for _, n := range found {
		all += n
	}
	if all < 3*shape.Graphs {
		t.Errorf("%d symbols found in all, so few that the graphs prove nothing", all)
	}
}

// a is among the callers of b exactly when b is among the callees of a, at the
// same depth and on the same evidence, and both name a call that is there.
func TestCallersAndCalleesMirrorEachOther(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	rows := indextest.Random(r, indextest.Shape{Functions: 15, Methods: 5, Calls: 40, Overrides: 12})
	ix := openRows(t, rows, complete)
	for _, dispatch := range []bool{true, false} {
		t.Run(fmt.Sprintf("dispatch %t", dispatch), func(t *testing.T) { mirrors(t, ix, rows, 3, dispatch) })
	}
}

func mirrors(t *testing.T, ix *queries.Index, rows *schema.Rows, depth int, dispatch bool) {
	calls := map[string]bool{}
	for _, c := range rows.Calls {
		calls[fmt.Sprintf("%s:%d:%d", rows.Files[c.FileID-1].FilePath, c.StartLine, c.StartColumn)] = true
	}
	edges := func(op queries.Operation, callers bool) map[string]string {
		out := map[string]string{}
		for _, s := range rows.Symbols {
			for _, x := range ask(t, ix, op, map[string]any{"target": s.Symbol, "depth": depth, "dispatch": dispatch, "max_results": 500, "max_per_level": 500, "include_context": false}).Results {
				if x.Site == nil || !calls[fmt.Sprintf("%s:%d:%d", x.Site.File, x.Site.Line, x.Site.Column)] {
					t.Fatalf("%s of %s: %s has no call at %v", op.Name, s.Symbol, x.Node.Symbol, x.Site)
				}
				from, to := s.Symbol, x.Node.Symbol
				if callers {
					from, to = to, from
				}
				if s.Kind != schema.KindInterfaceMethod || callers { // an interface method calls nothing itself
					out[from+" "+to] = fmt.Sprint(x.Depth, x.Evidence)
				}
			}
		}
		return out
	}
	if diff := cmp.Diff(edges(graph.Callers(), true), edges(graph.Callees(), false)); diff != "" {
		t.Errorf("callers and callees (-callers +callees):\n%s", diff)
	}
}

// Every statement is checked by DuckDB against tables without rows: no column is misspelled.
func TestOperationsRunOnEmptyTables(t *testing.T) {
	ix := openRows(t, &schema.Rows{Symbols: []schema.Symbol{{SymbolID: 1, Symbol: "example.com/a.F", Name: "F", QualifiedName: "a.F",
		Kind: schema.KindFunction, StartPos: -1, EndPos: -1, PackagePath: "example.com/a"}},
		Files: []schema.File{{FileID: 1, FilePath: "x", Language: "go", ModulePath: ".", FileHash: "0123456789abcdef", Status: schema.StatusOK}}}, schema.Options{Content: true})
	for _, op := range []queries.Operation{graph.Callers(), graph.Callees()} {
		for _, dispatch := range []bool{true, false} {
			for _, depth := range []int{1, 100} {
				r := ask(t, ix, op, map[string]any{"target": "a.F", "depth": depth, "dispatch": dispatch, "scope": "x", "exclude_patterns": []string{"y"}})
				if r.TotalFound != 0 {
					t.Errorf("%s found %d", op.Name, r.TotalFound)
				}
			}
		}
	}
}

// Questions asked at the same time don't see each other's walks.
func TestQuestionsAtTheSameTime(t *testing.T) {
	rows := indextest.Random(rand.New(rand.NewPCG(3, 3)), indextest.Shape{Functions: 30, Methods: 5, Calls: 90, Overrides: 10})
	ix := openRows(t, rows, complete)
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error {
			target := int32(i + 1)
			r := ask(t, ix, graph.Callers(), map[string]any{"target": rows.Symbols[target-1].Symbol, "max_results": 500, "max_per_level": 500})
			if want := wanted(rows, reach(rows, target, 3, true, true)); got(r) != want {
				return fmt.Errorf("target %d: got %s, want %s", target, got(r), want)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}
