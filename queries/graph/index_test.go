package graph_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// open makes an index of the text and opens it.
func open(t testing.TB, text string, options schema.Options) *queries.Index {
	t.Helper()
	return openRows(t, indextest.Parse(t, text), options)
}

func openRows(t testing.TB, rows *schema.Rows, options schema.Options) *queries.Index {
	t.Helper()
	ix := openAt(t, rows, options, schema.FeatureVersion)
	keepOthers(t, ix, rows, options)
	return ix
}

func openAt(t testing.TB, rows *schema.Rows, options schema.Options, feature int) *queries.Index {
	t.Helper()
	dir := t.TempDir()
	indextest.WriteAt(t, dir, rows, options, feature)
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

func parse(t testing.TB, text string) *schema.Rows { return indextest.Parse(t, text) }

// others has, of small indexes that are open, what opens the same in other forms, which answer alike: without the derived tables, and with all
// steps of walks in memory.
var others sync.Map

const (
	fewSymbols = 100
	inMemory   = "with steps in memory"
)

var took = regexp.MustCompile(`"took_ms":\d+`)

func keepOthers(t testing.TB, ix *queries.Index, rows *schema.Rows, options schema.Options) {
	if len(rows.Symbols) > fewSymbols {
		return
	}
	others.Store(ix, sync.OnceValue(func() map[string]*queries.Index {
		held := openAt(t, rows, options, schema.FeatureVersion)
		if err := graph.HoldSteps(context.Background(), held); err != nil {
			t.Fatal(err)
		}
		return map[string]*queries.Index{"without derived tables": openAt(t, rows, options, schema.SymbolNames.Since-1), inMemory: held}
	}))
	t.Cleanup(func() { others.Delete(ix) })
}

// askOthers asks the same of the index in its other forms, if there are any, and holds the answer in JSON against those.
func askOthers(t testing.TB, ix *queries.Index, op queries.Operation, args map[string]any, answer string) {
	t.Helper()
	all, has := others.Load(ix)
	if !has {
		return
	}
	for form, other := range all.(func() map[string]*queries.Index)() {
		if form == inMemory && !slices.Contains([]string{"callers", "callees", "impact", "path"}, op.Name) {
			continue
		}
		a, err := op.Run(context.Background(), other, args)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(a)
		if diff := cmp.Diff(took.ReplaceAllString(answer, ""), took.ReplaceAllString(string(text), "")); err != nil || diff != "" {
			t.Errorf("%s the answer is another: %v (-without +with):\n%s", form, err, diff)
		}
	}
}

// An index that has some of the derived tables answers alike when others were derived for SQL.
func TestSomeDerivedTables(t *testing.T) {
	rows := parse(t, "function a.F\ninterface a.I\ninterface_method a.I.M\nstruct a.T\nmethod a.T.M\noverride a.T.M => a.I.M\ncall a.F -> a.I.M interface")
	ix := openAt(t, rows, complete, schema.CallEdges.Since-1)
	if _, err := graph.Callees().Run(t.Context(), ix, map[string]any{"target": "a.F"}); err != nil {
		t.Fatal(err)
	}
	if err := ix.List(t.Context(), schema.CallEdges.Name, schema.StandingMethods.Name); err != nil {
		t.Fatal(err)
	}
	today := openRows(t, rows, complete)
	for _, op := range []queries.Operation{graph.Callees(), graph.Callers(), graph.Implementations(), graph.Impact()} {
		for _, target := range []string{"a.F", "a.I", "a.T.M"} {
			a, err := op.Run(t.Context(), ix, map[string]any{"target": target})
			b, other := op.Run(t.Context(), today, map[string]any{"target": target})
			got, _ := json.Marshal(a)
			want, _ := json.Marshal(b)
			if diff := cmp.Diff(took.ReplaceAllString(string(want), ""), took.ReplaceAllString(string(got), "")); diff != "" || (err == nil) != (other == nil) {
				t.Errorf("%s of %s: %v, %v (-want +got):\n%s", op.Name, target, err, other, diff)
			}
		}
	}
}
