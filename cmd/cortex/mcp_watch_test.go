package main

import (
	"archive/zip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tree is a git repository of a package with a function F and some callers of it.
type tree struct {
	dir, name string
	commits   []string
}

// commit makes a commit in which F has so many callers.
func (r *tree) commit(t *testing.T, callers int, at string) {
	t.Helper()
	put(t, filepath.Join(r.dir, "go.mod"), "module "+r.name+"\n\ngo 1.24\n")
	text := "package p\n\n// F is called.\nfunc F() {}\n"
	for i := range callers {
		text += "\nfunc g" + strings.Repeat("x", i) + "() { F() }\n"
	}
	put(t, filepath.Join(r.dir, "p.go"), text)
	r.commits = append(r.commits, committed(t, r.dir, at))
}

// newTree returns a repository with one commit.
func newTree(t *testing.T, name string, callers int) *tree {
	t.Helper()
	r := &tree{dir: filepath.Join(t.TempDir(), "tree"), name: name}
	r.commit(t, callers, "2026-01-02T03:04:05Z")
	return r
}

// named returns the name of the index of a commit.
func (r *tree) named(commit int) string { return r.name + "@" + r.commits[commit][:12] }

// extract makes an index of a commit.
func (r *tree) extract(t *testing.T, index string, commit int) {
	t.Helper()
	run(t, r.dir, "git", "checkout", "-q", r.commits[commit])
	extracted(t, r.dir, index, "--name", r.name)
}

// commitOf returns the commit of an answer, and the number of callers of F in it.
func commitOf(t *testing.T, r reply) (commit string, callers int) {
	t.Helper()
	var answer struct {
		Results  []any
		Metadata struct{ Commit string }
	}
	if err := json.Unmarshal(r.json, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Metadata.Commit, len(answer.Results)
}

// wantCallers wants so many callers of F at a commit, in JSON and in the text.
func (a *agent) wantCallers(t *testing.T, index, commit string, callers int) reply {
	t.Helper()
	args := map[string]any{"target": "F"}
	if index != "" {
		args["index"] = index
	}
	r := a.ask(t, "callers", args)
	gotCommit, got := commitOf(t, r)
	if gotCommit != commit || got != callers {
		t.Errorf("index %q: %d callers at commit %q, want %d at %q", index, got, gotCommit, callers, commit)
	}
	if n := strings.Count(r.text, "p.go:"); n < callers {
		t.Errorf("index %q: the text names %d callers, want %d:\n%s", index, n, callers, r.text)
	}
	return r
}

// wantIn wants some texts in another text, and others not.
func wantIn(t *testing.T, text string, wanted []string, unwanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	for _, not := range unwanted {
		if strings.Contains(text, not) {
			t.Errorf("%q is in:\n%s", not, text)
		}
	}
}

// The server notices an index that appears, is replaced, breaks or disappears. A broken index
// is named, and the others still answer.
func TestMCPWatchesIndexes(t *testing.T) {
	t.Parallel()
	shop, other, zoo := newTree(t, "github.com/acme/shop", 1), newTree(t, "gitlab.com/other/shop", 3), newTree(t, "github.com/acme/zoo", 5)
	shop.commit(t, 2, "2026-01-03T03:04:05Z")
	folder := filepath.Join(t.TempDir(), "indexes")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	at := func(name ...string) string { return filepath.Join(append([]string{folder}, name...)...) }
	a := serve(t, t.TempDir(), "--index", folder)
	index := func() string { return a.read(t, "cortex://index") }
	noticed := func(wanted []string, unwanted ...string) {
		t.Helper()
		within(t, strings.Join(wanted, ", ")+" in cortex://index, and not "+strings.Join(unwanted, ", "), func() bool {
			text := index()
			return !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(text, w) }) &&
				!slices.ContainsFunc(unwanted, func(u string) bool { return strings.Contains(text, u) })
		})
	}

	wantIn(t, index(), []string{"no index at ", "cortex extract"})
	wantIn(t, a.refused(t, "callers", target("F")), []string{"no index at ", "cortex extract"})

	t.Log("one appears")
	shop.extract(t, at("a", "one"), 0)
	within(t, "an answer from the index that appeared", func() bool {
		r, err := a.call(t.Context(), "callers", target("F"))
		return err == nil && !r.failed
	})
	a.wantCallers(t, "", shop.commits[0], 1)
	wantIn(t, index(), []string{"index " + shop.named(0), "commit " + shop.commits[0], "2026-01-02T03:04:05Z", "symbols "}, "left out")

	t.Log("it is replaced by another commit")
	shop.extract(t, at("a", "one"), 1)
	a.wantCallers(t, "", shop.commits[1], 2)
	wantIn(t, index(), []string{"index " + shop.named(1)}, shop.named(0))

	t.Log("others appear: they are one graph, or one of them is named")
	other.extract(t, at("b"), 0)
	zoo.extract(t, at("c", ".cortex", "index"), 0)
	noticed([]string{"index " + shop.named(1), "index " + other.named(0), "index " + zoo.named(0)}, "left out")
	all := a.ask(t, "sql", map[string]any{"query": "SELECT DISTINCT repository FROM files ORDER BY 1"})
	wantIn(t, all.text, []string{shop.name, other.name, zoo.name})
	for _, selector := range []string{shop.name, "acme/shop", shop.named(1), "@" + shop.commits[1][:7], "acme/shop@" + shop.commits[1][:4], shop.name + "@" + shop.commits[1]} {
		a.wantCallers(t, selector, shop.commits[1], 2)
	}
	a.wantCallers(t, "zoo", zoo.commits[0], 5)
	wantIn(t, a.refused(t, "callers", map[string]any{"target": "F", "index": "shop"}), []string{`"shop"`, shop.named(1), other.named(0)}, zoo.name)
	wantIn(t, a.refused(t, "callers", map[string]any{"target": "F", "index": "acme/ship"}), []string{`index "acme/ship" is unknown`, "did you mean " + shop.named(1), other.named(0), zoo.named(0)})
	wantIn(t, a.refused(t, "callers", map[string]any{"target": "F", "index": "ship@0123"}), []string{`index "ship@0123" is unknown`, "did you mean " + shop.named(1)})
	wantIn(t, a.refused(t, "callers", map[string]any{"target": "F", "index": "nope"}), []string{`index "nope" is unknown`, "there are: ", zoo.named(0)}, "did you mean")
	wantIn(t, a.refused(t, "callers", map[string]any{"target": "F", "index": "zoo@0000000"}), []string{"is unknown", zoo.named(0)})

	t.Log("two commits of one repository: the youngest is asked, and the answer says so")
	shop.extract(t, at("a", "two"), 0)
	noticed([]string{"index " + shop.named(0), "index " + shop.named(1), "only asked when index names it"})
	r := a.wantCallers(t, shop.name, shop.commits[1], 2)
	wantIn(t, r.text, []string{"answered from " + shop.named(1), shop.named(0)})
	r = a.wantCallers(t, shop.named(0), shop.commits[0], 1)
	wantIn(t, r.text, nil, "answered from")
	r = a.ask(t, "sql", map[string]any{"query": "SELECT count(*) AS n FROM symbols WHERE name = 'F'"})
	wantIn(t, r.text, []string{"\n3\n", "answered from"}) // one of each repository

	t.Log("the checkout's commit is asked before the youngest")
	run(t, shop.dir, "git", "checkout", "-q", shop.commits[0])
	b := serve(t, shop.dir, "--index", folder)
	r = b.wantCallers(t, shop.name, shop.commits[0], 1)
	wantIn(t, r.text, []string{"answered from " + shop.named(0), shop.named(1)}, "older")

	breakAndMend(t, a, at("b"), other)

	t.Log("one disappears")
	if err := os.RemoveAll(at("c")); err != nil {
		t.Fatal(err)
	}
	within(t, "an error for the index that disappeared", func() bool {
		r, err := a.call(t.Context(), "callers", map[string]any{"target": "F", "index": "zoo"})
		return err == nil && r.failed
	})
	noticed([]string{"index " + shop.named(1)}, zoo.name)
	a.wantCallers(t, "acme/shop", shop.commits[1], 2)
}

