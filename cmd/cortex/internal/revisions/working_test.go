package revisions

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/schema"
)

// repository returns a git repository with one file on the branch main, and another text of it on the branch other.
func repository(t *testing.T) (w *Working, run func(args ...string)) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	run = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	run("init", "-q", "-b", "main")
	for _, branch := range []string{"main", "other"} {
		if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(branch), 0o666); err != nil {
			t.Fatal(err)
		}
		run("add", ".")
		run("commit", "-q", "-m", branch)
		if branch == "main" {
			run("checkout", "-q", "-b", "other")
		}
	}
	run("checkout", "-q", "main")
	checkout, err := git.OpenCheckout(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return &Working{Checkout: checkout, Version: "1"}, run
}

// extracts returns an extraction that calls do before it writes an index that is only a folder.
func extracts(do func()) func(context.Context, string, string, extract.Config) (schema.Manifest, error) {
	return func(ctx context.Context, dest, _ string, _ extract.Config) (schema.Manifest, error) {
		do()
		if ctx.Err() != nil {
			return schema.Manifest{}, ctx.Err()
		}
		return schema.Manifest{}, os.MkdirAll(dest, 0o777)
	}
}

// wantLeft wants a number of folders in the cache, none of which is unfinished.
func wantLeft(t *testing.T, w *Working, want int) {
	t.Helper()
	folder, err := w.folder(schema.Manifest{}, "working")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	dirs := 0
	for _, e := range entries {
		if e.IsDir() {
			dirs++
		}
		if strings.HasPrefix(e.Name(), unfinished) {
			t.Errorf("%s is left", e.Name())
		}
	}
	if dirs != want {
		t.Errorf("%d indexes are left, want %d", dirs, want)
	}
}

// An extraction while which the branch is switched has no result, also when it is switched back and when the extraction fails.
func TestWorkingMoved(t *testing.T) {
	w, run := repository(t)
	for name, moved := range map[string]func(){
		"there":     func() { run("checkout", "-q", "other") },
		"and back":  func() { run("checkout", "-q", "other"); run("checkout", "-q", "main") },
		"by a save": func() { _ = os.WriteFile(filepath.Join(w.Checkout.Top(), "a.txt"), []byte("saved"), 0o666) },
	} {
		run("checkout", "-q", "-f", "main")
		w.Extract = extracts(moved)
		if _, err := w.Make(t.Context(), schema.Manifest{}); !errors.Is(err, ErrMoved) {
			t.Errorf("%s: %v", name, err)
		}
		wantLeft(t, w, 0)
	}
	run("checkout", "-q", "-f", "main")
	w.Extract = func(context.Context, string, string, extract.Config) (schema.Manifest, error) {
		run("checkout", "-q", "other")
		return schema.Manifest{}, errors.New("a file is gone")
	}
	if _, err := w.Make(t.Context(), schema.Manifest{}); !errors.Is(err, ErrMoved) {
		t.Errorf("an extraction that failed: %v", err)
	}
}

// The cache keeps the last indexes of a tree. An extraction that is cancelled leaves nothing.
func TestWorkingKeeps(t *testing.T) {
	w, run := repository(t)
	w.Extract = extracts(func() {})
	for i := range maxWorking + 2 {
		made, err := w.Make(t.Context(), schema.Manifest{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(made.Dir); err != nil {
			t.Error(err)
		}
		wantLeft(t, w, min(i+1, maxWorking))
		run("commit", "-q", "--allow-empty", "-m", "more")
	}
	ctx, cancel := context.WithCancel(t.Context())
	w.Extract = extracts(cancel)
	if _, err := w.Make(ctx, schema.Manifest{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	wantLeft(t, w, maxWorking)
}

// A maker with a limit tries no more after a slow extraction, until one without a limit is done.
func TestWorkingSlow(t *testing.T) {
	w, _ := repository(t)
	w.Limit = time.Millisecond
	w.Extract = extracts(func() { time.Sleep(20 * time.Millisecond) })
	if _, err := w.Make(t.Context(), schema.Manifest{}); !errors.Is(err, ErrSlow) {
		t.Error(err)
	}
	if _, _, err := w.Find(t.Context(), schema.Manifest{}); !errors.Is(err, ErrSlow) {
		t.Error(err)
	}
	if !w.IsSlow(schema.Manifest{}) {
		t.Error("it counts as quick")
	}
	folder, err := w.folder(schema.Manifest{}, "working")
	yesterday := time.Now().Add(-slowFor)
	if err := errors.Join(err, os.Chtimes(filepath.Join(folder, slow), yesterday, yesterday)); err != nil {
		t.Fatal(err)
	}
	if w.IsSlow(schema.Manifest{}) {
		t.Error("it is slow a day later")
	}
	w.Limit = 0
	if _, err := w.Make(t.Context(), schema.Manifest{}); err != nil {
		t.Error(err)
	}
	w.Limit = time.Minute
	if _, _, err := w.Find(t.Context(), schema.Manifest{}); err != nil {
		t.Error(err)
	}
}
