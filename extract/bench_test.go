package extract

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
)

// BenchmarkDiscover reads the Go standard library's tree, about 11,000 files, and
// makes the rows of contents.
func BenchmarkDiscover(b *testing.B) {
	cfg := Config{Root: filepath.Join(runtime.GOROOT(), "src"), Tests: true, Content: true, Extractors: []Extractor{&fake{language: "go"}}}
	for b.Loop() {
		if _, err := Run(context.Background(), cfg, discard{}); err != nil {
			b.Fatal(err)
		}
	}
}

// discard is a sink that keeps nothing.
type discard struct{}

func (discard) Write(any) error { return nil }
