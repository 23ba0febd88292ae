package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPick(t *testing.T) {
	g := group{operation: "path"}
	seen := map[string]bool{}
	got := pick(nil, seen, g, [][]string{{"a", "b", "place1"}, {"a", "b", "place2"}, {"c", "d", "place3"}}, 5)
	got = pick(got, seen, g, [][]string{{"c", "d", "place4"}, {"e", "f", "place5"}, {"g", "h", "place6"}}, 3)
	var texts []string
	for _, q := range got {
		texts = append(texts, q.String())
	}
	if diff := cmp.Diff([]string{"a -> b", "c -> d", "e -> f"}, texts); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
}

func TestLimits(t *testing.T) {
	help := `Options:
   --target value         a name
   --include-context      return the code around each result (default: true)
   --max-results value    how much to return (1 to 500) (default: 100)
   --depth value          how many steps to follow (1 to 100) (default: 3)
   --limit value          how many rows to return (1 to 10000) (default: 100)
`
	want := []string{"--include-context=false", "--max-results", "500", "--limit", "10000"}
	if diff := cmp.Diff(want, limits(help)); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
}

const base = `{"resolved": [{"symbol": "p.T"}], "total_found": 3, "completeness": "exact", "results": [
	{"node": {"symbol": "p.A", "kind": "function"}, "depth": 1, "evidence": "static", "site": {"file": "a.go", "line": 1, "column": 2}, "via": "p.T"},
	{"node": {"symbol": "p.B", "kind": "function"}, "depth": 2, "evidence": "interface", "site": {"file": "b.go", "line": 1, "column": 2}, "role": "call"},
	{"node": {"symbol": "p.C", "kind": "function"}, "depth": 2, "evidence": "static", "site": null}]}`

// TestCompare changes one thing of an answer at a time.
func TestCompare(t *testing.T) {
	for _, c := range []struct{ operation, old, new, kind, text string }{
		{"callers", "", "", "", ""},
		{"callers", `"via": "p.T"`, `"via": "p.U"`, "", ""},
		{"callers", `"symbol": "p.T"`, `"symbol": "p.U"`, "resolved", "T1: base p.T, new p.U"},
		{"callers", `"depth": 1`, `"depth": 2`, "depth", "T1: p.A: base 1, new 2"},
		{"callers", `"interface"`, `"static"`, "evidence", "T1: p.B: base interface, new static"},
		{"callers", `"line": 1`, `"line": 9`, "places", "T1: p.A: base a.go:1:2, new a.go:9:2"},
		{"callers", `"role": "call"`, `"role": "read"`, "detail", "role=read"},
		{"callers", `"completeness": "exact"`, `"completeness": "lower_bound", "incomplete_because": [{"reason": "value_taken"}]`, "completeness", "T1: base exact [], new lower_bound [value_taken]"},
		{"callers", `"total_found": 3`, `"total_found": 4, "truncated": true`, "total", "base 3, new 4"},
		{"path", `"interface"`, `"heuristic"`, "weakest", "base interface, new heuristic"},
		{"path", `"line": 1`, `"line": 9`, "", ""},
	} {
		p := pair{question: question{group{operation: c.operation}, []string{"T1"}}, base: parse(t, base), changed: parse(t, strings.Replace(base, c.old, c.new, 1))}
		ds := compare(p)
		if c.kind == "" && len(ds) == 0 {
			continue
		}
		if len(ds) != 1 || ds[0].kind != c.kind || !strings.Contains(ds[0].text, c.text) {
			t.Errorf("%s with %s: got %v, want one of kind %q with %q", c.operation, c.new, ds, c.kind, c.text)
		}
	}
}

func TestCompareSymbols(t *testing.T) {
	q := question{group{operation: "callers"}, []string{"T1"}}
	changed := parse(t, strings.Replace(base, "p.C", "p.D", 1))
	kinds := func(p pair) (ks []string) {
		for _, d := range compare(p) {
			ks = append(ks, d.kind+" "+d.text)
		}
		return ks
	}
	want := []string{"symbols T1: only base has p.C, depth 2, static", "symbols T1: only new has p.D, depth 2, static"}
	if diff := cmp.Diff(want, kinds(pair{q, parse(t, base), changed})); diff != "" {
		t.Errorf("differences (-want +got):\n%s", diff)
	}
	changed.Truncated = true // it may have p.C after its limit
	if diff := cmp.Diff(want[1:], kinds(pair{q, parse(t, base), changed})); diff != "" {
		t.Errorf("differences of a cut answer (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"failed T1: base answers, new unknown target"}, kinds(pair{q, parse(t, base), answer{failed: "unknown target"}})); diff != "" {
		t.Errorf("differences of an error (-want +got):\n%s", diff)
	}
}

func TestWanted(t *testing.T) {
	list, err := parseWanted("# comment\n\ncallers symbols only new has p\\.D, # p.D was missing\n* completeness base lower_bound .*new exact # narrower reasons\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		operation string
		d         difference
		want      bool
	}{
		{"callers", difference{"symbols", "T1: only new has p.D, depth 2, static"}, true},
		{"callees", difference{"symbols", "T1: only new has p.D, depth 2, static"}, false},
		{"callers", difference{"depth", "T1: only new has p.D, depth 2, static"}, false},
		{"impact", difference{"completeness", "T1: base lower_bound [unread_file], new exact []"}, true},
		{"impact", difference{"completeness", "T1: base exact [], new lower_bound [unread_file]"}, false},
	} {
		if got := isWanted(list, c.operation, c.d); got != c.want {
			t.Errorf("isWanted(%s, %v) = %t, want %t", c.operation, c.d, got, c.want)
		}
	}
	for _, text := range []string{"callers symbols p.D", "callers symbols # reason", "callers symbols ( # reason"} {
		if _, err := parseWanted(text); err == nil {
			t.Errorf("parseWanted(%q) accepts it", text)
		}
	}
	if _, err := readWanted(""); err != nil {
		t.Errorf("wanted.txt: %v", err)
	}
}

func parse(t *testing.T, text string) (a answer) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	return a
}
