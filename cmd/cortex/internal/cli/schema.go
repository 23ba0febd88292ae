package cli

import (
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
	"github.com/urfave/cli/v2"
)

const schemaDescription = `Lists the tables of an index, or the columns of TABLE. No index is needed.

Example:
   cortex schema calls`

func schemaCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "schema",
		Usage:       "show the tables and columns of an index",
		UsageText:   "cortex schema [options] [TABLE]",
		Description: schemaDescription,
		Flags:       []cli.Flag{formatFlag("table", "json"), jsonFlag()},
		Action:      func(cc *cli.Context) error { return runSchema(cc, c) },
	})
}

func runSchema(cc *cli.Context, c *console) error {
	if cc.NArg() > 1 {
		return usageError("name one table, or none for the list", "argument %q is unexpected", cc.Args().Get(1))
	}
	format, err := choice(cc, "format", []string{"table", "json"})
	if err != nil {
		return err
	}
	tables := schema.Tables()
	name := cc.Args().First()
	if name != "" {
		t, ok := schema.Lookup(name)
		if !ok {
			return failedError("use one of "+strings.Join(tableNames(tables), ", "), "table %q is unknown", name)
		}
		tables = []*schema.Table{t}
	}
	if format == "json" {
		out := make([]tableJSON, len(tables))
		for i, t := range tables {
			out[i] = describeTable(t)
		}
		if name != "" {
			return render.JSON(c.Out, out[0])
		}
		return render.JSON(c.Out, out)
	}
	if name == "" {
		return c.printTables(tables)
	}
	return c.printColumns(tables[0])
}

func tableNames(tables []*schema.Table) []string {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.Name
	}
	return names
}

// tableJSON is the JSON of a table's declaration.
type tableJSON struct {
	Name    string       `json:"name"`
	Doc     string       `json:"doc"`
	Key     []string     `json:"key"`
	Sort    []string     `json:"sort"`
	Columns []columnJSON `json:"columns"`
}

// columnJSON is the JSON of a column's declaration.
type columnJSON struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Nullable bool     `json:"nullable"`
	Values   []string `json:"values,omitempty"`
	Ref      string   `json:"ref,omitempty"`
	Doc      string   `json:"doc"`
}

func describeTable(t *schema.Table) tableJSON {
	out := tableJSON{Name: t.Name, Doc: t.Doc(), Key: t.Key, Sort: t.Sort}
	for _, col := range t.Columns {
		out.Columns = append(out.Columns, columnJSON{Name: col.Name, Type: string(col.Type), Nullable: col.Nullable,
			Values: col.Values, Ref: col.Ref, Doc: t.ColumnDoc(col.Name)})
	}
	return out
}

func (c *console) printTables(tables []*schema.Table) error {
	list := queries.Table{Columns: []string{"table", "columns", "a row is"}}
	for _, t := range tables {
		list.Rows = append(list.Rows, []any{t.Name, len(t.Columns), t.Doc()})
	}
	return c.Prose(list)
}

func (c *console) printColumns(t *schema.Table) error {
	fmt.Fprintf(c.Out, "%s: %s\nkey: %s; sorted by %s\n\n", c.paint(c.Colour, bold, t.Name), t.Doc(),
		strings.Join(t.Key, ", "), strings.Join(t.Sort, ", "))
	list := queries.Table{Columns: []string{"column", "type", "null", "meaning"}}
	for _, col := range t.Columns {
		null := ""
		if col.Nullable {
			null = "null"
		}
		list.Rows = append(list.Rows, []any{col.Name, string(col.Type), null, meaning(t, col)})
	}
	return c.Prose(list)
}

// meaning returns a column's comment, its closed list of values, and its reference.
func meaning(t *schema.Table, col schema.Column) string {
	s := t.ColumnDoc(col.Name)
	if len(col.Values) > 0 {
		s += " One of " + strings.Join(col.Values, ", ") + "."
	}
	if col.Ref != "" {
		s += " → " + col.Ref
	}
	return s
}
