package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/google/go-cmp/cmp"
)

func TestCheckoutName(t *testing.T) {
	dir := gittest.Repository(t, "-- go.mod --\nmodule example.com/mod\n-- sub/a.go --\npackage sub\n")
	sub := filepath.Join(dir, "sub")
	same := func(want, folder string) {
		t.Helper()
		c := opened(t, folder)
		if c.Name() != want {
			t.Errorf("the name is %q, want %q", c.Name(), want)
		}
		if c.Root() != folder || c.Top() != dir {
			t.Errorf("the folder is %s below %s", c.Root(), c.Top())
		}
	}
	same("example.com/mod", dir)
	same("example.com/mod", sub)
	gittest.Run(t, dir, "remote", "add", "origin", "https://user:token@example.com/a/b.git")
	same("example.com/a/b", dir)
	same("example.com/a/b", sub)
}

func TestOpenCheckoutRefuses(t *testing.T) {
	gittest.Isolate(t)
	for what, c := range map[string]struct {
		spoil func(t *testing.T, dir string) string
		want  string
		input bool
	}{
		"no folder": {func(_ *testing.T, dir string) string { return filepath.Join(dir, "gone") }, "there is no directory", true},
		"a file":    {func(_ *testing.T, dir string) string { return filepath.Join(dir, "a") }, "is not a directory", true},
		"no git":    {func(t *testing.T, _ string) string { return gittest.Tree(t, "-- a --\n") }, "there is no git repository around", true},
		"bare": {func(t *testing.T, dir string) string {
			bare := filepath.Join(t.TempDir(), "bare.git")
			gittest.Run(t, dir, "clone", "-q", "--bare", dir, bare)
			return bare
		}, "is a bare git repository", true},
		"a .git directory": {func(_ *testing.T, dir string) string { return filepath.Join(dir, ".git") }, "is a bare git repository", true},
		"said to be bare": {func(t *testing.T, dir string) string {
			gittest.Run(t, dir, "config", "core.bare", "true")
			return dir
		}, "git rev-parse: exit status 128: this operation must be run in a work tree", false},
		"elsewhere": {func(t *testing.T, dir string) string {
			gittest.Run(t, dir, "config", "core.worktree", gittest.Tree(t, "-- other --\n"))
			return dir
		}, "places the work tree elsewhere", false},
		"no command": {func(t *testing.T, dir string) string { t.Setenv("PATH", t.TempDir()); return dir }, "there is no git command", false},
		"endless":    {func(t *testing.T, dir string) string { fifo(t, filepath.Join(dir, ".gitignore")); return dir }, ".gitignore is a FIFO", false},
	} {
		t.Run(what, func(t *testing.T) {
			dir := gittest.Repository(t, "-- a --\n")
			got, err := OpenCheckout(context.Background(), c.spoil(t, dir))
			if got != nil || err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("checkout %v, error %v, want one with %q", got, err, c.want)
			}
			if input := (*folder.InputError)(nil); errors.As(err, &input) != c.input {
				t.Errorf("an *InputError: %v, want %v", !c.input, c.input)
			}
		})
	}
}

// Only the name of a commit reaches git.
func TestNoOtherNameOfCommit(t *testing.T) {
	forty := strings.Repeat("a", 40)
	for _, name := range []string{"", "HEAD", "main", "-", "--output=/tmp/x", forty[1:], forty + "a", strings.ToUpper(forty), forty[:39] + "\n",
		forty[:38] + "^0", forty[:36] + "\nHEAD", forty[:39] + "\x00", forty[:39] + "g", strings.Repeat("a", 63), "@{-1}", forty + ":../../x", strings.Repeat("é", 20)} {
		var none *WorkTree // panics when git runs
		if _, err := none.headAnd(context.Background(), name); err == nil {
			t.Errorf("%q named a commit", name)
		}
	}
}

