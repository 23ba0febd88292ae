package artifact

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/cortex-index/cortex/queries/internal/indextest"
)

// BenchmarkVerify verifies 200,000 symbols, 720,000 calls and 3 M references, with digests as after an extraction.
func BenchmarkVerify(b *testing.B) {
	rows := indextest.Random(rand.New(rand.NewPCG(1, 1)), indextest.Shape{Functions: 196_000, Methods: 4_000, Calls: 720_000, Overrides: 8_000, Refs: 2_280_000})
	indextest.Sort(rows)
	fed := digests(rows)
	dir := b.TempDir()
	indextest.Write(b, dir, rows, everything)
	rows = nil
	for b.Loop() {
		found, err := verify(context.Background(), dir, fed, false)
		if err != nil || len(found) > 0 {
			b.Fatal(found, err)
		}
	}
}
