package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
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

	"github.com/mark3labs/mcp-go/mcp"
)

const (
	soakRequests = 2_000
	soakSenders  = 8
	soakReplaces = 6
)

// soak is a server under load while its index is replaced. An index of generation n is of
// commit n%2, in which F has n%2+1 callers.
type soak struct {
	*agent
	tree      *tree
	index     string
	begun     atomic.Int64 // the generation that is being written or complete
	published atomic.Int64 // the last complete one
	counts    sync.Map     // of requests by kind
}

// TestMCPSoak sends 2,000 requests while the index is replaced 6 times. Some requests are
// invalid, some are cancelled. Each answer comes from one index that existed during the call,
// and no files or memory leak.
func TestMCPSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 10 seconds")
	}
	s := &soak{tree: newTree(t, "example.com/p", 1), index: filepath.Join(t.TempDir(), "index")}
	s.tree.commit(t, 2, "2026-01-03T03:04:05Z")
	s.tree.extract(t, s.index, 0)
	s.agent = serve(t, t.TempDir(), "--index", s.index, "--memory-limit", "1GB")

	s.load(t, soakRequests/3, soakReplaces/3)
	before, ok := sizeOf(t, s.cmd.Process.Pid)
	s.load(t, soakRequests-soakRequests/3, soakReplaces-soakReplaces/3)
	after, _ := sizeOf(t, s.cmd.Process.Pid)
	for deadline := time.Now().Add(10 * time.Second); after.files > before.files+2 && time.Now().Before(deadline); after, _ = sizeOf(t, s.cmd.Process.Pid) {
		time.Sleep(100 * time.Millisecond) // replaced indexes close in the background
	}
	s.counts.Range(func(what, n any) bool {
		t.Logf("%6d %s", n.(*atomic.Int64).Load(), what)
		return true
	})
	if !ok {
		return
	}
	t.Logf("after a third %+v, at the end %+v", before, after)
	if after.files > before.files+2 {
		t.Errorf("%d files are open, and %d were after a third", after.files, before.files)
	}
	if most := before.resident*13/10 + 30<<20; after.resident > most {
		t.Errorf("the process has %d bytes of memory, and had %d after a third", after.resident, before.resident)
	}
}

// load sends requests from all senders, and replaces the index in equal steps.
func (s *soak) load(t *testing.T, requests, replaces int) {
	t.Helper()
	var left atomic.Int64
	left.Store(int64(requests))
	var senders sync.WaitGroup
	for i := range soakSenders {
		r := rand.New(rand.NewPCG(1, uint64(requests+i)))
		senders.Go(func() {
			for left.Add(-1) >= 0 && !t.Failed() {
				s.request(t, r)
			}
		})
	}
	for n := range replaces {
		for at := int64(requests * (replaces - n) / (replaces + 1)); left.Load() > at && !t.Failed(); {
			time.Sleep(10 * time.Millisecond)
		}
		next := s.begun.Add(1)
		s.tree.extract(t, s.index, int(next%2))
		s.published.Store(next)
	}
	senders.Wait()
	time.Sleep(500 * time.Millisecond) // background work ends
}

// soaked is a request with a known answer.
type soaked struct {
	operation string
	args      map[string]any
	// callers returns the number of callers of F in an answer; -1 for a senseless answer.
	callers func(reply) int
}

// soakedWith returns requests for several ways to read tables.
func soakedWith(r *rand.Rand) []soaked {
	n := r.IntN(20) + 100 // varies the calls
	count := func(text string) func(reply) int {
		return func(a reply) int { return strings.Count(string(a.json), text) }
	}
	return []soaked{
		{"callers", map[string]any{"target": "F", "max_results": n}, count(`"depth":1`)},
		{"callers", map[string]any{"target": "F"}, count(`"depth":1`)},
		{"references", map[string]any{"target": "F", "max_results": n, "context_lines": 0}, count(`"role":"call"`)},
		{"impact", map[string]any{"target": "F", "max_results": n}, count(`"impact_type"`)},
		{"skeleton", map[string]any{"target": "p.go", "max_results": n}, count(`func g`)},
		{"search", map[string]any{"pattern": "g*", "max_results": n}, count(`"kind":"function"`)},
		{"top_functions", map[string]any{"limit": n}, func(a reply) int { return rowsOf(a) - 1 }},
		// Calls, functions and sources change together.
		{"sql", map[string]any{"limit": n, "query": `SELECT (SELECT count(*) FROM calls) AS calls, (SELECT count(*) FROM functions WHERE name LIKE 'g%') AS functions,
			(SELECT count(*) FROM refs r JOIN symbols s USING (symbol_id) WHERE s.name = 'F') AS refs,
			(SELECT len(content) - len(replace(content, 'F() }', '')) FROM contents WHERE file_path = 'p.go') // 5 AS sources`}, func(a reply) int {
			for n := range 5 {
				if strings.Contains(string(a.json), fmt.Sprintf(`"rows":[[%d,%d,%d,%d]]`, n, n, n, n)) {
					return n
				}
			}
			return -1
		}},
		{"query", map[string]any{"query": map[string]any{"from": "calls", "limit": n}}, rowsOf},
	}
}