// breakAndMend breaks an index in several ways. The server names each, and the others answer.
func breakAndMend(t *testing.T, a *agent, index string, of *tree) {
	t.Helper()
	edit := func(name string, change func([]byte) []byte) func(*testing.T) {
		return func(t *testing.T) {
			t.Helper()
			b, err := os.ReadFile(filepath.Join(index, name))
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(index, name), string(change(b)))
		}
	}
	for _, c := range []struct {
		name   string
		damage func(t *testing.T)
		want   string
	}{
		{"a truncated file", edit("calls.parquet", func(b []byte) []byte { return b[:len(b)/2] }), "calls.parquet has "},
		{"a wrong checksum", edit("symbols.parquet", func(b []byte) []byte { b[10] ^= 0xff; return b }), "symbols"},
		{"a manifest of another version", edit("manifest.json", func(b []byte) []byte {
			return []byte(strings.Replace(string(b), `"format_version": `, `"format_version": 9`, 1))
		}), "format version 9"},
		{"a manifest that is cut", edit("manifest.json", func(b []byte) []byte { return b[:100] }), "manifest"},
		{"a missing table", func(t *testing.T) {
			if err := os.Remove(filepath.Join(index, "files.parquet")); err != nil {
				t.Fatal(err)
			}
		}, "files.parquet is missing"},
	} {
		t.Log(c.name)
		c.damage(t)
		within(t, c.name+" is told", func() bool { return strings.Contains(a.read(t, "cortex://index"), "left out: b: ") })
		wantIn(t, a.read(t, "cortex://index"), []string{c.want}, "index "+of.named(0))
		wantIn(t, a.refused(t, "callers", map[string]any{"target": "F", "index": of.name}), []string{"is unknown"}, of.named(0))
		if r := a.ask(t, "callers", map[string]any{"target": "F", "index": "zoo"}); r.failed {
			t.Errorf("%s: the others do not go on: %s", c.name, r.text)
		} else {
			wantIn(t, r.text+string(r.json), nil, "unreadable_index")
		}
		for operation, args := range map[string]map[string]any{"callers": {"target": "github.com/acme/zoo.F"}, "unused_symbols": nil} {
			r := a.ask(t, operation, args)
			wantIn(t, r.text, []string{"an index was not readable"})
			wantIn(t, string(r.json), []string{`"completeness":"lower_bound"`, "unreadable_index"})
		}
		if err := os.RemoveAll(index); err != nil {
			t.Fatal(err)
		}
		of.extract(t, index, 0)
		within(t, c.name+" is mended", func() bool {
			r, err := a.call(t.Context(), "callers", map[string]any{"target": "F", "index": of.name})
			return err == nil && !r.failed
		})
	}
}

