package cli

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/queries"
)

// formatFlag chooses between the formats, of which the first is the default.
func formatFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: "format", Value: formats[0], Usage: "print as `FORMAT`: " + strings.Join(formats, ", ")}
}

// printAnswer prints an answer in one of the formatsOf its operation.
func (c *console) printAnswer(ctx context.Context, a queries.Answer, format string) error {
	switch format {
	case "dot", "mermaid":
		return c.printPicture(ctx, a, format)
	case "html":
		return c.printPage(ctx, a)
	case "json":
		return writeJSON(c.out, a)
	case "ndjson":
		return c.noteMissing(a.Table(), writeNDJSON(c.out, a))
	case "csv":
		t := a.Table()
		return c.noteMissing(t, writeCSV(c.out, t, c.terminal))
	case "markdown":
		return writeMarkdown(c.out, a.Table())
	}
	t := a.Table()
	if err := c.printRows(a, t); err != nil {
		return err
	}
	for i, note := range t.Notes {
		if i == 0 && len(t.Rows) > 0 {
			fmt.Fprintln(c.out)
		}
		if _, err := fmt.Fprintln(c.out, printable(note, true)); err != nil {
			return err
		}
	}
	return nil
}

// printRows prints the rows of an answer, or its text where it has one.
func (c *console) printRows(a queries.Answer, t queries.Table) error {
	if x, ok := a.(queries.Texter); ok {
		_, err := fmt.Fprint(c.out, printable(x.Text(), true))
		return err
	}
	return c.printTable(t)
}

// noteMissing says beside rows that are not all there is, why. It returns the error of
// writing them, after which it says nothing.
func (c *console) noteMissing(t queries.Table, err error) error {
	if err != nil || !t.Partial {
		return err
	}
	for _, note := range t.Notes {
		fmt.Fprintln(c.err, "cortex: note:", printable(note, false))
	}
	return nil
}

// gap is the space between two columns.
const gap = "  "

// printTable prints a table without borders. On a terminal it fits the width: long cells
// are cut, with an ellipsis for the rest, and columns without room are left out and named
// below; elsewhere nothing is cut. NULL stands as NULL, an empty text as nothing. A table
// without rows prints nothing.
func (c *console) printTable(t queries.Table) error {
	if c.width == 0 {
		return c.print(t, manner{enforce: overflow})
	}
	return c.print(t, manner{limit: min(maxCell, max(c.width, minColumn)), enforce: shorten, spare: true})
}

// printProse is printTable with all columns, and with long cells broken over lines
// instead of cut, unless they are longer than maxCell.
func (c *console) printProse(t queries.Table) error {
	return c.print(t, manner{limit: maxCell, enforce: text.WrapSoft})
}

// manner says how a table is brought to its width.
type manner struct {
	limit   int                 // the characters of a cell that are looked at; 0 for all
	enforce table.WidthEnforcer // brings a cell to the width of its column
	spare   bool                // columns may be left out
}

// overflow leaves a cell as it is.
func overflow(s string, _ int) string { return s }

func (c *console) print(t queries.Table, m manner) error {
	if len(t.Rows) == 0 {
		return nil
	}
	header, rows := texts(t, m.limit)
	columns := measure(t, header, rows)
	widths := fit(columns, c.width, t.Subject, t.Order, m.spare)
	w := table.NewWriter()
	w.SetStyle(tableStyle(c.colourOut))
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
	_, err := fmt.Fprintln(c.out, paddedColour.ReplaceAllString(w.Render(), "$1"))
	if left := leftOut(t.Columns, widths); left != "" && err == nil {
		_, err = fmt.Fprintf(c.out, "\nthe terminal is too narrow for: %s\n", printable(left, false))
	}
	return err
}

// paddedColour is the end of a coloured line, before which the library leaves the padding of
// the last cell: on a line that fills the terminal it would begin another.
var paddedColour = regexp.MustCompile(`(?m) +(\x1b\[0m)$`)

// texts returns what the header and the rows show, of each cell at most limit characters,
// and of those in the first column maxCell; 0 for no limit.
func texts(t queries.Table, limit int) (header table.Row, rows []table.Row) {
	line := func(values []any) table.Row {
		out := make(table.Row, len(values))
		for i, v := range values {
			n := limit
			if n > 0 && i == 0 {
				n = maxCell
			}
			out[i] = clip(printable(clip(shown(v), n), false), n)
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

// shown is the text of a value for people.
func shown(v any) string {
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

// configs brings each column to its width and aligns those that hold numbers to the right.
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

// numeric says of each column whether it holds numbers, beside NULL.
func numeric(t queries.Table) []bool {
	out := make([]bool, len(t.Columns))
	for i := range out {
		for _, row := range t.Rows {
			switch row[i].(type) {
			case nil:
				continue
			case int, int64, float64, queries.Numeral, number, amount:
				out[i] = true
				continue
			}
			out[i] = false
			break
		}
	}
	return out
}
