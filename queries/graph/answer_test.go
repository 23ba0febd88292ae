package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
)

// The JSON is the one of the reference, field by field and in its order.
func TestAnswerAsJSON(t *testing.T) {
	ix := open(t, "function a.F\nfunction b.G\ncall b.G -> a.F", complete)
	a, err := graph.Callers().Run(context.Background(), ix, map[string]any{"target": "a.F", "include_context": true, "context_lines": 1})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`"took_ms": \d+`).ReplaceAllString(string(b), `"took_ms": 0`)
	want := `{
  "operation": "callers",
  "target": "a.F",
  "resolved": [
    {
      "symbol": "example.com/a.F",
      "kind": "function",
      "file": "a/a.go",
      "start_line": 1,
      "end_line": 10
    }
  ],
  "results": [
    {
      "node": {
        "id": "b.G",
        "symbol": "example.com/b.G",
        "kind": "function",
        "external": false,
        "file": "b/b.go",
        "start_line": 1,
        "end_line": 10,
        "signature": "func G()"
      },
      "depth": 1,
      "evidence": "static",
      "site": {
        "file": "b/b.go",
        "line": 2,
        "column": 2
      },
      "context": "// Lines 1-3\nb.go:1.................................\nb.go:2.................................\nb.go:3.................................",
      "via": "example.com/a.F",
      "sites": 1
    }
  ],
  "total_found": 1,
  "total_returned": 1,
  "truncated": false,
  "truncated_at_depth": 0,
  "completeness": "exact",
  "incomplete_because": [],
  "stopped_by": "exhausted",
  "suggestion": "",
  "metadata": {
    "took_ms": 0,
    "source": "graph",
    "repository": "example.com",
    "commit": "0000000000000000000000000000000000000000"
  }
}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnswerAsTable(t *testing.T) {
	ix := open(t, "function a.F\nfunction b.G\ncall b.G -> a.F\nvalue a.F in b.G", complete)
	a, err := graph.Callers().Run(context.Background(), ix, map[string]any{"target": "a.F"})
	if err != nil {
		t.Fatal(err)
	}
	want := queries.Table{
		Symbols: true,
		Columns: []string{"position", "depth", "evidence", "kind", "symbol", "via"},
		GroupBy: 2,
		Subject: 4,
		Partial: true,
		Rows:    [][]any{{"b/b.go:2:2", int64(1), "static", "function", "example.com/b.G", "a.F"}},
		Notes:   []string{"1 found, and there may be more", "value_taken (1): code takes the function as a value and may call it through that value (at b/b.go:3:2)"},
	}
	if diff := cmp.Diff(want, a.Table()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A fan has 5 callers at depth 1, each with one caller of its own.
func fan() string {
	var b strings.Builder
	b.WriteString("function a.F\n")
	for i := range 5 {
		fmt.Fprintf(&b, "function b.G%d\nfunction c.H%d c/c_test.go\ncall b.G%d -> a.F\ncall c.H%d -> b.G%d\n", i, i, i, i, i)
	}
	return b.String()
}

func TestCuts(t *testing.T) {
	ix := open(t, fan(), complete)
	for _, c := range []struct {
		name string
		args map[string]any
		want string // found, returned, truncated, at depth, stopped by
	}{
		{"no cut", nil, "10 10 false 0 exhausted"},
		{"depth", map[string]any{"depth": 1}, "5 5 false 0 depth"},
		{"depth 0 is the default", map[string]any{"depth": 0}, "5 5 false 0 depth"},
		{"of each depth", map[string]any{"max_per_level": 3}, "10 6 true 1 max_per_level"},
		{"in all, at the second depth", map[string]any{"max_results": 7}, "10 7 true 2 max_results"},
		{"in all, at the first depth", map[string]any{"max_results": 2}, "10 2 true 1 max_results"},
		{"both", map[string]any{"max_per_level": 3, "max_results": 5}, "10 5 true 1 max_results"},
		{"all of each depth fit", map[string]any{"max_per_level": 5}, "10 10 false 0 exhausted"},
		{"all of them fit", map[string]any{"max_results": 10}, "10 10 false 0 exhausted"},
		{"without tests", map[string]any{"include_tests": false}, "5 5 false 0 exhausted"},
		{"a scope", map[string]any{"scope": "c"}, "5 5 false 0 exhausted"},
		{"a scope that is a glob", map[string]any{"scope": "*/b.go"}, "5 5 false 0 exhausted"},
		{"left out", map[string]any{"exclude_patterns": []string{"b", "%_test.go"}}, "0 0 false 0 exhausted"},
		{"filters come before cuts", map[string]any{"scope": "c", "max_results": 5}, "5 5 false 0 exhausted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := map[string]any{"target": "a.F"}
			for k, v := range c.args {
				args[k] = v
			}
			r := ask(t, ix, graph.Callers(), args)
			if got := fmt.Sprintf("%d %d %t %d %s", r.TotalFound, r.TotalReturned, r.Truncated, r.TruncatedAtDepth, r.StoppedBy); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if len(r.Results) != r.TotalReturned {
				t.Errorf("%d results, and total_returned is %d", len(r.Results), r.TotalReturned)
			}
		})
	}
}

// Many callers, of which some call often: filters and cuts are as those of few.
func TestCutsOfMany(t *testing.T) {
	var b strings.Builder
	b.WriteString("function a.F\n")
	for i := range 600 {
		fmt.Fprintf(&b, "function b.G%03d\nfunction c.H%03d c/c_test.go\ncall b.G%03d -> a.F\ncall c.H%03d -> b.G%03d\n", i, i, i, i, i)
	}
	b.WriteString("synthetic d.Often\n" + strings.Repeat("call d.Often -> a.F\n", 700))
	ix := open(t, b.String(), complete)
	for _, c := range []struct {
		op    queries.Operation
		args  map[string]any
		want  string // found, returned, truncated, at depth, stopped by
		first string
		last  string
	}{
		{graph.Callers(), map[string]any{}, "1201 100 true 1 max_results", "b.G000", "c.H049"},
		{graph.Callers(), map[string]any{"max_per_level": 3}, "1201 6 true 1 max_per_level", "b.G000", "c.H002"},
		{graph.Callers(), map[string]any{"max_per_level": 500, "max_results": 500}, "1201 500 true 1 max_results", "b.G000", "b.G499"},
		{graph.Callers(), map[string]any{"include_tests": false}, "601 50 true 1 max_per_level", "b.G000", "b.G049"},
		{graph.Callers(), map[string]any{"scope": "d"}, "1 1 false 0 exhausted", "d.Often", "d.Often"},
		{graph.References(), map[string]any{"max_results": 3}, "1300 3 true 1 max_results", "b.G000", "b.G002"},
		{graph.References(), map[string]any{"max_results": 500, "exclude_patterns": []string{"b"}}, "700 500 true 1 max_results", "d.Often", "d.Often"},
		{graph.References(), map[string]any{"max_results": 500, "scope": "b"}, "600 500 true 1 max_results", "b.G000", "b.G499"},
	} {
		c.args["target"] = "a.F"
		r := ask(t, ix, c.op, c.args)
		if got := fmt.Sprintf("%d %d %t %d %s", r.TotalFound, r.TotalReturned, r.Truncated, r.TruncatedAtDepth, r.StoppedBy); got != c.want {
			t.Errorf("%s %v: got %s, want %s", c.op.Name, c.args, got, c.want)
		}
		if len(r.Results) != r.TotalReturned {
			t.Errorf("%s %v: %d results, and total_returned is %d", c.op.Name, c.args, len(r.Results), r.TotalReturned)
		}
		if first, last := r.Results[0].Node.ID, r.Results[len(r.Results)-1].Node.ID; first != c.first || last != c.last {
			t.Errorf("%s %v: from %s to %s, want %s to %s", c.op.Name, c.args, first, last, c.first, c.last)
		}
	}
}

func TestPatternStandsForAllItsMatches(t *testing.T) {
	ix := open(t, fan(), complete)
	r := ask(t, ix, graph.Callers(), map[string]any{"target": "b.G?"})
	if len(r.Resolved) != 5 || r.TotalFound != 5 {
		t.Errorf("%d targets, %d callers", len(r.Resolved), r.TotalFound)
	}
}

func TestOutsideNodesHaveNoPlace(t *testing.T) {
	ix := open(t, "function a.F\nexternal function fmt.Println\ncall a.F -> fmt.Println", complete)
	r := ask(t, ix, graph.Callees(), map[string]any{"target": "a.F"})
	if n := r.Results[0].Node; !n.External || n.File != "" || n.StartLine != 0 || n.Symbol != "fmt.Println" {
		t.Errorf("got %+v", n)
	}
}

func TestSyntheticFunctionsAreCallers(t *testing.T) {
	ix := open(t, "function a.F\nsynthetic a.init#package\ncall a.init#package -> a.F", complete)
	r := ask(t, ix, graph.Callers(), map[string]any{"target": "a.F"})
	if diff := cmp.Diff("1 static a.init a/a.go:1001\n", r.lines()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.completeness() != "exact" {
		t.Errorf("got %s", r.completeness())
	}
}

// Filters ask for the files of the calls in one, also of those through an interface that has the method from another.
func TestSyntheticFunctionsAreFiltered(t *testing.T) {
	ix := open(t, `interface a.I
