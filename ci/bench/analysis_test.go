package bench

import (
	"context"
	"io"
	"testing"

	"github.com/cortex-index/cortex/queries"
)

// BenchmarkAnalysis times operations about a whole codebase in a process that has the index open.
// The index has 200,000 functions and 700,000
// calls, or is that of $CORTEX_BENCH_INDEX. It reports the same figures as BenchmarkOperation.
func BenchmarkAnalysis(b *testing.B) {
	dir := benchIndex(b, 200_000, 700_000)
	ix := openIndex(b, dir)
	of := map[string][]string{}
	for name, query := range targets {
		of[name] = column(b, ix, query)
	}
	of["places"] = column(b, ix, "SELECT file_path || ':' || (start_line + 1) || ':1' FROM functions WHERE start_line < end_line ORDER BY hash(symbol) LIMIT 100")
	of["files"] = column(b, ix, "SELECT file_path FROM files WHERE language = 'go' ORDER BY hash(file_path) LIMIT 100")
	of["modules"] = column(b, ix, "SELECT module_path FROM modules WHERE package_path IS NOT NULL ORDER BY hash(module_path) LIMIT 100")
	level := func(l string) map[string]any { return map[string]any{"level": l} }
	for _, q := range []asked{
		{"symbols", "symbols", map[string]any{"sort": "refs"}, nil},
		{"summary", "summary", nil, nil},
		{"package_summary", "package_summary", nil, of["modules"]},
		{"detail", "detail", nil, of["functions"]},
		{"type_hierarchy", "type_hierarchy", nil, of["structs"]},
		{"scope", "scope", nil, of["places"]},
		{"unused_symbols", "unused_symbols", nil, nil},
		{"unused_symbols/unreferenced", "unused_symbols", map[string]any{"mode": "unreferenced"}, nil},
		{"hotspots", "hotspots", nil, nil},
		{"circular_dependencies", "circular_dependencies", nil, nil},
		{"circular_dependencies/function", "circular_dependencies", level("function"), nil},
		{"dependency_graph", "dependency_graph", nil, nil},
		{"dependency_graph/type", "dependency_graph", level("type"), nil},
		{"skeleton/file", "skeleton", nil, of["files"]},
		{"context", "context", nil, of["functions"]},
	} {
		b.Run(q.name, func(b *testing.B) {
			op := operation(b, q.operation)
			targetless := q.targets == nil
			if targetless {
				q.targets = []string{""}
			}
			ask := func(ctx context.Context, args map[string]any) error {
				if targetless {
					delete(args, "target")
				}
				_, err := op.Run(ctx, ix, args)
				return err
			}
			if err := ask(b.Context(), map[string]any{"target": q.targets[0]}); err != nil {
				b.Fatal(err)
			}
			measure(b, q, ask)
		})
	}
	b.Run("html", func(b *testing.B) {
		op := operation(b, "dependency_graph")
		measure(b, asked{targets: []string{""}}, func(ctx context.Context, _ map[string]any) error {
			a, err := op.Run(ctx, ix, nil)
			if err != nil {
				return err
			}
			return a.(queries.Pager).WritePage(ctx, io.Discard)
		})
	})
}

// column returns the first column of a query's result.
func column(b testing.TB, ix *queries.Index, query string) []string {
	a, err := operation(b, "sql").Run(b.Context(), ix, map[string]any{"query": query})
	if err != nil {
		b.Fatal(err)
	}
	var out []string
	for _, row := range a.Table().Rows {
		out = append(out, row[0].(string))
	}
	return out
}
