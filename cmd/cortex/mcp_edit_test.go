package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// editsVariable is the environment variable with the number of edits in a session.
const editsVariable = "CORTEX_TEST_EDITS"

// callerLine matches the line of a function that calls F.
var callerLine = regexp.MustCompile(`(?m)^func (\w+)\(\) \{ F\(\) \}$`)

// callersNow returns the callers of F in the files as they are, by file. A file with a syntax error has none that a test can rely on.
func callersNow(t *testing.T, dir string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "broken") {
			continue
		}
		for _, m := range callerLine.FindAllStringSubmatch(string(text), -1) {
			out[filepath.Base(f)] = append(out[filepath.Base(f)], m[1])
		}
	}
	for _, names := range out {
		slices.Sort(names)
	}
	return out
}

// callersIn returns the callers of F in an answer by file, and the state that it names.
func callersIn(t *testing.T, r reply) (map[string][]string, fresh) {
	t.Helper()
	var answer struct {
		Results []struct {
			Node struct{ ID, File string }
		}
		Metadata struct{ Freshness *fresh }
	}
	if err := json.Unmarshal(r.json, &answer); err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, c := range answer.Results {
		out[c.Node.File] = append(out[c.Node.File], strings.TrimPrefix(c.Node.ID, "p."))
	}
	for _, names := range out {
		slices.Sort(names)
	}
	if answer.Metadata.Freshness == nil {
		t.Fatalf("no state in %s", r.json)
	}
	return out, *answer.Metadata.Freshness
}

// editor edits a git repository at random.
type editor struct {
	dir     string
	random  *rand.Rand
	count   int
	stashed bool
}

func (s *editor) git(t *testing.T, args ...string) {
	t.Helper()
	run(t, s.dir, "git", args...)
}

