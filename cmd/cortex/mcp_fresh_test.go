package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"
)

// fresh is the state of the checkout in an answer in JSON.
type fresh struct {
	Checkout string
	Same     bool
	Ahead    int
	Changed  int
	Dirty    bool
	Files    []string `json:"changed_files"`
	Unlisted int
}

// freshOf returns the state in an answer; nil when there is none.
func freshOf(t *testing.T, r reply) *fresh {
	t.Helper()
	var answer struct{ Metadata struct{ Freshness *fresh } }
	if err := json.Unmarshal(r.json, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Metadata.Freshness
}

// forgotten is longer than the time for which an answer of git holds.
const forgotten = 500 * time.Millisecond

// askLater asks after the server forgot the last answer of git.
func (a *agent) askLater(t *testing.T, op string, args map[string]any) reply {
	t.Helper()
	time.Sleep(forgotten)
	return a.ask(t, op, args)
}

// An answer shows how the checkout differs from the index, and marks changed files. It says
// nothing about a checkout of another repository.
func TestMCPFreshness(t *testing.T) {
	t.Parallel()
	tree := copied(t, "graph")
	first := committed(t, tree, "2026-01-02T03:04:05Z")
	run(t, tree, "cortex", "extract", "--quiet")
	a := serve(t, tree)
	below := serve(t, filepath.Join(tree, "wire"), "--index", "../.cortex/index")
	value := map[string]any{"target": "wire.Value"}
	want := func(r reply, f *fresh, line string) {
		t.Helper()
		if diff := cmp.Diff(f, freshOf(t, r)); diff != "" {
			t.Errorf("in JSON (-want +got):\n%s", diff)
		}
		if got, _, _ := strings.Cut(r.text, "\n"); strings.TrimSuffix(got, " was a moment ago") != line {
			t.Errorf("the first line is\n%s\nwant\n%s", got, line)
		}
	}

	t.Log("the same")
	same := &fresh{Checkout: first, Same: true, Files: []string{}}
	line := "index: commit " + first[:12] + ", as the checkout"
	for _, a := range []*agent{a, below} {
		r := a.askLater(t, "references", value)
		want(r, same, line)
		wantIn(t, r.text, []string{"store/store.go:", "wire/wire.go:"}, "(changed)")
		wantIn(t, a.read(t, "cortex://index"), []string{line})
		wantIn(t, a.read(t, "cortex://skeleton/wire"), []string{line}, "changed")
	}

	t.Log("a file is changed, one is new, one is gone")
	edit := func(name, more string) {
		b, err := os.ReadFile(filepath.Join(tree, name))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(tree, name), string(b)+more)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(tree, link); err != nil {
		t.Fatal(err)
	}
	edit("store/store.go", "\n// More.\n")
	put(t, filepath.Join(tree, "store", "new.go"), "package store\n")
	if err := os.Remove(filepath.Join(tree, "lone", "lone.go")); err != nil {
		t.Fatal(err)
	}
	three := []string{"lone/lone.go", "store/new.go", "store/store.go"}
	line = "index: commit " + first[:12] + ", as the checkout, where 3 files have changed since: lone/lone.go (deleted), store/new.go, store/store.go; the answer lacks the new code"
	for _, a := range []*agent{a, below} {
		r := a.askLater(t, "references", value)
		want(r, &fresh{Checkout: first, Changed: 3, Files: three}, line)
		for row := range strings.Lines(r.text) {
			if strings.HasPrefix(row, "store/store.go:") != strings.Contains(row, "(changed)") {
				t.Errorf("marked, or not: %s", row)
			}
		}
		r = a.ask(t, "references", map[string]any{"target": "wire.Low"})
		want(r, &fresh{Checkout: first, Changed: 3, Files: three}, line)
		wantIn(t, r.text, []string{"\ncomplete for commit " + first[:12] + "\n"}, "(changed)", "\ncomplete\n")
		wantIn(t, a.ask(t, "skeleton", target("store")).text, []string{"changed since: store/store.go\n"}, "parity.go,")
		wantIn(t, a.ask(t, "sql", map[string]any{"query": "SELECT name, file_path FROM functions WHERE file_path LIKE 'store/%'"}).text, []string{"store/store.go (changed)", "store/parity.go\n"})
		const moved = "store/store.go has changed since: line 43 may be in another declaration now; name the symbol instead"
		place := map[string]any{"target": filepath.Join(tree, "store", "store.go") + ":43"}
		wantIn(t, a.ask(t, "callers", place).text, []string{moved, `read target as "store/store.go:43"`, `read "store/store.go:43" as `})
		place["target"] = "`" + filepath.Join(link, "store", "store.go") + ":43`"
		wantIn(t, a.ask(t, "callers", place).text, []string{moved, `read target as "store/store.go:43"`})
		place["target"] = "file://" + tree + "/store/store.go:43"
		wantIn(t, a.ask(t, "context", place).text, []string{moved})
		place["target"] = "store/store.go:43:9: undefined: x"
		wantIn(t, a.ask(t, "callers", place).text, []string{moved})
		place["target"] = "store/store.go:1"
		if got := a.refused(t, "callers", place); !strings.Contains(got, strings.Replace(moved, "43", "1", 1)) {
			t.Errorf("the error does not name the changed file:\n%s", got)
		}
		place["target"] = filepath.Join(tree, "wire", "wire.go") + ":90"
		wantIn(t, a.ask(t, "callers", place).text, []string{`read target as "wire/wire.go:90"`}, "may be in another")
		wantIn(t, a.read(t, "cortex://index"), []string{line})
		wantIn(t, a.read(t, "cortex://skeleton/store/store.go"), []string{line, "changed since: store/store.go\n"})
	}

	t.Log("commits follow")
	committed(t, tree, "2026-01-03T03:04:05Z")
	edit("wire/wire.go", "\n// More.\n")
	third := committed(t, tree, "2026-01-04T03:04:05Z")
	edit("main.go", "\n// More.\n")
	r := a.askLater(t, "references", value)
	want(r, &fresh{Checkout: third, Ahead: 2, Changed: 5, Files: []string{"lone/lone.go", "main.go", "store/new.go", "store/store.go", "wire/wire.go"}},
		"index: commit "+first[:12]+"; the checkout is at "+third[:12]+", 2 commits later, and 5 files differ: lines may have moved; `cortex extract` makes a new index")
	wantIn(t, r.text, []string{"(changed)"})

	t.Log("of many changed files, those in the answer are named")
	for i := range 20 {
		put(t, filepath.Join(tree, "more", fmt.Sprintf("%d.go", i)), "package more\n")
	}
	if got, want := freshOf(t, a.askLater(t, "references", value)), (&fresh{Checkout: third, Ahead: 2, Changed: 25, Files: []string{"store/store.go", "wire/wire.go"}, Unlisted: 23}); !cmp.Equal(want, got) {
		t.Errorf("got %+v", got)
	}
	if err := os.RemoveAll(filepath.Join(tree, "more")); err != nil {
		t.Fatal(err)
	}

	t.Log("an index with changes that were not committed is never the same")
	run(t, tree, "cortex", "extract", "--quiet")
	run(t, tree, "git", "checkout", "-q", "main.go")
	r = a.askLater(t, "references", value)
	want(r, &fresh{Checkout: third, Dirty: true, Files: []string{}}, "index: commit "+third[:12]+" with changes that were not committed; the checkout is at "+third[:12]+", and no file differs from that commit")

	put(t, filepath.Join(tree, "store", "newer.go"), "package store\n")
	if got, want := freshOf(t, a.askLater(t, "references", value)), (&fresh{Checkout: third, Dirty: true, Changed: 1, Files: []string{"store/newer.go"}}); !cmp.Equal(want, got) {
		t.Errorf("got %+v", got)
	}

	t.Log("a checkout that is named, of a commit that the index's repository lacks")
	lacking := copied(t, "graph")
	put(t, filepath.Join(lacking, "more.go"), "package main\n")
	head := committed(t, lacking, "2026-02-02T03:04:05Z")
	b := serve(t, t.TempDir(), "--index", filepath.Join(tree, ".cortex", "index"), "--checkout", lacking)
	want(b.ask(t, "references", value), &fresh{Checkout: head, Ahead: -1, Changed: -1, Dirty: true, Files: []string{}},
		"index: commit "+third[:12]+"; the checkout is at "+head[:12]+", and nobody can tell which files differ: fetch that commit, or let `cortex extract` make a new index")

	t.Log("another repository, none at all")
	stranger := newTree(t, "example.com/stranger", 1)
	for _, dir := range []string{stranger.dir, t.TempDir()} {
		c := serve(t, dir, "--index", filepath.Join(tree, ".cortex", "index"))
		r := c.ask(t, "references", value)
		if f := freshOf(t, r); f != nil {
			t.Errorf("a claim: %+v", f)
		}
		wantIn(t, r.text, nil, "index: ", "checkout", "changed")
		wantIn(t, c.read(t, "cortex://index"), nil, "checkout")
	}
}

// An error about a target shows how the checkout differs from the index, if it does.
func TestMCPFreshnessOfErrors(t *testing.T) {
	t.Parallel()
	tree := copied(t, "graph")
	first := committed(t, tree, "2026-01-02T03:04:05Z")
	run(t, tree, "cortex", "extract", "--quiet")
	a := serve(t, tree)
	wantIn(t, a.refused(t, "callers", target("store.BrandNew")), []string{`target "store.BrandNew" is unknown`}, "index: ", "newer")

	put(t, filepath.Join(tree, "store", "new.go"), "package store\n\nfunc BrandNew() {}\n")
	time.Sleep(forgotten)
	line := "index: commit " + first[:12] + ", as the checkout, where 1 file has changed since\n"
	wantBegin := func(text, begin string) {
		t.Helper()
		if !strings.HasPrefix(text, begin) {
			t.Errorf("it begins otherwise than %q:\n%s", begin, text)
		}
	}
	unknown := a.refused(t, "callers", target("store.BrandNew"))
	wantBegin(unknown, line+"target \"store.BrandNew\" is unknown")
	wantIn(t, unknown, []string{"\nhint: the target may be newer than the index"})
	ambiguous := a.refused(t, "callers", target("Encode"))
	wantBegin(ambiguous, line+"target \"Encode\" is ambiguous")
	wantIn(t, ambiguous, nil, "newer")
	for _, c := range []struct{ op, target, begin string }{ // another kind, a package, a pattern, a place
		{"implementations", "wire.Seal", "target \"wire.Seal\" is a function"},
		{"callers", "store", "target \"store\" is a package"},
		{"callers", "No*Such", `target "No*Such" is unknown`},
		{"scope", "wire/wire.go:100000:1", `target "wire/wire.go:100000:1" is unknown`},
	} {
		there := a.refused(t, c.op, target(c.target))
		wantBegin(there, line+c.begin)
		wantIn(t, there, nil, "newer")
	}
	wantIn(t, a.refused(t, "callers", map[string]any{"target": "wire.Seal", "depth": 1000}), []string{"depth"}, "index: ")

	var r mcp.ReadResourceRequest
	r.Params.URI = "cortex://skeleton/store/new.go"
	if _, err := a.ReadResource(t.Context(), r); err == nil || !strings.Contains(err.Error(), line) || !strings.Contains(err.Error(), "newer than the index") {
		t.Errorf("a resource: %v", err)
	}
}

// Of several indexes asked as one, the checkout marks files of its repository only.
func TestMCPFreshnessOfSeveral(t *testing.T) {
	t.Parallel()
	shop, zoo := newTree(t, "example.com/shop", 1), newTree(t, "example.com/zoo", 1)
	folder := t.TempDir()
	shop.extract(t, filepath.Join(folder, "shop"), 0)
	zoo.extract(t, filepath.Join(folder, "zoo"), 0)
	put(t, filepath.Join(zoo.dir, "p.go"), "package p\n")
	a := serve(t, zoo.dir, "--index", folder)
	r := a.ask(t, "symbols", map[string]any{"pattern": "F"})
	if diff := cmp.Diff(&fresh{Checkout: zoo.commits[0], Changed: 1, Files: []string{"example.com/zoo/p.go"}}, freshOf(t, r)); diff != "" {
		t.Errorf("in JSON (-want +got):\n%s", diff)
	}
	wantIn(t, r.text, []string{"index example.com/zoo: commit " + zoo.commits[0][:12] + ", as the checkout, where 1 file has changed since: example.com/zoo/p.go; the answer lacks the new code\n", "example.com/zoo/p.go:4 (changed)", "example.com/shop/p.go:4  "})
}
