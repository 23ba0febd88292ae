package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jedib0t/go-pretty/v6/text"
)

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		n        int
		in, want string
	}{
		{20, "example.com/m.Name", "example.com/m.Name"},
		{10, "example.com/m.Name", "…/m.Name"},
		{10, "what it means", "what it m…"},
		{5, "日本語の名前", "…名前"},
		{4, "日本語の名前", "…前"},
		{3, "ae\u0301e\u0301e\u0301", "…e\u0301e\u0301"},
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
	place := func(n int) column { return column{width: n, least: n} }
	word := func(n int) column { return column{width: n, least: min(n, minColumn)} }
	figure := func(n int) column { return column{width: n, least: n, number: true} }
	subject := func(n int) column { return column{width: n, least: min(n, minSubject)} }
	for _, c := range []struct {
		name           string
		width, subject int
		columns        []column
		want           []int
	}{
		{"no limit", 0, 0, []column{place(40), word(50)}, []int{40, 50}},
		{"all fit", 100, 0, []column{place(40), word(50)}, []int{40, 50}},
		{"the widest is narrowed", 60, 0, []column{place(40), word(50)}, []int{40, 18}},
		{"to the cell", 64, 0, []column{place(20), word(30), word(10)}, []int{20, 30, 10}},
		{"the place stays", 54, 0, []column{place(20), word(30), word(10)}, []int{20, 20, 10}},
		{"prose gives way", 54, 0, []column{word(40), word(30)}, []int{26, 26}},
		{"a number stays", 30, 0, []column{word(40), figure(16)}, []int{12, 16}},
		{"the last is left out", 44, 0, []column{place(20), word(30), word(30), word(9)}, []int{20, 10, 10, hidden}},
		{"but for two", 10, 0, []column{place(20), word(30), word(10), word(9)}, []int{20, 10, hidden, hidden}},
		{"and the subject", 50, 2, []column{place(20), word(9), subject(50), word(30)}, []int{20, hidden, 28, hidden}},
		{"which has more room than others", 70, 2, []column{place(20), word(9), subject(50), word(30)}, []int{20, 9, 20, 15}},
		{"and less where there is none", 35, 2, []column{place(20), word(9), subject(50), word(30)}, []int{20, hidden, 13, hidden}},
		{"one column", 10, 0, []column{place(20)}, []int{20}},
	} {
		if diff := cmp.Diff(c.want, fit(c.columns, c.width, c.subject, 0, true)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if diff := cmp.Diff([]int{20, hidden, 10, 10}, fit([]column{place(20), word(9), subject(50), word(30)}, 30, 2, 3, true)); diff != "" {
		t.Errorf("the subject and the order stay, however little room there is (-want +got):\n%s", diff)
	}
	want := []int{10, 10, 10}
	if diff := cmp.Diff(want, fit([]column{word(40), word(30), word(20)}, 20, 0, 0, false)); diff != "" {
		t.Errorf("no column may be left out (-want +got):\n%s", diff)
	}
}
