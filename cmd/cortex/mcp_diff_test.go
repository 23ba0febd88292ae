package main

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
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

	a := serve(t, tree, "--index", indexes)
	got := a.ask(t, "diff", map[string]any{"base": "m@" + base[:12]})
	wantIn(t, got.text, []string{"verdict  major for example.com/m: 1 breaking", "m.F: breaking: another signature"})
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
