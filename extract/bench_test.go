package extract

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// BenchmarkDiscover reads the Go standard library's tree, about 11,000 files, and
// makes the rows of contents.
func BenchmarkDiscover(b *testing.B) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	cfg := Config{Root: filepath.Join(strings.TrimSpace(string(goroot)), "src"), Tests: true, Content: true, Extractors: []Extractor{&fake{language: "go"}}}
	for b.Loop() {
		if _, err := Run(context.Background(), cfg, discard{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMerge numbers and sorts 3 million references to 200,000 symbols, about
// as many as prometheus with its dependencies has.
func BenchmarkMerge(b *testing.B) {
	const symbols, refs, files = 200_000, 3_000_000, 2_000
	tree := &Tree{}
	for i := range int32(files) {
		tree.Files = append(tree.Files, &File{Row: schema.File{FileID: i + 1, FilePath: fmt.Sprintf("m%03d/f%d.go", i/10, i), ModulePath: fmt.Sprintf("m%03d", i/10), Language: "go"}})
	}
	for b.Loop() {
		b.StopTimer()
		r := rand.New(rand.NewPCG(1, 2))
		c := &Code{}
		for i := range int32(symbols) {
			c.Rows.Symbols = append(c.Rows.Symbols, schema.Symbol{SymbolID: i + 1, Symbol: fmt.Sprintf("example.com/m/p%d.S%d", i%500, i), FileID: 1 + r.Int32N(files), NameLine: r.Int32N(5000), NameColumn: 1})
		}
		for range refs {
			c.Rows.Refs = append(c.Rows.Refs, schema.Ref{SymbolID: 1 + int32(r.Float64()*r.Float64()*symbols), FileID: 1 + r.Int32N(files), StartLine: r.Int32N(5000), StartColumn: r.Int32N(80), Role: schema.RoleRead, EnclosingID: 1 + r.Int32N(symbols)})
		}
		runtime.GC()
		b.StartTimer()
		if _, err := merge(context.Background(), Config{Jobs: 2}, tree, []*Code{c}); err != nil {
			b.Fatal(err)
		}
	}
}

// discard is a sink that keeps nothing.
type discard struct{}

func (discard) Write(any) error { return nil }
