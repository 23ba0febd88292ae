package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// These are the limits of an answer in bytes: 5,000 tokens, or 10,000 when a call asks for more.
const (
	usualBytes   = 20_000
	largestBytes = 40_000
	usualJSON    = 18_000 // as the answers say
	largestJSON  = 36_000
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
	"dependents":      {{target("fmt"), walked}, {target("testing"), walked}},
	"type_usages":     {{target("http.Request"), found}},
	"implementations": {{target("net.Conn"), found}, {target("error"), found}, {target("http.Handler"), found}},
	"implements":      {{target("net.TCPConn"), found}},
	"path":            {{map[string]any{"target": "http.Server.ListenAndServe", "to": "net.IP.String"}, walked}},
	"impact":          {{target("http.Header"), walked}, {target("http.Request"), walked}, {target("net.Conn"), walked}},
	"references":      {{target("http.Request"), found}, {target("testing.T"), found}},
	"definition":      {{target("http.Server"), found}},

	"symbols":               {{nil, paged}},
	"search":                {{map[string]any{"pattern": "http"}, paged}, {map[string]any{"pattern": "e"}, paged}},
	"detail":                {{target("http.Transport"), nil}, {target("http.Request"), nil}, {target("http.clientServerTest"), nil}, {target("http.http2serverConn"), nil}},
	"scope":                 {{target("http/server.go:2000:5"), nil}},
	"summary":               {{nil, map[string]any{"top_n": 500}}},
	"package_summary":       {{target("http"), map[string]any{"max_results": 500, "include_tests": true}}},
	"type_hierarchy":        {{target("net.Conn"), paged}, {target("error"), paged}},
	"hotspots":              {{nil, map[string]any{"top_n": 500, "include_tests": true}}},
	"unused_symbols":        {{map[string]any{"include_exported": true}, paged}, {map[string]any{"mode": "kept"}, paged}},
	"circular_dependencies": {{map[string]any{"level": "function"}, paged}, {map[string]any{"level": "type", "include_tests": true}, paged}},
	"dependency_graph":      {{map[string]any{"level": "function"}, paged}, {map[string]any{"level": "file"}, paged}},
	"skeleton":              {{target("http"), map[string]any{"detail_level": "full", "include_tests": true}}, {target("http/server.go"), map[string]any{"detail_level": "full"}}},
	"context":               {{target("http.Server.Serve"), map[string]any{"token_budget": 100000}}, {target("http.Request"), map[string]any{"token_budget": 100000}}},

	"query": {{map[string]any{"query": map[string]any{"from": "functions"}}, map[string]any{"query": map[string]any{"from": "functions", "limit": 1000}}},
		{map[string]any{"query": map[string]any{"from": "contents"}}, map[string]any{"query": map[string]any{"from": "contents", "limit": 1000}}}},
	"sql": {{map[string]any{"query": "SELECT * FROM refs"}, map[string]any{"limit": 100000}},
		{map[string]any{"query": "SELECT content, file_path FROM contents"}, map[string]any{"limit": 100000}},
		{map[string]any{"query": "SELECT string_agg(content, chr(1)) AS \"<é>\" FROM contents WHERE file_path LIKE 'http/%'"}, map[string]any{"limit": 100000}},
		{map[string]any{"query": "SELECT chr(2) || '<é>&' AS x FROM range(50000)"}, map[string]any{"limit": 100000}}},
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
	a := serve(t, t.TempDir(), "--index", index)
	for _, op := range a.operations() {
		if len(greedy[op]) == 0 {
			t.Errorf("%s: no call in the table: add one", op)
		}
	}
	for op, calls := range greedy {
		for _, c := range calls {
			t.Run(fmt.Sprintf("%s %.60v", op, c.args), func(t *testing.T) {
				t.Parallel()
				a.frugal(t, index, op, c)
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
	a := serve(t, t.TempDir(), "--index", index)
	for _, name := range []string{"huge.T", "huge.I", "huge.Wide"} {
		for _, op := range []string{"detail", "definition", "type_hierarchy", "skeleton", "context", "impact", "references"} {
			if name == "huge.Wide" && (op == "type_hierarchy" || op == "skeleton") {
				continue // these take types
			}
			t.Run(op+" "+name, func(t *testing.T) { a.frugal(t, index, op, greed{args: target(name)}) })
		}
	}
	t.Run("scope", func(t *testing.T) { a.frugal(t, index, "scope", greed{args: target("deep.go:305:1")}) })
	t.Run("one line", func(t *testing.T) {
		a.frugal(t, index, "skeleton", greed{args: target("line.go"), more: map[string]any{"detail_level": "full"}})
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

// The metadata of an answer counts: coerced arguments, left-out parts and changed files, of
// which there may be many.
func TestMCPBudgetOfMetadata(t *testing.T) {
	t.Parallel()
	const files = 500
	tree := t.TempDir()
	name := func(i int) string {
		return filepath.Join(tree, "a_folder_with_a_long_name", fmt.Sprintf("a_file_that_has_a_long_name_too_%03d.go", i))
	}
	source := func(i int) string {
		return fmt.Sprintf("package p\n\nfunc g%d() { F() }\n", i)
	}
	put(t, filepath.Join(tree, "go.mod"), "module example.com/p\n\ngo 1.24\n")
	put(t, name(0), "package p\n\n// F is called.\nfunc F() {}\n")
	for i := range files {
		put(t, name(i+1), source(i))
	}
	committed(t, tree, "2026-01-02T03:04:05Z")
	run(t, tree, "cortex", "extract", "--quiet")
	for i := range files {
		put(t, name(i+1), source(i)+"\n// More.\n")
	}
	a := serve(t, tree)
	in := make([]any, 400)
	for i := range in {
		in[i] = fmt.Sprintf("g%d", i)
	}
	for _, c := range []struct {
		op   string
		args map[string]any
		most int
	}{
		{"sql", map[string]any{"query": "SELECT file_path FROM files"}, usualJSON},
		{"sql", map[string]any{"query": "SELECT list(file_path) AS all_of_them FROM files"}, usualJSON},
		{"callers", map[string]any{"target": []any{"F"}}, usualJSON},
		{"callers", map[string]any{"target": []any{"F"}, "max_results": 500, "maxPerLevel": "500"}, largestJSON},
		{"query", map[string]any{"query": map[string]any{"from": "functions", "where": map[string]any{"field": "name", "operator": "IN", "value": in}}}, usualJSON},
	} {
		r := a.ask(t, c.op, c.args)
		if len(r.json) > c.most || len(r.json) < c.most/2 {
			t.Errorf("%s %.100v: the JSON has %d bytes, and may have %d", c.op, c.args, len(r.json), c.most)
		}
		if left := leftOf(t, r); !strings.Contains(left.Because, fmt.Sprint(c.most)) {
			t.Errorf("%s %.100v: it says %q", c.op, c.args, left.Because)
		}
		if f := freshOf(t, r); f.Changed != files || len(f.Files) == 0 || len(f.Files) > 20 || f.Unlisted != files-len(f.Files) {
			t.Errorf("%s %.100v: of %d changed files %d are named", c.op, c.args, f.Changed, len(f.Files))
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

// frugal asks for the usual and for the largest answer, and compares the largest with the
// output of the command line, which is complete. TestMCPEqualsCommandLine compares answers that
// lack nothing.
func (a *agent) frugal(t *testing.T, index, op string, c greed) {
	t.Helper()
	a.fits(t, op, c.args, usualBytes)
	args := maps.Clone(c.args)
	if args == nil {
		args = map[string]any{}
	}
	maps.Copy(args, c.more)
	r := a.fits(t, op, args, largestBytes)
	wantAll(t, op, args, r, run(t, t.TempDir(), "cortex", append(commandLine(t, op, args), "--index", index, "--format", "csv")...))

	left := leftOf(t, r)
	if left.Because == "" {
		return
	}
	asked := maps.Clone(args)
	maps.Copy(asked, left.Answered)
	printed := plainAnswer(t, []byte(run(t, t.TempDir(), "cortex", append(commandLine(t, op, asked), "--index", index)...)))
	got := plainAnswer(t, r.json)
	delete(got["metadata"].(map[string]any), "left_out")
	if diff := cmp.Diff(printed, got); diff != "" && left.Cut == nil {
		t.Errorf("%v: the command line answers otherwise for %v (-command +tool):\n%.2000s", args, asked, diff)
	} else if diff == "" && left.Cut != nil {
		t.Errorf("%v: nothing is cut, and it says %q", args, left.Cut)
	}
}

// fits wants a text of at most so many bytes, and JSON within the largest limit.
func (a *agent) fits(t *testing.T, op string, args map[string]any, most int) reply {
	t.Helper()
	r := a.ask(t, op, args)
	if len(r.text) == 0 || len(r.text) > most {
		t.Errorf("%v: the text has %d bytes, and may have %d", args, len(r.text), most)
	}
	if len(r.json) == 0 || len(r.json) > largestJSON {
		t.Errorf("%v: the JSON has %d bytes, and may have %d", args, len(r.json), largestJSON)
	}
	return r
}

// lacking is the part of the metadata about left-out parts.
type lacking struct {
	Because  string
	Answered map[string]any `json:"answered_for"`
	Cut      []string
}

// leftOf returns that part; empty when the answer lacks nothing.
func leftOf(t *testing.T, r reply) lacking {
	t.Helper()
	var answer struct {
		Metadata struct {
			Left *lacking `json:"left_out"`
		}
	}
	if err := json.Unmarshal(r.json, &answer); err != nil {
		t.Fatal(err)
	}
	left := answer.Metadata.Left
	switch {
	case left == nil:
		return lacking{}
	case left.Because == "" || len(left.Answered)+len(left.Cut) == 0:
		t.Errorf("the left-out parts and the reason: %+v", left)
	}
	return *left
}

var (
	leftRows  = regexp.MustCompile(`(?m)^(\d+) of (\d+) rows were left out for want of room(: .*)?$`)
	headRows  = regexp.MustCompile(`(?m)^(?:\d+ found.*; (\d+) shown\b|(\d+) of \d+ rows[;,]|only the first (\d+) rows)`)
	leftLines = regexp.MustCompile(`(?m)^(\d+ more lines? (was|were) left out for want of room(: .*)?|answered for token_budget \d+, .*)$`)
)

// wantAll wants every row in the text or counted as left out, and a head that counts the rows
// of the text.
func wantAll(t *testing.T, op string, args map[string]any, r reply, printed string) {
	t.Helper()
	table, err := csv.NewReader(strings.NewReader(printed)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if op == "skeleton" || op == "context" {
		last := table[len(table)-1]
		if clean := strings.Fields(last[len(last)-1]); len(clean) > 0 && !strings.Contains(r.text, clean[len(clean)-1]) && !leftLines.MatchString(r.text) {
			t.Errorf("%v: the end is missing, and not told:\n%.500s\n%s", args, r.text, last)
		}
		return
	}
	if len(table) == 1 {
		return
	}
	_, body, ok := strings.Cut("\n"+r.text, "\n"+strings.Join(table[0], "\t")+"\n")
	if !ok {
		t.Fatalf("%v: the text has no columns %v:\n%s", args, table[0], r.text)
	}
	rows := 0
	for line := range strings.Lines(body) {
		if strings.Count(line, "\t") != len(table[0])-1 || strings.TrimSpace(line) == "" || leftRows.MatchString(line) {
			break
		}
		rows++
	}
	head, _, _ := strings.Cut(r.text, strings.Join(table[0], "\t")+"\n")
	if m := headRows.FindStringSubmatch(head); m != nil && strings.Join(m[1:], "") != strconv.Itoa(rows) {
		t.Errorf("%v: %q, and the text has %d", args, m[0], rows)
	}
	if m := leftRows.FindStringSubmatch(r.text); m != nil {
		left, _ := strconv.Atoi(m[1])
		rows += left
		if m[2] != strconv.Itoa(len(table)-1) {
			t.Errorf("%v: %q, and there are %d", args, m[0], len(table)-1)
		}
	}
	if rows != len(table)-1 {
		t.Errorf("%v: the text has or leaves out %d rows, and there are %d:\n%.1000s", args, rows, len(table)-1, r.text)
	}
}
