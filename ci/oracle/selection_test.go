package oracle

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/selection"
)

// TestOracleSelection compares the selected tests with coverage. It runs each test of the tree in $CORTEX_ORACLE alone, and selects the
// tests of each function: no test whose coverage touches the function may be missing. With $CORTEX_COMMITS it does the same for
// the changes of the last commits.
func TestOracleSelection(t *testing.T) {
	root := oracleTree(t)
	bin := citest.Build(t)
	t.Run("functions", func(t *testing.T) {
		x := newSelecting(t, bin, root)
		defer x.ix.Close()
		x.judgeFunctions(t)
	})
	n, _ := strconv.Atoi(os.Getenv("CORTEX_COMMITS"))
	if n == 0 {
		return
	}
	t.Run("commits", func(t *testing.T) { judgeCommits(t, bin, root, n) })
}

// selecting is a tree with its index and the coverage of its tests.
type selecting struct {
	root    string
	ix      *queries.Index
	names   map[int32]string          // of functions
	touched map[int32]map[string]bool // by function: the tests, as directory and name
	ran     map[string]bool
	failed  int // tests that failed or left no profile
}

func newSelecting(t *testing.T, bin, root string) *selecting {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	if out, err := exec.Command(bin, "extract", "--quiet", "--out", dir, root).CombinedOutput(); err != nil {
		t.Fatalf("cortex extract %s: %v\n%s", root, err, out)
	}
	ix, err := queries.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	x := &selecting{root: root, ix: ix, names: map[int32]string{}, touched: map[int32]map[string]bool{}, ran: map[string]bool{}}
	x.cover(t)
	return x
}

// declared is a function with its lines.
type declared struct {
	id           int32
	symbol, file string
	first, last  int
}

// cover runs each test alone.
func (x *selecting) cover(t *testing.T) {
	t.Helper()
	functions, err := queries.Collect(t.Context(), x.ix.Query, func(d *declared) []any { return []any{&d.id, &d.symbol, &d.file, &d.first, &d.last} },
		"SELECT function_id, symbol, file_path, start_line, end_line FROM functions WHERE start_line IS NOT NULL AND language = 'go' ORDER BY file_path, start_line")
	if err != nil {
		t.Fatal(err)
	}
	byFile := map[string][]declared{}
	for _, f := range functions {
		x.names[f.id] = f.symbol
		byFile[f.file] = append(byFile[f.file], f)
	}
	module := strings.TrimSpace(output(t, x.root, "go", "list", "-m"))
	for _, dir := range strings.Fields(output(t, x.root, "go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}", "./...")) {
		rel, err := filepath.Rel(x.root, dir)
		if err != nil {
			t.Fatal(err)
		}
		bin := filepath.Join(t.TempDir(), "bin.test")
		citest.Run(t, dir, "go", "test", "-c", "-vet=off", "-coverpkg="+module+"/...", "-o", bin, ".")
		for _, name := range strings.Fields(output(t, dir, bin, "-test.list", ".")) {
			if strings.HasPrefix(name, "Benchmark") {
				continue
			}
			profile := filepath.Join(t.TempDir(), "profile")
			cmd := exec.CommandContext(t.Context(), bin, "-test.run", "^"+name+"$", "-test.timeout", "60s", "-test.coverprofile", profile)
			cmd.Dir = dir
			test := path.Join(filepath.ToSlash(rel), name)
			x.ran[test] = true
			if cmd.Run() != nil {
				x.failed++
			}
			x.read(t, profile, module, test, byFile)
		}
	}
}

// block matches a line of a coverage profile.
var block = regexp.MustCompile(`^(.*):(\d+)\.\d+,(\d+)\.\d+ \d+ ([1-9]\d*)$`)

// read notes the functions that a test touched.
func (x *selecting) read(t *testing.T, profile, module, test string, byFile map[string][]declared) {
	t.Helper()
	f, err := os.Open(profile)
	if err != nil {
		return // the test ended the process
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		m := block.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		line, _ := strconv.Atoi(m[2])
		for _, d := range byFile[strings.TrimPrefix(m[1], module+"/")] {
			if d.first <= line && line <= d.last {
				if x.touched[d.id] == nil {
					x.touched[d.id] = map[string]bool{}
				}
				x.touched[d.id][test] = true
			}
		}
	}
}

// share is a sum of selected tests, and of the tests that could be.
type share struct{ selected, imports, all, touched, missed, changes int }

func (s share) String() string {
	part := func(n int) float64 { return 100 * float64(n) / float64(max(1, s.all)) }
	recall := 1.0
	if s.touched > 0 {
		recall = float64(s.touched-s.missed) / float64(s.touched)
	}
	return fmt.Sprintf("%d changes: recall %.4f, %d of %d missed; selected %.1f %%, touched %.1f %%, by imports %.1f %%", s.changes,
		recall, s.missed, s.touched, part(s.selected), part(s.touched), part(s.imports))
}

