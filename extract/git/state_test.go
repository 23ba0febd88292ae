package git

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cortex-index/cortex/extract/internal/gittest"
)

// A state changes with each change of a file or of the commit, also with one that is taken back. Ignored files do not count.
func TestCheckoutState(t *testing.T) {
	dir := gittest.Repository(t, "-- a.go --\npackage a\n-- .gitignore --\n*.log\n")
	c := opened(t, dir)
	state := func() string {
		t.Helper()
		s, err := c.State(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s.ID()
	}
	write := func(name, text string, age time.Duration) {
		t.Helper()
		file, at := filepath.Join(dir, name), time.Now().Add(-age)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]string{}
	for i, step := range []struct {
		name string
		do   func()
	}{
		{"nothing", func() {}},
		{"a save", func() { write("a.go", "package b\n", time.Hour) }},
		{"the old text", func() { write("a.go", "package a\n", time.Minute) }},
		{"a new file", func() { write("b.go", "package a\n", time.Minute) }},
		{"a commit", func() { gittest.Run(t, dir, "add", "-A"); gittest.Run(t, dir, "commit", "-q", "-m", "b") }},
		{"a deletion", func() {
			if err := os.Remove(filepath.Join(dir, "b.go")); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		step.do()
		id := state()
		if before, ok := seen[id]; ok {
			t.Errorf("step %d, %s: the state is that of %s", i, step.name, before)
		}
		seen[id] = step.name
	}
	before := state()
	write("x.log", "ignored\n", 0)
	if state() != before {
		t.Error("an ignored file changes the state")
	}
}
