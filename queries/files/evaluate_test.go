package files_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// evaluation evaluates a query by its definition, row by row.
type evaluation struct {
	*definition
	tables []string // joined so far
	joins  bool     // texts can be columns, as in on
}

// evaluate returns the columns of the answer, its rows, and the number of all rows.
func (w world) evaluate(q *definition) (columns []string, rows [][]any, total int) {
	e := &evaluation{definition: q, tables: []string{q.From}}
	found := w[q.From]
	for _, j := range q.Joins {
		e.tables, e.joins = append(e.tables, j.Table), true
		found = e.join(found, w[j.Table], j)
	}
	e.joins = false
	found = e.only(q.Where, found)
	grouped := len(q.GroupBy)+len(q.Aggregations) > 0
	if grouped {
		found = e.only(q.Having, e.groups(found))
	}
	e.sort(found, grouped)
	names, columns := e.columns(grouped)
	page := found[min(q.Offset, len(found)):]
	for _, t := range page[:min(cmp.Or(q.Limit, 100), len(page))] {
		row := make([]any, len(names))
		for i, n := range names {
			row[i] = shown(t[n])
		}
		rows = append(rows, row)
	}
	return columns, rows, len(found)
}

// shown returns a value in the format of an answer.
func shown(v any) any {
	if t, ok := v.(time.Time); ok {
		return t.UTC().Format(time.RFC3339Nano)
	}
	return queries.Value(v, "")
}

// name returns a column with its table.
func (e *evaluation) name(column string) string {
	if strings.Contains(column, ".") {
		return column
	}
	for _, name := range e.tables {
		t, _ := schema.Lookup(name)
		if _, ok := t.Column(column); ok {
			return name + "." + column
		}
	}
	panic("no column " + column)
}

// get returns the value of a name: an alias before a column.
func (e *evaluation) get(t tuple, name string) any {
	if v, ok := t[name]; ok {
		return v
	}
	return t[e.name(name)]
}

func (e *evaluation) join(left, right []tuple, j join) (out []tuple) {
	met := make([]bool, len(right))
	for _, l := range left {
		alone := true
		for i, r := range right {
			both := tuple{}
			for _, half := range []tuple{l, r} {
				for k, v := range half {
					both[k] = v
				}
			}
			if e.holds(j.On, both) == true {
				out, alone, met[i] = append(out, both), false, true
			}
		}
		if alone && (j.Type == "LEFT" || j.Type == "FULL") {
			out = append(out, l)
		}
	}
	for i, r := range right {
		if !met[i] && (j.Type == "RIGHT" || j.Type == "FULL") {
			out = append(out, r)
		}
	}
	return out
}

func (e *evaluation) only(f *filter, rows []tuple) []tuple {
	return slices.DeleteFunc(slices.Clone(rows), func(t tuple) bool { return f != nil && e.holds(*f, t) != true })
}

func (e *evaluation) holds(f filter, t tuple) any {
	each := func(filters []filter) (out []any) {
		for _, g := range filters {
			out = append(out, e.holds(g, t))
		}
		return out
	}
	switch {
	case f.And != nil:
		return and(each(f.And)...)
	case f.Or != nil:
		return or(each(f.Or)...)
	case f.Not != nil:
		return not(e.holds(*f.Not, t))
	}
	left := e.get(t, f.Field)
	switch f.Operator {
	case "IS NULL":
		return left == nil
	case "IS NOT NULL":
		return left != nil
	}
	var given []any
	if list, ok := f.Value.([]any); ok {
		for _, v := range list {
			given = append(given, e.operand(t, v, left))
		}
	} else {
		given = []any{e.operand(t, f.Value, left)}
	}
	is := func(operator string, right any) any { return compared(left, operator, right) }
	switch f.Operator {
	case "BETWEEN":
		return and(is(">=", given[0]), is("<=", given[1]))
	case "IN", "NOT IN":
		in := any(false)
		for _, g := range given {
			in = or(in, is("=", g))
		}
		if f.Operator == "IN" {
			return in
		}
		return not(in)
	}
	return is(f.Operator, given[0])
}

