package render

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/cortex-index/cortex/queries"
)

// MaxCell is the number of characters of a cell that a terminal shows, and the maximum width of a
// column. A longer cell moves the rest of its row to the right.
//
// DESIGN: go-pretty measures and pads each cell many times, and would pad each row to the longest cell.
const MaxCell = 1000

// The least widths of a cut column: of any column, of the subject of the rows, and of the first column. Below them, a column
// is left out.
const (
	minColumn  = 10
	minSubject = 20
	minFirst   = 15
)

// hidden is the width of an omitted column.
const hidden = -1

// column holds the measures of a column.
type column struct {
	width  int  // of its widest cell, the header's too, or MaxCell
	least  int  // the least width
	number bool // the values are numbers, which are never cut
}

// place matches a file and a line, to which editors jump.
var place = regexp.MustCompile(`^[^ ]+:\d+(:\d+)?$`)

// measure measures the columns of a table. A first column of places is not cut: editors read
// them there.
//
// DESIGN: characters are measured separately, as go-pretty pads them and most terminals
// count them. A joined emoji counts as its parts.
func measure(t queries.Table, header table.Row, rows []table.Row) []column {
	out := make([]column, len(header))
	for i, isNumber := range numeric(t) {
		widest, places := 0, false
		for _, row := range rows {
			s := row[i].(string)
			widest = max(widest, text.StringWidthWithoutEscSequences(s))
			places = places || i == 0 && place.MatchString(s)
		}
		width := min(MaxCell, max(widest, text.LongestLineLen(header[i].(string))))
		out[i] = column{width: width, least: min(width, minColumn), number: isNumber}
		switch {
		case isNumber:
			out[i].least = max(widest, out[i].least)
		case places:
			out[i].least = width
		case i == t.Subject && i > 0:
			out[i].least = min(width, minSubject)
		case i == 0:
			out[i].least = min(width, minFirst)
		}
	}
	return out
}

// fit returns the widths of the columns that fit into a total width; 0 for no limit. With
// spare it omits columns from the last on until the least widths fit. The first column, the
// subject and the order column stay, and two at least. Then it narrows the widest columns.
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

// wide returns the width of whole columns.
func wide(columns []column) int {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = c.width
	}
	return total(widths)
}

// total returns the width of columns with their gaps.
func total(widths []int) int {
	n := -len(gap)
	for _, w := range widths {
		if w != hidden {
			n += w + len(gap)
		}
	}
	return n
}

// leftOut returns the names of the omitted columns.
func leftOut(names []string, widths []int) string {
	var out []string
	for i, w := range widths {
		if w == hidden {
			out = append(out, names[i])
		}
	}
	return strings.Join(out, ", ")
}

// shorten cuts a text to n cells, at the side that atEnd chooses. At its beginning it cuts up to a
// slash, if one is left, because half an element of a path is useless.
func shorten(s string, n int) string {
	if first, rest, ok := strings.Cut(s, "\n"); ok { // a head of several lines
		return shorten(first, n) + "\n" + shorten(rest, n)
	}
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
		if w > 0 { // a combining mark stays with its letter
			start = i
		}
	}
	if slash := strings.IndexByte(s[start:], '/'); slash > 0 {
		start += slash
	}
	return "…" + s[start:]
}

// Clip cuts a text to n characters, at the side that atEnd chooses; 0 for no limit. It reads
// only the part that it keeps.
func Clip(s string, n int) string {
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

// atEnd reports whether to cut a long text at its end: prose, and texts that were cut there before. A
// name or a path has no space and is cut at its beginning, because its end is the most useful part.
func atEnd(s string) bool { return strings.Contains(s, " ") || strings.HasSuffix(s, "…") }

// CellsOf returns the number of a terminal's cells that a line takes.
func CellsOf(line string) int { return text.StringWidthWithoutEscSequences(line) }
