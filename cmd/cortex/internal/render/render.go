// Package render writes answers as text: as tables, Markdown, CSV, JSON, NDJSON, graphs and
// pages. It also shows the progress of an extraction.
package render

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/cortex-index/cortex/queries"
)

// A Printer prints to one reader.
type Printer struct {
	Out, Err io.Writer
	Width    int  // of the terminal at Out in cells; 0 for no limit
	Terminal bool // Out is a terminal
	Colour   bool // Out takes colours
	Reading  queries.Reading
	Long     bool // print tables with all columns and whole cells instead of reports

	Names   queries.Names            // print symbols in tables with these short names; nil for stable names
	Wording func(note string) string // words the arguments that a note names; may be nil
}

// Formats returns the formats of an operation's answers; the first is the default.
func Formats(op queries.Operation) []string {
	formats := slices.Clone(AllFormats)
	if op.Drawn {
		formats = append(formats, "dot", "mermaid")
	}
	if op.Paged {
		formats = append(formats, "html")
	}
	return formats
}

// AllFormats are the formats of every answer.
var AllFormats = []string{"table", "json", "ndjson", "csv", "markdown"}

// Answer prints an answer in one of the [Formats] of its operation.
func (p Printer) Answer(ctx context.Context, a queries.Answer, format string) error {
	switch format {
	case "dot", "mermaid":
		return p.graph(ctx, a, format)
	case "html":
		return p.page(ctx, a)
	case "json":
		return JSON(p.Out, a)
	case "ndjson":
		return p.noteMissing(a.Table(), writeNDJSON(p.Out, a))
	case "csv":
		t := a.Table()
		return p.noteMissing(t, writeCSV(p.Out, t, p.Terminal))
	case "markdown":
		return Markdown(p.Out, a.Table())
	}
	if x, ok := a.(queries.Reporter); ok && !p.Long {
		return p.Report(x.Report(p.Reading))
	}
	t := a.Table()
	if err := p.printRows(a, t); err != nil {
		return err
	}
	for i, note := range t.Notes {
		if i == 0 && len(t.Rows) > 0 {
			fmt.Fprintln(p.Out)
		}
		for _, l := range p.wrap(Printable(p.worded(note), true)) {
			if _, err := fmt.Fprintln(p.Out, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// worded words the arguments in a note.
func (p Printer) worded(note string) string {
	if p.Wording == nil {
		return note
	}
	return p.Wording(note)
}

// printRows prints the text of an answer, or its rows when it has no text.
func (p Printer) printRows(a queries.Answer, t queries.Table) error {
	if x, ok := a.(queries.Texter); ok {
		_, err := fmt.Fprint(p.Out, Printable(x.Text(), true))
		return err
	}
	if p.Long {
		p.Width = 0
	}
	return p.Table(t)
}

// noteMissing prints the notes of an incomplete table to Err, unless err is set. It returns
// err.
func (p Printer) noteMissing(t queries.Table, err error) error {
	if err != nil || !t.Partial {
		return err
	}
	for _, note := range t.Notes {
		fmt.Fprintln(p.Err, "cortex: note:", Printable(note, false))
	}
	return nil
}

// gap is the space between two columns.
const gap = "  "

// Table prints a table without borders. On a terminal it fits the width. It cuts long cells, with an
// ellipsis for the rest, leaves out columns without room, and names them below. Elsewhere it cuts
// nothing. NULL prints as NULL, an empty text as nothing, a table without rows not at all.
func (p Printer) Table(t queries.Table) error {
	if p.Width == 0 {
		return p.print(t, manner{enforce: overflow})
	}
	return p.print(t, manner{limit: min(MaxCell, max(p.Width, minColumn)), enforce: shorten, spare: true})
}

// Prose is [Printer.Table] with all columns. It wraps long cells instead of cutting them, up
// to [MaxCell] characters.
func (p Printer) Prose(t queries.Table) error {
	return p.print(t, manner{limit: MaxCell, enforce: text.WrapSoft})
}

// manner is the way to fit a table into its width.
type manner struct {
	limit   int                 // characters of a cell that are printed; 0 for all
	enforce table.WidthEnforcer // fits a cell into the width of its column
	spare   bool                // columns may be left out
}

// overflow leaves a cell as it is.
func overflow(s string, _ int) string { return s }

func (p Printer) print(t queries.Table, m manner) error {
	if len(t.Rows) == 0 {
		return nil
	}
	header, rows := p.texts(t, m.limit)
	columns := measure(t, header, rows)
	if m.spare && wide(columns) > p.Width {
		for i, name := range header { // a word on each line
			header[i] = strings.ReplaceAll(name.(string), "_", "\n")
		}
		columns = measure(t, header, rows)
	}
	widths := fit(columns, p.Width, t.Subject, t.Order, m.spare)
	w := table.NewWriter()
	w.SetStyle(tableStyle(p.Colour))
	w.SuppressTrailingSpaces()
	w.SetColumnConfigs(configs(columns, widths, m.enforce))
	w.AppendHeader(header)
	blank := make(table.Row, len(t.Columns))
	for i := range blank {
		blank[i] = ""
	}
	for n, row := range rows {
		if g := t.GroupBy - 1; g >= 0 && n > 0 && t.Rows[n][g] != t.Rows[n-1][g] {
			w.AppendRow(blank)
		}
		w.AppendRow(row)
	}
	_, err := fmt.Fprintln(p.Out, paddedColour.ReplaceAllString(w.Render(), "$1"))
	if left := leftOut(t.Columns, widths); left != "" && err == nil {
		fmt.Fprintln(p.Out)
		for _, l := range p.wrap("the terminal is too narrow for: " + Printable(left, false)) {
			_, err = fmt.Fprintln(p.Out, l)
		}
	}
	return err
}

// paddedColour is the end of a coloured line with the padding of the last cell before it. On
// a line that fills the terminal the padding would begin another line.
var paddedColour = regexp.MustCompile(`(?m) +(\x1b\[0m)$`)

// texts returns the texts of the header and of the rows, at most limit characters per cell,
// and MaxCell in the first column; 0 for no limit.
func (p Printer) texts(t queries.Table, limit int) (header table.Row, rows []table.Row) {
	line := func(values []any) table.Row {
		out := make(table.Row, len(values))
		for i, v := range values {
			if s, ok := v.(string); ok && t.Symbols && (t.Columns[i] == "symbol" || t.Columns[i] == "via") {
				if p.Names != nil {
					s = p.Names.Short(s)
				}
				v = queries.Readable(s)
			}
			if v == nil && t.Symbols { // the value does not apply
				v = ""
			}
			n := limit
			if n > 0 && i == 0 {
				n = MaxCell
			}
			out[i] = Clip(Printable(Clip(Text(v), n), false), n)
		}
		return out
	}
	for _, values := range t.Rows {
		rows = append(rows, line(values))
	}
	names := make([]any, len(t.Columns))
	for i, name := range t.Columns {
		names[i] = name
	}
	return line(names), rows
}

// Text returns the text of a value for people.
func Text(v any) string {
	if v == nil {
		return "NULL"
	}
	return cell(v)
}

func tableStyle(colour bool) table.Style {
	s := table.Style{Name: "cortex", Box: table.StyleBoxDefault, Format: table.FormatOptions{}}
	s.Box.PaddingLeft, s.Box.PaddingRight = "", gap
	if colour {
		text.EnableColors()
		s.Color.Header = text.Colors{text.Bold}
	}
	return s
}

// configs sets the width of each column, and aligns numbers to the right.
func configs(columns []column, widths []int, enforce table.WidthEnforcer) []table.ColumnConfig {
	out := make([]table.ColumnConfig, len(columns))
	for i, col := range columns {
		out[i] = table.ColumnConfig{Number: i + 1, WidthMax: widths[i], WidthMaxEnforcer: enforce, Hidden: widths[i] == hidden}
		if col.number {
			out[i].Align, out[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	return out
}

// numeric reports for each column whether all its values are numbers or NULL.
func numeric(t queries.Table) []bool {
	out := make([]bool, len(t.Columns))
	for i := range out {
		for _, row := range t.Rows {
			switch row[i].(type) {
			case nil:
				continue
			case int, int64, float64, queries.Numeral, Number, Bytes:
				out[i] = true
				continue
			}
			out[i] = false
			break
		}
	}
	return out
}

// Printable escapes the characters that could move a cursor or change a terminal: the
// names and texts of a repository are not trusted. With lines, line feeds and tabs stay.
func Printable(s string, lines bool) string {
	safe := func(r rune) bool {
		return lines && (r == '\n' || r == '\t') || unicode.IsGraphic(r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if safe(r) {
			b.WriteRune(r)
			continue
		}
		q := strconv.QuoteRune(r)
		b.WriteString(q[1 : len(q)-1])
	}
	return b.String()
}
