package git

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/google/go-cmp/cmp"
)

// opened returns the checkout of a folder.
func opened(t *testing.T, dir string, without ...string) *Checkout {
	t.Helper()
	c, err := OpenCheckout(context.Background(), dir, without...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// since returns how a folder differs from a commit.
func since(t *testing.T, dir, commit string) Changes {
	t.Helper()
	got, err := opened(t, dir).Since(context.Background(), commit)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func checkFiles(t *testing.T, what string, want []string, got Changes) {
	t.Helper()
	if diff := cmp.Diff(want, got.Files); diff != "" {
		t.Errorf("%s: files (-want +got):\n%s", what, diff)
	}
}

func remove(t *testing.T, file string) {
	t.Helper()
	if err := os.RemoveAll(file); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, file string) {
	t.Helper()
	remove(t, file)
	if err := os.Symlink(target, file); err != nil {
		t.Fatal(err)
	}
}

// Each way to change a file, from one and the same commit on.
func TestSince(t *testing.T) {
	const files = "-- a --\na\n-- b --\nb\n-- d/e --\ne\n-- .gitignore --\n*.log\nout/\n-- crlf.txt --\none\n-- lines.bat --\ntwo\n-- .gitattributes --\n*.bat eol=crlf\n"
	for what, c := range map[string]struct {
		change func(t *testing.T, dir string)
		want   []string
	}{
		"nothing": {change: func(*testing.T, string) {}},
		"modified": {func(t *testing.T, dir string) { gittest.Write(t, filepath.Join(dir, "a"), "A\n") },
			[]string{"a"}},
		"staged": {func(t *testing.T, dir string) {
			gittest.Write(t, filepath.Join(dir, "a"), "A\n")
			gittest.Run(t, dir, "add", "a")
		},
			[]string{"a"}},
		"committed": {func(t *testing.T, dir string) {
			gittest.Write(t, filepath.Join(dir, "a"), "A\n")
			gittest.Commit(t, dir, 1_000_000_100)
		},
			[]string{"a"}},
		"committed and changed again": {func(t *testing.T, dir string) {
			gittest.Write(t, filepath.Join(dir, "a"), "A\n")
			gittest.Commit(t, dir, 1_000_000_100)
			gittest.Write(t, filepath.Join(dir, "a"), "AA\n")
		}, []string{"a"}},
		"deleted":         {func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "d")) }, []string{"d/e"}},
		"deletion staged": {func(t *testing.T, dir string) { gittest.Run(t, dir, "rm", "-q", "a") }, []string{"a"}},
		"deleted elsewhere": {func(t *testing.T, dir string) {
			gittest.Run(t, dir, "rm", "-q", "a")
			gittest.Commit(t, dir, 1_000_000_100)
		}, []string{"a"}},
		"new":         {func(t *testing.T, dir string) { gittest.Add(t, dir, "-- n/new --\n-- x.log --\n-- out/x --\n") }, []string{"n/new"}},
		"new, staged": {func(t *testing.T, dir string) { gittest.Add(t, dir, "-- n --\n"); gittest.Run(t, dir, "add", "n") }, []string{"n"}},
		"new, intended": {func(t *testing.T, dir string) {
			gittest.Add(t, dir, "-- n --\n")
			gittest.Run(t, dir, "add", "-N", "n")
		}, []string{"n"}},
		"renamed": {func(t *testing.T, dir string) {
			gittest.Run(t, dir, "mv", "a", "z")
			gittest.Commit(t, dir, 1_000_000_100)
		},
			[]string{"a", "z"}},
		"renamed and staged": {func(t *testing.T, dir string) {
			gittest.Run(t, dir, "config", "status.renames", "copies")
			gittest.Run(t, dir, "mv", "a", "z")
		}, []string{"a", "z"}},
		"renamed by hand": {func(t *testing.T, dir string) {
			if err := os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "z")); err != nil {
				t.Fatal(err)
			}
		}, []string{"a", "z"}},

		"touched": {change: func(t *testing.T, dir string) {
			for _, f := range []string{"a", "d/e", "crlf.txt"} {
				at := time.Unix(1_500_000_000, 0)
				if err := os.Chtimes(filepath.Join(dir, f), at, at); err != nil {
					t.Fatal(err)
				}
			}
			gittest.Write(t, filepath.Join(dir, "b"), "b\n")
		}},
		"checked out with other line ends": {change: func(t *testing.T, dir string) {
			remove(t, filepath.Join(dir, "lines.bat"))
			gittest.Run(t, dir, "checkout", "-q", "lines.bat")
			at := time.Unix(1_500_000_000, 0)
			if err := os.Chtimes(filepath.Join(dir, "lines.bat"), at, at); err != nil {
				t.Fatal(err)
			}
			if content, err := os.ReadFile(filepath.Join(dir, "lines.bat")); err != nil || string(content) != "two\r\n" {
				t.Errorf("lines.bat is %q, %v", content, err)
			}
		}},
		"executable": {change: func(t *testing.T, dir string) {
			gittest.Run(t, dir, "config", "core.fileMode", "true")
			for _, f := range []string{"a", "b"} {
				if err := os.Chmod(filepath.Join(dir, f), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			gittest.Run(t, dir, "add", "b")
		}},
		"executable, committed": {change: func(t *testing.T, dir string) {
			gittest.Run(t, dir, "update-index", "--chmod=+x", "a")
			gittest.Run(t, dir, "commit", "-q", "-m", "x")
			remove(t, filepath.Join(dir, "a"))
			gittest.Write(t, filepath.Join(dir, "a"), "a\n") // as in the first commit, and not as in git's index
		}},
		"put back": {change: func(t *testing.T, dir string) {
			gittest.Write(t, filepath.Join(dir, "a"), "A\n")
			gittest.Run(t, dir, "add", "a")
			gittest.Write(t, filepath.Join(dir, "b"), "B\n")
			gittest.Commit(t, dir, 1_000_000_100)
			gittest.Write(t, filepath.Join(dir, "a"), "a\n")
			gittest.Run(t, dir, "reset", "-q", "--soft", "HEAD~")
			gittest.Write(t, filepath.Join(dir, "b"), "b\n")
		}},
		"no longer tracked": {change: func(t *testing.T, dir string) { gittest.Run(t, dir, "rm", "-q", "--cached", "a") }},
		"no longer in the way": {change: func(t *testing.T, dir string) {
			gittest.Add(t, dir, "-- n --\n")
			gittest.Run(t, dir, "add", "n")
			remove(t, filepath.Join(dir, "n"))
		}},
		"no longer tracked, and another": {func(t *testing.T, dir string) {
			gittest.Run(t, dir, "rm", "-q", "--cached", "a")
			gittest.Write(t, filepath.Join(dir, "a"), "A\n")
		}, []string{"a"}},

		"a link":   {func(t *testing.T, dir string) { link(t, "b", filepath.Join(dir, "a")) }, []string{"a"}},
		"a folder": {func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "a")); gittest.Add(t, dir, "-- a/x --\n") }, []string{"a", "a/x"}},
		"a FIFO":   {func(t *testing.T, dir string) { fifo(t, filepath.Join(dir, "a")) }, []string{"a"}},
		"unreadable": {func(t *testing.T, dir string) {
			gittest.Write(t, filepath.Join(dir, "a"), "A\n")
			_ = os.Chmod(filepath.Join(dir, "a"), 0)
		}, []string{"a"}},
		"a link for its folder": {func(t *testing.T, dir string) {
			gittest.Add(t, dir, "-- f/e --\ne\n")
			link(t, "f", filepath.Join(dir, "d"))
		}, []string{"d", "d/e", "f/e"}},
		"conflict": {func(t *testing.T, dir string) {
			gittest.Run(t, dir, "checkout", "-q", "-b", "side")
			gittest.Write(t, filepath.Join(dir, "a"), "side\n")
			gittest.Commit(t, dir, 1_000_000_100)
			gittest.Run(t, dir, "checkout", "-q", "main")
			gittest.Write(t, filepath.Join(dir, "a"), "main\n")
			gittest.Commit(t, dir, 1_000_000_200)
			if err := exec.Command("git", "-C", dir, "merge", "-q", "side").Run(); err == nil {
				t.Error("no conflict")
			}
		}, []string{"a"}},
		"without HEAD": {func(t *testing.T, dir string) {
			gittest.Run(t, dir, "checkout", "-q", "--orphan", "fresh")
			gittest.Write(t, filepath.Join(dir, "b"), "B\n")
		}, []string{"b"}},
		"another repository within": {change: func(t *testing.T, dir string) {
			gittest.Add(t, dir, "-- other/x --\n")
			gittest.Run(t, filepath.Join(dir, "other"), "init", "-q")
			gittest.Commit(t, filepath.Join(dir, "other"), 1_000_000_100)
		}},
		"an index": {change: func(t *testing.T, dir string) { gittest.Add(t, dir, "-- idx/manifest.json --\n") }},
	} {
		t.Run(what, func(t *testing.T) {
			dir := gittest.Repository(t, files)
			first := gittest.Run(t, dir, "rev-parse", "HEAD")
			c.change(t, dir)
			got, err := opened(t, dir, filepath.Join(dir, "idx")).Since(context.Background(), first)
			if err != nil {
				t.Fatal(err)
			}
			checkFiles(t, what, c.want, got)
		})
	}
}

