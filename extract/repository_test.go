package extract

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/cortex-index/cortex/schema"
	"github.com/google/go-cmp/cmp"
)

func TestRepository(t *testing.T) {
	const files = "-- go.mod --\nmodule example.com/mod // why\n-- sub/a.go --\npackage sub\n-- .gitignore --\n*.log\n"
	at := func(dir string, r schema.Repository) schema.Repository {
		r.Commit, r.CommittedAt = gittest.Run(t, dir, "rev-parse", "HEAD"), "2001-09-09T01:46:40Z"
		return r
	}
	check := func(what string, cfg Config, want schema.Repository) {
		t.Helper()
		if diff := cmp.Diff(want, discovered(t, cfg).Repository); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	clean := schema.Repository{Name: "example.com/mod", Ref: "refs/heads/main"}

	dir := gittest.Repository(t, files)
	check("clean", everything(dir), at(dir, clean))
	cfg := everything(dir)
	cfg.Name = "given"
	check("named", cfg, at(dir, schema.Repository{Name: "given", Ref: "refs/heads/main"}))
	check("below the top", everything(filepath.Join(dir, "sub")), at(dir, schema.Repository{Name: "example.com/mod", Path: "sub", Ref: "refs/heads/main"}))
	gittest.Run(t, dir, "remote", "add", "origin", "git@example.com:a/b.git")
	check("with a remote, below the top", everything(filepath.Join(dir, "sub")), at(dir, schema.Repository{Name: "example.com/a/b", Path: "sub", Ref: "refs/heads/main"}))
	gittest.Run(t, dir, "remote", "set-url", "origin", dir)
	check("with a remote on this machine", everything(dir), at(dir, clean))

	inner := gittest.Repository(t, "-- svc/go.mod --\nmodule example.com/all/svc\n-- svc/a.go --\npackage svc\n")
	check("a module below a top without one", everything(filepath.Join(inner, "svc")), at(inner, schema.Repository{Name: "example.com/all", Path: "svc", Ref: "refs/heads/main"}))

	linked := filepath.Join(t.TempDir(), "linked")
	gittest.Run(t, dir, "worktree", "add", "-q", "--detach", linked)
	detached := clean
	detached.Ref = ""
	check("a linked work tree, detached", everything(linked), at(dir, detached))

	for what, change := range map[string]func(dir string){
		"ignored":   func(dir string) { gittest.Write(t, filepath.Join(dir, "x.log"), "") },
		"excluded":  func(dir string) { gittest.Write(t, filepath.Join(dir, "idx", "manifest.json"), "{}") },
		"touched":   func(dir string) { gittest.Write(t, filepath.Join(dir, "sub", "a.go"), "package sub\n") },
		"outside":   func(dir string) { gittest.Write(t, filepath.Join(filepath.Dir(dir), "x"), "") },
		"untracked": func(dir string) { gittest.Write(t, filepath.Join(dir, "new.go"), "package x\n") },
		"modified":  func(dir string) { gittest.Write(t, filepath.Join(dir, "sub", "a.go"), "package sub2\n") },
		"deleted":   func(dir string) { _ = os.Remove(filepath.Join(dir, "sub", "a.go")) },
		"staged": func(dir string) {
			gittest.Write(t, filepath.Join(dir, "sub", "a.go"), "package sub2\n")
			gittest.Run(t, dir, "add", "-A")
			gittest.Write(t, filepath.Join(dir, "sub", "a.go"), "package sub\n")
		},
	} {
		dir := gittest.Repository(t, files)
		change(dir)
		cfg := everything(dir)
		cfg.Exclude = []string{filepath.Join(dir, "idx")}
		want := clean
		want.Dirty = what != "ignored" && what != "excluded" && what != "touched" && what != "outside"
		check(what, cfg, at(dir, want))
	}
}

func TestNoCommitYet(t *testing.T) {
	gittest.Isolate(t)
	dir := gittest.Tree(t, "-- a.go --\npackage a\n-- b.go --\npackage a\n")
	gittest.Run(t, dir, "init", "-q", "-b", "main")
	gittest.Run(t, dir, "add", "a.go")
	got := discovered(t, everything(dir))
	if diff := cmp.Diff(schema.Repository{Ref: "refs/heads/main", Dirty: true}, got.Repository); diff != "" {
		t.Errorf("repository (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.go ok", "b.go ok"}, described(got)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// A change of a file outside of the root does not make the tree dirty.
func TestDirtyBelowRootOnly(t *testing.T) {
	dir := gittest.Repository(t, "-- a.go --\npackage a\n-- sub/b.go --\npackage b\n")
	gittest.Write(t, filepath.Join(dir, "a.go"), "package changed\n")
	if discovered(t, everything(filepath.Join(dir, "sub"))).Repository.Dirty {
		t.Error("dirty by a change outside of the tree")
	}
	gittest.Write(t, filepath.Join(dir, "sub", "b.go"), "package changed\n")
	got := discovered(t, everything(filepath.Join(dir, "sub")))
	if !got.Repository.Dirty || !got.Files[0].Row.LastModified.IsZero() {
		t.Errorf("clean, or with a time, after a change in the tree: %+v", got.Files[0].Row)
	}
}