// rowsOf returns the number of rows in an answer.
func rowsOf(a reply) int {
	var rows struct{ Rows []any }
	if json.Unmarshal(a.json, &rows) != nil {
		return -1
	}
	return len(rows.Rows)
}

// request sends one request, of any kind.
func (s *soak) request(t *testing.T, r *rand.Rand) {
	switch n := r.IntN(100); {
	case n < 60:
		known := soakedWith(r)
		s.asks(t, known[r.IntN(len(known))])
	case n < 75:
		s.asksNonsense(t, r)
	case n < 85:
		s.callsOff(t, r)
	case n < 95:
		s.reads(t, r)
	default:
		s.counted("tools/list")
		if list, err := s.ListTools(t.Context(), mcp.ListToolsRequest{}); err != nil || len(list.Tools) != 3 {
			t.Errorf("tools: %v, %v", list, err)
		}
	}
}

func (s *soak) counted(what string) {
	n, _ := s.counts.LoadOrStore(what, new(atomic.Int64))
	n.(*atomic.Int64).Add(1)
}

// possible reports whether an index with so many callers existed since a generation.
func (s *soak) possible(since int64, callers int) bool {
	for n := since; n <= s.begun.Load(); n++ {
		if int(n%2)+1 == callers {
			return true
		}
	}
	return false
}

// busy reports whether the server was too busy for a request.
func (s *soak) busy(a reply) bool {
	busy := a.failed && strings.HasPrefix(a.text, "the server is busy with other questions")
	if busy {
		s.counted("sent away")
	}
	return busy
}

// asks sends a request and checks the answer.
func (s *soak) asks(t *testing.T, q soaked) {
	s.counted(q.operation)
	since := s.published.Load()
	a, err := s.call(t.Context(), q.operation, q.args)
	if s.busy(a) {
		return
	}
	if err != nil || a.failed {
		t.Errorf("%s %v: %v %s", q.operation, q.args, err, a.text)
		return
	}
	callers := q.callers(a)
	commit := ""
	if i := strings.Index(string(a.json), `"commit":"`); i >= 0 {
		commit, _, _ = strings.Cut(string(a.json[i+len(`"commit":"`):]), `"`)
	}
	if callers < 1 || callers > 2 || commit != "" && commit != s.tree.commits[callers-1] || !s.possible(since, callers) {
		t.Errorf("%s %v: %d callers at commit %q; the commits are %v, the generations %d to %d:\n%s\n%s",
			q.operation, q.args, callers, commit, s.tree.commits, since, s.begun.Load(), a.text, a.json)
	}
}

// asksNonsense sends a wrong request, which must fail.
func (s *soak) asksNonsense(t *testing.T, r *rand.Rand) {
	s.counted("nonsense")
	nonsense := []struct {
		operation string
		args      map[string]any
		want      string
	}{
		{"nothing", nil, "is unknown"},
		{"callers", nil, "target"},
		{"callers", map[string]any{"target": "Nobody"}, "is unknown"},
		{"callers", map[string]any{"target": "F", "depth": 1000}, "depth"},
		{"callers", map[string]any{"target": "F", "deep": true}, "deep"},
		{"callers", map[string]any{"target": []any{"F", "G"}}, "one target a call"},
		{"callers", map[string]any{"target": "F", "index": "elsewhere"}, "is unknown"},
		{"sql", map[string]any{"query": "SELECT nothing FROM functions"}, "nothing"},
		{"sql", map[string]any{"query": "COPY functions TO 'x'"}, "hint"},
		{"sql", map[string]any{"query": "SELEC"}, "SELEC"},
		{"query", map[string]any{"query": map[string]any{"from": "nothing"}}, "nothing"},
		{"path", map[string]any{"target": "F"}, "to"},
	}
	n := nonsense[r.IntN(len(nonsense))]
	a, err := s.call(t.Context(), n.operation, n.args)
	if s.busy(a) {
		return
	}
	if err != nil || !a.failed || !strings.Contains(a.text, n.want) {
		t.Errorf("%s %v: %v, want an error with %q: %s", n.operation, n.args, err, n.want, a.text)
	}
}

