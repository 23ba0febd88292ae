package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"
)

// A call with coerced arguments has the same answer as the correct call, and one more line.
func TestMCPCoerces(t *testing.T) {
	t.Parallel()
	tree := copied(t, "graph")
	committed(t, tree, "2026-01-02T03:04:05Z")
	run(t, tree, "cortex", "extract", "--quiet")
	a := serve(t, tree)
	for _, c := range []struct {
		op          string
		right, weak map[string]any
		read        string
	}{
		{"callers", map[string]any{"target": "wire.Seal", "depth": 2, "include_tests": false}, map[string]any{"target": []any{"wire.Seal"}, "depth": "2", "includeTests": "False"},
			`read depth as 2, includeTests as include_tests false, target as "wire.Seal"`},
		{"references", map[string]any{"target": "wire.Low", "kind": "constant", "exclude_patterns": []any{"lone/**"}}, map[string]any{"target": "wire.Low", "kind": "Constant", "exclude-patterns": "lone/**"},
			`read exclude-patterns as exclude_patterns ["lone/**"], kind as "constant"`},
		{"impact", map[string]any{"target": "wire.Seal", "change_type": "signature"}, map[string]any{"target": "wire.Seal", "change_type": "Signature"}, `read change_type as "signature"`},
		{"symbols", map[string]any{"kinds": []any{"function", "method"}, "max_results": 3}, map[string]any{"kinds": "function,method", "maxResults": "3"}, `read kinds as ["function","method"], maxResults as max_results 3`},
		{"sql", map[string]any{"query": "SELECT name FROM functions WHERE lines > ? ORDER BY name", "args": []any{"3"}}, map[string]any{"query": "SELECT name FROM functions WHERE lines > ? ORDER BY name", "args": []any{3}}, `read args as ["3"]`},
		{"type_usages", map[string]any{"target": "wire.Value"}, map[string]any{"operation": "typeUsages", "target": "wire.Value"}, `read operation as "type_usages"`},
	} {
		weak, right, again := a.ask(t, c.op, c.weak), a.ask(t, c.op, c.right), a.ask(t, c.op, c.weak)
		for _, answer := range []*string{&weak.text, &right.text, &again.text} {
			*answer = current(*answer)
		}
		first, rest, _ := strings.Cut(right.text, "\n")
		if diff := cmp.Diff(first+"\n"+c.read+"\n"+rest, weak.text); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.weak, diff)
		}
		if weak.text != again.text {
			t.Errorf("%v: another text at the second time:\n%s", c.weak, again.text)
		}
		if diff := cmp.Diff(plainAnswer(t, right.json), plainAnswer(t, weak.json)); diff != "" {
			t.Errorf("%v in JSON (-right +weak):\n%s", c.weak, diff)
		}
		if got := "read " + strings.Join(metadataOf(t, weak).Read, ", "); got != c.read {
			t.Errorf("%v in JSON: %s, want %s", c.weak, got, c.read)
		}
		if m := metadataOf(t, right); m.Read != nil {
			t.Errorf("%v in JSON: %v", c.right, m.Read)
		}
	}
}

// told is the part of the metadata that a server adds.
type told struct {
	Read []string
}

func metadataOf(t *testing.T, r reply) told {
	t.Helper()
	var answer struct{ Metadata told }
	if err := json.Unmarshal(r.json, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Metadata
}

// A search without results shows the lines of text that match.
func TestMCPSearchFallsThroughToText(t *testing.T) {
	t.Parallel()
	tree := copied(t, "graph")
	run(t, tree, "cortex", "extract", "--quiet")
	const text = "return errors.New(text)"
	nothing := serve(t, tree).ask(t, "search", map[string]any{"pattern": text + " lang:go"})
	wantIn(t, nothing.text, []string{"wire/wire.go\n", "12: func fail(text string) error { return errors.New(text) }\n", "no symbol matches: 1 line of text in 1 file do"})

	bare := copied(t, "graph")
	run(t, bare, "cortex", "extract", "--quiet", "--no-content")
	wantIn(t, serve(t, bare).ask(t, "search", map[string]any{"pattern": text}).text, []string{"0 found"})
}

// A completion matches the beginning of a path and of each of its elements.
func TestMCPCompletesPaths(t *testing.T) {
	t.Parallel()
	tree := copied(t, "ledger")
	run(t, tree, "cortex", "extract", "--quiet")
	a := serve(t, tree)
	for _, c := range []struct {
		address, typed string
		want           []string
		never          string
	}{
		{"cortex://module/{+path}", "bo", []string{"book"}, "."},
		{"cortex://skeleton/{+path}", "BOOK", []string{"book/book.go"}, "go.mod"},
		{"cortex://skeleton/{+path}", "book.g", []string{"book/book.go"}, "go.mod"},
		{"cortex://skeleton/{+path}", "ook", nil, "book/book.go"},
	} {
		var r mcp.CompleteRequest
		r.Params.Ref = mcp.ResourceReference{Type: "ref/resource", URI: c.address}
		r.Params.Argument = mcp.CompleteArgument{Name: "path", Value: c.typed}
		got, err := a.Complete(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !slices.Contains(got.Completion.Values, want) {
				t.Errorf("%s %q: %s is not in %q", c.address, c.typed, want, got.Completion.Values)
			}
		}
		if slices.Contains(got.Completion.Values, c.never) {
			t.Errorf("%s %q: %q", c.address, c.typed, got.Completion.Values)
		}
	}
}