func fifo(t *testing.T, file string) {
	t.Helper()
	remove(t, file)
	if err := syscall.Mkfifo(file, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSinceLinks(t *testing.T) {
	dir := gittest.Tree(t, "-- a --\na\n")
	gittest.Isolate(t)
	gittest.Run(t, dir, "init", "-q", "-b", "main")
	for _, name := range []string{"same", "other", "file"} {
		link(t, "a", filepath.Join(dir, name))
	}
	gittest.Commit(t, dir, 1_000_000_000)
	first := gittest.Run(t, dir, "rev-parse", "HEAD")
	link(t, "b", filepath.Join(dir, "same"))
	gittest.Commit(t, dir, 1_000_000_100)
	link(t, "a", filepath.Join(dir, "same"))
	link(t, "b", filepath.Join(dir, "other"))
	remove(t, filepath.Join(dir, "file"))
	gittest.Write(t, filepath.Join(dir, "file"), "a") // the bytes of the link
	checkFiles(t, "links", []string{"file", "other"}, since(t, dir, first))
}

// Unusual names are returned unchanged.
func TestSinceNames(t *testing.T) {
	names := []string{" b", "-x", ":(glob)*", ":000000 100644 a b A", "\"q\"", "a b", "a\nb", "a\tb", "b ", "caf\xe9", "ü", "*", "?? x"}
	slices.Sort(names)
	dir := gittest.Repository(t, "-- zz --\n")
	base := gittest.Run(t, dir, "rev-parse", "HEAD")
	write := func(content string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
				t.Skip(err) // a file system that wants UTF-8
			}
		}
	}
	write("1")
	checkFiles(t, "untracked", names, since(t, dir, base))
	gittest.Commit(t, dir, 1_000_000_100)
	first := gittest.Run(t, dir, "rev-parse", "HEAD")
	checkFiles(t, "committed", names, since(t, dir, base))
	checkFiles(t, "unchanged", nil, since(t, dir, first))
	write("2")
	checkFiles(t, "modified", names, since(t, dir, first))
	gittest.Commit(t, dir, 1_000_000_200)
	write("1")
	checkFiles(t, "put back", nil, since(t, dir, first))
}

