package emit

import (
	"path/filepath"
	"testing"
)

// BenchmarkWrite writes rows as a large repository has them, from the first row to the
// published index.
func BenchmarkWrite(b *testing.B) {
	for _, bench := range []struct {
		name, table string
		rows        any
	}{
		{"refs/300k", "refs", syntheticRefs(300_000)},
		{"refs/3M", "refs", syntheticRefs(3_000_000)},
		{"symbols/100k", "symbols", syntheticSymbols(100_000)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m := publish(b, filepath.Join(b.TempDir(), "index"), bench.rows)
				t, _ := m.Table(bench.table)
				b.ReportMetric(float64(t.Bytes)/float64(t.Rows), "bytes/row")
			}
		})
	}
}
