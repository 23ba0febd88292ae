package cli

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
	if err := (&console{out: &b, width: width}).printTable(table); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPrintTable(t *testing.T) {
	want := `
place                                lines  text
a/very/long/path/to/a/file.go:10:20      7  a text that is long, and can be cut
b.go:1:1                              1234
`
	if diff := cmp.Diff(want, "\n"+printed(t, 0, sample)); diff != "" {
		t.Errorf("without a terminal (-want +got):\n%s", diff)
	}
	want = `
place                                lines  text
a/very/long/path/to/a/file.go:10:20      7  a text tha…
b.go:1:1                              1234
`
	if diff := cmp.Diff(want, "\n"+printed(t, 55, sample)); diff != "" {
		t.Errorf("55 cells wide (-want +got):\n%s", diff)
	}
	if got := printed(t, 0, queries.Table{Columns: []string{"x"}}); got != "" {
		t.Errorf("a table without rows printed %q", got)
	}
}

func TestPrintProse(t *testing.T) {
	want := `
place                                lines  text
a/very/long/path/to/a/file.go:10:20      7  a text that
                                            is long,
                                            and can be
                                            cut
b.go:1:1                              1234
`
	var b bytes.Buffer
	if err := (&console{out: &b, width: 55}).printProse(sample); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, "\n"+b.String()); diff != "" {
		t.Errorf("55 cells wide (-want +got):\n%s", diff)
	}
}

// The place must stay whole even where nothing fits, because editors jump to it.
func TestPrintTableNeverCutsThePlace(t *testing.T) {
	for width := range 80 {
		if got := printed(t, width, sample); !strings.Contains(got, "a/very/long/path/to/a/file.go:10:20 ") {
			t.Fatalf("%d cells wide, the place was cut:\n%s", width, got)
		}
	}
}

func TestPrintTableEscapesControls(t *testing.T) {
	got := printed(t, 0, queries.Table{Columns: []string{"a\x1b"}, Rows: [][]any{{"x\x1b[2Jy\nz\u202e\a"}}})
	if want := "a\\x1b\nx\\x1b[2Jy\\nz\\u202e\\a\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		n        int
		in, want string
	}{
		{20, "example.com/m.Name", "example.com/m.Name"},
		{10, "example.com/m.Name", "…om/m.Name"},
		{10, "what it means", "what it m…"},
		{5, "日本語の名前", "…名前"},
		{1, "name", "…"},
	} {
		got := shorten(c.in, c.n)
		if got != c.want {
			t.Errorf("shorten(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
		if w := text.StringWidth(got); w > c.n {
			t.Errorf("shorten(%q, %d) is %d cells wide", c.in, c.n, w)
		}
	}
}

// A cell longer than anybody can see is cut, names at their beginning and prose at
// its end, wherever the table goes; one that fits is whole.
func TestPrintTableCutsHugeCells(t *testing.T) {
	name, prose := strings.Repeat("n", 300_000)+"END", "START "+strings.Repeat("p", 300_000)
	for _, c := range []struct {
		name  string
		width int
		in    []any
		want  string
	}{
		{"first column", 60, []any{name}, "…" + strings.Repeat("n", maxCell-4) + "END"},
		{"name, without a terminal", 0, []any{1, name}, "1  …" + strings.Repeat("n", maxCell-4) + "END"},
		{"prose, without a terminal", 0, []any{1, prose}, "1  START " + strings.Repeat("p", maxCell-7) + "…"},
		{"prose of one word, on a terminal", 40, []any{1, strings.Repeat("p", 300_000) + " END"}, "1  " + strings.Repeat("p", 36) + "…"},
		{"name, on a terminal", 40, []any{1, name}, "1  …" + strings.Repeat("n", 33) + "END"},
		{"wide characters, on a terminal", 41, []any{1, strings.Repeat("日", 300_000)}, "1  …" + strings.Repeat("日", 18)},
		{"escapes", 0, []any{1, strings.Repeat("\a", 300_000)}, "1  …" + strings.Repeat(`\a`, maxCell)[maxCell+1:]},
		{"as long as can be", 0, []any{1, name[:maxCell]}, "1  " + name[:maxCell]},
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

func TestFit(t *testing.T) {
	for _, c := range []struct {
		width        int
		widths, want []int
	}{
		{0, []int{40, 50}, []int{40, 50}},
		{100, []int{40, 50}, []int{40, 50}},
		{60, []int{40, 50}, []int{40, 18}},
		{64, []int{20, 30, 10}, []int{20, 30, 10}},
		{54, []int{20, 30, 10}, []int{20, 20, 10}},
		{10, []int{20, 30, 10, 9}, []int{20, minColumn, minColumn, 9}},
		{10, []int{20}, []int{20}},
	} {
		if diff := cmp.Diff(c.want, fit(c.widths, c.width)); diff != "" {
			t.Errorf("fit(%v, %d) (-want +got):\n%s", c.widths, c.width, diff)
		}
	}
}

// Colour stands in nothing but a header, and only when it was asked for.
func TestPrintTableColour(t *testing.T) {
	var b bytes.Buffer
	if err := (&console{out: &b, colourOut: true}).printTable(sample); err != nil {
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
