package bench

import (
	"context"
	"fmt"
	"os/exec"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// statistics has the measured queries: over one table, with groups, and over three tables.
var statistics = map[string]string{
	"table": `{"from": "functions", "fields": ["file_path", "name", "lines"], "where": {"and": [{"field": "lines", "operator": ">", "value": 15},
		{"field": "is_test", "operator": "=", "value": false}]}, "orderBy": [{"field": "lines", "direction": "DESC"}], "limit": 20}`,
	"group": `{"from": "functions", "groupBy": ["module_path"], "aggregations": [{"function": "COUNT", "alias": "n"}, {"function": "AVG", "field": "complexity"}],
		"having": {"field": "n", "operator": ">", "value": 10}, "orderBy": [{"field": "n", "direction": "DESC"}], "limit": 20}`,
	"join": `{"from": "functions", "joins": [{"table": "files", "on": {"field": "functions.file_id", "operator": "=", "value": "files.file_id"}},
		{"table": "modules", "on": {"field": "files.module_path", "operator": "=", "value": "modules.module_path"}}],
		"where": {"field": "functions.lines", "operator": ">", "value": 15}, "groupBy": ["modules.module_path"], "aggregations": [{"function": "COUNT", "alias": "n"}],
		"orderBy": [{"field": "n", "direction": "DESC"}], "limit": 20}`,
}

// BenchmarkStatistics times queries in JSON on an index of a million rows, or on that in
// $CORTEX_BENCH_INDEX. It reports the same figures as [BenchmarkOperation].
func BenchmarkStatistics(b *testing.B) {
	dir := benchIndex(b, 70_000, 230_000)
	ix := openIndex(b, dir)
	var rows int64
	for _, t := range ix.Manifest().Tables {
		rows += t.Rows
	}
	b.Logf("%d rows", rows)
	bin := citest.Build(b)
	for name, query := range statistics {
		q := asked{name, "query", map[string]any{"query": query}, []string{""}}
		b.Run("warm/"+name, func(b *testing.B) {
			op := operation(b, "query")
			measure(b, q, func(ctx context.Context, args map[string]any) error {
				delete(args, "target")
				_, err := op.Run(ctx, ix, args)
				return err
			})
		})
		b.Run("cold/"+name, func(b *testing.B) {
			measure(b, q, func(ctx context.Context, _ map[string]any) error {
				out, err := exec.CommandContext(ctx, bin, "query", "files", "--index", dir, query).CombinedOutput()
				if err != nil {
					return fmt.Errorf("%w\n%s", err, out)
				}
				return nil
			})
		})
	}
}