// callsOff sends a request and soon cancels it.
func (s *soak) callsOff(t *testing.T, r *rand.Rand) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(20))*time.Millisecond)
	defer cancel()
	q := soaked{"sql", map[string]any{"query": "SELECT count(*) FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range % 5"}, nil}
	if r.IntN(2) == 0 {
		known := soakedWith(r)
		q = known[r.IntN(len(known))]
	}
	if _, err := s.call(ctx, q.operation, q.args); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%s, cancelled: %v", q.operation, err)
	} else if err != nil {
		s.counted("cancelled")
	} else {
		s.counted("not cancelled in time")
	}
}

// reads reads resources and asks for completions.
func (s *soak) reads(t *testing.T, r *rand.Rand) {
	s.counted("resources")
	var request mcp.ReadResourceRequest
	request.Params.URI = []string{"cortex://index", "cortex://skeleton/p.go", "cortex://schema", "cortex://module/.", "cortex://module/nowhere"}[r.IntN(5)]
	since := s.published.Load()
	result, err := s.ReadResource(t.Context(), request)
	switch {
	case strings.HasSuffix(request.Params.URI, "nowhere"):
		if err == nil {
			t.Errorf("%s: no error", request.Params.URI)
		}
		return
	case err != nil || len(result.Contents) != 1:
		t.Errorf("%s: %v", request.Params.URI, err)
		return
	}
	text := result.Contents[0].(mcp.TextResourceContents).Text
	if n := strings.Count(text, "func g"); strings.Contains(request.Params.URI, "skeleton") && !s.possible(since, n) {
		t.Errorf("%s has %d callers:\n%s", request.Params.URI, n, text)
	}
	if request.Params.URI == "cortex://index" && (!strings.Contains(text, "index example.com/p@") || strings.Contains(text, "left out")) {
		t.Errorf("%s:\n%s", request.Params.URI, text)
	}
}

// size is the memory and the number of open files of a process.
type size struct {
	resident int // bytes
	files    int // open ones, without the tables of the present index
}

// sizeOf returns the size of a process; false where the system does not tell it.
func sizeOf(t *testing.T, pid int) (size, bool) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return size{}, false
	}
	proc := filepath.Join("/proc", strconv.Itoa(pid))
	open, err := filepath.Glob(filepath.Join(proc, "fd", "*"))
	if err != nil {
		t.Fatal(err)
	}
	files := slices.DeleteFunc(open, func(fd string) bool {
		path, err := os.Readlink(fd)
		return err != nil || strings.HasSuffix(path, ".parquet") // those of a replaced index end in " (deleted)"
	})
	status, err := os.ReadFile(filepath.Join(proc, "status"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				t.Fatal(err)
			}
			return size{kb << 10, len(files)}, true
		}
	}
	t.Fatal("the process has no VmRSS")
	return size{}, false
}

// Invalid lines and messages do not end the server.
func TestMCPSurvivesNonsense(t *testing.T) {
	cmd := exec.Command("cortex", "mcp", "--index", t.TempDir())
	cmd.Env = quiet(filepath.Join(t.TempDir(), "home"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for _, line := range []string{
			"", "{", "nothing", "[]", "null", "7", `"x"`, `{}`, `{"jsonrpc":"1.0","id":1,"method":"ping"}`,
			`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`,
			`{"jsonrpc":"2.0","id":2,"method":"nothing"}`,
			`{"jsonrpc":"2.0","id":{},"method":"ping"}`,
			`{"jsonrpc":"2.0","id":3,"method":"tools/call"}`,
			`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":7}`,
			`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"cortex_graph","arguments":[1]}}`,
			`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"no_tool","arguments":{}}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`,
			`{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"cortex://skeleton/%zz"}}`,
			`{"jsonrpc":"2.0","id":8,"method":"completion/complete","params":{}}`,
			`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"cortex_graph","arguments":{"operation":"` + strings.Repeat("x", 1<<20) + `"}}}`,
			`{"jsonrpc":"2.0","id":"last","method":"ping"}`,
		} {
			_, _ = io.WriteString(in, line+"\n")
		}
	}()
	answered := make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var message struct{ ID any }
			if err := json.Unmarshal(lines.Bytes(), &message); err != nil {
				answered <- fmt.Errorf("it answers %q: %w", lines.Text(), err)
				return
			}
			if len(lines.Bytes()) > 4000 {
				answered <- fmt.Errorf("an answer has %d bytes", len(lines.Bytes()))
				return
			}
			if message.ID == "last" {
				answered <- nil
				return
			}
		}
		answered <- fmt.Errorf("it ended: %v", lines.Err())
	}()
	select {
	case err := <-answered:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("no answer to the last request within a minute")
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server did not end well: %v", err)
	}
}
