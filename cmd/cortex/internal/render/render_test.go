package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/cortex-index/cortex/queries"
)

var sample = queries.Table{
	Columns: []string{"place", "lines", "text"},
	Rows: [][]any{
		{"a/very/long/path/to/a/file.go:10:20", int64(7), "a text that is long, and can be cut"},
		{"b.go:1:1", int64(1234), nil},
	},
}

func printed(t *testing.T, width int, table queries.Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := (Printer{Out: &b, Width: width}).Table(table); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTable(t *testing.T) {
	want := `
place                                lines  text
a/very/long/path/to/a/file.go:10:20      7  a text that is long, and can be cut
b.go:1:1                              1234  NULL
`
	if diff := cmp.Diff(want, "\n"+printed(t, 0, sample)); diff != "" {
		t.Errorf("without a terminal (-want +got):\n%s", diff)
	}
	want = `
place                                lines  text
a/very/long/path/to/a/file.go:10:20      7  a text tha…
b.go:1:1                              1234  NULL
`
	if diff := cmp.Diff(want, "\n"+printed(t, 55, sample)); diff != "" {
		t.Errorf("55 cells wide (-want +got):\n%s", diff)
	}
	if got := printed(t, 0, queries.Table{Columns: []string{"x"}}); got != "" {
		t.Errorf("a table without rows printed %q", got)
	}
}

func TestProse(t *testing.T) {
	want := `
place                                lines  text
a/very/long/path/to/a/file.go:10:20      7  a text that
                                            is long,
                                            and can be
                                            cut
b.go:1:1                              1234  NULL
`
	var b bytes.Buffer
	if err := (Printer{Out: &b, Width: 55}).Prose(sample); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, "\n"+b.String()); diff != "" {
		t.Errorf("55 cells wide (-want +got):\n%s", diff)
	}
}

// TestTableNeverCutsThePlace shows that the place is never cut, because editors jump to it.
func TestTableNeverCutsThePlace(t *testing.T) {
	for width := range 80 {
		if got := printed(t, width, sample); !strings.Contains(got, "a/very/long/path/to/a/file.go:10:20 ") {
			t.Fatalf("%d cells wide, the place was cut:\n%s", width, got)
		}
	}
}

