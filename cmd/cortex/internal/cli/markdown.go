package cli

import (
	"bufio"
	"io"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/queries"
)

// writeMarkdown writes a table as GitHub Flavored Markdown knows it (section 4.10 of its
// specification), and each note as a paragraph below. Texts show as they are: what would
// be markup in them is escaped, controls are made visible, and a line feed is a <br>. NULL
// stands as NULL, an empty text as nothing. Numbers are to the right. A table without
// rows is left out.
//
// DESIGN: go-pretty's RenderMarkdown escapes pipes but no backslash, so that one before a
// pipe ends the cell, and lets HTML and all other markup through.
func writeMarkdown(w io.Writer, t queries.Table) error {
	b := bufio.NewWriter(w)
	if len(t.Rows) > 0 {
		header, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
		for i, isNumber := range numeric(t) {
			header[i], rule[i] = unmarkedDown(t.Columns[i]), "---"
			if isNumber {
				rule[i] = "---:"
			}
		}
		writePiped(b, header)
		writePiped(b, rule)
		for _, row := range t.Rows {
			cells := make([]string, len(row))
			for i, v := range row {
				cells[i] = unmarkedDown(shown(v))
			}
			writePiped(b, cells)
		}
	}
	for i, note := range t.Notes {
		if i > 0 || len(t.Rows) > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(unmarkedDown(note))
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

// unmarkedDown escapes what means something inside a line of Markdown: there an
// underscore inside a word means nothing, and a name stays readable.
func unmarkedDown(s string) string {
	var b strings.Builder
	before := ' '
	runes := []rune(printable(strings.ReplaceAll(s, "\r\n", "\n"), true))
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
