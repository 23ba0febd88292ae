package golang_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/schema"
)

// The oracle answers the questions that the index answers, in another way: it
// loads a tree with go/packages, everything from source, and reads syntax and
// types.Info with code that shares nothing with package golang. Both sides are
// written down as facts, one line of text for each row, in which a declaration of
// the tree is where its name stands (path:line:column), and only one outside it
// has a name. The two sets of facts must be equal.
//
// What is judged: functions and types of every Go file of the tree; calls,
// references and imports of every file that the go command puts into a package of
// the tree, in the plain package or, for a test file, in its test variant;
// implements and overrides of every type in those files.
//
// What is not judged, and why:
//   - calls, references and imports in files outside the chosen build or below
//     testdata without a go.mod of their own: no type checker sees them, and the index
//     says so in its evidence, which is tested here to claim nothing more;
//   - files that import "C": go/packages sees what cgo makes of them, and not them.
//     Neither this repository nor go-cmp has one.
//
// Nothing else is left out, and no difference is excused. In other trees two are
// known, and both are as the format wants them: the standard library's own tree
// declares what the oracle calls builtin.error and unsafe.Pointer, and code next to
// cgo may use types that only the C compiler knows, of which the index knows nothing.

// TestOracle holds the index of this repository and of a dependency against the
// oracle. With CORTEX_ORACLE_TREE it takes the directory of that name instead: any
// Go module whose dependencies are on disk.
func TestOracle(t *testing.T) {
	if dir := os.Getenv("CORTEX_ORACLE_TREE"); dir != "" {
		judge(t, dir, false)
		return
	}
	t.Run("go-cmp", func(t *testing.T) {
		rows, want := judge(t, goList(t, "-m", "-f", "{{.Dir}}", "github.com/google/go-cmp"), true)
		t.Run("can fail", func(t *testing.T) { canFail(t, rows, want) })
	})
	t.Run("this repository", func(t *testing.T) {
		if testing.Short() {
			t.Skip("the smaller tree is enough for a short test")
		}
		judge(t, filepath.Dir(goList(t, "-m", "-f", "{{.GoMod}}")), true)
	})
}

// judge compares the index of a tree with the oracle, and returns both. A tree
// that must compile fails the test when it does not; of any other, the packages
// that do not compile are left out.
func judge(t *testing.T, root string, mustCompile bool) (*schema.Rows, *oracle) {
	t.Helper()
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	rows := index(t, root)
	o := load(t, root, rows.Files, mustCompile)
	want, got := o.facts(), factsOf(rows, o.judged, o.blind)
	for _, table := range kinds {
		t.Logf("%-10s %7d facts of the oracle, %7d of the index", table, len(want[table]), len(got[table]))
		if mustCompile && len(want[table]) == 0 {
			t.Errorf("%s: the oracle knows of none, so nothing was compared", table)
		}
	}
	for _, d := range compare(want, got) {
		t.Error(d)
	}
	tried, wrong := o.disagreements()
	t.Logf("%d pairs compared by types.Implements", tried)
	if len(wrong) > 0 || mustCompile && tried == 0 {
		t.Errorf("of %d pairs the oracle has %d otherwise than types.Implements:\n%s", tried, len(wrong), lines(" ", wrong))
	}
	return rows, o
}

// index extracts a tree, in memory.
func index(t *testing.T, root string) *schema.Rows {
	t.Helper()
	m := &memory{}
	_, err := extract.Run(context.Background(), extract.Config{Root: root, FailInconsistent: true, Tests: true, GOOS: "linux", GOARCH: "amd64",
		Jobs: runtime.GOMAXPROCS(0), Extractors: []extract.Extractor{golang.New()}}, m)
	if err != nil {
		t.Fatal(err)
	}
	return &m.rows
}

// kinds are the kinds of facts.
var kinds = []string{"file", "function", "type", "call", "ref", "import", "implements", "override"}

// facts are the facts of one side, by kind.
type facts map[string]map[string]bool

func (f facts) add(kind, format string, args ...any) {
	if f[kind] == nil {
		f[kind] = map[string]bool{}
	}
	f[kind][fmt.Sprintf(format, args...)] = true
}

// compare returns what differs: for each kind, the facts that one side lacks.
func compare(want, got facts) []string {
	var out []string
	for _, kind := range kinds {
		missing, extra := lacking(want[kind], got[kind]), lacking(got[kind], want[kind])
		if len(missing)+len(extra) > 0 {
			out = append(out, fmt.Sprintf("%s: %d facts of the oracle are not in the index, %d of the index not in the oracle (-oracle +index):\n%s%s",
				kind, len(missing), len(extra), lines("-", missing), lines("+", extra)))
		}
	}
	return out
}

func lacking(of, in map[string]bool) []string {
	var out []string
	for fact := range of {
		if !in[fact] {
			out = append(out, fact)
		}
	}
	slices.Sort(out)
	return out
}

// lines writes the first of some facts, one on a line.
func lines(sign string, facts []string) string {
	const most = 30
	var b strings.Builder
	for i, f := range facts {
		if i == most {
			fmt.Fprintf(&b, "%s … and %d more\n", sign, len(facts)-most)
			break
		}
		fmt.Fprintln(&b, sign, f)
	}
	return b.String()
}

func goList(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}
