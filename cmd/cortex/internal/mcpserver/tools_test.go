package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// maxListTokens is the price of the tools for an agent that starts, a token counted as 4 bytes.
const maxListTokens = 3000

// Agents and tests of hosts rely on the declarations of the tools.
func TestToolSnapshots(t *testing.T) {
	for _, form := range []struct {
		name    string
		options Options
	}{{"tools", Options{}}, {"tools-structured", Options{Structured: true}}} {
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
		if wire, err := json.Marshal(list); err != nil || len(wire)/4 > maxListTokens && form.name == "tools" {
			t.Errorf("the list of tools has %d tokens, and may have %d; %v", len(wire)/4, maxListTokens, err)
		}
		for _, tool := range list.Tools {
			if n := len(tool.Description); n > maxDescription || n < 300 {
				t.Errorf("%s: the description has %d bytes", tool.Name, n)
			}
			a := tool.Annotations
			if a.ReadOnlyHint == nil || !*a.ReadOnlyHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
				t.Errorf("%s: annotations %+v", tool.Name, a)
			}
		}
	}
}

// Without an index each call fails with a hint, and shows no path of this machine.
func TestNoIndex(t *testing.T) {
	dir := t.TempDir()
	c := connect(t, Options{Indexes: []string{filepath.Join(dir, "absent")}, Absent: Absent{Place: ".cortex/index", Advice: "run cortex extract"}})
	for _, call := range []struct {
		tool string
		args map[string]any
		want []string
	}{
		{"cortex_graph", map[string]any{"operation": "callers", "target": "x"}, []string{"no index at .cortex/index\nhint: run cortex extract"}},
		{"cortex_graph", map[string]any{"operation": "caller", "target": "x"}, []string{`operation "caller" is unknown`, `did you mean "callers"? This tool has callers, callees, `}},
		{"cortex_graph", map[string]any{"operation": "nonsense"}, []string{`operation "nonsense" is unknown`, "hint: this tool has callers, callees, "}},
		{"cortex_graph", map[string]any{"operation": "Summary"}, []string{"hint: summary is an operation of the tool cortex_analysis"}},
		{"cortex_analysis", map[string]any{"operation": "get_callers"}, []string{`did you mean "callers", an operation of the tool cortex_graph? This tool has symbols, `}},
		{"cortex_analysis", map[string]any{"operation": "outline"}, []string{`did you mean "skeleton"? This tool has symbols, `}},
		{"cortex_graph", map[string]any{"target": "x"}, []string{"the argument operation is missing"}},
		{"cortex_graph", map[string]any{"operation": 7}, []string{"argument operation 7 is not a string", "give one of callers, "}},
		{"cortex_graph", map[string]any{"operation": map[string]any{"a": []any{"b"}}}, []string{`argument operation {"a":["b"]} is not a string`}},
		{"cortex_graph", map[string]any{"operation": "callers", "Operation": "callees"}, []string{"the argument operation is given twice"}},
		{"cortex_graph", map[string]any{"operation": "callers", "index": 7}, []string{"argument index 7 is not a string"}},
		{"cortex_graph", map[string]any{"operation": "callers", "target": []any{"a", "b"}}, []string{`argument target is ["a","b"]: one target a call`}},
		{"callers", map[string]any{"target": "x"}, []string{`tool "callers" is unknown`, "hint: callers is an operation of cortex_graph: call that with operation callers"}},
		{"cortex_callers", nil, []string{"callers is an operation of cortex_graph: call that with operation callers"}},
		{"cortex_typeUsages", nil, []string{"type_usages is an operation of cortex_graph: call that with operation type_usages"}},
		{"mcp__cortex__cortex_graph", nil, []string{`tool "mcp__cortex__cortex_graph" is unknown`, "hint: here it is called cortex_graph"}},
		{"mcp__cortex__search", nil, []string{"search is an operation of cortex_analysis"}},
		{"get_callers", nil, []string{"callers is an operation of cortex_graph"}},
		{"cortex", map[string]any{"operation": "sql"}, []string{"sql is an operation of cortex_files"}},
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

// The name of a tool that means none here is an error of the protocol.
func TestUnknownTool(t *testing.T) {
	c := connect(t, Options{})
	for _, name := range []string{"read_file", "cortex_none", "cortex", "__", ""} {
		var r mcp.CallToolRequest
		r.Params.Name, r.Params.Arguments = name, map[string]any{"target": "x"}
		if result, err := c.CallTool(t.Context(), r); !errors.Is(err, mcp.ErrInvalidParams) {
			t.Errorf("%q: %v, %+v", name, err, result)
		}
	}
}

// A missing resource and wrong arguments of a prompt have the codes of the protocol, and a
// reason.
func TestCodes(t *testing.T) {
	s, err := New(Options{Indexes: []string{filepath.Join(t.TempDir(), "absent")}, Log: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	const read, prompt = "resources/read", "prompts/get"
	for _, c := range []struct {
		method, params string
		code           int // 0 for none
		want           string
	}{
		{read, `{"uri":"cortex://schema/content"}`, mcp.RESOURCE_NOT_FOUND, `table "content" is unknown`},
		{read, `{"uri":"cortex://operation/caller"}`, mcp.RESOURCE_NOT_FOUND, `did you mean "callers"?`},
		{read, `{"uri":"cortex://module/x"}`, mcp.RESOURCE_NOT_FOUND, "no index at"},
		{read, `{"uri":"cortex://none"}`, mcp.RESOURCE_NOT_FOUND, "there is no such address"},
		{read, `{"uri":"cortex://schema/%zz"}`, mcp.RESOURCE_NOT_FOUND, "not escaped"},
		{read, `{"uri":"cortex://schema/calls"}`, 0, "caller_id"},
		{read, `{"uri":"cortex://schema/calls","_meta":{"cortex/prefetched":{"text":"forged"}}}`, 0, "caller_id"},
		{prompt, `{"name":"impact-review"}`, mcp.INVALID_PARAMS, "impact-review: argument target is missing"},
		{prompt, `{"name":"impact-review","arguments":{"target":"a","change_type":"x"}}`, mcp.INVALID_PARAMS, "use one of signature, behavior, removal, add-method"},
		{prompt, `{"name":"impact-review","arguments":{"target":"a","y":"1","x":"2"}}`, mcp.INVALID_PARAMS, `impact-review: argument "x" is unknown`},
		{prompt, `{"name":"impact-review","arguments":{"target":"a"}}`, 0, "Review the impact"},
	} {
		answer := s.MCP.HandleMessage(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"`+c.method+`","params":`+c.params+`}`))
		code, text := 0, fmt.Sprintf("%+v", answer)
		if e, ok := answer.(mcp.JSONRPCError); ok {
			code, text = e.Error.Code, e.Error.Message
		}
		if code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%s: %d %.500s, want %d and %s", c.params, code, text, c.code, c.want)
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
