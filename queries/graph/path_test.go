package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// A path is as long as the walk says that the end is far, goes from call to call, and
// is there exactly when the walk reaches the target.
func TestPathIsShortest(t *testing.T) {
	t.Parallel()
	found, missing := 0, 0
	for seed := range 2 {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		rows := indextest.Random(r, indextest.Shape{Functions: 40, Methods: 6, Calls: 110, Overrides: 15})
		ix := openRows(t, rows, complete)
		calls := map[string]schema.Call{}
		for _, c := range rows.Calls {
			calls[fmt.Sprintf("%s:%d:%d", rows.Files[c.FileID-1].FilePath, c.StartLine, c.StartColumn)] = c
		}
		for range 20 {
			from, to := int32(r.IntN(40)+1), int32(r.IntN(len(rows.Symbols))+1)
			depth, dispatch := 1+r.IntN(8), r.IntN(2) == 0
			at := reach(rows, to, depth, dispatch, true)
			far, ok := at[place{from, false}]
			if l, called := at[place{from, true}]; called && (!ok || l.less(far)) {
				far, ok = l, true
			}
			name := fmt.Sprintf("seed %d, from %d to %d, depth %d, dispatch %t", seed, from, to, depth, dispatch)
			got := ask(t, ix, graph.Path(), map[string]any{"target": rows.Symbols[from-1].Symbol, "to": rows.Symbols[to-1].Symbol,
				"depth": depth, "dispatch": dispatch, "include_context": false}).Results
			if !ok {
				missing++
				if len(got) > 0 {
					t.Errorf("%s: found a path of %d symbols where there is none", name, len(got))
				}
				continue
			}
			found++
			if len(got) != far.depth+1 || got[0].Node.Symbol != rows.Symbols[from-1].Symbol || got[far.depth].Node.Symbol != rows.Symbols[to-1].Symbol {
				t.Errorf("%s: the path has %d symbols, want %d: %+v", name, len(got), far.depth+1, got)
				continue
			}
			weakest := 0
			for i := 1; i < len(got); i++ {
				weakest = max(weakest, rank(schema.Evidence(got[i].Evidence)))
				c, ok := calls[fmt.Sprintf("%s:%d:%d", got[i].Site.File, got[i].Site.Line, got[i].Site.Column)]
				if !ok || rows.Symbols[c.CallerID-1].Symbol != got[i-1].Node.Symbol {
					t.Errorf("%s: step %d is no call in %s", name, i, got[i-1].Node.Symbol)
				}
			}
			if weakest != far.rank {
				t.Errorf("%s: the weakest evidence is of rank %d, want %d", name, weakest, far.rank)
			}
		}
	}
	if found < 10 || missing < 10 {
		t.Errorf("%d paths and %d without one: too few to prove anything", found, missing)
	}
}

// Two structs that each embed one of two interfaces and implement the other make their methods possible callees of each other, in a circle.
func TestPathThroughACircle(t *testing.T) {
	ix := open(t, `
function a.Main
interface b.I
interface_method b.I.M
interface c.J
interface_method c.J.M
method d.T.M
call a.Main -> b.I.M interface
struct e.HasJ
struct e.HasI
override c.J.M => b.I.M of e.HasJ
override b.I.M => c.J.M of e.HasI
override d.T.M => c.J.M
`, complete)
	r := ask(t, ix, graph.Path(), map[string]any{"target": "a.Main", "to": "d.T.M"})
	var got []string
	for _, step := range r.Results {
		got = append(got, step.Node.ID)
	}
	if want := []string{"a.Main", "d.T.M"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// No other code can make a path of one call shorter, and a longer one it can.
func TestOneCallIsShortest(t *testing.T) {
	const text = "function a.F\nfunction a.G\nfunction a.H\ncall a.F -> a.G\ncall a.G -> a.H\nvalue a.G in a.H\nvalue a.H in a.G"
	ix := open(t, text, complete)
	for to, want := range map[string]string{"a.F": "exact", "a.G": "exact", "a.H": "lower_bound value_taken=2"} {
		if got := ask(t, ix, graph.Path(), map[string]any{"target": "a.F", "to": to}); got.completeness() != want || got.TotalFound == 0 {
			t.Errorf("to %s: %d found, %s, want %s", to, got.TotalFound, got.completeness(), want)
		}
	}
}
