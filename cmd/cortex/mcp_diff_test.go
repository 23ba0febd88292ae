package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"
)

// The server compares two of its indexes, and answers as the command does.
func TestMCPDiff(t *testing.T) {
	t.Parallel()
	tree, indexes := t.TempDir(), t.TempDir()
	put(t, filepath.Join(tree, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	put(t, filepath.Join(tree, "m.go"), "package m\n\nfunc F() {}\n")
	base := committed(t, tree, "2026-01-02T03:04:05Z")
	extracted(t, tree, filepath.Join(indexes, "base"))
	put(t, filepath.Join(tree, "m.go"), "package m\n\nfunc F(n int) {}\n")
	committed(t, tree, "2026-01-03T03:04:05Z")
	extracted(t, tree, filepath.Join(indexes, "head"))

	a := serve(t, t.TempDir(), "--index", indexes)
	got := a.ask(t, "diff", map[string]any{"base": "m@" + base[:12]})
	wantIn(t, got.text, []string{"verdict  major for example.com/m: 1 breaking", "m.F: breaking: another signature"})
	wantIn(t, a.ask(t, "diff", map[string]any{"base": "m@" + base[:12], "sections": []string{"changed"}}).text, []string{"verdict  major", "\nFunctions\n"}, "Public symbols")
	printed := run(t, tree, "cortex", "diff", "--json", filepath.Join(indexes, "base"), filepath.Join(indexes, "head"))
	if diff := cmp.Diff(plainAnswer(t, []byte(printed)), plainAnswer(t, got.json)); diff != "" {
		t.Errorf("the tool answers otherwise (-command +tool):\n%s", diff)
	}
	for _, c := range []struct {
		args map[string]any
		want string
	}{
		{nil, "the argument base is missing"},
		{map[string]any{"base": "nothing"}, `index "nothing" is unknown`},
		{map[string]any{"base": base[:12], "index": "m"}, "index"},
	} {
		wantIn(t, a.refused(t, "diff", c.args), []string{c.want})
	}
}

// The server compares revisions of its checkout. It tells the progress of an extraction, and reads no other files.
func TestMCPDiffRevisions(t *testing.T) {
	t.Parallel()
	tree := t.TempDir()
	put(t, filepath.Join(tree, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	put(t, filepath.Join(tree, ".gitignore"), ".cortex\n")
	put(t, filepath.Join(tree, "m.go"), "package m\n\nfunc F() {}\n")
	base := committed(t, tree, "2026-01-02T03:04:05Z")
	put(t, filepath.Join(tree, "m.go"), "package m\n\nfunc F(n int) {}\n")
	committed(t, tree, "2026-01-03T03:04:05Z")
	extracted(t, tree, filepath.Join(tree, ".cortex", "index"))
	outside := t.TempDir()
	extracted(t, tree, outside)

	a := serve(t, tree)
	var mu sync.Mutex
	var phases []string
	a.OnNotification(func(n mcp.JSONRPCNotification) {
		mu.Lock()
		defer mu.Unlock()
		phases = append(phases, fmt.Sprint(n.Params.AdditionalFields["message"]))
	})
	if err := a.Start(t.Context()); err != nil { // begins to listen
		t.Fatal(err)
	}
	var r mcp.CallToolRequest
	r.Params.Name, r.Params.Arguments = a.tools["diff"], map[string]any{"operation": "diff", "base": "HEAD~1"}
	r.Params.Meta = &mcp.Meta{ProgressToken: "p"}
	if result, err := a.CallTool(t.Context(), r); err != nil || result.IsError {
		t.Fatalf("%v %v", err, result)
	}
	mu.Lock()
	wantIn(t, strings.Join(phases, "\n"), []string{"extracting HEAD~1: "})
	mu.Unlock()

	major := []string{"verdict  major for example.com/m: 1 breaking", "m.F: breaking: another signature"}
	for _, args := range []map[string]any{
		{"base": "HEAD~1"},
		{"base": base, "head": "m"},
		{"base": base[:10] + "...HEAD"},
		{"base": "HEAD~1", "head": filepath.Join(tree, ".cortex", "index")},
	} {
		wantIn(t, a.ask(t, "diff", args).text, major, "extract")
	}
	wantIn(t, a.ask(t, "diff", map[string]any{"base": "m", "head": base}).text, []string{"m.F: breaking: another signature"})

	put(t, filepath.Join(tree, "m.go"), "package m\n\nfunc F(n int) {}\n\nfunc New() {}\n")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := a.call(ctx, "diff", map[string]any{"base": "m"}); err == nil {
		t.Error("the call ended before its cancellation")
	}
	wantIn(t, a.ask(t, "diff", map[string]any{"base": "m"}).text, []string{"minor for example.com/m: 1 compatible"})

	for _, c := range []struct{ base, want string }{
		{"nothing", `"nothing" is neither an index of this server nor a revision of its checkout`},
		{"-h", `"-h" is neither an index`},
		{"--output=x", "is neither an index"},
		{outside, "is no index of this server, which reads no other files"},
		{"../x", "reads no other files"},
		{"x.zip", "reads no other files"},
	} {
		wantIn(t, a.refused(t, "diff", map[string]any{"base": c.base}), []string{c.want, "hint: name a "})
	}
}
