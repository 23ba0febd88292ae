package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// twoModules returns a repository whose second module uses the first, and a folder with an
// index of each module and one of both.
func twoModules(t *testing.T) (tree, indexes string) {
	t.Helper()
	tree, indexes = t.TempDir(), t.TempDir()
	put(t, filepath.Join(tree, "a", "go.mod"), "module example.com/a\n\ngo 1.26\n")
	put(t, filepath.Join(tree, "a", "a.go"), "package a\n\n// F is called.\nfunc F() {}\n")
	put(t, filepath.Join(tree, "b", "go.mod"), "module example.com/b\n\ngo 1.26\n\nrequire example.com/a v0.0.0\n\nreplace example.com/a => ../a\n")
	put(t, filepath.Join(tree, "b", "b.go"), "package b\n\nimport \"example.com/a\"\n\nfunc G() { a.F() }\n")
	committed(t, tree, "2026-01-02T03:04:05Z")
	run(t, tree, "git", "remote", "add", "origin", "https://example.com/acme/both.git")
	for _, folder := range []string{"a", "b", "."} {
		extracted(t, filepath.Join(tree, folder), filepath.Join(indexes, "of-"+strings.ReplaceAll(folder, ".", "all")))
	}
	return tree, indexes
}

// Indexes of two folders of a repository do not replace each other.
func TestMCPFoldersOfARepository(t *testing.T) {
	t.Parallel()
	tree, indexes := twoModules(t)
	parts := []string{"--index", filepath.Join(indexes, "of-a"), "--index", filepath.Join(indexes, "of-b")}
	a := serve(t, tree, parts...)
	call := map[string]any{"target": "a.F"}
	wantIn(t, a.ask(t, "callers", call).text, []string{"example.com/acme/both/b/b.go:5  b.G\n", "callers of a.F (example.com/acme/both/a/a.go:4): 1 function\n", "may be incomplete: a folder was not read\n"})
	wantIn(t, a.read(t, "cortex://index"), []string{"index example.com/acme/both/a@", "index example.com/acme/both/b@"})
	args := append([]string{"query", "callers", "a.F", "--long"}, parts...)
	wantIn(t, run(t, tree, "cortex", args...), []string{"example.com/b.G", "1 found, and there may be more"})

	t.Log("the index of all holds both")
	all := serve(t, tree, "--index", indexes)
	wantIn(t, all.ask(t, "callers", call).text, []string{"answered from example.com/acme/both@", "not asked, unless index names it: example.com/acme/both/a@", "b/b.go:5  b.G\n", "complete\n"}, "acme/both/b/b.go:5")
	b := map[string]any{"target": "b.G", "index": "example.com/acme/both/b"}
	wantIn(t, all.ask(t, "definition", b).text, []string{"b.go:5"}, "b/b.go:5")
	stderr := refusedBy(t, tree, append([]string{"query", "callers", "a.F", "--index", filepath.Join(indexes, "of-all")}, parts...)...)
	wantIn(t, stderr, []string{"its tree example.com/acme/both/a is a part of the tree of", "leave it out"})
}

// Paths in the index of a folder begin at the folder, and paths of git at the top.
func TestMCPFreshnessOfAFolder(t *testing.T) {
	t.Parallel()
	tree, indexes := twoModules(t)
	for _, dir := range []string{tree, filepath.Join(tree, "b")} {
		a := serve(t, dir, "--index", filepath.Join(indexes, "of-b"))
		call := map[string]any{"target": "b.G"}
		wantIn(t, a.ask(t, "definition", call).text, []string{"index example.com/acme/both/b: commit ", ", as the checkout", "b.go:5  "}, "(changed)")
		put(t, filepath.Join(tree, "b", "b.go"), "package b\n\nimport \"example.com/a\"\n\n\nfunc G() { a.F() }\n")
		put(t, filepath.Join(tree, "a", "b.go"), "package a\n")
		wantIn(t, a.askLater(t, "definition", call).text, []string{"as the checkout, where 1 file has changed since", "b.go:5 (changed)"})
		run(t, tree, "git", "checkout", "--", ".")
		run(t, tree, "git", "clean", "-fdq")
	}
}

// The state of several indexes that are asked as one covers all of them.
func TestMCPFreshnessOfFolders(t *testing.T) {
	t.Parallel()
	tree, indexes := twoModules(t)
	first := strings.TrimSpace(run(t, tree, "git", "rev-parse", "HEAD"))
	const name = "example.com/acme/both"
	a := serve(t, tree, "--index", filepath.Join(indexes, "of-a"), "--index", filepath.Join(indexes, "of-b"))
	want := func(line string, f fresh, marked, unmarked string) {
		t.Helper()
		r := a.askLater(t, "symbols", map[string]any{"kinds": []any{"function"}})
		if got, _, _ := strings.Cut(r.text, "\n"); strings.TrimSuffix(got, " was a moment ago") != line {
			t.Errorf("the first line is\n%s\nwant\n%s", got, line)
		}
		if diff := cmp.Diff(&f, freshOf(t, r)); diff != "" {
			t.Errorf("in JSON (-want +got):\n%s", diff)
		}
		wantIn(t, r.text, []string{marked}, unmarked)
	}
	both := "indexes " + name + "/a, " + name + "/b: commit " + first[:12]
	want(both+", as the checkout", fresh{Checkout: first, Same: true, Files: []string{}}, name+"/b/b.go:5  ", "(changed)")

	put(t, filepath.Join(tree, "b", "b.go"), "package b\n\n\nimport \"example.com/a\"\n\nfunc G() { a.F() }\n")
	want(both+", as the checkout, where 1 file has changed since: "+name+"/b/b.go; the answer lacks the new code",
		fresh{Checkout: first, Changed: 1, Files: []string{name + "/b/b.go"}}, name+"/b/b.go:5 (changed)", "a.go:4 (changed)")
	put(t, filepath.Join(tree, "a", "a.go"), "package a\n\n\n// F is called.\nfunc F() {}\n")
	want(both+", as the checkout, where 2 files have changed since: "+name+"/a/a.go, "+name+"/b/b.go; the answer lacks the new code",
		fresh{Checkout: first, Changed: 2, Files: []string{name + "/a/a.go", name + "/b/b.go"}}, "a.go:4 (changed)", "b.go:5  ")

	t.Log("the index of the first folder is new")
	second := committed(t, tree, "2026-01-03T03:04:05Z")
	extracted(t, filepath.Join(tree, "a"), filepath.Join(indexes, "of-a"))
	want("indexes "+name+"/a, "+name+"/b: commit "+first[:12]+" among others; the checkout is at "+second[:12]+", 1 commit later, and 1 file differs: lines may have moved; `cortex extract` makes a new index",
		fresh{Checkout: second, Ahead: 1, Changed: 1, Files: []string{name + "/b/b.go"}}, name+"/b/b.go:5 (changed)", "a.go:5 (changed)")
}

// refusedBy runs the command line, which must fail, and returns its output.
func refusedBy(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("cortex", args...)
	cmd.Dir, cmd.Env = dir, quiet(t.TempDir())
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("cortex %v did not fail:\n%s", args, out)
	}
	return string(out)
}