// An exact name selects its index although another name ends in it. An index without a name
// goes by its path. Of two indexes of one commit one answers. A folder may be a link.
func TestMCPNamesIndexes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shop, other := newTree(t, "shop", 1), newTree(t, "example.com/shop", 3)
	shop.extract(t, filepath.Join(folder, "a"), 0)
	shop.extract(t, filepath.Join(folder, "b"), 0)
	other.extract(t, filepath.Join(folder, "c"), 0)
	for i, name := range []string{"d", "e"} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "x.py"), strings.Repeat("x = 1\n", i+1))
		extracted(t, dir, filepath.Join(folder, name, "index"))
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Skip(err)
	}
	a := serve(t, t.TempDir(), "--index", link)
	text := a.read(t, "cortex://index")
	wantIn(t, text, []string{"index " + shop.named(0), "index " + other.named(0), "index d/index\n", "index e/index\n"}, "left out", "+changes")
	if n := strings.Count(text, "index "+shop.named(0)); n != 1 {
		t.Errorf("two of one name:\n%s", text)
	}
	r := a.wantCallers(t, "shop", shop.commits[0], 1)
	wantIn(t, r.text, nil, "answered from")
	a.wantCallers(t, "example.com/shop", other.commits[0], 3)
	for i, name := range []string{"d/index", "e/index"} {
		r := a.ask(t, "sql", map[string]any{"query": "SELECT lines_total FROM files", "index": name})
		wantIn(t, r.text, []string{"lines_total\n" + strconv.Itoa(i+1) + "\n"}, "answered from")
	}
	r = a.ask(t, "sql", map[string]any{"query": "SELECT DISTINCT repository FROM files ORDER BY 1"})
	wantIn(t, r.text, []string{"answered from ", "not asked, unless index names it: e/index\n"}, shop.named(0)+", "+shop.named(0))
}

// The server notices a zip that appears or is replaced.
func TestMCPWatchesZips(t *testing.T) {
	t.Parallel()
	shop := newTree(t, "github.com/acme/shop", 1)
	shop.commit(t, 2, "2026-01-03T03:04:05Z")
	folder := t.TempDir()
	index, place := filepath.Join(t.TempDir(), "index"), filepath.Join(folder, "artifact.zip")
	a := serve(t, t.TempDir(), "--index", folder)
	for commit := range 2 {
		shop.extract(t, index, commit)
		packed(t, place, index)
		within(t, "an answer from the zip", func() bool {
			r, err := a.call(t.Context(), "callers", target("F"))
			if err != nil || r.failed {
				return false
			}
			got, _ := commitOf(t, r)
			return got == shop.commits[commit]
		})
		a.wantCallers(t, "", shop.commits[commit], commit+1)
		wantIn(t, a.read(t, "cortex://index"), []string{"index " + shop.named(commit)}, "left out")
	}
	b, err := os.ReadFile(place)
	if err != nil {
		t.Fatal(err)
	}
	put(t, place, string(b[:len(b)/2]))
	within(t, "a broken zip is told", func() bool {
		return strings.Contains(a.read(t, "cortex://index"), "artifact.zip: ")
	})
	wantIn(t, a.refused(t, "callers", target("F")), []string{"no index can be used: artifact.zip: "})
	packed(t, place, index)
	within(t, "the mended zip", func() bool {
		r, err := a.call(t.Context(), "callers", target("F"))
		return err == nil && !r.failed
	})
}

// packed writes the files of a folder into a zip, which appears at once.
func packed(t *testing.T, file, folder string) {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	if err := w.AddFS(os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(f.Name(), file); err != nil {
		t.Fatal(err)
	}
}
