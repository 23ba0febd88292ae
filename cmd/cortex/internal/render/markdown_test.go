package render

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
)

// TestMarkdown shows that no value ends a cell, begins a row, or is markup. Names stay readable.
func TestMarkdown(t *testing.T) {
	in := queries.Table{
		Columns: []string{"name|x", "n", "text"},
		Rows: [][]any{
			{"a|b", int64(1), `a\|b\`},
			{"file_path _x_ a__b", nil, "line\nfeed\r\nand\rreturn"},
			{"*x* `code` ~~y~~ $z$", queries.Numeral("18446744073709551615"), "<script>alert(1)</script> &lt;"},
			{"[a](javascript:b) ![i](j)", 2.5, "\x1b[31m\u202e"},
			{nil, int64(-3), ""},
		},
		Notes: []string{"3 found, exact", "raise max_results (3) | <b>"},
	}
	want := `| name\|x | n | text |
| --- | ---: | --- |
| a\|b | 1 | a\\\|b\\ |
| file_path \_x\_ a\_\_b | NULL | line<br>feed<br>and\\rreturn |
| \*x\* ` + "\\`code\\`" + ` \~\~y\~\~ \$z\$ | 18446744073709551615 | &lt;script>alert(1)&lt;/script> &amp;lt; |
| \[a](javascript:b) !\[i](j) | 2.5 | \\x1b\[31m\\u202e |
| NULL | -3 |  |

3 found, exact

raise max_results (3) \| &lt;b>
`
	var b bytes.Buffer
	if err := Markdown(&b, in); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMarkdownWithoutRows(t *testing.T) {
	var b bytes.Buffer
	if err := Markdown(&b, queries.Table{Columns: []string{"x"}, Notes: []string{"0 found, exact"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("0 found, exact\n", b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
