package graph_test

import (
	"slices"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
)

// What implements a method of an interface need not implement all of what that interface, or
// one that embeds it, satisfies: no candidate is found by way of an interface. By way of a
// struct that embeds an interface a call finds one, though what runs then implements no more
// than the embedded interface.
func TestStandingInByWayOfOthers(t *testing.T) {
	ix := open(t, `
interface p.Small
interface_method p.Small.ID
interface p.Process
interface_method p.Process.ID
interface p.Task
struct q.T
method q.T.ID
struct q.Wrapped
interface p.Large
interface_method p.Large.ID
function r.UseSmall
function r.UseLarge
call r.UseSmall -> p.Small.ID interface
call r.UseLarge -> p.Large.ID interface
override p.Process.ID => p.Small.ID of p.Task
override q.T.ID => p.Process.ID
override p.Process.ID => p.Large.ID of q.Wrapped
`, complete)
	for _, q := range []struct {
		op     queries.Operation
		target string
		want   []string
	}{
		{graph.Callees(), "r.UseSmall", []string{"p.Small.ID"}},
		{graph.Callees(), "r.UseLarge", []string{"p.Large.ID", "p.Process.ID", "q.T.ID"}},
		{graph.Callers(), "q.T.ID", []string{"r.UseLarge"}},
		{graph.Callers(), "p.Process.ID", []string{"r.UseLarge"}},
		{graph.Implementations(), "p.Small.ID", nil},
		{graph.Implementations(), "p.Large.ID", []string{"p.Process.ID"}},
		{graph.Implementations(), "p.Process.ID", []string{"q.T.ID"}},
		{graph.Implements(), "q.T.ID", []string{"p.Process.ID"}},
		{graph.Implements(), "p.Process.ID", []string{"p.Large.ID", "p.Small.ID"}},
	} {
		var got []string
		for _, r := range ask(t, ix, q.op, map[string]any{"target": q.target}).Results {
			got = append(got, r.Node.ID)
		}
		if slices.Sort(got); !slices.Equal(got, q.want) {
			t.Errorf("%s of %s: got %v, want %v", q.op.Name, q.target, got, q.want)
		}
	}
}
