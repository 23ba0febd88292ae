package files

import (
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// listTables answers SHOW TABLES from the declaration of the tables and the manifest. Other tables of
// the database are no part of the index.
func listTables(ix *queries.Index, limit int) *rowsAnswer {
	a := &rowsAnswer{Columns: []string{"table_name", "row_count", "a_row_is"}, Rows: [][]any{}}
	for _, name := range ix.Tables() {
		entry, ok := ix.Manifest().Table(name)
		if t, declared := schema.Lookup(name); ok && declared && !ix.Other() {
			a.Rows = append(a.Rows, []any{name, entry.Rows, t.Doc()})
		} else if ix.Other() {
			a.Rows = append(a.Rows, []any{name, nil, nil})
		}
	}
	a.cut(limit)
	return a
}

// shape turns the answer to a form into its table.
func (q request) shape(a *rowsAnswer, limit int) {
	switch {
	case q.form == "EXPLAIN":
		a.lines()
		a.cut(limit)
	case q.table != nil && q.form == "DESCRIBE":
		a.Columns = append(a.Columns, "null", "meaning")
		for i, row := range a.Rows {
			null, meaning := "", ""
			if c, ok := q.table.Column(fmt.Sprint(row[0])); ok {
				meaning = q.table.ColumnDoc(c.Name)
				if c.Nullable {
					null = "null"
				}
			}
			a.Rows[i] = append(row, null, meaning)
		}
	}
}

// lines makes a row of each line of a plan.
func (a *rowsAnswer) lines() {
	plan := a.Rows
	a.Columns, a.Rows = []string{"plan"}, [][]any{}
	for _, row := range plan {
		for line := range strings.Lines(fmt.Sprint(row[len(row)-1])) {
			a.Rows = append(a.Rows, []any{strings.TrimRight(line, "\n")})
		}
	}
}

// cut keeps the first rows of a complete answer.
func (a *rowsAnswer) cut(limit int) {
	total := len(a.Rows)
	a.Truncated = total > limit
	a.Rows = a.Rows[:min(total, limit)]
	a.RowCount, a.TotalRows = len(a.Rows), &total
}
