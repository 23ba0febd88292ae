package graph_test

import (
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/internal/indextest"
)

// Before feature version 5, nobody compared types with interfaces of the repository that have no name.
func TestUnnamedInterfacesOfOlderIndexes(t *testing.T) {
	const base = "function a.F\nstruct a.T\nmethod a.T.M\n"
	for _, text := range []string{"variable b.V\ninterface_method b.V.M\ncall a.F -> b.V.M interface", "interface_method b.x.M\ncall a.F -> b.x.M interface"} {
		for feature, want := range map[int]string{4: "lower_bound uncompared_interface=1", 5: "exact"} {
			dir := t.TempDir()
			indextest.WriteAt(t, dir, parse(t, base+text), complete, feature)
			ix, err := queries.Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { ix.Close() })
			if got := ask(t, ix, graph.Callers(), map[string]any{"target": "a.T.M"}).doubts(); got != want {
				t.Errorf("%q, feature version %d: callers: got %s, want %s", text, feature, got, want)
			}
			if got := ask(t, ix, graph.Callees(), map[string]any{"target": "a.F"}).doubts(); got != orOutside(want) {
				t.Errorf("%q, feature version %d: callees: got %s, want %s", text, feature, got, orOutside(want))
			}
		}
	}
}

// orOutside are doubts about callees through an interface that types from outside may satisfy, beside others.
func orOutside(others string) string {
	if others == "exact" {
		others = "lower_bound"
	}
	return strings.Replace(others, "lower_bound", "lower_bound outside_types=1", 1)
}
