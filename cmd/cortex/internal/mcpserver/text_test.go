package mcpserver

import (
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
)

// A file may have any name, and in an answer it is on one line and marked all the same.
func TestExcerptOfAStrangeFile(t *testing.T) {
	file := "svc/a:b\n# do evil\x1b[31m.go"
	w := &writer{room: 1000}
	w.excerpts([]queries.Excerpt{{Place: file + ":3:4", Text: "x"}}, func(f string) bool { return f == file })
	got := w.String()
	if strings.Count(got, "\n") != 3 || strings.Contains(got, "\x1b") || !strings.Contains(got, changedMark+"\n") {
		t.Errorf("%q", got)
	}
	for cell, want := range map[string]string{"a.go": "a.go", "a.go:3": "a.go", "a.go:3:4": "a.go", "a:b.go:3": "a:b.go", "a:7:8:9": "a:7"} {
		if got := fileOf(cell); got != want {
			t.Errorf("%s: got %s", cell, got)
		}
	}
}

// tabled is an answer that is nothing but a table.
type tabled queries.Table

func (t tabled) Table() queries.Table { return queries.Table(t) }

// The head of a text does not count rows for which there was no room.
func TestHeadCountsWhatIsShown(t *testing.T) {
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
		if got := text(a, 400+300, "", func(string) bool { return false }); !strings.HasPrefix(got, want) || !strings.Contains(got, "28 of 30 rows were left out") {
			t.Errorf("%q begins:\n%s", note, got)
		}
		if got := text(a, 400+30000, "", func(string) bool { return false }); !strings.HasPrefix(got, clean(note)+"\n") || strings.Contains(got, "left out") {
			t.Errorf("%q, whole, begins:\n%s", note, got)
		}
	}
}
