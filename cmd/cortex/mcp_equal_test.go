package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// equals holds calls of each operation on testdata/graph, with values of JSON.
var equals = map[string][]map[string]any{
	"callers":         {{"target": "wire.Seal"}, {"target": "Store.Save", "depth": 5, "include_tests": false, "include_context": false}, {"target": "main.main"}},
	"callees":         {{"target": "serve.Run"}, {"target": "Store.Save", "dispatch": false, "depth": 1, "context_lines": 0}},
	"dependencies":    {{"target": "."}, {"target": "serve", "depth": 9, "exclude_patterns": []any{"context", "fmt"}}},
	"why":             {{"target": "serve", "to": "wire"}, {"target": "wire", "to": "serve"}},
	"dependents":      {{"target": "wire"}, {"target": "errors", "max_results": 1}},
	"type_usages":     {{"target": "wire.Value"}, {"target": "store.Cache", "scope": "store"}},
	"implementations": {{"target": "wire.Encoder"}, {"target": "wire.Flusher"}},
	"implements":      {{"target": "wire.Buffer"}, {"target": "wire.Plain"}},
	"path":            {{"target": "main.main", "to": "wire.Seal", "depth": 9}, {"target": "wire.Seal", "to": "main.main"}},
	"impact":          {{"target": "wire.Encoder"}, {"target": "wire.Seal", "change_type": "removal", "depth": 2}},
	"references":      {{"target": "wire.Value"}, {"target": "wire.Low", "kind": "constant"}},
	"definition":      {{"target": "serve.Kind"}, {"target": "store/store.go:49:15"}},

	"symbols":               {{}, {"pattern": "*e*", "kinds": []any{"method", "function"}, "sort": "refs", "max_results": 3, "offset": 2}},
	"text":                  {{"pattern": "Encode"}, {"pattern": "v Value", "max_results": 2, "context_lines": 1}, {"pattern": "Flush", "files": true}},
	"search":                {{"pattern": "enc"}, {"pattern": "is:exported kind:struct", "max_results": 2}, {"pattern": "nothing of that name"}},
	"detail":                {{"target": "wire.Buffer"}, {"target": "store.Map", "include_context": false}},
	"scope":                 {{"target": "serve/serve.go:17:20"}},
	"summary":               {{}, {"top_n": 1}},
	"package_summary":       {{"target": "store"}, {"target": "example.com/graph/wire", "include_tests": true, "max_results": 2}},
	"type_hierarchy":        {{"target": "wire.Encoder"}, {"target": "wire.Buffer"}},
	"hotspots":              {{}, {"sort": "complexity", "top_n": 2}},
	"unused_symbols":        {{}, {"include_exported": true, "mode": "kept", "max_results": 2}},
	"tests":                 {{"target": "wire.Seal"}, {"target": "store", "tests": "args"}, {"target": "go.mod", "max_results": 1, "offset": 1}},
	"data_flow":             {{"target": "wire.Buffer.held"}, {"target": "wire.Seal:v", "role": "write", "max_results": 1}, {"ignored": true}},
	"untested":              {{}, {"visibility": "public", "max_results": 2}},
	"circular_dependencies": {{}, {"level": "function"}},
	"dependency_graph":      {{}, {"level": "type", "max_results": 3}},
	"skeleton":              {{"target": "wire"}, {"target": "store/store.go", "detail_level": "signatures", "visibility": "public"}},
	"context":               {{"target": "Store.Save"}, {"target": "serve.Run", "token_budget": 300}},
	"explore":               {{"pattern": "where are values written"}, {"pattern": "how is an entry kept?", "token_budget": 300}},

	"query": {{"query": map[string]any{"from": "functions", "fields": []any{"name", "lines"}, "limit": 2, "orderBy": []any{map[string]any{"field": "symbol"}}}},
		{"query": map[string]any{"from": "symbols", "where": map[string]any{"field": "name", "operator": "LIKE", "value": "<&>\"'"}}}},
	"sql": {{"query": "SELECT name, lines / 3.0 AS thirds, NULL AS nothing, [1, 2] AS list, 9007199254740993 AS big FROM functions WHERE lines > ? ORDER BY symbol", "args": []any{"3"}, "limit": 4},
		{"query": "SELECT '<a> & \"b\" \u00e9 \u2028' AS text"}},
	"top_files":             {{}, {"limit": 1, "order_by": "function_count"}},
	"top_functions":         {{}, {"by": "callers", "include_tests": false, "limit": 2}},
	"module_stats":          {{}, {"module_path": "wire"}},
	"language_stats":        {{}, {"limit": 1}},
	"test_coverage":         {{}, {"module_path": "store"}},
	"external_dependencies": {{}},
	"duplicate_names":       {{}, {"include_tests": true}},
}

// A tool and the command line have the same answer in JSON for the same arguments.
func TestMCPEqualsCommandLine(t *testing.T) {
	t.Parallel()
	tree := copied(t, "graph")
	committed(t, tree, "2026-01-02T03:04:05Z")
	run(t, tree, "cortex", "extract", "--quiet")
	a := serve(t, tree)
	text := start(t, tree)
	for _, op := range a.operations() {
		if len(equals[op]) == 0 && op != "diff" { // TestMCPDiff has it
			t.Errorf("%s: no call in the table: add one", op)
		}
	}
	for op, calls := range equals {
		if a.tools[op] == "" {
			t.Errorf("%s: there is no such operation any more", op)
			continue
		}
		for _, args := range calls {
			t.Run(fmt.Sprintf("%s %v", op, args), func(t *testing.T) {
				got := a.ask(t, op, args)
				printed := run(t, tree, "cortex", commandLine(t, op, args)...)
				if diff := cmp.Diff(plainAnswer(t, []byte(printed)), plainAnswer(t, got.json)); diff != "" {
					t.Errorf("the tool answers otherwise (-command +tool):\n%s", diff)
				}
				if alone := text.ask(t, op, args); alone.json != nil || current(alone.text) != current(got.text) {
					t.Errorf("without --structured there is JSON, or another text:\n%s\nwith it:\n%s", alone.text, got.text)
				}
			})
		}
	}
}

// current returns a text as of a call for which the server looked at the files.
func current(text string) string { return strings.Replace(text, " was a moment ago", "", 1) }

// commandLine returns the call of an operation on the command line.
func commandLine(t *testing.T, op string, args map[string]any) []string {
	t.Helper()
	name := op
	if op == "query" {
		name = "files"
	}
	line := []string{"query", name, "--format", "json"}
	for flag, value := range args {
		switch v := value.(type) {
		case []any:
			for _, one := range v {
				line = append(line, fmt.Sprintf("--%s=%v", strings.TrimSuffix(flag, "s"), one))
			}
		case map[string]any:
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			line = append(line, string(b)) // a positional argument
		default:
			line = append(line, fmt.Sprintf("--%s=%v", flag, v))
		}
	}
	return line
}

// plainAnswer returns an answer without its duration and without the metadata of the server.
func plainAnswer(t *testing.T, document []byte) map[string]any {
	t.Helper()
	var answer map[string]any
	if err := json.Unmarshal(document, &answer); err != nil {
		t.Fatalf("%v: %s", err, document)
	}
	metadata, ok := answer["metadata"].(map[string]any)
	if _, timed := metadata["took_ms"]; !ok || !timed {
		t.Fatalf("there is no time in the metadata: %s", document)
	}
	delete(metadata, "took_ms")
	for _, more := range []string{"freshness", "hint", "read"} {
		delete(metadata, more)
	}
	return answer
}