func TestTableEscapesControls(t *testing.T) {
	got := printed(t, 0, queries.Table{Columns: []string{"a\x1b"}, Rows: [][]any{{"x\x1b[2Jy\nz\u202e\a"}}})
	if want := "a\\x1b\nx\\x1b[2Jy\\nz\\u202e\\a\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTableCutsHugeCells shows that a huge cell is cut on a terminal only: a name at its beginning and
// prose at its end.
func TestTableCutsHugeCells(t *testing.T) {
	name, prose := strings.Repeat("n", 300_000)+"END", "START "+strings.Repeat("p", 300_000)
	for _, c := range []struct {
		name  string
		width int
		in    []any
		want  string
	}{
		{"a place in the first column", 60, []any{name + ":7"}, "…" + strings.Repeat("n", MaxCell-6) + "END:7"},
		{"a name in the first column", 60, []any{name}, "…" + strings.Repeat("n", 56) + "END"},
		{"prose in the first column", 20, []any{prose, 1}, "START " + strings.Repeat("p", 10) + "…  1"},
		{"name, without a terminal", 0, []any{1, name}, "1  " + name},
		{"prose, without a terminal", 0, []any{prose, 1}, prose + "  1"},
		{"prose of one word, on a terminal", 40, []any{1, strings.Repeat("p", 300_000) + " END"}, "1  " + strings.Repeat("p", 36) + "…"},
		{"name, on a terminal", 40, []any{1, name}, "1  …" + strings.Repeat("n", 33) + "END"},
		{"wide characters, on a terminal", 41, []any{1, strings.Repeat("日", 300_000)}, "1  …" + strings.Repeat("日", 18)},
		{"escapes", 40, []any{1, strings.Repeat("\a", 300_000)}, "1  …" + strings.Repeat(`\a`, 18)},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := queries.Table{Columns: []string{"a", "b"}[:len(c.in)], Rows: [][]any{c.in}}
			_, got, _ := strings.Cut(strings.TrimSuffix(printed(t, c.width, table), "\n"), "\n")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTableDoesNotPadToHugeCells shows that a long cell moves the rest of its row, and no other row.
func TestTableDoesNotPadToHugeCells(t *testing.T) {
	got := printed(t, 0, queries.Table{Columns: []string{"a", "b"}, Rows: [][]any{{strings.Repeat("n", 300_000), 1}, {"n", 2}}})
	if want := "n" + strings.Repeat(" ", MaxCell-1) + "  2\n"; !strings.HasSuffix(got, "1\n"+want) {
		t.Errorf("the second row has %d characters, want %d", len(got)-strings.Index(got, "1\n")-2, len(want))
	}
}

// TestTableValues shows that NULL differs from an empty text, that numbers of any type are at the
// right, and that nested values are JSON.
func TestTableValues(t *testing.T) {
	want := `
a                        n  b      list            empty
NULL                  NULL  NULL   NULL            NULL
                  12345678  true   [1,"x<",null]
x     18446744073709551615  false  {"a":[],"b":1}
y                  1.5e+21  NULL   NULL
`
	got := printed(t, 0, queries.Table{Columns: []string{"a", "n", "b", "list", "empty"}, Rows: [][]any{
		{nil, nil, nil, nil, nil},
		{"", 12345678.0, true, []any{int64(1), "x<", nil}, ""},
		{"x", queries.Numeral("18446744073709551615"), false, map[string]any{"b": int64(1), "a": []any{}}, ""},
		{"y", 1.5e21, nil, nil, ""},
	}})
	if diff := cmp.Diff(want, "\n"+got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTableMeasuresWideCharacters shows that columns are aligned in cells of a terminal, not in bytes or characters.
func TestTableMeasuresWideCharacters(t *testing.T) {
	in := queries.Table{Columns: []string{"x", "text", "n"}}
	for _, s := range []string{"plain", "日本語の名前", "e\u0301a\u0300", "😀🚀", "ｆｕｌｌ", "👍🏽", "한국어 텍스트가 길어서 잘린다"} {
		in.Rows = append(in.Rows, []any{"x", s, int64(7)})
	}
	for width := range 30 {
		for line := range strings.Lines(printed(t, width+20, in)) {
			line = strings.TrimSuffix(line, "\n")
			got := text.StringWidthWithoutEscSequences(line)
			if want := text.StringWidthWithoutEscSequences(strings.SplitN(printed(t, width+20, in), "\n", 2)[0]); got != want || got > width+20 {
				t.Errorf("%d cells wide, the line %q has %d, and the header %d", width+20, line, got, want)
			}
		}
	}
}

// TestTableOnNarrowTerminal shows that a narrow terminal shows the subject of the rows, and names the omitted columns.
func TestTableOnNarrowTerminal(t *testing.T) {
	graph := queries.Table{
		Columns: []string{"position", "depth", "evidence", "kind", "symbol", "via"},
		Rows: [][]any{
			{"tsdb/head_test.go:554:24", int64(1), "static", "function", "example.com/prometheus/tsdb.BenchmarkLoadRealWLs", "tsdb.Head.Init"},
			{"tsdb/db.go:629:17", int64(2), "interface", "method", "example.com/prometheus/tsdb.DB.FlushWAL", "tsdb.Head.Init"},
		},
		GroupBy: 2, Subject: 4,
	}
	for width, want := range map[int]string{
		40: `
position                  symbol
tsdb/head_test.go:554:24  …rkLoadRealWLs

tsdb/db.go:629:17         …b.DB.FlushWAL

the terminal is too narrow for: depth,
  evidence, kind, via
`,
		80: `
position                  depth  evidence   kind      symbol
tsdb/head_test.go:554:24      1  static     function  …tsdb.BenchmarkLoadRealWLs

tsdb/db.go:629:17             2  interface  method    …/tsdb.DB.FlushWAL

the terminal is too narrow for: via
`,
	} {
		if diff := cmp.Diff(want, "\n"+printed(t, width, graph)); diff != "" {
			t.Errorf("%d cells wide (-want +got):\n%s", width, diff)
		}
	}
	for width := 36; width < 120; width++ {
		for line := range strings.Lines(printed(t, width, graph)) {
			if n := text.StringWidthWithoutEscSequences(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d cells wide, a line has %d: %s", width, n, line)
			}
		}
	}
}

// TestTableColour shows that only the header has colour, and only with Colour.
func TestTableColour(t *testing.T) {
	var b bytes.Buffer
	if err := (Printer{Out: &b, Colour: true}).Table(sample); err != nil {
		t.Fatal(err)
	}
	header, rows, _ := strings.Cut(b.String(), "\n")
	if !strings.Contains(header, "\x1b[") || strings.Contains(rows, "\x1b[") {
		t.Errorf("want colour in the header and nowhere else, got %q", b.String())
	}
	if got := printed(t, 0, sample); strings.Contains(got, "\x1b") {
		t.Errorf("colour without being asked for: %q", got)
	}
}
