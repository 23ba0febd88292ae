package oracle

import (
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/ssa"
)

// takenOutside is the reason why an exact answer may lack a caller.
const takenOutside = "a value of an external function, taken outside the tree"

// askedComplete is the number of sampled functions. Many of their answers are lower bounds.
const askedComplete = 2_000

// judgeCompleteness compares exact answers about calls with all calls that rapid type analysis
// finds, through function values and to external functions too. ends returns the target of the
// question and the other end of an edge.
func judgeCompleteness(t *testing.T, ix *indexed, o *oracle, operation string, ends func(edge) (asked, other string)) {
	runs := map[string]map[string]string{}
	for e, why := range o.ran {
		from, to := ends(e)
		if _, ok := ix.symbols[from]; !ok {
			continue
		}
		if runs[from] == nil {
			runs[from] = map[string]string{}
		}
		runs[from][to] = why
	}
	asked := slices.Sorted(maps.Keys(runs))
	rand.New(rand.NewPCG(1, 3)).Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	y := newTally(operation + " of answers that say exact")
	exact := 0
	for _, key := range asked[:min(askedComplete, len(asked))] {
		a := ix.ask(t, operation, map[string]any{"target": ix.symbols[key], "depth": 1, "max_results": 500, "max_per_level": 500, "include_context": false})
		if a.Completeness != "exact" || a.Truncated {
			continue
		}
		exact++
		want, got := map[edge]string{}, map[edge]string{}
		for other, why := range runs[key] {
			want[edge{key, other}] = why
		}
		for _, r := range a.Results {
			got[edge{key, ix.keys[r.Node.Symbol]}] = ""
		}
		compareFacts(y, want, got, func(edge) string { return "a call that rapid type analysis rules out or does not reach" })
	}
	t.Logf("%d of %d answers say exact", exact, min(askedComplete, len(asked)))
	y.report(t)
}

// runs records an edge of a call graph. It leaves out calls without syntax, and calls of tests
// by function values, which only the generated main of the go command makes.
func (l *loading) runs(c *collapsing, e *callgraph.Edge) {
	from, to := l.function(e.Caller.Func, e.Pos()), e.Callee.Func
	if _, written := l.sites[e.Pos()]; !written || from == "" || to.Parent() != nil || throughFunctionValue(e) && isTest(to) {
		return
	}
	for key := range c.ended(to) {
		l.ran[edge{from, key}] = ""
	}
	if obj, ok := to.Object().(*types.Func); ok && !isWrapper(to) && l.path(obj.Pos()) == "" {
		key, why := l.key(obj), ""
		if throughFunctionValue(e) {
			why = takenOutside
		}
		if known, ok := l.ran[edge{from, key}]; key != "" && (!ok || known != "") {
			l.ran[edge{from, key}] = why
		}
	}
}

// isTest reports whether the go command runs a function as a test.
func isTest(fn *ssa.Function) bool {
	file := fn.Prog.Fset.File(fn.Pos())
	return file != nil && strings.HasSuffix(file.Name(), "_test.go") && fn.Signature.Recv() == nil &&
		slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(kind string) bool { return strings.HasPrefix(fn.Name(), kind) })
}
