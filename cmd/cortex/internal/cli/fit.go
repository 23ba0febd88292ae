package cli

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/cortex-index/cortex/queries"
)

// maxCell is the number of characters of a cell that a terminal gets to see, and the
// width of the widest column anywhere: a longer cell pushes the rest of its row aside.
//
// DESIGN: go-pretty measures and pads each cell many times, and would pad each row to
// the longest cell of all.
const maxCell = 1000

// The widths below which a column is not cut while another can be left out: any, and
// the one that names what a row is about.
const (
	minColumn  = 10
	minSubject = 20
)

// hidden is the width of a column that is left out.
const hidden = -1

// column is what fit knows of a column.
type column struct {
	width  int  // of its widest cell, the header's too, or maxCell
	least  int  // the width below which it is not cut
	number bool // it holds numbers, which are never cut
}

// place is what editors jump to: a file and a line.
var place = regexp.MustCompile(`^[^ ]+:\d+(:\d+)?$`)

// measure looks at the cells of a table. The first column is not cut when it holds places:
// editors read them there.
//
// DESIGN: characters are measured each by itself, as go-pretty pads them and most
// terminals count them. A joined emoji counts as its parts.
func measure(t queries.Table, header table.Row, rows []table.Row) []column {
	out := make([]column, len(header))
	for i, isNumber := range numeric(t) {
		widest, places := 0, false
		for _, row := range rows {
			s := row[i].(string)
			widest = max(widest, text.StringWidthWithoutEscSequences(s))
			places = places || i == 0 && place.MatchString(s)
		}
		width := min(maxCell, max(widest, text.StringWidthWithoutEscSequences(header[i].(string))))
		out[i] = column{width: width, least: min(width, minColumn), number: isNumber}
		switch {
		case isNumber:
			out[i].least = max(widest, out[i].least)
		case places:
			out[i].least = width
		case i == t.Subject || i == 0:
			out[i].least = min(width, minSubject)
		}
	}
	return out
}

// fit returns the widths in which the columns fit together into the width, 0 for no
// limit. While there is no room for the least of all, the last column is left out if it
// may, but for the subject, that by which rows are ordered, and, without these, the
// second. Then the widest are narrowed. The first column may leave no room for another;
// then nothing fits.
func fit(columns []column, width, subject, order int, spare bool) []int {
	out, least := make([]int, len(columns)), make([]int, len(columns))
	for i, c := range columns {
		out[i], least[i] = c.width, c.least
	}
	if width == 0 {
		return out
	}
	shown := len(out)
	for i := len(out) - 1; spare && i > 0 && shown > 2 && total(least) > width; i-- {
		if i != subject && i != order {
			out[i], least[i] = hidden, hidden
			shown--
		}
	}
	if total(least) > width && subject > 0 && !columns[subject].number {
		least[subject] = min(least[subject], minColumn)
	}
	for n := total(out); n > width; n-- {
		widest := hidden
		for i := range out {
			if out[i] > least[i] && (widest == hidden || out[i] > out[widest]) {
				widest = i
			}
		}
		if widest == hidden {
			break
		}
		out[widest]--
	}
	return out
}

// total is the width of columns beside each other.
func total(widths []int) int {
	n := -len(gap)
	for _, w := range widths {
		if w != hidden {
			n += w + len(gap)
		}
	}
	return n
}

// leftOut names the columns that are left out.
func leftOut(names []string, widths []int) string {
	var out []string
	for i, w := range widths {
		if w == hidden {
			out = append(out, names[i])
		}
	}
	return strings.Join(out, ", ")
}

// shorten cuts a text to n cells, where [atEnd] says; at its beginning up to a slash, if one is
// left: half an element of a path says nothing.
func shorten(s string, n int) string {
	if text.StringWidthWithoutEscSequences(s) <= n || atEnd(s) {
		return text.Snip(s, n, "…")
	}
	start := len(s)
	for i, width := len(s), text.RuneWidth('…'); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
		w := text.RuneWidth(r)
		if width += w; width > n {
			break
		}
		if w > 0 { // no mark is parted from its letter
			start = i
		}
	}
	if slash := strings.IndexByte(s[start:], '/'); slash > 0 {
		start += slash
	}
	return "…" + s[start:]
}

// clip cuts a text to n characters, 0 for no limit, where [atEnd] says. It looks at no
// more of the text than it must.
func clip(s string, n int) string {
	if n == 0 || len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	if atEnd(s) {
		end := 0
		for range n - 1 {
			_, size := utf8.DecodeRuneInString(s[end:])
			end += size
		}
		return s[:end] + "…"
	}
	start := len(s)
	for range n - 1 {
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	return "…" + s[start:]
}

// atEnd says where to cut a text that is too long: prose at its end, a name or
// path, which holds no space, at its beginning, because its end says most. What
// was cut at its end before is cut there again.
func atEnd(s string) bool { return strings.Contains(s, " ") || strings.HasSuffix(s, "…") }
