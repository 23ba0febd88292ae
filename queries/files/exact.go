package files

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// columns are the columns of an answer, and which of them hold JSON.
//
// DESIGN: the driver reads JSON with floats, which changes integers beyond 2^53. A statement with such
// columns therefore runs twice. The first run finds them: by the name of their type, or by their values
// in structs and maps, where the type is VARCHAR. The second run reads their text.
type columns struct {
	types  []*sql.ColumnType
	isJSON []bool
	asText bool
}

func newColumns(types []*sql.ColumnType) columns {
	c := columns{types: types, isJSON: make([]bool, len(types))}
	for i, t := range types {
		c.isJSON[i] = strings.Contains(t.DatabaseTypeName(), "JSON")
	}
	return c
}

// holdJSON reports whether a column has JSON.
func (c columns) holdJSON() bool { return slices.Contains(c.isJSON, true) }

// text returns the statement with JSON columns cast to text.
func (c columns) text(statement string) string {
	all := make([]string, len(c.types))
	for i, is := range c.isJSON {
		all[i] = fmt.Sprintf("#%d", i+1)
		switch {
		case is && c.types[i].DatabaseTypeName() == "JSON":
			all[i] = fmt.Sprintf("CAST(#%d AS VARCHAR)", i+1)
		case is:
			all[i] = fmt.Sprintf("CASE WHEN #%d IS NOT NULL THEN CAST(to_json(#%d) AS VARCHAR) END", i+1, i+1)
		}
	}
	return "SELECT " + strings.Join(all, ", ") + " FROM (\n" + statement + "\n)"
}

// shown returns a value of a column for an answer.
func (c columns) shown(v any, i int) any {
	if text, ok := v.(string); ok && c.isJSON[i] && c.asText {
		return queries.ParseJSON(text)
	}
	name := c.types[i].DatabaseTypeName()
	c.isJSON[i] = c.isJSON[i] || queries.HoldsJSON(v, name)
	return queries.Value(v, name)
}
