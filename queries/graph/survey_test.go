package graph_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/internal/indextest"
)

// many is how many callers a crowded index has.
const many = 2_100

// crowded is a loaded index in which so many call a function that what reaches it is surveyed.
func crowded(t *testing.T, text, target string) *queries.Index {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		if strings.HasPrefix(word, target+"#") { // which is a part of its name
			target = word
		}
	}
	var b strings.Builder
	for i := range many {
		fmt.Fprintf(&b, "\nfunction z.Z%04d\ncall z.Z%04d -> %s", i, i, target)
	}
	ix := open(t, text+b.String(), complete)
	if err := graph.Load(t.Context(), ix); err != nil {
		t.Fatal(err)
	}
	return ix
}

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

// So it is with several indexes, whose ids are wider, and where walks go through values.
func TestSeveralIndexesAnswerAlike(t *testing.T) {
	app, lib := t.TempDir(), t.TempDir()
	text := `
external function example.com/l.F
function a.G
call a.G -> example.com/l.F
variable a.V
synthetic a.init#package
call a.init#package -> a.G
value a.V in a.H
function a.H
function a.Main
call a.Main -> a.H
call a.Main -> a.G
`
	for i := range many {
		text += fmt.Sprintf("function z.Z%04d\ncall z.Z%04d -> example.com/l.F\n", i, i)
	}
	m := indextest.Write(t, app, parse(t, text), complete)
	m.Repository.Name = "example.org/app"
	indextest.WriteManifest(t, app, m)
	indextest.Write(t, lib, parse(t, "function l.F\nfunction l.G\ncall l.F -> l.G"), complete)
	var both [2]*queries.Index
	for i := range both {
		ix, err := queries.Open(t.Context(), app, lib)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { ix.Close() })
		both[i] = ix
	}
	if err := graph.Load(t.Context(), both[1]); err != nil {
		t.Fatal(err)
	}
	for _, op := range []queries.Operation{graph.Callers(), graph.Callees(), graph.Impact(), graph.Path()} {
		for _, depth := range []int{2, 7} {
			target, found := "l.G", many
			args := map[string]any{"depth": depth, "max_per_level": 40}
			switch op.Name {
			case "callees":
				target, found = "a.Main", 3
			case "path":
				target, found = "a.G", 3
				args["to"] = "l.G"
			}
			args["target"] = target
			opened := whole(t, both[0], op, args)
			if diff := cmp.Diff(opened, whole(t, both[1], op, args)); diff != "" {
				t.Errorf("%s %v (-opened +loaded):\n%s", op.Name, args, diff)
			}
			if n := opened["total_found"].(float64); int(n) < found {
				t.Errorf("%s %v found %v, want %d or more", op.Name, args, n, found)
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
