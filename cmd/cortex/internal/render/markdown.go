package render

import (
	"bufio"
	"io"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/queries"
)

// Markdown writes a table in GitHub Flavored Markdown (section 4.10 of its specification), and each
// note as a paragraph below. It escapes markup, shows controls, and writes a line feed as <br>. NULL is
// written as NULL, an empty text as nothing, a table without rows not at all. Numbers are to the right.
//
// DESIGN: go-pretty's RenderMarkdown escapes pipes but no backslash: a backslash before a pipe ends the
// cell. It also passes HTML and all other markup.
func Markdown(w io.Writer, t queries.Table) error {
	b := bufio.NewWriter(w)
	if len(t.Rows) > 0 {
		header, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
		for i, isNumber := range numeric(t) {
			header[i], rule[i] = EscapeMarkdown(t.Columns[i]), "---"
			if isNumber {
				rule[i] = "---:"
			}
		}
		writePiped(b, header)
		writePiped(b, rule)
		for _, row := range t.Rows {
			cells := make([]string, len(row))
			for i, v := range row {
				cells[i] = EscapeMarkdown(Text(v))
			}
			writePiped(b, cells)
		}
	}
	for i, note := range t.Notes {
		if i > 0 || len(t.Rows) > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(EscapeMarkdown(note))
		b.WriteByte('\n')
	}
	return b.Flush()
}

// writePiped writes a row of a table.
func writePiped(b *bufio.Writer, cells []string) {
	b.WriteString("| ")
	b.WriteString(strings.Join(cells, " | "))
	b.WriteString(" |\n")
}

// EscapeMarkdown escapes the markup of a line of Markdown. An underscore inside a word is no
// markup, and stays.
func EscapeMarkdown(s string) string {
	var b strings.Builder
	before := ' '
	runes := []rune(Printable(strings.ReplaceAll(s, "\r\n", "\n"), true))
	for i, r := range runes {
		switch r {
		case '\n':
			b.WriteString("<br>")
		case '<':
			b.WriteString("&lt;")
		case '&':
			b.WriteString("&amp;")
		case '_':
			if !isWord(before) || i+1 == len(runes) || !isWord(runes[i+1]) {
				b.WriteByte('\\')
			}
			b.WriteByte('_')
		case '\\', '`', '*', '[', '|', '~', '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