// judge selects the tests of a change, and compares them with the tests that touch its functions.
func (x *selecting) judge(t *testing.T, c selection.Change, name string, want map[string]bool, imports int, s *share) {
	t.Helper()
	found, err := selection.Of(t.Context(), x.ix, c)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, f := range found.Tests {
		got[path.Join(f.Package, f.Name)] = true
	}
	s.changes++
	s.selected += len(got)
	s.all += len(x.ran)
	s.touched += len(want)
	s.imports += imports
	for test := range want {
		if !got[test] {
			s.missed++
			t.Errorf("%s: %s touches it and is not selected", name, test)
		}
	}
}

// judgeFunctions selects the tests of each function outside tests. Imports alone select the tests of all packages that link it.
func (x *selecting) judgeFunctions(t *testing.T) {
	var s share
	linked := linkedTests(t, x)
	untested, err := selection.Untested(t.Context(), x.ix)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := queries.Collect(t.Context(), x.ix.Query, func(d *declared) []any { return []any{&d.id, &d.file} },
		"SELECT function_id, module_path FROM functions WHERE start_line IS NOT NULL AND NOT is_test AND language = 'go' ORDER BY function_id")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ids {
		if linked[f.file] == 0 {
			continue
		}
		x.judge(t, selection.Change{Symbols: []int32{f.id}}, x.names[f.id], x.touched[f.id], linked[f.file], &s)
		if slices.Contains(untested, f.id) && len(x.touched[f.id]) > 0 {
			t.Errorf("%s is no untested function", x.names[f.id])
		}
	}
	t.Logf("%s: functions of %s with %d tests (%d failed alone)", s, filepath.Base(x.root), len(x.ran), x.failed)
}

// linkedTests returns for each directory the number of tests in packages whose test program has its code, as go list says.
func linkedTests(t *testing.T, x *selecting) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, dirs := range testPrograms(t, x.root) {
		for _, d := range dirs[1:] {
			out[d] += x.testsOf(dirs[0])
		}
	}
	return out
}

// testsOf returns the number of tests in a directory.
func (x *selecting) testsOf(dir string) (n int) {
	for test := range x.ran {
		if path.Dir(test) == dir {
			n++
		}
	}
	return n
}

// testPrograms returns for each package with tests its directory, and the directories whose code is in its test program.
func testPrograms(t *testing.T, root string) (out [][]string) {
	t.Helper()
	module := strings.TrimSpace(output(t, root, "go", "list", "-m"))
	inside := func(pkg string) (string, bool) {
		pkg, _, _ = strings.Cut(pkg, " ")
		pkg = strings.TrimSuffix(strings.TrimSuffix(pkg, ".test"), "_test")
		if pkg == module {
			return ".", true
		}
		return strings.CutPrefix(pkg, module+"/")
	}
	for line := range strings.Lines(output(t, root, "go", "list", "-test", "-f", `{{if eq .Name "main"}}{{if .ForTest}}{{.ForTest}}{{else}}{{.ImportPath}}{{end}}{{range .Deps}}|{{.}}{{end}}{{end}}`, "./...")) {
		all := strings.Split(strings.TrimSpace(line), "|")
		if !strings.HasSuffix(all[0], ".test") {
			continue
		}
		var dirs []string
		for _, p := range all {
			if d, ok := inside(p); ok && (len(dirs) == 0 || !slices.Contains(dirs[1:], d)) {
				dirs = append(dirs, d)
			}
		}
		out = append(out, dirs)
	}
	return out
}

// judgeCommits selects the tests of the last commits that change Go code outside tests.
func judgeCommits(t *testing.T, bin, root string, n int) {
	var total share
	skipped := 0
	for _, commit := range strings.Fields(output(t, root, "git", "log", "--no-merges", "--format=%H", "--", "*.go", ":(exclude)*_test.go", ":(exclude)_examples")) {
		if total.changes == n {
			break
		}
		tree := filepath.Join(t.TempDir(), path.Base(root))
		if err := os.MkdirAll(tree, 0o755); err != nil {
			t.Fatal(err)
		}
		citest.Run(t, root, "sh", "-c", `git archive "$1" | tar -x -C "$2"`, "sh", commit, tree)
		if err := exec.Command("go", "test", "-C", tree, "-run", "^$", "./...").Run(); err != nil {
			skipped++
			t.Logf("%.8s: its tests do not compile here", commit)
			continue
		}
		x := newSelecting(t, bin, tree)
		c := x.changeOf(t, root, commit)
		want := map[string]bool{}
		for _, id := range c.Symbols {
			for test := range x.touched[id] {
				want[test] = true
			}
		}
		changed := map[string]bool{}
		for _, f := range c.Files {
			if strings.HasSuffix(f.Path, ".go") && !strings.HasPrefix(f.Path, "_") {
				changed[path.Dir(f.Path)] = true
			}
		}
		imports := 0
		for _, dirs := range testPrograms(t, tree) {
			if slices.ContainsFunc(dirs[1:], func(d string) bool { return changed[d] }) {
				imports += x.testsOf(dirs[0])
			}
		}
		var one share
		x.judge(t, c, commit[:8], want, imports, &one)
		x.ix.Close()
		t.Logf("%.8s %s", commit, one)
		total = share{total.selected + one.selected, total.imports + one.imports, total.all + one.all, total.touched + one.touched, total.missed + one.missed, total.changes + 1}
	}
	t.Logf("%s: commits of %s, %d skipped", total, filepath.Base(root), skipped)
}

