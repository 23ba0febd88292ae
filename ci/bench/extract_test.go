package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// BenchmarkExtract times `cortex extract` as a process, and in turn only listing and
// type-checking the same code. On a noisy machine the ratio of their medians (x-typecheck) is still
// right. It reports the peak of resident memory too. CORTEX_BENCH_TREE adds a checkout.
func BenchmarkExtract(b *testing.B) {
	bin := citest.Build(b)
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	std := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	b.Run("std", func(b *testing.B) { benchmarkExtract(b, bin, std, std, filepath.Join(std, "cmd")) })
	self := citest.Top(b)
	b.Run("self", func(b *testing.B) { benchmarkExtract(b, bin, self, self) })
	if tree := os.Getenv("CORTEX_BENCH_TREE"); tree != "" {
		b.Run(filepath.Base(tree), func(b *testing.B) { benchmarkExtract(b, bin, tree, tree) })
	}
}

func benchmarkExtract(b *testing.B, bin, folder string, modules ...string) {
	var alone, extract []time.Duration
	var peak int64
	for b.Loop() {
		start := time.Now()
		if err := typecheckAlone(folder, modules, runtime.GOMAXPROCS(0)); err != nil {
			b.Fatal(err)
		}
		alone = append(alone, time.Since(start))
		runtime.GC()
		cmd := exec.Command(bin, "extract", "--quiet", "--out", filepath.Join(b.TempDir(), "index"), folder)
		var said bytes.Buffer
		cmd.Stderr = &said
		start = time.Now()
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		ended := make(chan struct{})
		watched := make(chan int64)
		go func() { watched <- watchPeak(cmd.Process.Pid, ended) }()
		err := cmd.Wait()
		extract = append(extract, time.Since(start))
		close(ended)
		peak = max(peak, <-watched)
		if err != nil {
			b.Fatalf("cortex extract: %v\n%s", err, said.Bytes())
		}
	}
	slices.Sort(alone)
	slices.Sort(extract)
	check, cortex := alone[len(alone)/2].Seconds(), extract[len(extract)/2].Seconds()
	b.ReportMetric(check, "s-typecheck")
	b.ReportMetric(cortex, "s-extract")
	b.ReportMetric(cortex/check, "x-typecheck")
	b.ReportMetric(float64(peak)/1024, "MB-peak")
}

// watchPeak returns the peak of resident memory of a process in KiB, read every 20 ms until it
// ends; 0 without /proc. The system's figure for ended processes would include the memory of
// this process, which the child shares until it executes the program.
func watchPeak(pid int, ended <-chan struct{}) (peak int64) {
	for {
		select {
		case <-ended:
			return peak
		case <-time.After(20 * time.Millisecond):
		}
		status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
			if kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64); err == nil {
				peak = max(peak, kib)
			}
		}
	}
}
