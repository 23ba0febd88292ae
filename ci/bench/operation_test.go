package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// asked is a measured question: an operation with arguments and many targets.
type asked struct {
	name, operation string
	args            map[string]any
	targets         []string
}

// targets has SQL for the targets of questions; the order of a hash spreads them evenly over the
// index. callees are called functions: half of all functions are not. most are the most-called
// functions. called is the median called function by number of calls.
var targets = map[string]string{
	"functions": "SELECT symbol FROM functions WHERE NOT is_test ORDER BY hash(symbol) LIMIT 100",
	"callees":   "SELECT symbol FROM functions WHERE NOT is_test AND function_id IN (SELECT callee_id FROM calls) ORDER BY hash(symbol) LIMIT 100",
	"most":      "SELECT s.symbol FROM calls c JOIN symbols s ON s.symbol_id = c.callee_id WHERE s.kind <> 'interface_method' GROUP BY ALL ORDER BY count(*) DESC, s.symbol LIMIT 20",
	"called":    "SELECT s.symbol FROM calls c JOIN symbols s ON s.symbol_id = c.callee_id GROUP BY s.symbol ORDER BY count(*), hash(s.symbol) LIMIT 1 OFFSET (SELECT count(DISTINCT callee_id) // 2 FROM calls)",
	"structs":   "SELECT symbol FROM types WHERE kind = 'struct' ORDER BY hash(symbol) LIMIT 100",
	"interface": "SELECT symbol FROM types WHERE kind = 'interface' ORDER BY hash(symbol) LIMIT 100",
	"packages":  "SELECT package_path FROM modules WHERE package_path IS NOT NULL ORDER BY hash(package_path) LIMIT 100",
}

// questions returns the measured questions with targets of an index.
func questions(b testing.TB, ix *queries.Index) []asked {
	of := map[string][]string{}
	for name, query := range targets {
		a, err := operation(b, "sql").Run(b.Context(), ix, map[string]any{"query": query})
		if err != nil {
			b.Fatal(err)
		}
		for _, row := range a.Table().Rows {
			of[name] = append(of[name], row[0].(string))
		}
	}
	depth := func(n int) map[string]any { return map[string]any{"depth": n} }
	var all []asked
	for _, n := range []int{1, 3, 6, 100} {
		for _, op := range []string{"callers", "impact"} {
			all = append(all, asked{fmt.Sprintf("%s/most-called/depth=%d", op, n), op, depth(n), of["most"]})
		}
	}
	for _, op := range []string{"callers", "callees", "impact"} {
		for _, n := range []int{1, 6, 100} {
			all = append(all, asked{fmt.Sprintf("%s/depth=%d", op, n), op, depth(n), of["functions"]})
			if op != "callees" {
				all = append(all, asked{fmt.Sprintf("%s/called/depth=%d", op, n), op, depth(n), of["callees"]})
			}
		}
	}
	return append(all,
		asked{"path/depth=6", "path", map[string]any{"depth": 6, "to": of["called"][0]}, of["functions"]},
		asked{"path/most-called/depth=6", "path", map[string]any{"depth": 6, "to": of["most"][0]}, of["functions"]},
		asked{"references", "references", nil, of["functions"]},
		asked{"references/most-called", "references", nil, of["most"]},
		asked{"definition", "definition", nil, of["functions"]},
		asked{"type_usages", "type_usages", nil, of["structs"]},
		asked{"implementations", "implementations", nil, of["interface"]},
		asked{"implements", "implements", nil, of["structs"]},
		asked{"dependencies/depth=6", "dependencies", depth(6), of["packages"]},
		asked{"dependents/depth=6", "dependents", depth(6), of["packages"]},
	)
}

func operation(b testing.TB, name string) queries.Operation {
	for _, op := range registry.All() {
		if op.Name == name {
			return op
		}
	}
	b.Fatalf("there is no operation %s", name)
	return queries.Operation{}
}

// BenchmarkOperation times each operation about the graph and types on an index of 200,000
// functions and 700,000 calls, or on that in $CORTEX_BENCH_INDEX. Warm is a process that has the
// index open, cold is a new process. It reports the median (p50-ms) and the ninth decile
// (p90-ms). The mean would hide that few targets have most callers.
func BenchmarkOperation(b *testing.B) {
	dir := benchIndex(b, 200_000, 700_000)
	ix := openIndex(b, dir)
	all := questions(b, ix)
	b.Run("warm", func(b *testing.B) {
		for _, q := range all {
			b.Run(q.name, func(b *testing.B) {
				op := operation(b, q.operation)
				measure(b, q, func(ctx context.Context, args map[string]any) error {
					args["include_context"] = false
					_, err := op.Run(ctx, ix, args)
					return err
				})
			})
		}
	})
	b.Run("cold", func(b *testing.B) {
		bin := citest.Build(b)
		for _, q := range all {
			b.Run(q.name, func(b *testing.B) {
				measure(b, q, func(ctx context.Context, args map[string]any) error {
					line := []string{"query", q.operation, "--index", dir}
					if n, ok := args["depth"]; ok {
						line = append(line, "--depth", fmt.Sprint(n))
					}
					line = append(line, args["target"].(string))
					if to, ok := args["to"]; ok {
						line = append(line, to.(string))
					}
					cmd := exec.CommandContext(ctx, bin, line...)
					cmd.Dir = os.TempDir()
					out, err := cmd.CombinedOutput()
					if err != nil {
						return fmt.Errorf("%v: %w\n%s", line, err, out)
					}
					return nil
				})
			})
		}
	})
}

// benchIndex returns the measured index: $CORTEX_BENCH_INDEX, or a synthetic one.
func benchIndex(b *testing.B, functions, calls int) string {
	dir := os.Getenv("CORTEX_BENCH_INDEX")
	if dir == "" {
		dir = filepath.Join(b.TempDir(), "index")
		newSynthetic(functions, calls, 1).write(b, dir)
	}
	return dir
}

// measure asks a question about each target in turn and reports quantiles of the times.
func measure(b *testing.B, q asked, ask func(ctx context.Context, args map[string]any) error) {
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		args := map[string]any{"target": q.targets[i%len(q.targets)]}
		for k, v := range q.args {
			args[k] = v
		}
		began := time.Now()
		if err := ask(b.Context(), args); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	for _, p := range []int{50, 90} {
		b.ReportMetric(float64(took[len(took)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
}

// openIndex opens an index and closes it after the test.
func openIndex(t testing.TB, dir string) *queries.Index {
	t.Helper()
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}
