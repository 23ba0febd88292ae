package languages

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// javaRepositories lists the repositories that javac attributes. Their dependencies are missing: javac leaves out what needs them.
var javaRepositories = []repository{
	{name: "jsoup", url: "https://github.com/jhy/jsoup", commit: "46b620860af930eedc193a705eaf7cea5aec89a6"},
	{name: "gson", url: "https://github.com/google/gson", commit: "9835b6f90192f79cdf5300c528fc6212455fb6c1"},
}

// TestOracleJava compares the calls of Java with javac.
func TestOracleJava(t *testing.T) {
	if os.Getenv("CORTEX_ORACLE_LANGUAGES") == "" {
		t.Skip("needs a JDK of version 17 and clones of repositories: run make oracle-languages")
	}
	if _, err := exec.LookPath("java"); err != nil {
		t.Fatal("needs a JDK: ", err)
	}
	bin := citest.Build(t)
	var table strings.Builder
	var all tally
	for _, r := range javaRepositories {
		t.Run(r.name, func(t *testing.T) {
			dir := r.clone(t)
			index := filepath.Join(t.TempDir(), "index")
			citest.Run(t, dir, bin, "extract", "--quiet", "--out", index)
			y := compareJava(t, dir, index)
			fmt.Fprintf(&table, "| %s | %d | %.3f | %.3f | %.3f |\n", r.name, y.calls, y.precision(), y.recall(), y.definitions())
			all = all.plus(y)
			if y.precision() < 0.95 || y.recall() < 0.9 || y.definitions() < 0.98 {
				t.Error("below a target: precision 0.95, recall 0.9, 0.98 of the definitions")
			}
		})
	}
	t.Logf("calls, precision, recall, definitions:\n%s| Java | %d | %.3f | %.3f | %.3f |\n", table.String(), all.calls, all.precision(), all.recall(), all.definitions())
}

// offset is the place of an identifier in bytes.
type offset struct {
	file string
	at   int
}

// compareJava compares an index of a folder with javac. A call has one callee, and a reference to a method leads to one of its meanings.
// A class and its constructor count as one.
func compareJava(t *testing.T, dir, index string) (y tally) {
	conn := open(t, index)
	starts := map[string][]int{} // of lines
	offsetOf := func(file string, line, column int) offset {
		if file == "" {
			return offset{}
		}
		if starts[file] == nil {
			starts[file] = []int{0}
			for i, c := range []byte(citest.ReadText(t, filepath.Join(dir, file))) {
				if c == '\n' {
					starts[file] = append(starts[file], i+1)
				}
			}
		}
		return offset{file, starts[file][line-1] + column - 1}
	}
	defined := map[offset]bool{}
	said, uses := map[offset]offset{}, map[offset][]offset{} // by place: the callee, and each meaning
	var file, target string
	var line, column, tline, tcolumn int
	rows(t, conn, "SELECT file_path, name_line, name_column FROM symbols WHERE name_line IS NOT NULL AND kind NOT IN ('variable', 'field', 'constant')", []any{&file, &line, &column}, func() {
		defined[offsetOf(file, line, column)] = true
	})
	const meaning = `SELECT f.file_path, c.start_line, c.start_column, coalesce(s.file_path, ''), coalesce(s.name_line, 0), coalesce(s.name_column, 0)
		FROM %s JOIN files f USING (file_id) LEFT JOIN symbols m ON m.symbol_id = c.%s LEFT JOIN symbols s ON s.symbol_id = CASE m.name WHEN '<init>' THEN m.container_id ELSE m.symbol_id END`
	into := []any{&file, &line, &column, &target, &tline, &tcolumn}
	rows(t, conn, fmt.Sprintf(meaning, "calls c", "callee_id"), into, func() {
		said[offsetOf(file, line, column)] = offsetOf(target, tline, tcolumn)
	})
	rows(t, conn, fmt.Sprintf(meaning, "refs c", "symbol_id"), into, func() {
		p := offsetOf(file, line, column)
		uses[p] = append(uses[p], offsetOf(target, tline, tcolumn))
	})
	text, err := exec.CommandContext(t.Context(), "java", "--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED", "Calls.java", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(bytes.TrimSpace(text))) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		at, _ := strconv.Atoi(f[2])
		p := offset{f[1], at}
		if f[0] == "def" {
			if y.defined++; defined[p] {
				y.known++
			} else if *differences {
				t.Logf("%v: no symbol for %s", p, f[3])
			}
			continue
		}
		to, _ := strconv.Atoi(f[5])
		want, ours := offset{f[4], to}, said[p]
		if f[0] != "call" && ours == (offset{}) { // a class without a constructor has references only
			for _, o := range uses[p] {
				if ours == (offset{}) || o == want {
					ours = o
				}
			}
		}
		isOurs := ours.file != ""
		switch {
		case want.file != "-":
			if y.calls++; ours == want {
				y.right++
				continue
			} else if isOurs {
				y.wrong++
			}
		case isOurs:
			y.wrong++
		default:
			continue
		}
		if *differences {
			t.Logf("%v %s %s: cortex %v, javac %v", p, f[0], f[3], ours, want)
		}
	}
	return y
}
