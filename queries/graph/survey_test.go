package graph_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
)

// A walk that reached much over a loaded index is surveyed, and the answer is that of an index that
// was just opened: with implementations, tests, values, assembly code, and what is called by itself.
func TestSurveyAnswersAlike(t *testing.T) {
	const text = `
interface i.I
interface_method i.I.M
struct a.T
method a.T.M a/a.go
struct a.U
method a.U.M a/a.go
override a.T.M => i.I.M
override a.U.M => i.I.M
function a.F a/a.go
function a.TestF a/a_test.go
function b.G b/b.go
function b.TestG b/b_test.go
function b.Bare b/b.go
bodiless b.Bare
function c.Bare c/c.go
bodiless c.Bare
function c.asm c/c.s
synthetic c.init#package
variable c.V c/c.go
call a.F -> i.I.M interface
call a.TestF -> a.F
call b.G -> a.F
call b.TestG -> b.G
call b.Bare -> a.F
call c.Bare -> b.G
call a.F -> b.TestG
call z.Z0001 -> b.G
call c.Bare -> a.T.M
value a.F in b.G
annotate b.Bare go:linkname Bare x.Bare
`
	for _, target := range []string{"a.F", "a.T.M", "i.I.M", "b.G", "%.M"} {
		var b string
		for i := range many {
			b += fmt.Sprintf("function z.Z%04d\ncall z.Z%04d -> a.F\ncall z.Z%04d -> i.I.M interface\n", i, i, i)
		}
		opened, loaded := open(t, b+text, complete), open(t, b+text, complete)
		if err := graph.Load(t.Context(), loaded); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			op   queries.Operation
			more map[string]any
		}{
			{graph.Callers(), nil},
			{graph.Callers(), map[string]any{"dispatch": false, "depth": 2}},
			{graph.Callers(), map[string]any{"max_results": 500, "max_per_level": 3, "depth": 100}},
			{graph.Callers(), map[string]any{"max_results": 1}},
			{graph.Impact(), nil},
			{graph.Impact(), map[string]any{"change_type": "removal", "depth": 2, "max_results": 500, "max_per_level": 5}},
			{graph.Impact(), map[string]any{"change_type": "behavior", "depth": 7}},
			{graph.Path(), map[string]any{"target": "c.Bare", "to": target}},
			{graph.Path(), map[string]any{"target": "b.TestG", "to": target, "depth": 9}},
			{graph.Path(), map[string]any{"target": "c.asm", "to": target}},
		} {
			args := map[string]any{"target": target}
			for k, v := range c.more {
				args[k] = v
			}
			if diff := cmp.Diff(whole(t, opened, c.op, args), whole(t, loaded, c.op, args)); diff != "" {
				t.Errorf("%s %v (-opened +loaded):\n%s", c.op.Name, args, diff)
			}
		}
	}
}

// whole is an answer as its JSON says it, without the time that it took.
func whole(t *testing.T, ix *queries.Index, op queries.Operation, args map[string]any) map[string]any {
	t.Helper()
	a, err := op.Run(t.Context(), ix, args)
	if err != nil {
		t.Fatalf("%s %v: %v", op.Name, args, err)
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	delete(out, "metadata")
	return out
}
