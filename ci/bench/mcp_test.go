package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// callerTargets is SQL for the targets of the calls.
const callerTargets = "SELECT symbol FROM functions WHERE NOT is_test ORDER BY hash(symbol) LIMIT 5000"

// BenchmarkMCP times callers to depth 3 over standard input and output, on an index of 200,000
// functions and 700,000 calls or that in $CORTEX_BENCH_INDEX. There are 1 or 8 calls in flight,
// or 8 agents that think for a second before each call. All calls differ, thus the server
// memoizes no answer.
//
// It reports quantiles of the times (p50-ms, p99-ms), processor time for a call (cpu-ms), and
// memory at the end and at its peak (rss-MB, peak-MB). The benchmark start reports the time
// from the start of the process to the first answer.
func BenchmarkMCP(b *testing.B) {
	dir := benchIndex(b, 200_000, 700_000)
	bin := citest.Build(b)
	ix := openIndex(b, dir)
	answer, err := operation(b, "sql").Run(b.Context(), ix, map[string]any{"query": callerTargets, "limit": 5000})
	if err != nil {
		b.Fatal(err)
	}
	var targets []string
	for _, row := range answer.Table().Rows {
		targets = append(targets, row[0].(string))
	}
	if err := ix.Close(); err != nil {
		b.Fatal(err)
	}
	for _, ask := range []struct {
		name     string
		inFlight int           // maximum number of calls at once
		apart    time.Duration // minimum time between two calls
	}{
		{"in-flight=1", 1, 0},
		{"in-flight=8", 8, 0},
		{"agents=8", 8, time.Second / 8},
	} {
		b.Run("callers/depth=3/"+ask.name, func(b *testing.B) {
			s := startMCP(b, bin, dir)
			s.warm(b, targets[len(targets)-1])
			var next atomic.Int64
			var mu sync.Mutex
			var took []time.Duration
			slots := make(chan struct{}, ask.inFlight)
			before := s.processor(b)
			var asking sync.WaitGroup
			for b.Loop() {
				time.Sleep(ask.apart)
				slots <- struct{}{}
				asking.Go(func() {
					defer func() { <-slots }()
					i := int(next.Add(1)) - 1
					began := time.Now()
					if err := s.callers(b.Context(), targets[i%len(targets)], 100+i/len(targets)); err != nil {
						b.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					took = append(took, time.Since(began))
				})
			}
			asking.Wait()
			reportQuantiles(b, took, 50, 99)
			b.ReportMetric((s.processor(b)-before).Seconds()*1000/float64(len(took)), "cpu-ms")
			s.reportMemory(b)
		})
	}
	b.Run("start", func(b *testing.B) {
		var took []time.Duration
		for i := 0; b.Loop(); i++ {
			began := time.Now()
			s := startMCP(b, bin, dir)
			if err := s.callers(b.Context(), targets[i%len(targets)], 100); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
		reportQuantiles(b, took, 50)
	})
}

// reportQuantiles reports quantiles of times.
func reportQuantiles(b *testing.B, took []time.Duration, quantiles ...int) {
	slices.Sort(took)
	for _, p := range quantiles {
		b.ReportMetric(float64(took[len(took)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
}

// mcpServer is a server process with a client.
type mcpServer struct {
	*client.Client
	pid int
}

func startMCP(b *testing.B, bin, index string) *mcpServer {
	b.Helper()
	var cmd *exec.Cmd
	c, err := client.NewStdioMCPClientWithOptions(bin, nil, []string{"mcp", "--index", index},
		transport.WithCommandFunc(func(_ context.Context, command string, _, args []string) (*exec.Cmd, error) {
			cmd = exec.Command(command, args...)
			cmd.Dir = os.TempDir() // no checkout
			return cmd, nil
		}))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.Close() })
	if _, err := c.Initialize(b.Context(), mcp.InitializeRequest{}); err != nil {
		b.Fatal(err)
	}
	return &mcpServer{c, cmd.Process.Pid}
}

// callers asks for the callers of a function.
func (s *mcpServer) callers(ctx context.Context, target string, maxResults int) error {
	var r mcp.CallToolRequest
	r.Params.Name = "cortex_graph"
	r.Params.Arguments = map[string]any{"operation": "callers", "target": target, "depth": 3, "max_results": maxResults}
	result, err := s.CallTool(ctx, r)
	if err != nil {
		return err
	}
	if result.IsError {
		return fmt.Errorf("callers of %s: %v", target, result.Content)
	}
	return nil
}

// warm waits until the server has loaded the tables, which is when it uses no processor time.
// Then it asks a few questions.
func (s *mcpServer) warm(b *testing.B, target string) {
	b.Helper()
	if err := s.callers(b.Context(), target, 1); err != nil {
		b.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for before := s.processor(b); ; {
		time.Sleep(time.Second)
		now := s.processor(b)
		if now-before < 50*time.Millisecond {
			break
		}
		if before = now; time.Now().After(deadline) {
			b.Fatal("the server is still busy after a minute")
		}
	}
	for i := range 10 {
		if err := s.callers(b.Context(), target, 2+i); err != nil {
			b.Fatal(err)
		}
	}
}

// processor returns the processor time of the server; 0 on systems other than Linux.
func (s *mcpServer) processor(b *testing.B) time.Duration {
	b.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.pid), "stat"))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // after the name
	fields := strings.Fields(rest)
	ticks := 0
	for _, f := range fields[11:13] { // utime and stime, in hundredths of a second
		n, err := strconv.Atoi(f)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// reportMemory reports the resident memory of the server and its peak, on Linux.
func (s *mcpServer) reportMemory(b *testing.B) {
	b.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.pid), "status"))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		unit := map[string]string{"VmRSS": "rss-MB", "VmHWM": "peak-MB"}[name]
		if unit == "" {
			continue
		}
		kb, err := strconv.Atoi(strings.Fields(value)[0])
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(kb)/1000, unit)
	}
}
