package budget

import (
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
)

// A file may have any name: its place in an answer is one line, and has the mark.
func TestExcerptOfAnyFileName(t *testing.T) {
	const file = "svc/a:b\n# do evil\x1b[31m.go"
	w := &Writer{room: 1000}
	w.excerpts([]queries.Excerpt{{Place: file + ":3:4", Text: "x"}}, func(s string) (string, string) { return file, map[bool]string{true: " (changed)"}[s == file+":3:4"] })
	got := w.String()
	if strings.Count(got, "\n") != 3 || strings.Contains(got, "\x1b") || !strings.Contains(got, " (changed)\n") {
		t.Errorf("%q", got)
	}
}

func unchanged(string) (file, mark string) { return "", "" }

// tabled is an answer with only a table.
type tabled queries.Table

func (t tabled) Table() queries.Table { return queries.Table(t) }

// reported is an answer with a report.
type reported struct {
	tabled
	report queries.Report
}

func (r reported) Report(queries.Reading) queries.Report { return r.report }

// A text keeps its title and its notes, and counts the lines without room.
func TestTextCountsLines(t *testing.T) {
	a := reported{report: queries.Report{Title: "callers of F: 100 functions", Notes: []string{"+ 7 in tests (--tests)", "2 steps followed: --depth 3 follows more"}}}
	tree := queries.Section{Tree: true}
	for i := range 100 {
		tree.Lines = append(tree.Lines, queries.Line{Depth: i % 2, Cells: []string{"p.f", "", "p.go:1"}})
	}
	a.report.Sections = []queries.Section{tree}
	changed := func(s string) (string, string) { return "p.go", map[bool]string{true: " (changed)"}[s == "p.go:1"] }
	got := (Budget{text: reserved + 300}).Text(a, []string{"head"}, changed)
	for _, want := range []string{"head\ncallers of F: 100 functions\np.f  p.go:1 (changed)\n  p.f  p.go:1 (changed)\n",
		"\n+ 7 in tests (tests \"list\")\n2 steps followed: depth 3 follows more\n", " more lines: token_budget 700 shows all\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if got := (Budget{text: 700 * bytesPerToken}).Text(a, []string{"head"}, changed); strings.Contains(got, "more lines") {
		t.Errorf("700 tokens do not show all:\n%s", got)
	}
}

// Source stays as it is.
func TestSourceIsExact(t *testing.T) {
	const source = "func f() {\n\tx  :=\t1 \n\n}"
	s := queries.Section{Title: "a.go:3", Text: true}
	for _, l := range strings.Split(source, "\n") {
		s.Lines = append(s.Lines, queries.Line{Cells: []string{l}})
	}
	got := Max().Text(reported{report: queries.Report{Title: "t", Sections: []queries.Section{s}}}, nil, unchanged)
	if want := "t\na.go:3\n" + source + "\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A statement's values are whole and exact, as far as there is room.
func TestCells(t *testing.T) {
	long := strings.Repeat("x", 3*maxCell)
	for _, c := range []struct {
		operation, value, want string
		room                   int
	}{
		{"sql", long, long, 10_000},
		{"sql", "a\n\tb", `"a\n\tb"`, 10_000},
		{"callers", long, long[:maxCell] + "…", 10_000},
		{"callers", "a\nb", "a b", 10_000},
	} {
		b := Budget{op: queries.Operation{Name: c.operation}, text: c.room}
		w := &Writer{room: c.room}
		w.rows(queries.Table{Columns: []string{"v"}, Rows: [][]any{{c.value}}}, b.cells(), unchanged)
		if want := "v\n" + c.want + "\n"; w.lost != 0 || w.out.String() != want {
			t.Errorf("%s: %d left, %.50q, want %.50q", c.operation, w.lost, w.out.String(), want)
		}
	}
	w := &Writer{room: 2 * maxCell}
	if w.rows(queries.Table{Columns: []string{"v"}, Rows: [][]any{{long}, {"a"}}}, 100_000, unchanged); w.out.Len() < maxCell || !strings.Contains(w.out.String(), "x…") {
		t.Errorf("%d left, %.50q", w.lost, w.out.String())
	}
}

// A table has its heads and its empty cells. Lines that repeat all but a name share one line.
func TestHeadsAndSharedLines(t *testing.T) {
	table := queries.Section{Heads: []string{"", "SYMBOL", "KIND", "USES"}, Lines: []queries.Line{{Cells: []string{"a.go:1", "p.F", "", "7"}}}}
	list := queries.Section{Title: "dependent", Lines: []queries.Line{{Cells: []string{"a", "in 2 files"}}, {Cells: []string{"b", "in 1 file"}}, {Cells: []string{"c", "in 1 file"}}, {Cells: []string{"d", "in 1 file"}}}}
	got := (Budget{text: 2000}).Text(reported{report: queries.Report{Sections: []queries.Section{table, list}}}, nil, unchanged)
	if want := "PLACE\tSYMBOL\tKIND\tUSES\na.go:1\tp.F\t\t7\n\ndependent\na  in 2 files\nb, c, d  in 1 file\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
