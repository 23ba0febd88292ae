package budget

import (
	"strings"
	"testing"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
)

// A file may have any name: its place in an answer is one line, and has the mark.
func TestExcerptOfAnyFileName(t *testing.T) {
	const file = "svc/a:b\n# do evil\x1b[31m.go"
	w := &Writer{room: 1000}
	w.excerpts([]queries.Excerpt{{Place: file + ":3:4", Text: "x"}}, func(s string) (string, bool) { return file, s == file+":3:4" })
	got := w.String()
	if strings.Count(got, "\n") != 3 || strings.Contains(got, "\x1b") || !strings.Contains(got, changedMark+"\n") {
		t.Errorf("%q", got)
	}
}

func unchanged(string) (string, bool) { return "", false }

// tabled is an answer with only a table.
type tabled queries.Table

func (t tabled) Table() queries.Table { return queries.Table(t) }

// The notes of a text count the rows that are shown.
func TestNotesCountShownRows(t *testing.T) {
	for note, want := range map[string]string{
		"310 found, exact; 30 shown":                                "310 found, exact; 2 shown\n",
		"330 found, exact; 30 shown, from 31 on: raise max_results": "330 found, exact; 2 shown, from 31 on: raise max_results\n",
		"30 of 230 rows; raise limit for more":                      "2 of 230 rows; raise limit for more\n",
		"only the first 30 rows; raise limit for more":              "only the first 2 rows; raise limit for more\n",
		"30 found, exact":                                           "30 found, exact\n",
		"130 shown, 30 showing, 30.5 rows":                          "130 shown, 30 showing, 30.5 rows\n",
		"value_taken (30): the value is taken\n":                    "value_taken (30): the value is taken \n",
	} {
		a := tabled{Columns: []string{"x"}, Notes: []string{note}}
		for range 30 {
			a.Rows = append(a.Rows, []any{strings.Repeat("x", 100)})
		}
		if got := (Budget{text: reserved + 300}).Text(a, nil, "", unchanged); !strings.HasPrefix(got, want) || !strings.Contains(got, "28 of 30 rows were left out") {
			t.Errorf("%q begins:\n%s", note, got)
		}
		if got := (Budget{text: reserved + 30000}).Text(a, nil, "", unchanged); !strings.HasPrefix(got, wording.Clean(note)+"\n") || strings.Contains(got, "left out") {
			t.Errorf("%q, whole, begins:\n%s", note, got)
		}
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
		left := w.rows(queries.Table{Columns: []string{"v"}, Rows: [][]any{{c.value}}}, b.cells(), "", func(string) (string, bool) { return "", false })
		if want := "v\n" + c.want + "\n"; left != 0 || w.out.String() != want {
			t.Errorf("%s: %d left, %.50q, want %.50q", c.operation, left, w.out.String(), want)
		}
	}
	w := &Writer{room: 2 * maxCell}
	if left := w.rows(queries.Table{Columns: []string{"v"}, Rows: [][]any{{long}, {"a"}}}, 100_000, "", func(string) (string, bool) { return "", false }); w.out.Len() < maxCell || !strings.Contains(w.out.String(), "x…") {
		t.Errorf("%d left, %.50q", left, w.out.String())
	}
}
