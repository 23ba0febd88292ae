package ci

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkExtract times `cortex extract` as a whole process against listing and
// type-checking the same code alone, in turn, so that the ratio holds on a noisy
// machine. It reports that ratio (x-typecheck) and the peak of resident memory.
func BenchmarkExtract(b *testing.B) {
	bin := filepath.Join(b.TempDir(), "cortex")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "github.com/cortex-index/cortex/cmd/cortex").CombinedOutput(); err != nil {
		b.Fatalf("build cortex: %v\n%s", err, out)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	std := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	b.Run("std", func(b *testing.B) { benchmarkExtract(b, bin, std, std, filepath.Join(std, "cmd")) })
	self, err := filepath.Abs("..")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("self", func(b *testing.B) { benchmarkExtract(b, bin, self, self) })
}

func benchmarkExtract(b *testing.B, bin, folder string, modules ...string) {
	var alone, extract time.Duration
	var peak int64
	for b.Loop() {
		start := time.Now()
		if err := typecheckAlone(folder, modules, runtime.GOMAXPROCS(0)); err != nil {
			b.Fatal(err)
		}
		alone += time.Since(start)
		runtime.GC()
		cmd := exec.Command(bin, "extract", "--quiet", "--out", filepath.Join(b.TempDir(), "index"), folder)
		start = time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("cortex extract: %v\n%s", err, out)
		}
		extract += time.Since(start)
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, u.Maxrss)
		}
	}
	b.ReportMetric(alone.Seconds()/float64(b.N), "s-typecheck")
	b.ReportMetric(extract.Seconds()/float64(b.N), "s-extract")
	b.ReportMetric(extract.Seconds()/alone.Seconds(), "x-typecheck")
	b.ReportMetric(float64(peak)/1024, "MB-peak")
}
