package bench

import (
	"os"
	"testing"
	"time"

	"github.com/cortex-index/cortex/queries"
)

// scan reads each row of the tables that a comparison joins, in both indexes.
const scan = `SELECT sum(h) FROM (
  SELECT hash(symbols) % 2 AS h FROM base.symbols UNION ALL SELECT hash(symbols) % 2 FROM head.symbols
  UNION ALL SELECT hash(refs) % 2 FROM base.refs UNION ALL SELECT hash(refs) % 2 FROM head.refs
  UNION ALL SELECT hash(calls) % 2 FROM base.calls UNION ALL SELECT hash(calls) % 2 FROM head.calls
  UNION ALL SELECT hash(functions) % 2 FROM base.functions UNION ALL SELECT hash(functions) % 2 FROM head.functions)`

// BenchmarkDiff times the comparison of $CORTEX_BENCH_BASE with $CORTEX_BENCH_INDEX, from opening the two indexes to the answer. x-scan is
// the time as a multiple of opening them and reading each row of four tables once.
func BenchmarkDiff(b *testing.B) {
	base, head := os.Getenv("CORTEX_BENCH_BASE"), os.Getenv("CORTEX_BENCH_INDEX")
	if base == "" || head == "" {
		b.Skip("$CORTEX_BENCH_BASE and $CORTEX_BENCH_INDEX name the indexes of two versions of a repository")
	}
	op := operation(b, "diff")
	timed := func(do func(ix *queries.Index) error) time.Duration {
		began := time.Now()
		ix, err := queries.OpenPair(b.Context(), 0, base, head)
		if err != nil {
			b.Fatal(err)
		}
		if err := do(ix); err != nil {
			b.Fatal(err)
		}
		took := time.Since(began)
		if err := ix.Close(); err != nil {
			b.Fatal(err)
		}
		return took
	}
	var compared, scanned time.Duration
	for b.Loop() {
		scanned += timed(func(ix *queries.Index) error {
			var sum float64
			return ix.QueryRow(b.Context(), scan).Scan(&sum)
		})
		compared += timed(func(ix *queries.Index) error {
			_, err := op.Run(b.Context(), ix, map[string]any{"base": base, "head": head})
			return err
		})
	}
	b.ReportMetric(float64(compared.Milliseconds())/float64(b.N), "ms/diff")
	b.ReportMetric(compared.Seconds()/scanned.Seconds(), "x-scan")
	b.ReportMetric(0, "ns/op") // of both
}
