package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wantRecall is the minimum recall, even when all misses have reasons.
const wantRecall = 0.95

// samples is the number of sampled symbols or functions.
const samples = 200

// TestOracle compares answers about the tree in $CORTEX_ORACLE with the oracle. The modules that
// the tree needs must be on disk.
func TestOracle(t *testing.T) {
	root := oracleTree(t)
	ix := indexTree(t, root)
	o := loadOracle(t, root, ix.files)
	t.Run("references", func(t *testing.T) { judgeReferences(t, ix, o) })
	t.Run("implementations", func(t *testing.T) { judgeImplementations(t, ix, o) })
	t.Run("type hierarchy", func(t *testing.T) { judgeHierarchy(t, ix, o) })
	t.Run("callees", func(t *testing.T) { judgeCallees(t, ix) })
	t.Run("completeness of callees", func(t *testing.T) {
		judgeCompleteness(t, ix, o, "callees", func(e edge) (string, string) { return e.from, e.to })
	})
	t.Run("completeness of callers", func(t *testing.T) {
		judgeCompleteness(t, ix, o, "callers", func(e edge) (string, string) { return e.to, e.from })
	})
	t.Run("static calls", func(t *testing.T) {
		y := newTally("edges")
		compareFacts(y, o.static, ix.edges(t, false), o.invented("unreachable code, which SSA leaves out"))
		y.report(t)
	})
	t.Run("calls with dispatch", func(t *testing.T) {
		y := newTally("edges of functions that rapid type analysis reaches")
		got := ix.edges(t, true)
		maps.DeleteFunc(got, func(e edge, _ string) bool { return !o.reached[e.from] })
		ruledOut := o.invented("candidates that rapid type analysis rules out")
		compareFacts(y, o.dispatch, got, func(e edge) string { return cmp.Or(ruledOut(e), got[e]) })
		y.report(t)
	})
}

// oracleTree returns the tree in $CORTEX_ORACLE.
func oracleTree(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("CORTEX_ORACLE")
	if dir == "" {
		t.Skip("CORTEX_ORACLE is not set; make oracle runs this test")
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		t.Fatal(err)
	}
	return root
}

// judgeReferences compares the uses of symbols of every kind, external ones included.
func judgeReferences(t *testing.T, ix *indexed, o *oracle) {
	y := newTally("uses")
	asked := map[string]int{}
	for _, key := range sampleSymbols(o) {
		asked[o.kinds[key]]++
		got := map[string]string{}
		cut := 0
		name, ok := ix.symbols[key]
		if !ok {
			t.Logf("the index has no %s at %s", o.kinds[key], key)
		} else {
			for _, r := range ix.pages(t, "references", name, "", &cut) {
				at := r.Site.String()
				if _, twice := got[at]; twice {
					t.Errorf("%s: the use at %s is returned twice", name, at)
				}
				if got[at] = ""; !o.loaded[r.Site.File] {
					got[at] = "in files that are not built here"
				}
			}
		}
		want := map[string]string{}
		for at := range o.uses[key] {
			want[at.String()] = ""
		}
		if cut > 0 {
			t.Logf("%s: %d uses are beyond what one file's answer may hold", name, cut)
			if len(got)+cut != len(want) {
				t.Errorf("%s: %d uses of the oracle, %d of the index", name, len(want), len(got)+cut)
			}
			maps.DeleteFunc(want, func(at, _ string) bool { _, ok := got[at]; return !ok })
		}
		compareFacts(y, want, got, func(at string) string { return got[at] })
	}
	t.Logf("asked about %v", asked)
	y.report(t)
}

// sampleSymbols samples used symbols: the same number of every kind, one third of them
// external, and symbols of any kind when a kind has too few.
func sampleSymbols(o *oracle) []string {
	byKind := map[string][]string{}
	var rest, out []string
	for key, kind := range o.kinds {
		if len(o.uses[key]) > 0 {
			if !strings.Contains(key, ":") {
				kind = "external " + kind
			}
			byKind[kind] = append(byKind[kind], key)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		keys := byKind[kind]
		slices.Sort(keys)
		random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		n := 13
		if strings.HasPrefix(kind, "external ") {
			n = 6
		}
		n = min(n, len(keys))
		out, rest = append(out, keys[:n]...), append(rest, keys[n:]...)
	}
	random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return append(out, rest[:min(len(rest), max(0, samples-len(out)))]...)
}

// judgeImplementations compares the types that implement each interface of the tree.
func judgeImplementations(t *testing.T, ix *indexed, o *oracle) {
	y := newTally(fmt.Sprintf("types of %d interfaces", len(o.implementations)))
	for _, key := range slices.Sorted(maps.Keys(o.implementations)) {
		name, ok := ix.symbols[key]
		if !ok {
			t.Errorf("the index has no interface at %s", key)
			continue
		}
		got := map[string]string{}
		cut := 0
		for _, r := range ix.pages(t, "implementations", name, "", &cut) {
			fact := fmt.Sprintf("%s => %s, only its pointer %t", ix.keys[r.Node.Symbol], name, r.ViaPointer)
			switch got[fact] = ""; {
			case !o.loaded[r.Node.File]:
				got[fact] = "of files that are not built here"
			case o.apart[ix.keys[r.Node.Symbol]+" "+key]:
				got[fact] = "of tests whose program lacks the interface"
			}
		}
		want := map[string]string{}
		for typ, pointer := range o.implementations[key] {
			want[fmt.Sprintf("%s => %s, only its pointer %t", typ, name, pointer)] = ""
		}
		compareFacts(y, want, got, func(fact string) string { return got[fact] })
	}
	y.report(t)
}

// judgeCallees compares callees at depth 1 with the edges in the tables of the index. The other
// tests compare these edges with the oracle.
func judgeCallees(t *testing.T, ix *indexed) {
	for _, dispatch := range []bool{false, true} {
		y := newTally(fmt.Sprintf("callees with dispatch %t", dispatch))
		for caller, want := range ix.sampleCallees(t, dispatch) {
			got := map[string]string{}
			answer := ix.ask(t, "callees", map[string]any{"target": caller, "depth": 1, "dispatch": dispatch, "max_per_level": 500, "max_results": 500, "include_context": false})
			for _, r := range answer.Results {
				got[r.Node.Symbol] = ""
			}
			if answer.Truncated {
				t.Errorf("%s has %d callees, too many to compare", caller, answer.TotalFound)
			}
			compareFacts(y, want, got, func(string) string { return "" })
		}
		y.report(t)
	}
}
