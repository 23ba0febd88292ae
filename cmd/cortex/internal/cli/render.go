package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/queries"
)

// formatFlag chooses between the formats, of which the first is the default.
func formatFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: "format", Value: formats[0], Usage: "print as `FORMAT`: " + strings.Join(formats, ", ")}
}

// printAnswer prints an answer in one of the queryFormats.
func (c *console) printAnswer(a queries.Answer, format string) error {
	switch format {
	case "json":
		return writeJSON(c.out, a)
	case "csv":
		return writeCSV(c.out, a.Table())
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

// writeJSON writes one document.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// writeCSV writes a line of column names and a line for each row; NULL is empty.
func writeCSV(w io.Writer, t queries.Table) error {
	cw := csv.NewWriter(w)
	record := append([]string{}, t.Columns...)
	for i := -1; i < len(t.Rows); i++ {
		if i >= 0 {
			for j, v := range t.Rows[i] {
				record[j] = cell(v)
			}
		}
		if err := cw.Write(record); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// cell is the text of a value; nil is empty.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(v)
}

// gap is the space between two columns.
const gap = "  "

// printTable prints a table without borders, whose long cells are cut so that it
// fits the terminal. A table without rows prints nothing.
func (c *console) printTable(t queries.Table) error {
	return c.print(t, shorten)
}

// shorten cuts a text to n cells: prose at its end, a name or path, which holds no
// space, at its beginning, because its end says most.
func shorten(s string, n int) string {
	if text.StringWidth(s) <= n || strings.Contains(s, " ") {
		return text.Snip(s, n, "…")
	}
	runes := []rune(s)
	for len(runes) > 0 && text.StringWidth(string(runes)) >= n {
		runes = runes[1:]
	}
	return "…" + string(runes)
}

// printProse is printTable with long cells broken over lines instead of cut.
func (c *console) printProse(t queries.Table) error { return c.print(t, text.WrapSoft) }

func (c *console) print(t queries.Table, enforce table.WidthEnforcer) error {
	if len(t.Rows) == 0 {
		return nil
	}
	w := table.NewWriter()
	w.SetStyle(tableStyle(c.colourOut))
	w.SuppressTrailingSpaces()
	header, widths := make(table.Row, len(t.Columns)), make([]int, len(t.Columns))
	for i, name := range t.Columns {
		header[i], widths[i] = name, text.StringWidth(name)
	}
	w.AppendHeader(header)
	for _, values := range t.Rows {
		row := make(table.Row, len(values))
		for i, v := range values {
			s := printable(cell(v), false)
			row[i], widths[i] = s, max(widths[i], text.StringWidth(s))
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
