package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// An index without a commit says why.
func TestMCPNoCommit(t *testing.T) {
	t.Parallel()
	tree := copied(t, "shop")
	says := func(why string) {
		t.Helper()
		run(t, tree, "cortex", "extract", "--quiet")
		wantIn(t, serve(t, tree).read(t, "cortex://index"), []string{"  repository example.com/shop, no commit: " + why + "\n"}, "commit ,", "with changes", "not compared")
	}
	says("not in git")
	named := serve(t, tree, "--index", ".cortex/index", "--checkout", newTree(t, "example.com/stranger", 1).dir)
	wantIn(t, named.read(t, "cortex://index"), []string{"\n  not compared with the checkout that was named: the index has no commit\n"})
	run(t, tree, "git", "init", "-q")
	says("nothing was committed yet")
}

// A person who names a checkout learns that no index is of it: on standard error, in
// cortex://index and in answers. The server's folder gets no such message.
func TestMCPCheckoutOfAnother(t *testing.T) {
	t.Parallel()
	shop, stranger := newTree(t, "example.com/shop", 1), newTree(t, "example.com/stranger", 2)
	folder := t.TempDir()
	const head = "not compared with the checkout that was named: "
	why := func(of *tree) string {
		return "it is of example.com/stranger, and does not have the commit " + of.commits[0][:12]
	}
	told := func(a *agent, index string) {
		t.Helper()
		within(t, "a line on standard error", func() bool { return strings.Contains(a.said.String(), "\n") })
		r := a.ask(t, "symbols", map[string]any{"pattern": "F"})
		wantIn(t, r.text, []string{head + index + "\n"}, "index: commit")
		var answer struct {
			Metadata struct {
				Freshness   any
				NotCompared string `json:"not_compared"`
			}
		}
		if err := json.Unmarshal(r.json, &answer); err != nil {
			t.Fatal(err)
		}
		if m := answer.Metadata; m.Freshness != nil || m.NotCompared != head+index {
			t.Errorf("in JSON: %+v", m)
		}
		wantIn(t, a.read(t, "cortex://index"), []string{"\n  " + head + why(shop) + "\n"})
		wantIn(t, a.read(t, "cortex://module/example.com/shop"), []string{head + index + "\n"})
		if want := "cortex: answers are not compared with the checkout " + stranger.dir + ": " + index + "\n"; a.said.String() != want {
			t.Errorf("on standard error:\n%s", a.said.String())
		}
	}
	silent := func(a *agent) {
		t.Helper()
		r := a.ask(t, "symbols", map[string]any{"pattern": "F"})
		wantIn(t, r.text+string(r.json)+a.said.String(), nil, "not compared")
	}

	t.Log("an index that appears later")
	a := serve(t, t.TempDir(), "--index", folder, "--checkout", stranger.dir)
	wantIn(t, a.read(t, "cortex://index"), nil, "not compared")
	shop.extract(t, filepath.Join(folder, "shop"), 0)
	within(t, "an answer from the index that appeared", func() bool {
		r, err := a.call(t.Context(), "callers", target("F"))
		return err == nil && !r.failed
	})
	wantIn(t, a.said.String(), nil, "panic")
	within(t, "it is told on standard error", func() bool { return strings.Contains(a.said.String(), "compared") })
	wantIn(t, a.ask(t, "symbols", map[string]any{"pattern": "F"}).text, []string{head + why(shop)})

	t.Log("an index that is there")
	told(serve(t, t.TempDir(), "--index", folder, "--checkout", stranger.dir), why(shop))
	implicit := serve(t, stranger.dir, "--index", folder)
	silent(implicit)
	wantIn(t, implicit.read(t, "cortex://index"), nil, "not compared")

	t.Log("one of two is of the checkout")
	stranger.extract(t, filepath.Join(folder, "stranger"), 0)
	b := serve(t, t.TempDir(), "--index", folder, "--checkout", stranger.dir)
	silent(b)
	wantIn(t, b.read(t, "cortex://index"), []string{"\n  " + head + why(shop) + "\n", ", as the checkout"})

	t.Log("none of two is of the checkout")
	zoo := newTree(t, "example.com/zoo", 1)
	zoo.extract(t, filepath.Join(folder, "stranger"), 0)
	told(serve(t, t.TempDir(), "--index", folder, "--checkout", stranger.dir), "none of the 2 indexes is of it; cortex://index says why")
}

// Without an index each answer says where it is missed, and with --extract the server makes it. The index of a checkout is in it,
// wherever the server starts.
func TestMCPMakesTheIndex(t *testing.T) {
	t.Parallel()
	tree := copied(t, "graph")
	committed(t, tree, "2026-01-02T03:04:05Z")
	wantIn(t, serve(t, tree).refused(t, "summary", nil),
		[]string{"no index at .cortex/index\nhint: run cortex extract . --out .cortex/index, or start the server with --extract"})
	elsewhere, index := t.TempDir(), filepath.Join(tree, ".cortex", "index")
	wantIn(t, serve(t, elsewhere, "--checkout", tree).refused(t, "summary", nil),
		[]string{"no index at " + index + "\nhint: run cortex extract " + tree + " --out " + index + ", or start the server with --extract"})
	a := serve(t, elsewhere, "--checkout", tree, "--extract")
	wantIn(t, a.refused(t, "summary", nil), []string{"no index at " + index + ": cortex extract makes it now\nhint: ask again in a minute"})
	within(t, "the server answers from its own index", func() bool {
		r, err := a.call(t.Context(), "callers", target("wire.Seal"))
		return err == nil && !r.failed && strings.Contains(r.text, "wire.Plain.Encode")
	})
	wantIn(t, serve(t, elsewhere, "--checkout", tree).ask(t, "callers", target("wire.Seal")).text, []string{"wire.Plain.Encode"})
}
