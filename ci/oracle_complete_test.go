package ci

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

// takenOutside is why an answer that says exact may lack a caller.
const takenOutside = "a function value from outside the tree, of a function there"

// askedComplete is how many functions are asked whether their answers are complete. Most are not, by their own word.
const askedComplete = 2_000

// judgeCompleteness asks for the calls of functions, and holds answers that say that they are exact against all that runs
// as rapid type analysis has it, through function values and to functions outside the tree too. ends are that which is asked about and the other end.
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
		compareFacts(y, want, got, func(edge) string { return "what rapid type analysis rules out, or does not reach" })
	}
	t.Logf("%d of %d answers say exact", exact, min(askedComplete, len(asked)))
	y.report(t)
}

// runs takes down an edge of a call graph, whatever it leads through and to, but for those of what nobody writes: calls without syntax,
// and those of tests by function values, which only the main that the go command writes takes.
func (l *loading) runs(c *collapsing, e *callgraph.Edge) {
	from, to := l.function(e.Caller.Func, e.Pos()), e.Callee.Func
	if _, written := l.sites[e.Pos()]; !written || from == "" || to.Parent() != nil || throughFunctionValue(e) && isTest(to) {
		return
	}
	for key := range c.leads(to) {
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

// isTest reports whether the go command calls a function when it tests.
func isTest(fn *ssa.Function) bool {
	file := fn.Prog.Fset.File(fn.Pos())
	return file != nil && strings.HasSuffix(file.Name(), "_test.go") && fn.Signature.Recv() == nil &&
		slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(kind string) bool { return strings.HasPrefix(fn.Name(), kind) })
}
