package selection_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/queries/selection"
	"github.com/cortex-index/cortex/schema"
)

// changed is a repository of two packages: b imports a, and c imports none.
const changed = `
struct a.T
method a.T.M
function a.F
function a.Alone
variable a.V
function a.TestF a/a_test.go
function a.TestT a/a_test.go
function b.TestB b/b_test.go
function c.TestC c/c_test.go
import b/b_test.go a
call a.TestF -> a.F
value a.T in a.TestT
call b.TestB -> a.F
`

func TestOf(t *testing.T) {
	rows := indextest.Parse(t, changed)
	ids := map[string]int32{}
	for i := range rows.Symbols {
		s := &rows.Symbols[i]
		ids[strings.TrimPrefix(s.Symbol, "example.com/")] = s.SymbolID
		if strings.HasPrefix(s.Name, "Test") {
			s.Entry = schema.EntryTest
		}
	}
	dir := t.TempDir()
	indextest.Write(t, dir, rows, schema.Options{})
	ix, err := queries.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	for _, c := range []struct {
		name      string
		change    selection.Change
		want      string // the names of the tests
		unreached int
		ignored   int
	}{
		{name: "nothing"},
		{name: "function", change: selection.Change{Symbols: []int32{ids["a.F"]}}, want: "TestF TestB"},
		{name: "function that no test reaches", change: selection.Change{Symbols: []int32{ids["a.Alone"]}}, unreached: 1},
		{name: "variable", change: selection.Change{Symbols: []int32{ids["a.V"]}}, want: "TestF TestT TestB"},
		{name: "removed method", change: selection.Change{Removed: []selection.Removed{{Symbol: "example.com/a.T.Gone", Kind: "method", File: "a/a.go"}}}, want: "TestT"},
		{name: "removed function", change: selection.Change{Removed: []selection.Removed{{Symbol: "example.com/a.Gone", Kind: "function", File: "a/a.go"}}}},
		{name: "removed variable", change: selection.Change{Removed: []selection.Removed{{Symbol: "example.com/a.Gone", Kind: "variable", File: "a/gone.go"}}}, want: "TestF TestT TestB"},
		{name: "declarations of a file", change: selection.Change{Files: []selection.File{{Path: "a/a.go"}}}},
		{name: "whole file", change: selection.Change{Files: []selection.File{{Path: "a/a.go", Whole: true}}}, want: "TestF TestT TestB"},
		{name: "whole test file", change: selection.Change{Files: []selection.File{{Path: "a/a_test.go", Whole: true}}}, want: "TestF TestT"},
		{name: "removed file", change: selection.Change{Files: []selection.File{{Path: "a/gone.go"}}}, want: "TestF TestT TestB"},
		{name: "removed package", change: selection.Change{Files: []selection.File{{Path: "gone/gone.go"}}}},
		{name: "assembly", change: selection.Change{Files: []selection.File{{Path: "a/a_amd64.s"}}}, want: "TestF TestT TestB"},
		{name: "removed module file", change: selection.Change{Files: []selection.File{{Path: "go.sum"}}}, want: "TestF TestT TestB TestC"},
		{name: "vendored file", change: selection.Change{Files: []selection.File{{Path: "vendor/x/y.go"}}}, want: "TestF TestT TestB TestC"},
		{name: "test data", change: selection.Change{Files: []selection.File{{Path: "c/testdata/x/y.md"}}}, want: "TestC"},
		{name: "Markdown", change: selection.Change{Files: []selection.File{{Path: "docs/x.md"}, {Path: "LICENSE.txt"}, {Path: ".github/x.yml"}}}, ignored: 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := selection.Of(t.Context(), ix, c.change)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, found := range got.Tests {
				names = append(names, found.Name)
			}
			if diff := cmp.Diff(c.want, strings.Join(names, " ")); diff != "" {
				t.Errorf("tests (-want +got):\n%s", diff)
			}
			if len(got.Unreached) != c.unreached || len(got.Ignored) != c.ignored {
				t.Errorf("%d functions are unreached, want %d; %d files are ignored, want %d", len(got.Unreached), c.unreached, len(got.Ignored), c.ignored)
			}
		})
	}
}

// A command keeps its meaning in a shell, whatever the names of files.
func TestCommands(t *testing.T) {
	got := selection.Commands([]selection.Test{
		{Name: "TestA", Package: "a b/$(c)", Language: "go"}, {Name: "TestB", Package: "a b/$(c)", Language: "go"},
		{File: "-x/it's.py", Language: "python"}, {File: "t/test_a.py", Language: "python"}, {File: "a.test.ts", Language: "typescript"},
	})
	want := []string{`go test -run '^(TestA|TestB)$' './a b/$(c)'`, `pytest './-x/it'\''s.py' ./t/test_a.py`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
}
