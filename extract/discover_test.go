package extract

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/cortex-index/cortex/schema"
	"github.com/google/go-cmp/cmp"
)

// Each kind of file in a tree, once tracked by git and once in a plain directory.
func TestOutcomes(t *testing.T) {
	gittest.Isolate(t)
	outside := gittest.Tree(t, "-- secret.go --\npackage secret\n")
	plant := func(t *testing.T, dir string) {
		gittest.Add(t, dir, "-- a.go --\npackage a\n-- notes.txt --\nnotes\n-- empty.go --\n-- dir/b.go --\npackage b\n")
		gittest.Write(t, filepath.Join(dir, "binary.go"), "package \x00")
		gittest.Write(t, filepath.Join(dir, "picture.png"), "\x89PNG\x00")
		gittest.Write(t, filepath.Join(dir, "latin1.txt"), "caf\xe9\nau lait")
		gittest.Write(t, filepath.Join(dir, "latin1.go"), "package a // caf\xe9\n")
		gittest.Write(t, filepath.Join(dir, "big.go"), "package a\n"+strings.Repeat("// x\n", 1000))
		gittest.Write(t, filepath.Join(dir, "bad\xffname.go"), "package a\n")
		for name, target := range map[string]string{
			"link.go": "a.go", "broken.go": "nowhere", "out.go": filepath.Join(outside, "secret.go"),
			"linkdir": "dir", "outdir": outside, "loop": ".",
		} {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	special := func(t *testing.T, dir string) {
		if err := syscall.Mkfifo(filepath.Join(dir, "fifo.go"), 0o644); err != nil {
			t.Fatal(err)
		}
		socket, err := net.Listen("unix", filepath.Join(dir, "s"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { socket.Close() })
	}
	files := []string{
		"a.go ok", "big.go skipped", "binary.go skipped", "broken.go skipped", "broken.go: Go code behind a symbolic link, which is not followed: answers do not know it", "dir/b.go ok", "empty.go ok",
		"latin1.go skipped", "latin1.txt text", "link.go skipped", "link.go: Go code behind a symbolic link, which is not followed: answers do not know it", "linkdir skipped", "loop skipped", "notes.txt text",
		"out.go skipped", "out.go: Go code behind a symbolic link, which is not followed: answers do not know it", "outdir skipped", "picture.png skipped",
		": \"bad\\xffname.go\": the path is not UTF-8, and the file is not indexed",
		"big.go: larger than 4096 bytes, and not read",
		"binary.go: binary data in a file of go",
		"latin1.go: not UTF-8, and its text is not indexed",
		"latin1.txt: not UTF-8, and its text is not indexed",
	}
	check := func(t *testing.T, dir string, want []string) {
		t.Helper()
		cfg := everything(dir)
		cfg.MaxFileSize = 4096
		got := described(discovered(t, cfg))
		slices.Sort(got)
		want = slices.Sorted(slices.Values(want))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("files and diagnostics (-want +got):\n%s", diff)
		}
		sink := &collector{}
		if _, err := Run(context.Background(), cfg, sink); err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, c := range sink.rows.Contents {
			if c.FilePath == ".gitmodules" {
				continue
			}
			texts = append(texts, c.FilePath)
			if strings.Contains(c.Content, "secret") {
				t.Errorf("%s has a text from outside the tree: %q", c.FilePath, c.Content)
			}
		}
		if diff := cmp.Diff([]string{"a.go", "dir/b.go", "empty.go", "notes.txt"}, texts); diff != "" {
			t.Errorf("contents (-want +got):\n%s", diff)
		}
	}

	t.Run("plain", func(t *testing.T) {
		dir := gittest.Tree(t, "")
		plant(t, dir)
		special(t, dir)
		check(t, dir, append(slices.Clone(files), "fifo.go: neither a file nor a link (a FIFO), and not indexed",
			"s: neither a file nor a link (a socket), and not indexed"))
	})
	t.Run("git", func(t *testing.T) {
		dir := gittest.Tree(t, "")
		plant(t, dir)
		gittest.Add(t, dir, "-- gone.go --\npackage a\n-- turned/c.go --\npackage c\n-- swapped/d.go --\npackage d\n-- wasfile --\nx\n-- pipe.go --\npackage a\n")
		gittest.Run(t, dir, "init", "-q", "-b", "main")
		sub := gittest.Repository(t, "-- sub.go --\npackage sub\n")
		gittest.Run(t, dir, "submodule", "--quiet", "add", sub, "module")
		gittest.Commit(t, dir, 1_000_000_000)
		// After the commit, tracked paths become something else.
		for _, name := range []string{"gone.go", "turned", "swapped", "wasfile", "pipe.go"} {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		gittest.Write(t, filepath.Join(outside, "d.go"), "package secret\n")
		for name, target := range map[string]string{"turned": "dir", "swapped": outside} {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Join(dir, "wasfile"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, "pipe.go"), 0o644); err != nil {
			t.Fatal(err)
		}
		check(t, dir, append(slices.Clone(files), ".gitmodules text", "swapped skipped", "turned skipped",
			"gone.go: tracked by git, but missing",
			"module: a submodule or another repository, which is not indexed",
			"pipe.go: neither a file nor a link (a FIFO), and not indexed",
			"swapped/d.go: tracked by git, but behind a symbolic link, which is not followed",
			"turned/c.go: tracked by git, but behind a symbolic link, which is not followed",
			"wasfile: tracked by git as a file, but a directory"))
	})
}

// Root may read every file, and tests may run as root: reading fails here because the folder
// is closed.
func TestUnreadable(t *testing.T) {
	dir := gittest.Tree(t, "-- a.go --\npackage a\n")
	f, err := folder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	files := &Tree{}
	if err := files.stat(context.Background(), everything(dir).withDefaults(), f, []git.Entry{{Path: "a.go"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.go skipped", "a.go: cannot be read: file already closed"}, described(files)); diff != "" {
		t.Errorf("cannot be looked at (-want +got):\n%s", diff)
	}
	file := &File{Row: schema.File{FilePath: "a.go", Status: schema.StatusText}}
	r := file.read(everything(dir).withDefaults(), f, map[string]bool{"go": true}, "c")
	if file.Row.Status != schema.StatusSkipped || file.Row.Language != "go" || file.Content != nil || r.isText {
		t.Errorf("cannot be opened: row %+v, content %q", file.Row, file.Content)
	}
	if r.problem != "cannot be read: file already closed" {
		t.Errorf("cannot be opened: diagnostic %q", r.problem)
	}
}

func TestNothingToIndex(t *testing.T) {
	gittest.Isolate(t)
	dir := gittest.Tree(t, "-- file --\nx\n-- empty/.keep/x --\n-- vendored/vendor/x.go --\npackage x\n")
	ignoredDir := gittest.Repository(t, "-- .gitignore --\nout/\n-- out/a.go --\npackage a\n")
	bare := gittest.Tree(t, "")
	gittest.Run(t, bare, "init", "-q", "--bare")
	if err := os.Mkdir(filepath.Join(dir, "none"), 0o755); err != nil {
		t.Fatal(err)
	}
	for root, want := range map[string]string{
		filepath.Join(dir, "absent"):      "there is no directory ",
		filepath.Join(dir, "file"):        " is not a directory",
		filepath.Join(dir, "none"):        "there is no file to index in ",
		filepath.Join(dir, "vendored"):    "there is no file to index in ",
		filepath.Join(ignoredDir, "out"):  "there is no file to index in ",
		bare:                              " is a bare git repository",
		filepath.Join(ignoredDir, ".git"): " is a bare git repository",
	} {
		_, err := Run(context.Background(), everything(root), &collector{})
		if input := (*folder.InputError)(nil); !errors.As(err, &input) || input.Hint() == "" {
			t.Errorf("%s: error %v, want an InputError with a hint", root, err)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %q, want it to say %q", root, err, want)
		}
	}
}

func TestLeftOut(t *testing.T) {
	gittest.Isolate(t)
	const files = `
-- a.go --
package a
-- a_test.go --
package a
-- deps/d.go --
package deps
-- external/e.go --
package external
-- cache/c.go --
package cache
-- testdata/t.go --
package t
-- vendor/v/v.go --
package v
-- web/node_modules/n/n.js --
-- idx/manifest.json --
{}
-- idx.stage-1/manifest.json --
{}
`
	for _, git := range []bool{false, true} {
		dir := gittest.Tree(t, files)
		if git {
			dir = gittest.Repository(t, files)
		}
		cfg := everything(dir)
		cfg.Exclude = []string{filepath.Join(dir, "idx"), filepath.Join(dir, "idx.stage-1"), "/elsewhere"}
		kept := []string{"a.go", "a_test.go", "cache/c.go", "deps/d.go", "external/e.go", "testdata/t.go"}
		if diff := cmp.Diff(kept, paths(discovered(t, cfg))); diff != "" {
			t.Errorf("git %t (-want +got):\n%s", git, diff)
		}
		cfg.Tests = false
		if diff := cmp.Diff(slices.Delete(slices.Clone(kept), 1, 2), paths(discovered(t, cfg))); diff != "" {
			t.Errorf("git %t, without tests (-want +got):\n%s", git, diff)
		}
		cfg.Tests, cfg.Vendored = true, true
		if diff := cmp.Diff(append(kept, "vendor/v/v.go", "web/node_modules/n/n.js"), paths(discovered(t, cfg))); diff != "" {
			t.Errorf("git %t, with vendored folders (-want +got):\n%s", git, diff)
		}
	}
}

// The rows do not depend on the number of workers, and contents are in order.
func TestAnyNumberOfWorkers(t *testing.T) {
	dir := gittest.Repository(t, "-- a.go --\npackage a\n-- Makefile --\nall:\n")
	for i := range 3 * batchFiles {
		gittest.Write(t, filepath.Join(dir, fmt.Sprintf("d%d", i%7), fmt.Sprintf("f%d%s", i, []string{".go", ".txt", ".h", ".s"}[i%4])), strings.Repeat("x\n", i))
	}
	gittest.Commit(t, dir, 1_000_000_100)
	run := func(jobs int) *collector {
		sink := &collector{}
		cfg := everything(dir)
		cfg.Jobs = jobs
		if _, err := Run(context.Background(), cfg, sink); err != nil {
			t.Fatal(err)
		}
		return sink
	}
	one, many := run(1), run(4)
	if diff := cmp.Diff(one.rows, many.rows); diff != "" {
		t.Errorf("(-1 worker +4 workers):\n%s", diff)
	}
	if len(one.rows.Contents) != len(one.rows.Files) || !slices.IsSortedFunc(many.rows.Contents, schema.Content.Compare) {
		t.Errorf("%d contents of %d files, or not in order", len(one.rows.Contents), len(one.rows.Files))
	}
	cfg := everything(dir)
	cfg.Content = false
	without := &collector{}
	if _, err := Run(context.Background(), cfg, without); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one.rows.Files, without.rows.Files); diff != "" || len(without.rows.Contents) > 0 {
		t.Errorf("without contents: %d of them, files (-with +without):\n%s", len(without.rows.Contents), diff)
	}
}

// counter is a Progress that counts steps.
type counter struct {
	steps, done map[string]int
	phase       string
}

func (c *counter) Phase(name string, steps int) { c.phase, c.steps[name] = name, steps }
func (c *counter) Done(n int)                   { c.done[c.phase] += n }

func TestProgress(t *testing.T) {
	cfg := everything(gittest.Tree(t, "-- a.go --\n-- b.txt --\n"))
	c := &counter{steps: map[string]int{}, done: map[string]int{}}
	cfg.Progress = c
	if _, err := Run(context.Background(), cfg, &collector{}); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"files": 2, "write": 18}
	steps := map[string]int{"listing files": 0, "files": 2, "sorting": 0, "write": 18}
	if diff := cmp.Diff(steps, c.steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, c.done); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
}

// An omitted vendored folder and Go code behind a link have a warning.
func TestOmissionsHaveWarnings(t *testing.T) {
	dir := gittest.Repository(t, "-- a.go --\npackage a\n-- .gitignore --\n/vendor\n-- vendor/v/v.go --\npackage v\n")
	for _, link := range []string{"b.go", "b.txt"} {
		if err := os.Symlink("a.go", filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	cfg := everything(dir)
	warnings := func() []string {
		var out []string
		for _, d := range discovered(t, cfg).Diagnostics {
			out = append(out, d.FilePath+": "+d.Message)
		}
		return out
	}
	linked := "b.go: Go code behind a symbolic link, which is not followed: answers do not know it"
	cfg.Vendored = false
	if diff := cmp.Diff([]string{linked}, warnings()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	cfg.Vendored = true
	if diff := cmp.Diff([]string{"vendor: a vendored folder that ignore files name, so that it is not indexed", linked}, warnings()); diff != "" {
		t.Errorf("with vendored folders (-want +got):\n%s", diff)
	}
}
