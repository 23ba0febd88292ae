//go:build unix

package emit

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// The environment of a copy of this test that kills itself.
const (
	killDest = "EMIT_TEST_KILL_DEST"
	killStep = "EMIT_TEST_KILL_STEP" // the step before which to die
	killSwap = "EMIT_TEST_KILL_SWAP" // "no" where directories cannot be swapped
)

func TestMain(m *testing.M) {
	if dest := os.Getenv(killDest); dest != "" {
		dieAt(dest, os.Getenv(killStep), os.Getenv(killSwap) == "no")
	}
	os.Exit(m.Run())
}

// dieAt publishes the index "new" at dest, and kills its own process before the step.
func dieAt(dest, step string, noSwap bool) {
	w, err := Create(dest)
	if err != nil {
		os.Exit(3)
	}
	if noSwap {
		w.swap = cannotSwap
	}
	w.step = func(name string) error {
		if name == step {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	if err := w.Write([]schema.Module{{ModulePath: "new"}}); err != nil {
		os.Exit(4)
	}
	m := testManifest()
	m.Generator.Version = "new"
	if _, err := w.Commit(background, m, nil, nil); err != nil {
		os.Exit(5)
	}
	os.Exit(6) // the step never came
}

func cannotSwap(_, _ string) error { return errors.ErrUnsupported }

// steps returns the steps of a Commit in order.
func steps(t *testing.T, replace, noSwap bool) []string {
	t.Helper()
	dest := filepath.Join(t.TempDir(), "index")
	if replace {
		publishVersion(t, dest, "old")
	}
	w, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if noSwap {
		w.swap = cannotSwap
	}
	var names []string
	w.step = func(name string) error { names = append(names, name); return nil }
	if err := commitVersion(t, w, "new"); err != nil {
		t.Fatal(err)
	}
	return names
}

var ways = []struct {
	name            string
	replace, noSwap bool
	want            []string // steps after the tables
}{
	{"first", false, false, []string{"manifest", "sync", "check", "publish", "sync parent", "remove old"}},
	{"replacement", true, false, []string{"manifest", "sync", "check", "publish", "sync parent", "remove old"}},
	{"replacement without swap", true, true, []string{"manifest", "sync", "check", "publish", "move old", "move new", "sync parent", "remove old"}},
}

// TestKilled shows that a run killed before any step leaves the old index or the new one, complete. The
// next run finds it, restores it from .old, and removes the stage.
func TestKilled(t *testing.T) {
	for _, way := range ways {
		all := steps(t, way.replace, way.noSwap)
		if got := all[len(schema.Tables()):]; !slices.Equal(got, way.want) {
			t.Fatalf("%s: the steps are %q, want %q", way.name, got, way.want)
		}
		for _, step := range append([]string{all[0], all[7]}, way.want...) {
			t.Run(way.name+"/"+step, func(t *testing.T) {
				dest := filepath.Join(t.TempDir(), "index")
				if way.replace {
					publishVersion(t, dest, "old")
				}
				cmd := exec.CommandContext(t.Context(), os.Args[0])
				cmd.Env = append(os.Environ(), killDest+"="+dest, killStep+"="+step)
				if way.noSwap {
					cmd.Env = append(cmd.Env, killSwap+"=no")
				}
				out, err := cmd.CombinedOutput()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
					t.Fatalf("the run was not killed: %v\n%s", err, out)
				}
				published := step == "sync parent" || step == "remove old"
				moved := step == "move new"
				if (way.replace && !moved || published) != exists(dest) {
					t.Errorf("before the next run, the destination exists: %t", exists(dest))
				}

				next, err := Create(dest)
				if err != nil {
					t.Fatal(err)
				}
				defer next.Abort()
				wantNext(t, dest, way.replace, published)
			})
		}
	}
}

// wantNext fails the test unless the next run finds the wanted index.
func wantNext(t *testing.T, dest string, replace, published bool) {
	t.Helper()
	switch {
	case published:
		if got := versionOf(t, dest); got != "new" {
			t.Errorf("the index is %q, want the new one", got)
		}
	case replace:
		if got := versionOf(t, dest); got != "old" {
			t.Errorf("the index is %q, want the old one", got)
		}
	default:
		wantNames(t, filepath.Dir(dest), "index.stage-*")
		return
	}
	wantNames(t, filepath.Dir(dest), "index", "index.stage-*")
}

// TestErrorAtEveryStep shows that an error before publishing changes nothing, and that Commit returns
// no error after publishing.
func TestErrorAtEveryStep(t *testing.T) {
	fault := errors.New("fault")
	for _, way := range ways {
		for _, step := range steps(t, way.replace, way.noSwap) {
			t.Run(way.name+"/"+strings.ReplaceAll(step, " ", "_"), func(t *testing.T) {
				dest := filepath.Join(t.TempDir(), "index")
				if way.replace {
					publishVersion(t, dest, "old")
				}
				w, err := Create(dest)
				if err != nil {
					t.Fatal(err)
				}
				if way.noSwap {
					w.swap = cannotSwap
				}
				w.step = func(name string) error {
					if name == step {
						return fault
					}
					return nil
				}
				published := step == "sync parent" || step == "remove old"
				if err := commitVersion(t, w, "new"); published != (err == nil) || !published && !errors.Is(err, fault) {
					t.Fatalf("Commit returned %v", err)
				}
				if err := w.Abort(); err != nil {
					t.Fatal(err)
				}
				switch {
				case published && versionOf(t, dest) != "new":
					t.Error("the index is not the new one")
				case !published && way.replace && versionOf(t, dest) != "old":
					t.Error("the index is not the old one")
				case !published && !way.replace:
					wantNames(t, filepath.Dir(dest))
				}
				if next, err := Create(dest); err != nil || next.Abort() != nil {
					t.Errorf("the next run: %v", err)
				}
				if exists(dest) {
					wantNames(t, filepath.Dir(dest), "index")
				}
			})
		}
	}
}
