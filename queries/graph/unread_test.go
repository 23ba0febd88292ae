package graph_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// Go files that were not read, or that the build has and the index does not, may hold more
// of anything but what a body calls.
func TestUnreadFiles(t *testing.T) {
	const ignored = "the build has this Go file, and the index does not, because git ignores it: calls and other uses in it are missing"
	diagnostic := func(stage schema.Stage, message string) func(*schema.Rows) {
		return func(r *schema.Rows) {
			r.Diagnostics = append(r.Diagnostics, schema.Diagnostic{FilePath: "a/zz.go", ModulePath: "a", Stage: stage, Severity: schema.SeverityWarning, Message: message})
		}
	}
	tooLarge := func(r *schema.Rows) {
		r.Files[1].Status = schema.StatusSkipped
		diagnostic(schema.StageDiscover, "larger than 1 bytes, and not read")(r)
	}
	for _, c := range []struct {
		name  string
		alter []func(*schema.Rows)
		want  int
	}{
		{"none", nil, 0},
		{"one that git ignores", []func(*schema.Rows){diagnostic(schema.StageLoad, ignored)}, 1},
		{"one that git ignores, of a package that uses nothing", []func(*schema.Rows){diagnostic(schema.StageLoad, "the index does not have this Go file, because git ignores it; its package imports nothing of the repository")}, 0},
		{"what another step says", []func(*schema.Rows){diagnostic(schema.StageTypecheck, ignored)}, 0},
		{"one that is too large", []func(*schema.Rows){tooLarge}, 1},
		{"one of each", []func(*schema.Rows){tooLarge, diagnostic(schema.StageLoad, ignored)}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := parse(t, "function a.F\ninterface a.I\nfunction b.G")
			for _, alter := range c.alter {
				alter(rows)
			}
			ix := openRows(t, rows, complete)
			want := "exact"
			if c.want > 0 {
				want = fmt.Sprintf("lower_bound unread_files=%d", c.want)
			}
			for _, q := range []struct {
				op     queries.Operation
				target string
			}{{graph.Callers(), "a.F"}, {graph.References(), "a.F"}, {graph.Impact(), "a.F"}, {graph.Implementations(), "a.I"}, {graph.Dependents(), "./a"}} {
				if got := ask(t, ix, q.op, map[string]any{"target": q.target}).doubts(); got != want {
					t.Errorf("%s: got %s, want %s", q.op.Name, got, want)
				}
			}
			if got := ask(t, ix, graph.Callees(), map[string]any{"target": "a.F"}).doubts(); got != "exact" {
				t.Errorf("callees: got %s", got)
			}
			gaps, err := graph.Gaps(context.Background(), ix)
			if err != nil {
				t.Fatal(err)
			}
			var wanted []graph.Doubt
			if c.want > 0 {
				wanted = []graph.Doubt{{Reason: "unread_files", Count: c.want}}
			}
			if !slices.Equal(gaps, wanted) {
				t.Errorf("gaps: got %v, want %v", gaps, wanted)
			}
		})
	}
	t.Run("an older index, which need not say so", func(t *testing.T) {
		rows, dir := parse(t, "function a.F\nfunction b.G"), t.TempDir()
		rows.Files[1].Status = schema.StatusSkipped
		indextest.WriteAt(t, dir, rows, complete, 1)
		ix, err := queries.Open(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer ix.Close()
		if got := ask(t, ix, graph.Dependents(), map[string]any{"target": "./a"}).doubts(); got != "lower_bound unread_files=1" {
			t.Errorf("got %s", got)
		}
	})
}
