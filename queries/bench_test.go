package queries

import (
	"context"
	"testing"

	"github.com/cortex-index/cortex/queries/internal/indextest"
)

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	indextest.Write(b, dir, indextest.Parse(b, sample), everything)
	for b.Loop() {
		ix, err := Open(context.Background(), dir)
		if err != nil {
			b.Fatal(err)
		}
		ix.Close()
	}
}