// Paths are from the folder, and files outside of it do not count.
func TestSinceBelowTheTop(t *testing.T) {
	dir := gittest.Repository(t, "-- a --\n1\n-- sub/b --\n1\n-- sub/sub/c --\n1\n-- sub/same --\n1\n-- other/d --\n1\n")
	first := gittest.Run(t, dir, "rev-parse", "HEAD")
	gittest.Add(t, dir, "-- a --\n2\n-- sub/b --\n2\n-- other/d --\n2\n")
	gittest.Commit(t, dir, 1_000_000_100)
	gittest.Add(t, dir, "-- sub/sub/c --\n2\n-- sub/sub/new --\n-- new --\n")
	gittest.Run(t, dir, "config", "diff.relative", "true")
	want := []string{"b", "sub/c", "sub/new"}
	checkFiles(t, "of a folder", want, since(t, filepath.Join(dir, "sub"), first))
	checkFiles(t, "of a deeper one", []string{"c", "new"}, since(t, filepath.Join(dir, "sub", "sub"), first))
	checkFiles(t, "of all", []string{"a", "new", "other/d", "sub/b", "sub/sub/c", "sub/sub/new"}, since(t, dir, first))
	through := filepath.Join(t.TempDir(), "link")
	link(t, filepath.Join(dir, "sub"), through)
	checkFiles(t, "through a link", want, since(t, through, first))
}