// operand returns the value that is compared with left.
func (e *evaluation) operand(t tuple, v, left any) any {
	switch v := v.(type) {
	case columnValue:
		return e.get(t, v.Column)
	case literalValue:
		return moment(v.Literal, left)
	case string:
		table, column, _ := strings.Cut(v, ".")
		if declared, ok := schema.Lookup(table); ok && e.joins && slices.Contains(e.tables, table) {
			if _, ok := declared.Column(column); ok {
				return t[v]
			}
		}
	}
	return moment(v, left)
}

// groups makes groups of rows, with their aggregates. Without grouping columns it makes one group.
func (e *evaluation) groups(rows []tuple) (out []tuple) {
	members := map[string][]tuple{}
	for _, t := range rows {
		g := tuple{}
		for _, c := range e.GroupBy {
			g[e.name(c)] = t[e.name(c)]
		}
		key := fmt.Sprintf("%#v", g) // prints keys in order
		if members[key] == nil {
			out = append(out, g)
		}
		members[key] = append(members[key], t)
	}
	if len(e.GroupBy) == 0 && len(rows) == 0 {
		out = []tuple{{}}
	}
	for _, g := range out {
		in := members[fmt.Sprintf("%#v", g)]
		aggregates := tuple{}
		for _, a := range e.Aggregations {
			aggregates[a.name()] = e.aggregate(a, in)
		}
		for k, v := range aggregates {
			g[k] = v
		}
	}
	return out
}

func (e *evaluation) aggregate(a aggregation, in []tuple) any {
	if a.Field == "" {
		return int64(len(in))
	}
	var values []any
	for _, t := range in {
		if v := t[e.name(a.Field)]; v != nil && !(a.Distinct && slices.Contains(values, v)) {
			values = append(values, v)
		}
	}
	if a.Function == "COUNT" {
		return int64(len(values))
	}
	if len(values) == 0 {
		return nil
	}
	var sum int64
	for _, v := range values {
		n, _ := v.(int64)
		sum += n
	}
	switch a.Function {
	case "SUM":
		return sum
	case "AVG":
		return float64(sum) / float64(len(values))
	case "MIN":
		return slices.MinFunc(values, compare)
	}
	return slices.MaxFunc(values, compare)
}

// sort orders rows by the query's order, then by the keys of its tables, and groups by their grouping
// columns. NULL is last.
func (e *evaluation) sort(rows []tuple, grouped bool) {
	orders := slices.Clone(e.OrderBy)
	for _, c := range e.GroupBy {
		orders = append(orders, order{Field: e.name(c)})
	}
	for _, name := range e.tables {
		t, _ := schema.Lookup(name)
		for _, key := range t.Key {
			if !grouped {
				orders = append(orders, order{Field: name + "." + key})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b tuple) int {
		for _, o := range orders {
			x, y := e.get(a, o.Field), e.get(b, o.Field)
			c := 0
			switch {
			case x == nil || y == nil:
				c = slices.Index([]bool{false, true}, x == nil) - slices.Index([]bool{false, true}, y == nil)
			case o.Direction == "DESC":
				c = compare(y, x)
			default:
				c = compare(x, y)
			}
			if c != 0 {
				return c
			}
		}
		return 0
	})
}

// columns returns the columns of the answer and their names.
func (e *evaluation) columns(grouped bool) (names, shown []string) {
	fields := e.Fields
	switch {
	case fields == nil && grouped:
		fields = e.GroupBy
	case fields == nil:
		fields = []string{e.From + ".*"}
	}
	bare := map[string]int{}
	for _, f := range fields {
		if before, star := strings.CutSuffix(f, "*"); star {
			for _, name := range e.tables {
				if before != "" && before != name+"." {
					continue
				}
				t, _ := schema.Lookup(name)
				for _, c := range t.Columns {
					names = append(names, t.Name+"."+c.Name)
				}
			}
			continue
		}
		names = append(names, e.name(f))
	}
	for _, a := range e.Aggregations {
		names = append(names, a.name())
	}
	last := func(name string) string { return name[strings.IndexByte(name, '.')+1:] }
	for _, n := range names {
		bare[strings.ToLower(last(n))]++
	}
	for _, n := range names {
		if bare[last(n)] == 1 {
			n = last(n)
		}
		shown = append(shown, n)
	}
	return names, shown
}
