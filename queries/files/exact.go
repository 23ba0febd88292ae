package files

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// columns of an answer, of which some hold JSON.
//
// DESIGN: the driver reads JSON with floats, in which integers beyond 2^53 become others.
// So a statement with such columns runs twice: once to see that they are, by the name of
// their type or, inside of structs and maps, where it tells VARCHAR, by what they hold; and
// again with their text.
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

// holdJSON reports whether some do.
func (c columns) holdJSON() bool { return slices.Contains(c.isJSON, true) }

// text is a statement that returns the columns of another, those which hold JSON as text.
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

// shown is a value of a column as it is shown.
func (c columns) shown(v any, i int) any {
	if text, ok := v.(string); ok && c.isJSON[i] && c.asText {
		return queries.ParseJSON(text)
	}
	name := c.types[i].DatabaseTypeName()
	c.isJSON[i] = c.isJSON[i] || queries.HoldsJSON(v, name)
	return queries.Value(v, name)
}