func TestHas(t *testing.T) {
	for format, other := range map[string]string{"sha1": strings.Repeat("a", 64), "sha256": strings.Repeat("a", 40)} {
		gittest.Isolate(t)
		dir := gittest.Tree(t, "-- a --\n1\n")
		gittest.Run(t, dir, "init", "-q", "-b", "main", "--object-format="+format)
		c := opened(t, dir)
		absent := strings.Repeat("0", 104-len(other))
		if c.Has(context.Background(), absent) {
			t.Errorf("%s: a commit before the first", format)
		}
		gittest.Commit(t, dir, 1_000_000_000)
		gittest.Run(t, dir, "tag", "-a", "-m", "x", "v1")
		first := gittest.Run(t, dir, "rev-parse", "HEAD")
		gittest.Run(t, dir, "branch", other)
		for id, want := range map[string]bool{
			first:                                  true,
			absent:                                 false,
			other:                                  false, // the name of a branch
			first[:40]:                             format == "sha1",
			gittest.Run(t, dir, "rev-parse", "v1"): false, // a tag
			gittest.Run(t, dir, "rev-parse", "v1^{}:a"):     false,
			gittest.Run(t, dir, "rev-parse", "HEAD^{tree}"): false,
			"HEAD": false,
		} {
			if got := c.Has(context.Background(), id); got != want {
				t.Errorf("%s: has %s: %v", format, id, got)
			}
			got, err := c.Since(context.Background(), id)
			if (err == nil) != want {
				t.Errorf("%s: since %s: %v", format, id, err)
			}
			if err != nil && id != "HEAD" && (got.Head != first || got.Ahead != -1 || got.Behind != -1 || got.Files != nil) {
				t.Errorf("%s: since %s: %+v", format, id, got)
			}
		}
		gittest.Add(t, dir, "-- a --\n2\n")
		gittest.Commit(t, dir, 1_000_000_100)
		gittest.Add(t, dir, "-- a --\n1\n")
		checkFiles(t, format+": put back", nil, since(t, dir, first))
	}
}