var (
	fileLine = regexp.MustCompile(`^\+\+\+ b/(.*)$`)
	oldLine  = regexp.MustCompile(`^--- a/(.*)$`)
	hunk     = regexp.MustCompile(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@`)
	comment  = regexp.MustCompile(`^\s*(//[^g].*|// .*|//)?$`)
	inImport = regexp.MustCompile(`^\s*(import\s+)?[\w.]*\s*"[^"]*"$|^import \($|^\)$`)
	blank    = regexp.MustCompile(`^\s*(import\s+)?_\s+"`)
	function = regexp.MustCompile(`^-func (?:\(\w*\s*\*?(\w+).*?\) )?(\w+)`)
	removed  = regexp.MustCompile(`^-(type|const|\s|//|[})]|func|$)`)
)

// changeOf returns the change of a commit. A declaration with a changed line changed. A line outside declarations changes the whole file,
// unless it is a comment or an import with a name.
func (x *selecting) changeOf(t *testing.T, root, commit string) (c selection.Change) {
	t.Helper()
	file, gone := "", ""
	whole := map[string]bool{}
	var files []string
	symbols := map[int32]bool{}
	first, next := 0, 0
	for line := range strings.Lines(output(t, root, "git", "diff", "-U0", "--no-renames", commit+"^", commit)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case oldLine.MatchString(line):
			gone = oldLine.FindStringSubmatch(line)[1]
		case strings.HasPrefix(line, "--- /dev/null"):
			gone = ""
		case strings.HasPrefix(line, "+++ "):
			file = gone
			if m := fileLine.FindStringSubmatch(line); m != nil {
				file = m[1]
			} else {
				whole[file] = true
			}
			files = append(files, file)
		case hunk.MatchString(line):
			m := hunk.FindStringSubmatch(line)
			first, _ = strconv.Atoi(m[1])
			next = first
		case file == "" || !strings.HasSuffix(file, ".go"):
		case strings.HasPrefix(line, "-"):
			ids := x.at(t, file, first)
			for _, id := range ids {
				symbols[id] = true
			}
			if m := function.FindStringSubmatch(line); m != nil && m[1] != "" {
				for _, id := range x.typed(t, file, m[1]) {
					symbols[id] = true
				}
			}
			if len(ids) == 0 && !comment.MatchString(line[1:]) && (!removed.MatchString(line) || blank.MatchString(line[1:]) || strings.HasPrefix(line, "-func init(")) {
				whole[file] = true
			}
		case strings.HasPrefix(line, "+"):
			ids := x.at(t, file, next)
			for _, id := range ids {
				symbols[id] = true
			}
			if len(ids) == 0 && !comment.MatchString(line[1:]) && (!inImport.MatchString(line[1:]) || blank.MatchString(line[1:])) {
				whole[file] = true
			}
			next++
		}
	}
	for id := range symbols {
		c.Symbols = append(c.Symbols, id)
	}
	for _, f := range files {
		c.Files = append(c.Files, selection.File{Path: f, Whole: whole[f]})
	}
	return c
}

// at returns the declarations around a line.
func (x *selecting) at(t *testing.T, file string, line int) []int32 {
	return x.ids(t, "SELECT symbol_id FROM symbols WHERE file_path = ? AND start_line <= ? AND end_line >= ?", file, line, line)
}

// typed returns the types of a name in the directory of a file.
func (x *selecting) typed(t *testing.T, file, name string) []int32 {
	return x.ids(t, "SELECT symbol_id FROM symbols WHERE module_path = ? AND name = ? AND container_id IS NULL", path.Dir(file), name)
}

func (x *selecting) ids(t *testing.T, query string, args ...any) []int32 {
	t.Helper()
	ids, err := queries.Collect(context.Background(), x.ix.Query, func(id *int32) []any { return []any{id} }, query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// output runs a program and returns its output.
func output(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v", program, strings.Join(args, " "), err)
	}
	return string(out)
}
