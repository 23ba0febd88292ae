package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// These are the limits of a text in bytes. The operations context and detail have budgets of their own.
const (
	usualBytes   = 4 * 1200
	largestBytes = 36_000
)

// greed is a call with a large answer, and the arguments for its largest answer. The module is
// the package net of the standard library.
type greed struct {
	args, more map[string]any
}

var walked = map[string]any{"max_results": 500, "max_per_level": 500, "include_context": true, "context_lines": 20, "depth": 100}
var found = map[string]any{"max_results": 500, "include_context": true, "context_lines": 20}
var paged = map[string]any{"max_results": 500}
var limited = map[string]any{"limit": 1000}

// greedy holds such calls by operation.
var greedy = map[string][]greed{
	"callers":         {{target("http.Header.Get"), walked}, {target("http.Error"), walked}},
	"callees":         {{target("http.Server.Serve"), walked}, {target("net.Dial"), walked}},
	"dependencies":    {{target("http"), walked}},
	"why":             {{map[string]any{"target": "net/http", "to": "unsafe"}, found}},
	"dependents":      {{target("fmt"), walked}, {target("testing"), walked}},
	"type_usages":     {{target("http.Request"), found}},
	"implementations": {{target("net.Conn"), found}, {target("error"), found}, {target("http.Handler"), found}},
	"implements":      {{target("net.TCPConn"), found}},
	"path":            {{map[string]any{"target": "http.Server.ListenAndServe", "to": "net.IP.String"}, walked}},
	"impact":          {{target("http.Header"), walked}, {target("http.Request"), walked}, {target("net.Conn"), walked}},
	"references":      {{target("http.Request"), found}, {target("testing.T"), found}},
	"definition":      {{target("http.Server"), found}},

	"symbols":               {{nil, paged}},
	"text":                  {{map[string]any{"pattern": "http"}, paged}, {map[string]any{"pattern": "e"}, paged}},
	"search":                {{map[string]any{"pattern": "http"}, paged}, {map[string]any{"pattern": "e"}, paged}},
	"detail":                {{target("http.Transport"), nil}, {target("http.Request"), nil}, {target("http.clientServerTest"), nil}, {target("http.http2serverConn"), nil}},
	"scope":                 {{target("http/server.go:2000:5"), nil}},
	"summary":               {{nil, map[string]any{"top_n": 500}}},
	"package_summary":       {{target("http"), map[string]any{"max_results": 500, "include_tests": true}}},
	"type_hierarchy":        {{target("net.Conn"), paged}, {target("error"), paged}},
	"hotspots":              {{nil, map[string]any{"top_n": 500, "include_tests": true}}},
	"unused_symbols":        {{map[string]any{"include_exported": true}, paged}, {map[string]any{"mode": "kept"}, paged}},
	"tests":                 {{target("http.Header"), paged}, {map[string]any{"target": "net.Dial", "tests": "args"}, paged}},
	"untested":              {{nil, paged}},
	"data_flow":             {{map[string]any{"ignored": true}, paged}, {target("http.Request.Header"), paged}},
	"circular_dependencies": {{map[string]any{"level": "function"}, paged}, {map[string]any{"level": "type", "include_tests": true}, paged}},
	"dependency_graph":      {{map[string]any{"level": "function"}, paged}, {map[string]any{"level": "file"}, paged}},
	"skeleton":              {{target("http"), map[string]any{"detail_level": "full", "include_tests": true}}, {target("http/server.go"), map[string]any{"detail_level": "full"}}},
	"context":               {{target("http.Server.Serve"), map[string]any{"token_budget": 100000}}, {target("http.Request"), map[string]any{"token_budget": 100000}}},
	"explore":               {{map[string]any{"pattern": "where are requests retried"}, map[string]any{"token_budget": 100000}}},

	"query": {{map[string]any{"query": map[string]any{"from": "functions"}}, map[string]any{"query": map[string]any{"from": "functions", "limit": 1000}}},
		{map[string]any{"query": map[string]any{"from": "contents"}}, map[string]any{"query": map[string]any{"from": "contents", "limit": 1000}}}},
	"sql": {{map[string]any{"query": "SELECT * FROM refs"}, map[string]any{"limit": 100000}},
		{map[string]any{"query": "SELECT content, file_path FROM contents"}, map[string]any{"limit": 100000}},
		{map[string]any{"query": "SELECT string_agg(content, chr(1)) AS \"<é>\" FROM contents WHERE file_path LIKE 'http/%'"}, map[string]any{"limit": 100000}},
		{map[string]any{"query": "SELECT chr(2) || '<é>&' AS x FROM range(50000)"}, map[string]any{"limit": 100000}}},
	"diff":                  {{map[string]any{"base": "index"}, nil}},
	"top_files":             {{nil, limited}},
	"top_functions":         {{nil, limited}},
	"module_stats":          {{nil, limited}},
	"language_stats":        {{nil, limited}},
	"test_coverage":         {{nil, limited}},
	"external_dependencies": {{nil, limited}},
	"duplicate_names":       {{nil, map[string]any{"limit": 1000, "include_tests": true}}},
}

func target(name string) map[string]any { return map[string]any{"target": name} }

// The largest answers stay within their limits, and name the left-out parts.
func TestMCPBudget(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("extracts the package net of the standard library")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(t.TempDir(), "index")
	extracted(t, filepath.Join(strings.TrimSpace(string(root)), "src", "net"), index)
	a := start(t, t.TempDir(), "--index", index)
	for _, op := range a.operations() {
		if len(greedy[op]) == 0 {
			t.Errorf("%s: no call in the table: add one", op)
		}
	}
	for op, calls := range greedy {
		for _, c := range calls {
			t.Run(fmt.Sprintf("%s %.60v", op, c.args), func(t *testing.T) {
				t.Parallel()
				a.frugal(t, op, c)
			})
		}
	}
}

