package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

var update = flag.Bool("update", false, "write the snapshots again")

// connect starts a server without any index and returns a client of it.
func connect(t *testing.T, o Options) *client.Client {
	t.Helper()
	o.Log = t.Logf
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	c, err := client.NewInProcessClient(s.MCP)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	return c
}

// Agents and the tests of hosts rely on what the tools declare: it changes on purpose only.
func TestToolSnapshots(t *testing.T) {
	for _, form := range []struct {
		name    string
		options Options
	}{{"tools", Options{}}, {"tools-text-only", Options{TextOnly: true}}} {
		list, err := connect(t, form.options).ListTools(t.Context(), mcp.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.MarshalIndent(list.Tools, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("..", "..", "..", "..", "testdata", "mcp", form.name+".json")
		if *update {
			if err := os.WriteFile(file, append(got, '\n'), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(bytes.TrimSpace(want)), string(got)); diff != "" {
			t.Errorf("%s differs: run make golden (-want +got)\n%s", file, diff)
		}
		for _, tool := range list.Tools {
			if n := len(tool.Description); n > maxDescription || n < 300 {
				t.Errorf("%s: the description has %d bytes", tool.Name, n)
			}
			a := tool.Annotations
			if a.ReadOnlyHint == nil || !*a.ReadOnlyHint || *a.DestructiveHint || !*a.IdempotentHint || *a.OpenWorldHint {
				t.Errorf("%s: annotations %+v", tool.Name, a)
			}
		}
	}
}

// Without an index there is an answer that says what to do, and nothing of this machine.
func TestNoIndex(t *testing.T) {
	dir := t.TempDir()
	c := connect(t, Options{Indexes: []string{filepath.Join(dir, "absent")}})
	for _, call := range []struct {
		tool string
		args map[string]any
		want []string
	}{
		{"cortex_graph", map[string]any{"operation": "callers", "target": "x"}, []string{"no index can be used: absent: no such directory", "cortex extract"}},
		{"cortex_graph", map[string]any{"operation": "caller", "target": "x"}, []string{`unknown operation "caller"`, `did you mean "callers"?`}},
		{"cortex_graph", map[string]any{"operation": "summary"}, []string{"it is an operation of the tool cortex_analysis"}},
		{"cortex_graph", map[string]any{"target": "x"}, []string{"the argument operation is missing"}},
		{"cortex_graph", map[string]any{"operation": 7}, []string{"the argument operation is missing"}},
		{"cortex_graph", map[string]any{"operation": "callers", "index": 7}, []string{"the argument index has to be a string"}},
	} {
		result := request(t, c, call.tool, call.args)
		if !result.IsError {
			t.Errorf("%v: no error", call.args)
		}
		text := textOf(t, result)
		for _, want := range call.want {
			if !bytes.Contains([]byte(text), []byte(want)) {
				t.Errorf("%v: got %q, want %q in it", call.args, text, want)
			}
		}
		if bytes.Contains([]byte(text), []byte(dir)) {
			t.Errorf("%v: a path leaks: %q", call.args, text)
		}
	}
}

func request(t *testing.T, c *client.Client, tool string, args map[string]any) *mcp.CallToolResult {
	t.Helper()
	var r mcp.CallToolRequest
	r.Params.Name, r.Params.Arguments = tool, args
	result, err := c.CallTool(context.WithoutCancel(t.Context()), r)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func textOf(t *testing.T, r *mcp.CallToolResult) string {
	t.Helper()
	i := slices.IndexFunc(r.Content, func(c mcp.Content) bool { _, ok := c.(mcp.TextContent); return ok })
	if i < 0 {
		t.Fatalf("no text in %+v", r)
	}
	return r.Content[i].(mcp.TextContent).Text
}
