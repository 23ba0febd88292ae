package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// agent is a client of a server in another process. It is safe for concurrent use.
type agent struct {
	*client.Client
	cmd     *exec.Cmd
	tools   map[string]string // by operation
	said    *said             // on standard error
	private []string          // paths of this machine, which no answer may show
}

// said is the standard error of a process.
type said struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// serve starts `cortex mcp` with answers in JSON too.
func serve(t *testing.T, dir string, args ...string) *agent {
	t.Helper()
	return start(t, dir, append([]string{"--structured"}, args...)...)
}

// start starts `cortex mcp` in a folder, with a home and no settings of this machine.
func start(t *testing.T, dir string, args ...string) *agent {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	if !slices.Contains(args, "--watch") {
		args = append(args, "--watch=false") // tests of older indexes change files
	}
	a := &agent{said: &said{}, tools: map[string]string{}, private: []string{filepath.Dir(home), here(t)}}
	for _, private := range []string{dir, filepath.Dir(home)} {
		real, err := filepath.EvalSymlinks(private)
		if err != nil {
			t.Fatal(err)
		}
		a.private = append(a.private, private, real)
	}
	c, err := client.NewStdioMCPClientWithOptions("cortex", nil, append([]string{"mcp"}, args...),
		transport.WithCommandFunc(func(_ context.Context, command string, _, args []string) (*exec.Cmd, error) {
			a.cmd = exec.Command(command, args...)
			a.cmd.Dir, a.cmd.Env, a.cmd.Stderr = dir, quiet(home), a.said
			return a.cmd, nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	a.Client = c
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("the server did not end well: %v", err)
		}
		if text := a.said.String(); strings.Contains(text, "panic") || strings.Contains(text, "DATA RACE") {
			t.Errorf("the server said:\n%s", text)
		} else if t.Failed() {
			t.Logf("the server said:\n%s", text)
		}
	})
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{}); err != nil {
		t.Fatalf("initialize: %v\n%s", err, a.said)
	}
	a.learn(t)
	return a
}

func here(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// quiet returns an environment that shares only the caches of Go with this machine.
func quiet(home string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "CORTEX_") || strings.HasPrefix(v, "GIT_") || strings.HasPrefix(v, "XDG_")
	})
	return append(env, "HOME="+home, "GIT_CONFIG_NOSYSTEM=1", "NO_COLOR=1",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=init.defaultBranch", "GIT_CONFIG_VALUE_0=main",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
}

// learn lists the operations.
func (a *agent) learn(t *testing.T) {
	t.Helper()
	list, err := a.ListTools(t.Context(), mcp.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		declared, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		var shape struct {
			InputSchema struct {
				Properties struct {
					Operation struct{ Enum []string }
				}
			}
		}
		if err := json.Unmarshal(declared, &shape); err != nil {
			t.Fatal(err)
		}
		for _, op := range shape.InputSchema.Properties.Operation.Enum {
			a.tools[op] = tool.Name
		}
	}
	if len(a.tools) < 20 {
		t.Fatalf("the tools have %d operations: %v", len(a.tools), a.tools)
	}
}

// operations returns the names of all operations.
func (a *agent) operations() []string {
	var names []string
	for name := range a.tools {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// reply is the result of a call.
type reply struct {
	text   string
	json   []byte // the structured content, compact; nil when there is none
	failed bool   // it is an error result
}

// call calls an operation.
func (a *agent) call(ctx context.Context, operation string, args map[string]any) (reply, error) {
	given := map[string]any{"operation": operation}
	for k, v := range args {
		given[k] = v
	}
	var r mcp.CallToolRequest
	r.Params.Name, r.Params.Arguments = a.tools[operation], given
	if r.Params.Name == "" {
		r.Params.Name = "cortex_graph" // any tool refuses an unknown operation
	}
	result, err := a.CallTool(ctx, r)
	if err != nil {
		return reply{}, err
	}
	out := reply{failed: result.IsError}
	for _, c := range result.Content {
		text, ok := c.(mcp.TextContent)
		if !ok || out.text != "" {
			return reply{}, errors.New("the content is not one text")
		}
		out.text = text.Text
	}
	if result.StructuredContent != nil {
		if out.json, err = compact(result.StructuredContent); err != nil {
			return reply{}, err
		}
	}
	for _, private := range a.private {
		if strings.Contains(out.text+string(out.json), private) {
			return reply{}, errors.New("a path of this machine leaks: " + out.text)
		}
	}
	return out, nil
}

// compact returns a value in JSON without spaces or needless escapes.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// ask calls an operation, which must answer.
func (a *agent) ask(t *testing.T, operation string, args map[string]any) reply {
	t.Helper()
	r, err := a.call(t.Context(), operation, args)
	if err != nil {
		t.Fatalf("%s %v: %v", operation, args, err)
	}
	if r.failed {
		t.Fatalf("%s %v: an error: %s", operation, args, r.text)
	}
	return r
}

// refused calls an operation, which must fail, and returns the error.
func (a *agent) refused(t *testing.T, operation string, args map[string]any) string {
	t.Helper()
	r, err := a.call(t.Context(), operation, args)
	if err != nil {
		t.Fatalf("%s %v: %v", operation, args, err)
	}
	if !r.failed {
		t.Fatalf("%s %v: no error: %s", operation, args, r.text)
	}
	return r.text
}

// read reads a resource.
func (a *agent) read(t *testing.T, uri string) string {
	t.Helper()
	var r mcp.ReadResourceRequest
	r.Params.URI = uri
	result, err := a.ReadResource(t.Context(), r)
	if err != nil {
		t.Fatalf("%s: %v", uri, err)
	}
	text := result.Contents[0].(mcp.TextResourceContents).Text
	for _, private := range a.private {
		if strings.Contains(text, private) {
			t.Errorf("%s: a path of this machine leaks:\n%s", uri, text)
		}
	}
	return text
}

// run runs a command in a folder and returns its standard output.
func run(t *testing.T, dir, command string, args ...string) string {
	t.Helper()
	var out, failed bytes.Buffer
	cmd := exec.Command(command, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &failed
	cmd.Env = quiet(filepath.Join(t.TempDir(), "home"))
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %v: %v\n%s%s", command, args, err, out.Bytes(), failed.Bytes())
	}
	return out.String()
}

// copied returns a copy of a module of testdata.
func copied(t *testing.T, module string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), module)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(scripts, "..", module))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// committed commits all files of a folder at a time, and returns the commit.
func committed(t *testing.T, dir, at string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil {
		run(t, dir, "git", "init", "-q")
		put(t, filepath.Join(dir, ".git", "info", "exclude"), ".cortex/\n")
	}
	run(t, dir, "git", "add", "-A")
	run(t, dir, "env", "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at, "git", "commit", "-q", "-m", "x")
	return strings.TrimSpace(run(t, dir, "git", "rev-parse", "HEAD"))
}

// put writes a file, and the folders above it.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// extracted makes an index of a folder.
func extracted(t *testing.T, tree, index string, more ...string) {
	t.Helper()
	run(t, tree, "cortex", append([]string{"extract", "--quiet", "--out", index}, more...)...)
}

// within waits until a condition holds: the server scans its folders once a second.
func within(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("not within 20 seconds: %s", what)
		}
	}
}
