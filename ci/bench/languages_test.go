package bench

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/ecma"
	"github.com/cortex-index/cortex/extract/sitter/python"
)

// maxFiles is the number of files of BenchmarkLanguages.
const maxFiles = 10_000

// BenchmarkLanguages times `cortex extract` as a process, and in turn only parsing the same files with tree-sitter on all cores. The files are
// the first 10,000 in Python, TypeScript and JavaScript of up to 64 KiB below the folders of $CORTEX_BENCH_FOLDERS.
func BenchmarkLanguages(b *testing.B) {
	folders := filepath.SplitList(os.Getenv("CORTEX_BENCH_FOLDERS"))
	if len(folders) == 0 {
		b.Skip("CORTEX_BENCH_FOLDERS names no folder with code")
	}
	bin := citest.Build(b)
	tree := b.TempDir()
	texts, size := copyLanguages(b, tree, folders)
	var parse, all time.Duration
	for b.Loop() {
		start := time.Now()
		parseAlone(texts)
		parse += time.Since(start)
		runtime.GC()
		start = time.Now()
		if out, err := exec.Command(bin, "extract", "--quiet", "--out", filepath.Join(b.TempDir(), "index"), tree).CombinedOutput(); err != nil {
			b.Fatalf("cortex extract: %v\n%s", err, out)
		}
		all += time.Since(start)
	}
	b.ReportMetric(float64(len(texts)), "files")
	b.ReportMetric(float64(size)/1e6, "MB")
	b.ReportMetric(parse.Seconds()/float64(b.N), "s-parse")
	b.ReportMetric(all.Seconds()/float64(b.N), "s-extract")
	b.ReportMetric(all.Seconds()/parse.Seconds(), "x-parse")
}

// copyLanguages copies files to a folder and returns the text of each by its name.
func copyLanguages(b *testing.B, to string, folders []string) (texts map[string][]byte, size int) {
	texts = map[string][]byte{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			switch ext := filepath.Ext(name); {
			case err != nil || len(texts) >= maxFiles:
				return fs.SkipAll
			case !d.Type().IsRegular() || grammars[ext] == nil || strings.HasSuffix(name, ".min.js"):
				return nil
			}
			text, err := os.ReadFile(name)
			if err != nil || len(text) == 0 || len(text) > 64<<10 {
				return err
			}
			copied := filepath.Join(to, fmt.Sprint("d", len(texts)/100), fmt.Sprint("f", len(texts))+filepath.Ext(name))
			if err := os.MkdirAll(filepath.Dir(copied), 0o755); err != nil {
				return err
			}
			texts[copied] = text
			size += len(text)
			return os.WriteFile(copied, text, 0o644)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return texts, size
}

// grammars are the grammars of files by the end of their names.
var grammars = map[string]func() *sitter.Grammar{".py": sitter.Python, ".ts": sitter.TypeScript, ".tsx": sitter.TSX, ".js": sitter.TSX}

// parseAlone parses texts on all cores.
func parseAlone(texts map[string][]byte) {
	names := make(chan string)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			parsers := map[string]*sitter.Parser{}
			for name := range names {
				ext := filepath.Ext(name)
				if parsers[ext] == nil {
					parsers[ext] = sitter.NewParser(context.Background(), grammars[ext]())
				}
				parsers[ext].Parse(texts[name])
			}
			for _, p := range parsers {
				p.Close()
			}
		})
	}
	for name := range texts {
		names <- name
	}
	close(names)
	wg.Wait()
}

// BenchmarkFrontEnds compares the extraction of this repository, or of $CORTEX_BENCH_TREE, with one that has the extractor of Go only.
func BenchmarkFrontEnds(b *testing.B) {
	tree := os.Getenv("CORTEX_BENCH_TREE")
	if tree == "" {
		tree = citest.Top(b)
	}
	var times [2]time.Duration
	for b.Loop() {
		for i, x := range [][]extract.Extractor{{golang.New()}, {golang.New(), python.New(), ecma.New()}} {
			start := time.Now()
			cfg := extract.Config{Root: tree, Tests: true, GOOS: "linux", GOARCH: "amd64", Offline: true, Extractors: x}
			if _, err := extract.Run(context.Background(), cfg, discard{}); err != nil {
				b.Fatal(err)
			}
			times[i] += time.Since(start)
			runtime.GC()
		}
	}
	b.ReportMetric(times[1].Seconds()/times[0].Seconds(), "x-go-alone")
}

// discard is a sink without an index.
type discard struct{}

// Write drops rows.
func (discard) Write(any) error { return nil }
