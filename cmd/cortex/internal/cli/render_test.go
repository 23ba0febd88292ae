package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

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
	got := printed(t, 0, queries.Table{Columns: []string{"a"}, Rows: [][]any{{"x\x1b[2Jy\nz\u202e\a"}}})
	if want := "a\nx\\x1b[2Jy\\nz\\u202e\\a\n"; got != want {
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

func TestWriteCSV(t *testing.T) {
	var b bytes.Buffer
	err := writeCSV(&b, queries.Table{Columns: []string{"a", "b"}, Rows: [][]any{
		{`quote " and , comma`, nil},
		{true, time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)},
		{1.5, "line\nfeed"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := "a,b\n\"quote \"\" and , comma\",\ntrue,2026-01-02T03:04:05.000006Z\n1.5,\"line\nfeed\"\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
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
