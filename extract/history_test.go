package extract

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/google/go-cmp/cmp"
)

// times returns `path seconds` for each file of a tree, and only the path where the time is not known.
func times(tree *Tree) []string {
	var out []string
	for _, f := range tree.Files {
		line := f.Row.FilePath
		if at := f.Row.LastModified; !at.IsZero() {
			line += " " + strconv.FormatInt(at.Unix(), 10)
		}
		out = append(out, line)
	}
	return out
}

// said returns the times of `git log -1` in the format of times.
func said(t *testing.T, dir string, tree *Tree) []string {
	var out []string
	for _, f := range tree.Files {
		out = append(out, strings.TrimSpace(f.Row.FilePath+" "+gittest.Run(t, dir, "log", "-1", "--format=%ct", "--", f.Row.FilePath)))
	}
	return out
}

// Every shape of history gives the times of `git log -1 -- <file>`.
func TestLastModified(t *testing.T) {
	dir := gittest.Repository(t, "-- a --\n1\n-- b --\n1\n-- c --\n1\n-- d/e --\n1\n-- f --\n1\n-- both --\n1\n2\n3\n4\n5\n6\n7\n")
	step := func(at int, files string) { t.Helper(); gittest.Add(t, dir, files); gittest.Commit(t, dir, at) }
	at := func(seconds int) { t.Setenv("GIT_COMMITTER_DATE", strconv.Itoa(seconds)+" +0000") }
	step(1_000_000_100, "-- a --\n2\n")
	gittest.Run(t, dir, "checkout", "-q", "-b", "side")
	step(1_000_000_200, "-- b --\nside\n-- c --\nside\n-- both --\none\n2\n3\n4\n5\n6\n7\n-- 0123456789012345678901234567890123456789 --\n")
	gittest.Run(t, dir, "checkout", "-q", "main")
	step(1_000_000_150, "-- d/e --\nmain\n-- both --\n1\n2\n3\n4\n5\n6\nseven\n")
	// A merge that changes a file of both sides, adds one, and drops a change.
	at(1_000_000_300)
	gittest.Run(t, dir, "merge", "-q", "--no-ff", "--no-commit", "side")
	gittest.Write(t, filepath.Join(dir, "c"), "1\n")      // as on main: the side's later change does not count
	gittest.Write(t, filepath.Join(dir, "f"), "evil\n")   // as on neither
	gittest.Write(t, filepath.Join(dir, "new"), "evil\n") // on neither
	gittest.Run(t, dir, "add", "-A")
	gittest.Run(t, dir, "commit", "-q", "-m", "merge")
	// A clock that went back, a file that was removed and added again, and a merge of "ours".
	step(900_000_000, "-- back --\n1\n")
	gittest.Run(t, dir, "rm", "-q", "a")
	gittest.Commit(t, dir, 1_000_000_400)
	step(1_000_000_410, "-- a --\n2\n")
	gittest.Run(t, dir, "checkout", "-q", "-b", "release", "HEAD~2")
	step(1_000_000_500, "-- b --\nrelease\n")
	gittest.Run(t, dir, "checkout", "-q", "main")
	at(1_000_000_600)
	gittest.Run(t, dir, "merge", "-q", "-s", "ours", "-m", "back", "release")
	// Three parents.
	for _, name := range []string{"x", "y"} {
		gittest.Run(t, dir, "checkout", "-q", "-b", name, "main")
		step(1_000_000_700, "-- o"+name+" --\n1\n")
	}
	gittest.Run(t, dir, "checkout", "-q", "main")
	at(1_000_000_800)
	gittest.Run(t, dir, "merge", "-q", "-m", "octopus", "x", "y")

	tree := discovered(t, everything(dir))
	want := []string{"0123456789012345678901234567890123456789 1000000200", "a 1000000410", "b 1000000200", "back 900000000", "both 1000000300",
		"c 1000000000", "d/e 1000000150", "f 1000000300", "new 1000000300", "ox 1000000700", "oy 1000000700"}
	if diff := cmp.Diff(want, times(tree)); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(said(t, dir, tree), times(tree)); diff != "" {
		t.Errorf("times (-git log +got):\n%s", diff)
	}
	if len(tree.Diagnostics) > 0 {
		t.Errorf("diagnostics %v", tree.Diagnostics)
	}

	sub := discovered(t, everything(filepath.Join(dir, "d")))
	if diff := cmp.Diff([]string{"e 1000000150"}, times(sub)); diff != "" {
		t.Errorf("below the top (-want +got):\n%s", diff)
	}

	gittest.Write(t, filepath.Join(dir, "f"), "modified\n")
	gittest.Write(t, filepath.Join(dir, "untracked"), "x\n")
	changed := times(discovered(t, everything(dir)))
	want[7] = "f"
	if diff := cmp.Diff(append(want, "untracked"), changed); diff != "" {
		t.Errorf("with changes (-want +got):\n%s", diff)
	}
}

// The time of a file is not known when only commits outside of a shallow clone have it.
func TestLastModifiedShallow(t *testing.T) {
	dir := gittest.Repository(t, "-- old --\n1\n-- new --\n1\n")
	gittest.Add(t, dir, "-- middle --\n1\n")
	gittest.Commit(t, dir, 1_000_000_100)
	gittest.Add(t, dir, "-- new --\n2\n")
	gittest.Commit(t, dir, 1_000_000_200)
	clone := filepath.Join(t.TempDir(), "clone")
	gittest.Run(t, dir, "clone", "-q", "--depth", "2", "file://"+dir, clone)
	tree := discovered(t, everything(clone))
	if diff := cmp.Diff([]string{"middle", "new 1000000200", "old"}, times(tree)); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
	if tree.Repository.CommittedAt != "2001-09-09T01:50:00Z" || len(tree.Diagnostics) > 0 {
		t.Errorf("repository %+v, diagnostics %v", tree.Repository, tree.Diagnostics)
	}
}

// Set CORTEX_HISTORY to a clone with a long history to compare each of its files with `git log -1`.
func TestLastModifiedOfClone(t *testing.T) {
	dir := os.Getenv("CORTEX_HISTORY")
	if dir == "" {
		t.Skip("CORTEX_HISTORY names no clone")
	}
	began := time.Now()
	tree := discovered(t, everything(dir))
	t.Logf("%d files in %s", len(tree.Files), time.Since(began))
	w, err := git.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	began = time.Now()
	if _, err := w.LastTouched(context.Background(), paths(tree)); err != nil {
		t.Fatal(err)
	}
	t.Logf("history alone: %s", time.Since(began))
	if diff := cmp.Diff(said(t, dir, tree), times(tree)); diff != "" {
		t.Errorf("times (-git log +got):\n%s", diff)
	}
}
