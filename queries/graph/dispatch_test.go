package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
)

// A file is closed through an interface that has Close from another: only what is a File can run there, and not all
// that closes. The method itself is called wherever it is called through whatever.
const files = `
interface io.Closer
interface_method io.Closer.Close
interface io.File
interface_method io.File.Stat
struct a.Disk
method a.Disk.Close
method a.Disk.Stat
struct a.Conn
method a.Conn.Close
function b.CloseAny
function b.CloseFile
function b.Main
function b.Never
call b.CloseAny -> io.Closer.Close interface
call b.CloseFile -> io.Closer.Close interface through io.File
call b.Never -> io.Closer.Close interface through b.Odd
call b.Main -> b.CloseFile
interface b.Odd
override a.Disk.Close => io.Closer.Close
override a.Conn.Close => io.Closer.Close
override a.Disk.Stat => io.File.Stat
run a.Disk.Close => io.Closer.Close through io.File
`

func TestDispatchThroughAnotherInterface(t *testing.T) {
	ix := open(t, files, complete)
	for _, q := range []struct {
		op     queries.Operation
		target string
		args   map[string]any
		want   []string
	}{
		{graph.Callers(), "a.Disk.Close", nil, []string{"1 b.CloseAny interface through io.Closer.Close", "1 b.CloseFile interface through io.Closer.Close", "2 b.Main interface through b.CloseFile"}},
		{graph.Callers(), "a.Conn.Close", nil, []string{"1 b.CloseAny interface through io.Closer.Close"}},
		{graph.Callers(), "a.Conn.Close", map[string]any{"depth": 100}, []string{"1 b.CloseAny interface through io.Closer.Close"}},
		{graph.Callers(), "io.Closer.Close", nil, []string{"1 b.CloseAny interface through io.Closer.Close", "1 b.CloseFile interface through io.Closer.Close",
			"1 b.Never interface through io.Closer.Close", "2 b.Main interface through b.CloseFile"}},
		{graph.Callers(), "io.Closer.Close", map[string]any{"dispatch": false}, []string{"1 b.CloseAny interface through io.Closer.Close",
			"1 b.CloseFile interface through io.Closer.Close", "1 b.Never interface through io.Closer.Close", "2 b.Main interface through b.CloseFile"}},
		{graph.Callees(), "b.CloseFile", nil, []string{"1 a.Disk.Close interface through b.CloseFile", "1 io.Closer.Close interface through b.CloseFile"}},
		{graph.Callees(), "b.Main", map[string]any{"depth": 100}, []string{"1 b.CloseFile static through b.Main", "2 a.Disk.Close interface through b.CloseFile", "2 io.Closer.Close interface through b.CloseFile"}},
		{graph.Callees(), "b.CloseFile", map[string]any{"dispatch": false}, []string{"1 io.Closer.Close interface through b.CloseFile"}},
		{graph.Callees(), "b.Never", nil, []string{"1 io.Closer.Close interface through b.Never"}},
		{graph.Callees(), "b.CloseAny", nil, []string{"1 a.Conn.Close interface through b.CloseAny", "1 a.Disk.Close interface through b.CloseAny", "1 io.Closer.Close interface through b.CloseAny"}},
		{graph.Path(), "b.Main", map[string]any{"to": "a.Disk.Close"}, []string{"0 b.Main  through ", "1 b.CloseFile static through b.Main", "2 a.Disk.Close interface through b.CloseFile"}},
		{graph.Path(), "b.Main", map[string]any{"to": "a.Conn.Close"}, nil},
		{graph.Path(), "b.Main", map[string]any{"to": "io.Closer.Close"}, []string{"0 b.Main  through ", "1 b.CloseFile static through b.Main", "2 io.Closer.Close interface through b.CloseFile"}},
		{graph.Impact(), "a.Conn.Close", nil, []string{"1 b.CloseAny interface through io.Closer.Close"}},
		{graph.Impact(), "io.Closer.Close", nil, []string{"1 a.Conn.Close static through io.Closer.Close", "1 a.Disk.Close static through io.Closer.Close",
			"1 b.CloseAny interface through io.Closer.Close", "1 b.CloseFile interface through io.Closer.Close", "1 b.Never interface through io.Closer.Close", "2 b.Main interface through b.CloseFile"}},
	} {
		t.Run(q.op.Name+" of "+q.target, func(t *testing.T) {
			args := map[string]any{"target": q.target}
			for name, value := range q.args {
				args[name] = value
			}
			r := ask(t, ix, q.op, args)
			var got []string
			for _, x := range r.Results {
				if x.Depth > 0 && x.Site == nil && q.op.Name != "impact" {
					t.Errorf("%s of %s: %s has no site", q.op.Name, q.target, x.Node.ID)
				}
				got = append(got, fmt.Sprintf("%d %s %s through %s", x.Depth, x.Node.ID, x.Evidence, strings.TrimPrefix(x.Via, "example.com/")))
			}
			slices.Sort(got)
			if diff := cmp.Diff(q.want, got); diff != "" {
				t.Errorf("%s of %s %v (-want +got):\n%s", q.op.Name, q.target, q.args, diff)
			}
			for _, d := range r.Because {
				if d.Reason == "value_taken" {
					t.Errorf("%s of %s %v: %s", q.op.Name, q.target, q.args, r.completeness())
				}
			}
		})
	}
}

// Who must be updated when the method gets another signature is who names it, through whatever interface.
func TestImpactThroughAnotherInterface(t *testing.T) {
	r := ask(t, open(t, files, complete), graph.Impact(), map[string]any{"target": "io.Closer.Close"})
	got := map[string]string{}
	for _, x := range r.Results {
		got[x.Node.ID] = x.Severity
	}
	for _, name := range []string{"b.CloseAny", "b.CloseFile", "b.Never", "a.Disk.Close", "a.Conn.Close"} {
		if got[name] != "must_update" {
			t.Errorf("%s: %s", name, got[name])
		}
	}
	if got["b.Main"] != "review_needed" {
		t.Errorf("b.Main: %s", got["b.Main"])
	}
}

// What is affected beside the target's package is counted where the target implements a method of another
// package too, also when much is affected.
func TestImpactBesideTheTargets(t *testing.T) {
	const text = `
struct a.T
method a.T.M
interface b.I
interface_method b.I.M
override a.T.M => b.I.M
function b.G
function c.H
function a.Own
call b.G -> b.I.M interface
call c.H -> b.I.M interface
call a.Own -> a.T.M
`
	few := ask(t, open(t, text, complete), graph.Impact(), map[string]any{"target": "a.T.M"})
	if few.Summary.ExternalPackages != 2 {
		t.Errorf("%d packages, want 2", few.Summary.ExternalPackages)
	}
}