// files returns the files with callers.
func (s *editor) files(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.dir, "p[0-9_]*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// save writes a file with a new set of callers.
func (s *editor) save(t *testing.T, file, more string) {
	t.Helper()
	text := "package p\n" + strings.Repeat("\n", s.random.IntN(5))
	for range 1 + s.random.IntN(3) {
		s.count++
		text += fmt.Sprintf("\nfunc g%d() { F() }\n", s.count)
	}
	put(t, file, text+more)
}

// edit makes one change, and returns its name.
func (s *editor) edit(t *testing.T) string {
	t.Helper()
	files := s.files(t)
	some := filepath.Join(s.dir, fmt.Sprintf("p%d.go", s.count))
	if len(files) > 0 {
		some = files[s.random.IntN(len(files))]
	}
	switch s.random.IntN(8) {
	case 0:
		if len(files) > 1 {
			if err := os.Remove(some); err != nil {
				t.Fatal(err)
			}
			return "delete " + filepath.Base(some)
		}
	case 1:
		to := filepath.Join(s.dir, fmt.Sprintf("p_%d.go", s.count))
		if len(files) > 0 {
			if err := os.Rename(some, to); err != nil {
				t.Fatal(err)
			}
			return "rename " + filepath.Base(some)
		}
	case 2:
		s.save(t, some, "\nfunc broken( {\n")
		return "a syntax error in " + filepath.Base(some)
	case 3:
		s.git(t, "add", "-A")
		s.git(t, "commit", "-q", "--allow-empty", "-m", "more")
		return "commit"
	case 4:
		s.git(t, "checkout", "-q", "-f", []string{"main", "other"}[s.random.IntN(2)])
		return "switch the branch"
	case 5:
		if !s.stashed {
			s.save(t, some, "")
			s.git(t, "add", "-A")
			s.git(t, "stash", "-q")
			s.stashed = true
			return "stash"
		}
		s.git(t, "reset", "-q", "--hard")
		s.git(t, "checkout", "-q", "stash@{0}", "--", ".")
		s.git(t, "stash", "drop", "-q")
		s.stashed = false
		return "take the stash"
	case 6:
		s.save(t, filepath.Join(s.dir, fmt.Sprintf("p%d.go", s.count)), "")
		return "a new file"
	}
	s.save(t, some, "")
	return "save " + filepath.Base(some)
}

// While someone edits, the rows of an answer are right for the files that it does not name as changed. Soon after the last edit a new index
// answers, and all rows are right.
func TestMCPWhileEditing(t *testing.T) {
	t.Parallel()
	edits, err := strconv.Atoi(os.Getenv(editsVariable))
	if err != nil {
		edits = 20
	}
	tree := newTree(t, "example.com/edited", 0)
	s := &editor{dir: tree.dir, random: rand.New(rand.NewPCG(1, uint64(edits)))}
	s.save(t, filepath.Join(s.dir, "p0.go"), "")
	committed(t, s.dir, "2026-01-03T03:04:05Z")
	s.git(t, "branch", "-q", "other")
	index := filepath.Join(t.TempDir(), "index")
	extracted(t, s.dir, index)
	manifest := filepath.Join(index, "manifest.json")
	before, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	a := serve(t, s.dir, "--index", index, "--watch")
	check := func(name string) fresh {
		t.Helper()
		r := a.ask(t, "callers", map[string]any{"target": "F", "max_results": 1000})
		got, state := callersIn(t, r)
		want := callersNow(t, s.dir)
		for _, file := range state.Files {
			delete(got, file)
			delete(want, file)
		}
		for file := range want {
			if state.Unlisted > 0 && got[file] == nil { // it may be one of the changed files that the answer only counts
				delete(want, file)
			}
		}
		for file := range got {
			if text, err := os.ReadFile(filepath.Join(s.dir, file)); err == nil && strings.Contains(string(text), "broken") {
				delete(got, file)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: callers in unchanged files (-want +got):\n%s\n%s", name, diff, r.text)
		}
		return state
	}
	for i := range edits {
		name := fmt.Sprintf("%d: %s", i, s.edit(t))
		t.Log(name)
		time.Sleep(forgotten)
		state := check(name)
		if i%10 != 9 {
			continue
		}
		for end := time.Now().Add(2 * time.Minute); !state.Same; state = check(name) {
			if time.Now().After(end) {
				t.Fatalf("%s: no new index: %+v\n%s", name, state, a.said)
			}
			time.Sleep(forgotten)
		}
	}
	if after, err := os.ReadFile(manifest); err != nil || string(after) != string(before) {
		t.Errorf("the index of --index changed: %v", err)
	}
}

// Until a new index is there, operations about text read changed files as they are, and others say where a new name is.
func TestMCPReadsChangedFiles(t *testing.T) {
	t.Parallel()
	tree := newTree(t, "example.com/edited", 1)
	gone := filepath.Join(tree.dir, "gone.go")
	put(t, gone, "package p\n\n// Gone is new.\nfunc Gone() { F() }\n")
	tree.commits = []string{committed(t, tree.dir, "2026-01-03T03:04:05Z")}
	extracted(t, tree.dir, filepath.Join(tree.dir, ".cortex", "index"))
	a := serve(t, tree.dir, "--watch")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(tree.dir, "new.go"), "package p\n\n// Brand is new.\n")
	put(t, filepath.Join(tree.dir, "p.go"), "package p\n\n// F has a new comment.\nfunc F() { println() }\n\n// Fresh is new.\nfunc Fresh() { F() }\n")
	stop, done := make(chan bool), make(chan bool)
	go func() { // no extraction starts while files change
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
				_ = os.WriteFile(filepath.Join(tree.dir, "noise.txt"), []byte(strings.Repeat("x", i%100)), 0o666)
			}
		}
	}()
	time.Sleep(forgotten)
	const found = "found in a changed file, not in the index: uses in other files are not known yet"
	const now = "the file is read as it is now; uses in other files are left out"
	wantIn(t, a.ask(t, "detail", target("F")).text, []string{"a new index follows", now, "F has a new comment", "println"}, "(changed)", "used", "called by")
	const lines = "changed files are read as they are now"
	wantIn(t, a.ask(t, "text", map[string]any{"pattern": "is new"}).text,
		[]string{lines, "p.go (changed)\n", "6: // Fresh is new.", "new.go (changed)\n", "3: // Brand is new.", "2 lines in 2 files, exact for the files as they are now\n"}, "gone.go")
	wantIn(t, a.ask(t, "text", map[string]any{"pattern": "is new", "paths": []any{"new.go"}}).text, []string{lines, "3: // Brand", "1 line in 1 file"})
	wantIn(t, a.ask(t, "search", map[string]any{"pattern": "Brand is new"}).text, []string{lines, "no symbol matches: 1 line of text in 1 file do", "new.go (changed)"})
	wantIn(t, a.ask(t, "callers", target("F")).text, []string{"gone.go:4 (deleted)"})
	wantIn(t, a.ask(t, "skeleton", target("p.go")).text, []string{now, "func Fresh()"})
	wantIn(t, a.read(t, "cortex://skeleton/p.go"), []string{now, "func Fresh()"})
	r := a.ask(t, "detail", target("Fresh"))
	wantIn(t, r.text, []string{found, "Fresh is new", "p.go:7"})
	wantIn(t, string(r.json), []string{`"read_now":"` + found})
	wantIn(t, a.ask(t, "search", map[string]any{"pattern": "Fresh"}).text, []string{"found in changed files", "p.Fresh"})
	wantIn(t, a.refused(t, "callers", target("Fresh")), []string{`target "Fresh" is found in a changed file, not in the index: p.go:7` + "\nhint: a new index follows"})
	wantIn(t, a.refused(t, "data_flow", target("Fresh:result")), []string{"is found in a changed file, not in the index: p.go:7\n"})
	wantIn(t, a.refused(t, "path", map[string]any{"target": "F", "to": "Fresh"}), []string{`target "Fresh" is found in a changed file, not in the index: p.go:7`})
	wantIn(t, a.refused(t, "callers", target("Missing")), []string{`target "Missing" is unknown`})
	wantIn(t, a.ask(t, "callers", target("F")).text, []string{"p.go:6 (changed)"}, now)
	close(stop)
	<-done
	within(t, "the new index", func() bool {
		r, err := a.call(t.Context(), "callers", target("F"))
		return err == nil && strings.Contains(r.text, "p.Fresh")
	})
	text := a.askLater(t, "callers", target("F")).text
	wantIn(t, text, []string{"index: commit " + tree.commits[0][:12] + ", and the working tree as it is now\n"}, "changed", "follows")
	time.Sleep(forgotten)
	wantIn(t, a.read(t, "cortex://index"), []string{", and the working tree as it is now\n"})
	wantIn(t, a.ask(t, "callers", target("F")).text, []string{", and the working tree as it was a moment ago\n"})
}