func TestDistance(t *testing.T) {
	dir := gittest.Repository(t, "-- a --\n1\n")
	at := func(n int) string {
		gittest.Commit(t, dir, 1_000_000_000+n)
		return gittest.Run(t, dir, "rev-parse", "HEAD")
	}
	check := func(what, dir, commit string, ahead, behind int) {
		t.Helper()
		got := since(t, dir, commit)
		want := Changes{Head: gittest.Run(t, dir, "rev-parse", "HEAD"), Ahead: ahead, Behind: behind, Files: got.Files}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	first := gittest.Run(t, dir, "rev-parse", "HEAD")
	check("the same", dir, first, 0, 0)
	at(1)
	second := at(2)
	check("ahead", dir, first, 2, 0)
	linked := filepath.Join(t.TempDir(), "linked")
	gittest.Run(t, dir, "worktree", "add", "-q", "--detach", linked, first)
	check("behind, in a linked work tree", linked, second, 0, 2)
	gittest.Run(t, dir, "checkout", "-q", "-b", "side", first)
	gittest.Add(t, dir, "-- b --\n")
	side := at(3)
	check("both", dir, second, 1, 2)
	gittest.Run(t, dir, "merge", "-q", "-m", "x", "main")
	check("merged", dir, side, 3, 0)

	clone := filepath.Join(t.TempDir(), "clone")
	gittest.Run(t, dir, "clone", "-q", "--depth", "2", "file://"+dir, clone)
	check("the same in a shallow clone", clone, gittest.Run(t, dir, "rev-parse", "HEAD"), 0, 0)
	check("in a shallow clone", clone, side, -1, -1)

	gittest.Run(t, dir, "checkout", "-q", "--orphan", "apart")
	if got := since(t, dir, second); got.Head != "" || got.Ahead != -1 || got.Behind != -1 {
		t.Errorf("before the first commit: %+v", got)
	}
	at(4)
	check("without a common commit", dir, second, -1, -1)
}

// The configuration's commands do not run, and nothing is written.
func TestSinceRunsAndWritesNothing(t *testing.T) {
	dir := gittest.Repository(t, "-- a.go --\na\n-- b.bin --\nb\n-- c.dat --\nc\n-- d.go --\nd\n-- .gitattributes --\n*.go filter=evil diff=evil\n*.bin filter=evil.two\n*.dat filter=late\n")
	first := gittest.Run(t, dir, "rev-parse", "HEAD")
	gittest.Add(t, dir, "-- a.go --\naa\n")
	gittest.Commit(t, dir, 1_000_000_100)
	canaries := t.TempDir()
	run := func(name string) string {
		script := filepath.Join(canaries, name+".sh")
		gittest.Write(t, script, "#!/bin/sh\ntouch "+filepath.Join(canaries, name)+".ran\ncat\n")
		if err := os.Chmod(script, 0o755); err != nil {
			t.Fatal(err)
		}
		return script
	}
	hooks := filepath.Join(dir, ".git", "hooks")
	remove(t, hooks)
	gittest.Write(t, filepath.Join(hooks, "post-index-change"), "#!/bin/sh\ntouch "+filepath.Join(canaries, "hook")+".ran\n")
	if err := os.Chmod(filepath.Join(hooks, "post-index-change"), 0o755); err != nil {
		t.Fatal(err)
	}
	never := filepath.Join(dir, ".git", "never")
	fifo(t, never)
	for key, value := range map[string]string{
		"core.fsmonitor": run("fsmonitor"), "core.pager": run("pager"), "pager.status": "true", "diff.external": run("diff"),
		"diff.evil.textconv": run("textconv"), "diff.evil.command": run("command"), "filter.evil.clean": run("clean"),
		"filter.evil.process": run("process"), "filter.evil.two.clean": run("two"), "filter.evil.required": "true",
		"gpg.program": run("gpg"), "log.showSignature": "true", "core.sshCommand": run("ssh"), "core.alternateRefsCommand": run("alternate"),
		"diff.orderFile": never, "diff.relative": "true", "diff.noprefix": "true", "diff.renames": "copies", "status.renames": "copies",
		"status.showUntrackedFiles": "no", "status.relativePaths": "true", "status.branch": "true", "status.showStash": "true",
		"diff.ignoreSubmodules": "none", "diff.submodule": "diff", "status.submoduleSummary": "true", "core.quotePath": "true", "core.abbrev": "4",
	} {
		gittest.Run(t, dir, "config", key, value)
	}
	t.Setenv("GIT_EXTERNAL_DIFF", run("envdiff"))
	t.Setenv("GIT_INDEX_FILE", "/nowhere")
	c := opened(t, dir)
	gittest.Run(t, dir, "config", "filter.late.clean", run("late"))
	at := time.Unix(1_500_000_000, 0)
	for _, name := range []string{"d.go", "b.bin", "c.dat"} {
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	gittest.Add(t, dir, "-- c.dat --\nC\n-- new.go --\n")
	before := kept(t, dir)
	got, err := c.Since(context.Background(), first)
	if err != nil {
		t.Fatal(err)
	}
	checkFiles(t, "hostile", []string{"a.go", "c.dat", "new.go"}, got)
	if !c.Has(context.Background(), first) {
		t.Error("the first commit is not there")
	}
	if diff := cmp.Diff(before, kept(t, dir)); diff != "" {
		t.Errorf("the .git directory was changed (-before +after):\n%s", diff)
	}
	ran := func() []string {
		names, err := filepath.Glob(filepath.Join(canaries, "*.ran"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if names := ran(); len(names) > 0 {
		t.Errorf("commands of the configuration ran: %v", names)
	}

	// The test can fail: plain git runs some of the commands, and writes its index.
	if err := os.Unsetenv("GIT_INDEX_FILE"); err != nil {
		t.Fatal(err)
	}
	remove(t, never)
	for _, args := range [][]string{{"status"}, {"diff", first}} {
		careless := exec.Command("git", args...)
		careless.Dir = dir
		_ = careless.Run() // it fails, after running them
	}
	if names := ran(); len(names) < 2 {
		t.Errorf("plain git ran only %v; this test would not notice", names)
	}
}

// kept returns size and time of every file in the .git directory.
func kept(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(filepath.Join(dir, ".git"), func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		out = append(out, fmt.Sprint(p, info.Size(), info.ModTime()))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A git that never ends is killed.
func TestCheckoutEnds(t *testing.T) {
	dir := gittest.Repository(t, "-- a --\n")
	first := gittest.Run(t, dir, "rev-parse", "HEAD")
	c := opened(t, dir)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Since(cancelled, first); !errors.Is(err, context.Canceled) || c.Has(cancelled, first) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := OpenCheckout(cancelled, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("opened, cancelled: %v", err)
	}

	fifo(t, filepath.Join(dir, ".gitattributes"))
	if _, err := c.Since(context.Background(), first); err == nil || !strings.Contains(err.Error(), ".gitattributes is a FIFO") {
		t.Errorf("a FIFO that came later: %v", err)
	}
	remove(t, filepath.Join(dir, ".gitattributes"))

	// Open does not look at the files of branches.
	fifo(t, filepath.Join(dir, ".git", "refs", "heads", "main"))
	c.maxWait = 300 * time.Millisecond
	if _, err := c.Since(context.Background(), first); !errors.Is(err, errTimeout) {
		t.Errorf("a FIFO for a branch: %v", err)
	}
}