// An answer that no argument can make smaller is cut, and says so.
func TestMCPBudgetOfHugeTypes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeHuge(t, dir)
	index := filepath.Join(t.TempDir(), "index")
	extracted(t, dir, index)
	a := start(t, t.TempDir(), "--index", index)
	for _, name := range []string{"huge.T", "huge.I", "huge.Wide"} {
		for _, op := range []string{"detail", "definition", "type_hierarchy", "skeleton", "context", "impact", "references"} {
			if name == "huge.Wide" && (op == "type_hierarchy" || op == "skeleton") {
				continue // these take types
			}
			t.Run(op+" "+name, func(t *testing.T) { a.frugal(t, op, greed{args: target(name)}) })
		}
	}
	t.Run("scope", func(t *testing.T) { a.frugal(t, "scope", greed{args: target("deep.go:305:1")}) })
	t.Run("one line", func(t *testing.T) {
		a.frugal(t, "skeleton", greed{args: target("line.go"), more: map[string]any{"detail_level": "full"}})
	})
}

// An error repeats only the beginning of long arguments.
func TestMCPBudgetOfErrors(t *testing.T) {
	t.Parallel()
	tree := copied(t, "shop")
	run(t, tree, "cortex", "extract", "--quiet")
	a := serve(t, tree)
	long := strings.Repeat("long ", 50_000)
	for op, args := range map[string]map[string]any{
		"callers":   target(long),
		"detail":    {"target": "main", "kind": long},
		"impact":    {"target": "main", long: true},
		"sql":       {"query": "SELECT " + long + " FROM functions"},
		"query":     {"query": map[string]any{"from": long}},
		"search":    {"pattern": "/(" + long + "/"},
		"symbols":   {"index": long},
		"top_files": {"order_by": long},
		"summary":   {"top_n": long},
	} {
		if text := a.refused(t, op, args); len(text) > 9000 {
			t.Errorf("%s: the error has %d bytes: %.300s…", op, len(text), text)
		}
	}
}

// writeHuge writes a module with a struct of 3,000 fields and 1,500 methods, and an interface of
// as many. It has a function of 2,000 parameters, a block 300 deep and a line of 100,000 bytes.
func writeHuge(t *testing.T, dir string) {
	t.Helper()
	var text, methods, line strings.Builder
	text.WriteString("package huge\n\n// T is huge.\ntype T struct {\n")
	for i := range 3000 {
		fmt.Fprintf(&text, "\t// Field%d is one of many, of which there is much to say.\n\tField%d map[string][]int\n", i, i)
	}
	text.WriteString("}\n\n// I is huge.\ntype I interface {\n")
	for i := range 1500 {
		fmt.Fprintf(&text, "\tMethod%d(a, b int, c string) (map[string]int, error)\n", i)
		fmt.Fprintf(&methods, "\n// Method%d does what it can.\nfunc (t *T) Method%d(a, b int, c string) (map[string]int, error) { return nil, nil }\n", i, i)
	}
	text.WriteString("}\n" + methods.String() + "\n// Wide takes much.\nfunc Wide(")
	for i := range 2000 {
		fmt.Fprintf(&text, "parameter%d map[string]int, ", i)
		fmt.Fprintf(&line, "%d + len(\"<é>&\") + ", i)
	}
	text.WriteString(") {}\n")
	put(t, filepath.Join(dir, "go.mod"), "module example.com/huge\n\ngo 1.24\n")
	put(t, filepath.Join(dir, "huge.go"), text.String())
	put(t, filepath.Join(dir, "deep.go"), "package huge\n\nfunc deep() {\n"+strings.Repeat("{\n", 300)+"\tx := 1\n\t_ = x\n"+strings.Repeat("}\n", 300)+"}\n")
	put(t, filepath.Join(dir, "line.go"), "package huge\n\n// Line is long.\nvar Line = "+line.String()+"0\n")
}

// frugal asks for the usual and for the largest answer. A text that is cut names the budget that shows
// all, or the maximum.
func (a *agent) frugal(t *testing.T, op string, c greed) {
	t.Helper()
	most := usualBytes
	if op == "context" || op == "explore" || op == "detail" {
		most = largestBytes
	}
	text := a.fits(t, op, c.args, most)
	if m := shows.FindStringSubmatch(text); m != nil {
		again := a.fits(t, op, with(c.args, map[string]any{"token_budget": json.Number(m[1])}), largestBytes)
		if n := len(moreLines.FindString(again)); m[2] == "all" && n > 0 || len(again) <= len(text) {
			t.Errorf("%v: %q, and then %d bytes:\n%s", c.args, m[0], len(again), moreLines.FindString(again))
		}
	} else if line := moreLines.FindString(text); line != "" && len(text) < largestBytes-5000 {
		t.Errorf("%v: %q", c.args, line)
	}
	a.fits(t, op, with(with(c.args, c.more), map[string]any{"token_budget": 8000}), largestBytes)
}

var (
	shows     = regexp.MustCompile(`(?m)^\d+ more lines?: token_budget (\d+) shows (all|more)`)
	moreLines = regexp.MustCompile(`(?m)^\d+ more lines?.*$`)
)

// with returns both kinds of arguments.
func with(args, more map[string]any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, args)
	maps.Copy(out, more)
	return out
}

// fits returns a text, and wants at most so many bytes.
func (a *agent) fits(t *testing.T, op string, args map[string]any, most int) string {
	t.Helper()
	r := a.ask(t, op, args)
	if len(r.text) == 0 || len(r.text) > most {
		t.Errorf("%v: the text has %d bytes, and may have %d", args, len(r.text), most)
	}
	return r.text
}
