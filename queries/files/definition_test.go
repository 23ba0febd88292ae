package files_test

import (
	"cmp"
	"reflect"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// definition is a query in tests. It marshals to a query in JSON.
type definition struct {
	From         string        `json:"from"`
	Fields       []string      `json:"fields,omitempty"`
	Joins        []join        `json:"joins,omitempty"`
	Where        *filter       `json:"where,omitempty"`
	GroupBy      []string      `json:"groupBy,omitempty"`
	Aggregations []aggregation `json:"aggregations,omitempty"`
	Having       *filter       `json:"having,omitempty"`
	OrderBy      []order       `json:"orderBy,omitempty"`
	Limit        int           `json:"limit,omitempty"`
	Offset       int           `json:"offset,omitempty"`
}

type join struct {
	Table string `json:"table"`
	Type  string `json:"type,omitempty"`
	On    filter `json:"on"`
}

type filter struct {
	And      []filter `json:"and,omitempty"`
	Or       []filter `json:"or,omitempty"`
	Not      *filter  `json:"not,omitempty"`
	Field    string   `json:"field,omitempty"`
	Operator string   `json:"operator,omitempty"`
	Value    any      `json:"value,omitempty"` // string, int64, float64, bool, columnValue, literalValue, or []any of these
}

type columnValue struct {
	Column string `json:"column"`
}

type literalValue struct {
	Literal any `json:"literal"`
}

type aggregation struct {
	Function string `json:"function"`
	Field    string `json:"field,omitempty"`
	Alias    string `json:"alias,omitempty"`
	Distinct bool   `json:"distinct,omitempty"`
}

// name returns the name of the aggregation's column.
func (a aggregation) name() string {
	if a.Alias != "" || a.Field == "" {
		return cmp.Or(a.Alias, strings.ToLower(a.Function))
	}
	return strings.ToLower(a.Function) + "_" + a.Field[strings.IndexByte(a.Field, '.')+1:]
}

type order struct {
	Field     string `json:"field"`
	Direction string `json:"direction,omitempty"`
}

// tuple is a row by table.column, or a group by that and by aliases. A value is nil for NULL, int64,
// float64, bool, string or time.Time; an absent value is NULL.
type tuple map[string]any

// world has the rows of tables.
type world map[string][]tuple

// worldOf returns the world of rows.
func worldOf(rows *schema.Rows) world {
	w := world{}
	_ = rows.Each(func(rows any) error {
		v := reflect.ValueOf(rows)
		t, _ := schema.TableOf(v.Type().Elem())
		for i := range v.Len() {
			row := tuple{}
			for _, c := range t.Columns {
				x, ok := c.Value(v.Index(i))
				switch {
				case !ok:
				case x.CanInt():
					row[t.Name+"."+c.Name] = x.Int()
				case x.Kind() == reflect.String:
					row[t.Name+"."+c.Name] = x.String()
				default:
					row[t.Name+"."+c.Name] = x.Interface()
				}
			}
			w[t.Name] = append(w[t.Name], row)
		}
		return nil
	})
	return w
}
