package answer

import (
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
)

func TestSource(t *testing.T) {
	long, whole := strings.Repeat("x", maxSourceLine), strings.Repeat("x", queries.MaxLine+1)+"日"
	for _, c := range []struct {
		name, text string
		start, end int
		want       string
	}{
		{"a comment above", "package p\n\n// F is.\n//go:noinline\nfunc F() {\n}\n\nvar x int\n", 5, 6, "// Lines 3-6\n// F is.\n//go:noinline\nfunc F() {\n}"},
		{"a blank line between", "// Not of F.\n\nfunc F() {}", 3, 3, "// Lines 3-3\nfunc F() {}"},
		{"a block above, in lines that end in CR LF", "x\r\n/* F\r\nis. */\r\nfunc F() {}\r\n", 4, 4, "// Lines 2-4\n/* F\nis. */\nfunc F() {}"},
		{"a comment after code", "var x int /* of\nx */\nfunc F() {}", 3, 3, "// Lines 3-3\nfunc F() {}"},
		{"at the top", "// P\npackage p", 2, 2, "// Lines 1-2\n// P\npackage p"},
		{"beyond the end", "x\ny", 2, 9, "// Lines 2-2\ny"},
		{"no such line", "x", 2, 2, ""},
		{"a long line", whole, 1, 1, "// Lines 1-1\n" + whole},
		{"a line that no person wrote", long + "x", 1, 1, "// Lines 1-1\n" + long[:queries.MaxLine] + "…"},
		{"many lines", strings.Repeat("x\n", 200), 11, 190, "// Lines 11-130 (cut at 120 lines)" + strings.Repeat("\nx", 120)},
	} {
		if got := Source(c.text, c.start, c.end, 120); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