interface_method a.I.M
interface a.J
struct a.T
method a.T.M
override a.T.M => a.I.M
synthetic a.init#package
call a.init#package -> a.I.M interface through a.J
run a.T.M => a.I.M through a.J`, complete)
	for _, target := range []string{"a.T.M", "a.I.M"} {
		if r := ask(t, ix, graph.Callers(), map[string]any{"target": target, "scope": "a/a.go"}); r.TotalFound != 1 {
			t.Errorf("%s has %d callers in the file of the call", target, r.TotalFound)
		}
	}
}

// A function that calls itself is its own caller.
func TestRecursion(t *testing.T) {
	ix := open(t, "function a.F\nfunction a.G\ncall a.F -> a.F\ncall a.G -> a.F\ncall a.F -> a.G", complete)
	r := ask(t, ix, graph.Callers(), map[string]any{"target": "a.F", "depth": 100})
	if diff := cmp.Diff(text("1 static a.F a/a.go:2", "1 static a.G a/a.go:12"), r.lines()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The best evidence among the shortest paths counts, and its first call by position.
func TestEvidenceAndSite(t *testing.T) {
	ix := open(t, `
function a.F
function b.G
function b.H
function c.K
call b.G -> a.F heuristic
call b.G -> a.F
call b.G -> a.F
call b.H -> a.F heuristic
call c.K -> b.H
call c.K -> b.G
`, complete)
	r := ask(t, ix, graph.Callers(), map[string]any{"target": "a.F"})
	want := text("1 static b.G b/b.go:3", "1 heuristic b.H b/b.go:12", "2 static c.K c/c.go:3")
	if diff := cmp.Diff(want, r.lines()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFirstPlaceOfAReason(t *testing.T) {
	ix := open(t, "function a.F\nfunction b.G\nvalue a.F in b.G\nvalue a.F in b.G", complete)
	r := ask(t, ix, graph.Callers(), map[string]any{"target": "a.F"})
	if len(r.Because) != 1 || r.Because[0].Count != 2 || len(r.Because[0].Uses) != 1 || r.Because[0].Uses[0].File != "b/b.go" || r.Because[0].Uses[0].Line != 2 {
		t.Errorf("got %+v", r.Because)
	}
}
