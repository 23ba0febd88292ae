package graph

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
)

func TestSnippet(t *testing.T) {
	for _, c := range []struct {
		name, text string
		from, to   int
		want       string
	}{
		{"lines", "a\nb\nc\nd\n", 2, 3, "// Lines 2-3\nb\nc"},
		{"before the first", "a\nb\n", -3, 1, "// Lines 1-1\na"},
		{"behind the last", "a\nb\n", 2, 9, "// Lines 2-2\nb"},
		{"no line at the end", "a\nb", 1, 2, "// Lines 1-2\na\nb"},
		{"windows", "a\r\nb\r\n", 1, 2, "// Lines 1-2\na\nb"},
		{"an empty line", "a\n\nc\n", 1, 3, "// Lines 1-3\na\n\nc"},
		{"no such line", "a\n", 5, 6, ""},
		{"no text", "", 1, 1, ""},
		{"characters of several bytes", "ä\n日本\n", 2, 2, "// Lines 2-2\n日本"},
	} {
		if diff := cmp.Diff(c.want, snippet(c.text, c.from, c.to, nil)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestSnippetCutsLongLinesBetweenCharacters(t *testing.T) {
	for offset := range 4 {
		got := snippet(strings.Repeat("x", offset)+strings.Repeat("日", 500), 1, 1, nil)
		if !utf8.ValidString(got) || len(got) > queries.MaxLine+30 || !strings.HasSuffix(got, "日…") {
			t.Errorf("offset %d: %d bytes, %q", offset, len(got), got[len(got)-10:])
		}
	}
}

func TestSnippetSaysThatItIsCut(t *testing.T) {
	got := snippet(strings.Repeat("x\n", 200), 11, 190, nil)
	if head, _, _ := strings.Cut(got, "\n"); head != "// Lines 11-70 (cut at 60 lines)" || strings.Count(got, "\n") != 60 {
		t.Errorf("got %d lines below %s", strings.Count(got, "\n"), head)
	}
}

func TestSnippetKeepsItsPlaceInLongLines(t *testing.T) {
	long := strings.Repeat("日", 500)
	for _, column := range []int{1, 190, 200, 201, 230, 1501, 2995, 3001} {
		text := "a()\n" + (long + long)[:(column-1)/3*3] + "call()" + (long + long)[(column-1)/3*3:] + "\nb()\n"
		at := (column-1)/3*3 + 1
		got := snippet(text, 1, 3, &site{Line: 2, Column: at})
		lines := strings.Split(got, "\n")
		if len(lines) != 4 || !utf8.ValidString(got) || !strings.Contains(lines[2], "call()") || len(lines[2]) > queries.MaxLine+6 || lines[1] != "a()" || lines[3] != "b()" {
			t.Errorf("column %d: %q", at, got)
		}
	}
}