// Changes in submodules do not count.
func TestSinceSubmodules(t *testing.T) {
	inner := gittest.Repository(t, "-- x --\n1\n")
	dir := gittest.Repository(t, "-- a --\n")
	before := gittest.Run(t, dir, "rev-parse", "HEAD")
	gittest.Run(t, dir, "submodule", "--quiet", "add", inner, "m")
	gittest.Commit(t, dir, 1_000_000_100)
	first := gittest.Run(t, dir, "rev-parse", "HEAD")
	checkFiles(t, "added", []string{".gitmodules"}, since(t, dir, before))
	gittest.Write(t, filepath.Join(dir, "m", "x"), "2\n")
	gittest.Commit(t, filepath.Join(dir, "m"), 1_000_000_200)
	gittest.Write(t, filepath.Join(dir, "m", "new"), "2\n")
	checkFiles(t, "changed", nil, since(t, dir, first))
	gittest.Commit(t, dir, 1_000_000_300)
	checkFiles(t, "changed and committed", nil, since(t, dir, first))
	gittest.Run(t, dir, "rm", "-q", "-f", "m")
	gittest.Add(t, dir, "-- m --\n")
	checkFiles(t, "a file now", []string{".gitmodules", "m"}, since(t, dir, first))
}

// After random steps, the files are those that a comparison byte for byte finds.
func TestSinceAgreesWithContents(t *testing.T) {
	dir := gittest.Repository(t, "-- a --\n0\n-- b --\n0\n-- c/d --\n0\n-- c/e --\n0\n")
	random := rand.New(rand.NewPCG(6, 6))
	commits := []string{gittest.Run(t, dir, "rev-parse", "HEAD")}
	differed := 0
	for step := range 60 {
		name := []string{"a", "b", "c/d", "c/e", "f", "g/h"}[random.IntN(6)]
		content := fmt.Sprintln(random.IntN(3))
		switch random.IntN(8) {
		case 0, 1, 2:
			gittest.Write(t, filepath.Join(dir, name), content)
		case 3:
			remove(t, filepath.Join(dir, name))
		case 4:
			gittest.Run(t, dir, "add", "-A")
		case 5:
			gittest.Run(t, dir, "rm", "-q", "--cached", "--ignore-unmatch", name)
		case 6:
			gittest.Commit(t, dir, 1_000_000_100+step)
			commits = append(commits, gittest.Run(t, dir, "rev-parse", "HEAD"))
		case 7:
			gittest.Run(t, dir, "reset", "-q", "--mixed", commits[random.IntN(len(commits))])
		}
		commit := commits[random.IntN(len(commits))]
		want := byContents(t, dir, commit)
		differed += len(want)
		checkFiles(t, fmt.Sprint("step ", step), want, since(t, dir, commit))
	}
	if len(commits) < 4 || differed < 60 {
		t.Errorf("%d commits and %d differences: this test would not notice", len(commits), differed)
	}
}

func byContents(t *testing.T, dir, commit string) []string {
	t.Helper()
	contents := map[string][2]string{}
	for _, name := range strings.Fields(gittest.Run(t, dir, "ls-tree", "-r", "--name-only", commit)) {
		contents[name] = [2]string{"=" + gittest.Run(t, dir, "show", commit+":"+name)}
	}
	for _, name := range strings.Fields(gittest.Run(t, dir, "ls-files", "--cached", "--others")) {
		if content, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			contents[name] = [2]string{contents[name][0], "=" + strings.TrimSuffix(string(content), "\n")}
		}
	}
	var differ []string
	for name, c := range contents {
		if c[0] != c[1] {
			differ = append(differ, name)
		}
	}
	slices.Sort(differ)
	return differ
}
