package cli

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

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
	case "json":
		return writeJSON(c.out, a)
	case "csv":
		return c.printCSV(a.Table())
	}
	t := a.Table()
	if err := c.printTable(t); err != nil {
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

// printCSV prints the rows, and beside them, where they are not all, why.
func (c *console) printCSV(t queries.Table) error {
	if err := writeCSV(c.out, t, c.terminal); err != nil || !t.Partial {
		return err
	}
	for _, note := range t.Notes {
		fmt.Fprintln(c.err, "cortex: note:", printable(note, false))
	}
	return nil
}

// gap is the space between two columns.
const gap = "  "

// maxCell is the number of characters of a cell that a table shows where no
// terminal's width sets a limit.
//
// DESIGN: go-pretty measures and pads each cell many times, and [shorten] measures
// again for each character that it takes away, so what cannot be shown is cut off
// before: 300 rows of 300,000 characters took 27 s, and take 0.4 s.
const maxCell = 1000

// printTable prints a table without borders, whose long cells are cut so that it
// fits the terminal; elsewhere, and in the first column, they are cut to maxCell
// characters. An ellipsis stands for what was cut. JSON and CSV have all of it. A
// table without rows prints nothing.
func (c *console) printTable(t queries.Table) error {
	limit := maxCell
	if c.width > 0 {
		limit = min(limit, max(c.width, minColumn))
	}
	return c.print(t, limit, shorten)
}

// printProse is printTable with long cells broken over lines instead of cut, unless
// they are longer than maxCell.
func (c *console) printProse(t queries.Table) error { return c.print(t, maxCell, text.WrapSoft) }

// shorten cuts a text to n cells, where [atEnd] says.
func shorten(s string, n int) string {
	if text.StringWidth(s) <= n || atEnd(s) {
		return text.Snip(s, n, "…")
	}
	runes := []rune(s)
	for len(runes) > 0 && text.StringWidth(string(runes)) >= n {
		runes = runes[1:]
	}
	return "…" + string(runes)
}

// clip cuts a text to n characters, which are at least 1, where [atEnd] says. It
// looks at no more of the text than it must.
func clip(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
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

// print prints a table, of whose cells at most limit characters are looked at, and
// of those in the first column maxCell.
func (c *console) print(t queries.Table, limit int, enforce table.WidthEnforcer) error {
	if len(t.Rows) == 0 {
		return nil
	}
	w := table.NewWriter()
	w.SetStyle(tableStyle(c.colourOut))
	w.SuppressTrailingSpaces()
	header, widths := make(table.Row, len(t.Columns)), make([]int, len(t.Columns))
	set := func(row table.Row, i int, s string) {
		n := limit
		if i == 0 {
			n = maxCell
		}
		s = clip(printable(clip(s, n), false), n)
		row[i], widths[i] = s, max(widths[i], text.StringWidth(s))
	}
	for i, name := range t.Columns {
		set(header, i, name)
	}
	w.AppendHeader(header)
	blank := make(table.Row, len(t.Columns))
	for i := range blank {
		blank[i] = ""
	}
	for n, values := range t.Rows {
		row := make(table.Row, len(values))
		if g := t.GroupBy; g > 0 && n > 0 && values[g] != t.Rows[n-1][g] {
			w.AppendRow(blank)
		}
		for i, v := range values {
			set(row, i, cell(v))
		}
		w.AppendRow(row)
	}
	w.SetColumnConfigs(columns(t, fit(widths, c.width), enforce))
	_, err := fmt.Fprintln(c.out, w.Render())
	return err
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

// columns brings each column to its width and aligns those that hold numbers to the right.
func columns(t queries.Table, widths []int, enforce table.WidthEnforcer) []table.ColumnConfig {
	configs := make([]table.ColumnConfig, len(widths))
	for i, width := range widths {
		configs[i] = table.ColumnConfig{Number: i + 1, WidthMax: width, WidthMaxEnforcer: enforce}
		switch t.Rows[0][i].(type) {
		case int, int32, int64, uint64, float64, number, amount:
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	return configs
}

// minColumn is the width below which a column is not cut.
const minColumn = 10

// fit narrows the widest columns until all fit into the width, 0 for no limit.
// The first stays whole, because editors read the place in it.
func fit(widths []int, width int) []int {
	out := append([]int{}, widths...)
	total := len(gap) * (len(out) - 1)
	for _, w := range out {
		total += w
	}
	for ; width > 0 && total > width; total-- {
		widest := 0
		for i := 1; i < len(out); i++ {
			if widest == 0 || out[i] > out[widest] {
				widest = i
			}
		}
		if widest == 0 || out[widest] <= minColumn {
			break
		}
		out[widest]--
	}
	return out
}
