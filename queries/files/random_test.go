package files_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cortex-index/cortex/schema"
)

// randomTables lists the tables of random queries. They have keys of one column and of two, times,
// lists of values, and NULL in columns of every type that allows it.
var randomTables = []*schema.Table{schema.Files, schema.Functions, schema.Imports, schema.Parameters, schema.Calls}

var (
	someTexts    = []string{"", "a", "A", "ab", "a%b", "a_b", "%", "_", `\`, `a\b`, "it's", "?", "ä", "日本", "e\u0301", "😀", "go", "true", "files.language", "imports.alias", "2026-01-31"}
	somePatterns = []string{"", "%", "_", "a%", "%b", "%a%", "a_", "__", "_%", `a\%`, `\`, "%'%", "?", "日_", "a%b", "%%", "😀"}
	someNumbers  = []int64{0, 1, 2, 3, 4}
	someLong     = []int64{0, 1, 2, 1 << 31, 1<<53 - 1, 1 << 53, 1<<53 + 1, 1 << 54}
	someTimes    = []string{"2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000001Z", "2026-01-31", "1969-12-31 23:59:59", "2026-01-31T11:00:00+01:00", "2024-02-29T00:00:00.5Z"}
	someAliases  = []string{"n", "N1", "_", "language", "lines", "file_id", "select", "order", "files", "count", "counted"}
)

// maker makes random tables and queries.
type maker struct{ *rand.Rand }

func pick[T any](m maker, all []T) T { return all[m.IntN(len(all))] }

// rows makes a few rows of each table. Few values make repeats likely.
func (m maker) rows() *schema.Rows {
	rows := &schema.Rows{}
	tables := reflect.ValueOf(rows).Elem()
	for i := range tables.NumField() {
		t, _ := schema.TableOf(tables.Field(i).Type().Elem())
		if !slices.Contains(randomTables, t) {
			continue
		}
		for n := range 1 + m.IntN(7) {
			row := reflect.New(tables.Field(i).Type().Elem()).Elem()
			for k, c := range t.Columns {
				m.fill(row.Field(k), row.Type().Field(k).Tag, c)
			}
			last, _ := t.Column(t.Key[len(t.Key)-1])
			row.Field(int(last.FieldID) - 1).SetInt(int64(n + 1))
			tables.Field(i).Set(reflect.Append(tables.Field(i), row))
		}
	}
	return rows
}

func (m maker) fill(v reflect.Value, tag reflect.StructTag, c schema.Column) {
	switch {
	case c.Nullable && m.IntN(3) == 0:
		if null, _ := strconv.ParseInt(tag.Get("null"), 10, 64); v.CanInt() {
			v.SetInt(null)
		}
	case c.Values != nil:
		v.SetString(pick(m, c.Values))
	case c.Type == schema.String:
		v.SetString(pick(m, someTexts))
	case c.Type == schema.Int32:
		v.SetInt(pick(m, someNumbers))
	case c.Type == schema.Int64:
		v.SetInt(pick(m, someLong))
	case c.Type == schema.Boolean:
		v.SetBool(m.IntN(2) == 0)
	case c.Type == schema.Timestamp:
		if at, err := time.Parse(time.RFC3339, pick(m, someTimes)); err == nil {
			v.Set(reflect.ValueOf(at.UTC()))
		}
	}
}

// named is a column or an aggregate that a filter or an order can name.
type named struct {
	name   string
	table  string // the table of a column
	column string
	kind   schema.Type // schema.Double of an average
	values []string
}

func (n named) number() bool { return n.kind == schema.Int32 || n.kind == schema.Int64 }

func (n named) compares(o named) bool {
	number := func(n named) bool { return n.number() || n.kind == schema.Double }
	return n.kind == o.kind || number(n) && number(o)
}

// columns returns the columns of tables, bare and with their table.
func (m maker) columns(tables []*schema.Table) (out []named) {
	in := map[string]int{}
	for _, t := range tables {
		for _, c := range t.Columns {
			in[c.Name]++
		}
	}
	for _, t := range tables {
		for _, c := range t.Columns {
			n := named{name: t.Name + "." + c.Name, table: t.Name, column: c.Name, kind: c.Type, values: c.Values}
			if in[c.Name] == 1 && m.IntN(2) == 0 {
				n.name = c.Name
			}
			out = append(out, n)
		}
	}
	return out
}

func (m maker) query() *definition {
	tables := slices.Clone(randomTables)
	m.Shuffle(len(tables), func(i, j int) { tables[i], tables[j] = tables[j], tables[i] })
	tables = tables[:1+max(0, m.IntN(6)-2)]
	q := &definition{From: tables[0].Name}
	for i, t := range tables[1:] {
		q.Joins = append(q.Joins, join{Table: t.Name, Type: pick(m, []string{"", "INNER", "LEFT", "RIGHT", "FULL"}), On: m.on(tables[:i+2])})
	}
	if m.IntN(2) == 0 {
		q.Where = new(filter)
		*q.Where = m.filter(m.columns(tables), nil, 3)
	}
	if m.IntN(2) == 0 {
		m.group(q, tables)
	} else {
		m.list(q, tables)
	}
	if m.IntN(2) == 0 {
		q.Limit = 1 + m.IntN(6)
	}
	if m.IntN(4) == 0 {
		q.Offset = 1 + m.IntN(4)
	}
	return q
}

// on joins the last of the tables to the earlier ones.
func (m maker) on(tables []*schema.Table) filter {
	columns := m.columns(tables)
	mine := slices.DeleteFunc(slices.Clone(columns), func(n named) bool { return n.table != tables[len(tables)-1].Name })
	others := slices.DeleteFunc(slices.Clone(columns), func(n named) bool { return n.table == tables[len(tables)-1].Name })
	for m.IntN(5) > 0 {
		a, b := pick(m, mine), pick(m, others)
		if !a.compares(b) {
			continue
		}
		f := filter{Field: a.name, Operator: pick(m, []string{"=", "=", "=", "!=", "<", ">="}), Value: b.table + "." + b.column}
		if m.IntN(3) == 0 {
			return filter{And: []filter{f, m.filter(columns, tables, 1)}}
		}
		return f
	}
	return m.filter(columns, tables, 2)
}

// filter makes a filter about some of the names; in on also with the joined tables.
func (m maker) filter(about []named, on []*schema.Table, deep int) filter {
	if deep > 0 {
		several := func() (out []filter) {
			for range 1 + m.IntN(3) {
				out = append(out, m.filter(about, on, deep-1))
			}
			return out
		}
		switch m.IntN(8) {
		case 0:
			return filter{And: several()}
		case 1:
			return filter{Or: several()}
		case 2:
			inner := m.filter(about, on, deep-1)
			return filter{Not: &inner}
		}
	}
	left := pick(m, about)
	f := filter{Field: left.name, Operator: pick(m, []string{"=", "!=", ">", ">=", "<", "<=", "IN", "NOT IN", "IS NULL", "IS NOT NULL", "BETWEEN", "LIKE", "NOT LIKE"})}
	many := 0
	switch f.Operator {
	case "IS NULL", "IS NOT NULL":
		return f
	case "IN", "NOT IN":
		many = 1 + m.IntN(3)
	case "BETWEEN":
		many = 2
	case "LIKE", "NOT LIKE":
		if left.kind != schema.String {
			f.Operator = "="
		}
	}
	if many == 0 {
		f.Value = m.operand(left, f.Operator, about, on)
		return f
	}
	var list []any
	for range many {
		list = append(list, m.operand(left, f.Operator, about, on))
	}
	f.Value = list
	return f
}

// operand makes the value that a column or an aggregate is compared with.
func (m maker) operand(left named, operator string, about []named, on []*schema.Table) any {
	if m.IntN(4) == 0 {
		if right := pick(m, about); left.compares(right) {
			return columnValue{right.name}
		}
	}
	v := m.literal(left, operator)
	text, isText := v.(string)
	table, _, _ := strings.Cut(text, ".")
	isColumn := isText && on != nil && slices.ContainsFunc(randomTables, func(t *schema.Table) bool { return t.Name == table })
	if there := slices.ContainsFunc(on, func(t *schema.Table) bool { return t.Name == table }); isColumn && !there || m.IntN(6) == 0 {
		return literalValue{v}
	}
	return v
}

func (m maker) literal(left named, operator string) any {
	switch {
	case strings.HasSuffix(operator, "LIKE"):
		return pick(m, somePatterns)
	case left.values != nil && (strings.HasSuffix(operator, "IN") || operator == "=" || operator == "!="):
		return pick(m, left.values)
	case left.kind == schema.String:
		return pick(m, someTexts)
	case left.kind == schema.Boolean:
		return m.IntN(2) == 0
	case left.kind == schema.Timestamp:
		return pick(m, someTimes)
	case left.kind == schema.Double:
		return pick(m, []float64{0, 1, 1.5, 2.5, 1e21, -0.1})
	}
	return pick(m, append(slices.Clone(someLong), -1, 3, -1<<31, -1<<40))
}

// some returns a few of the names, each once.
func (m maker) some(all []named) []named {
	all = slices.Clone(all)
	m.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+m.IntN(3)]
}

// list makes the query one of rows.
func (m maker) list(q *definition, tables []*schema.Table) {
	switch m.IntN(4) {
	case 0: // all of from
	case 1:
		if m.IntN(2) == 0 {
			q.Fields = []string{"*"}
			break
		}
		for _, t := range tables {
			if q.Fields == nil || m.IntN(2) == 0 {
				q.Fields = append(q.Fields, t.Name+".*")
			}
		}
	default:
		for _, n := range m.some(m.columns(tables)) {
			q.Fields = append(q.Fields, n.name)
		}
	}
	m.order(q, m.columns(tables))
}

func (m maker) order(q *definition, by []named) {
	for m.IntN(2) == 0 {
		q.OrderBy = append(q.OrderBy, order{Field: pick(m, by).name, Direction: pick(m, []string{"", "ASC", "DESC"})})
	}
}

// group makes the query one of groups.
func (m maker) group(q *definition, tables []*schema.Table) {
	var about, groups []named
	if m.IntN(4) > 0 {
		groups = m.some(m.columns(tables))
	}
	taken := map[string]bool{}
	for len(q.Aggregations) == 0 && len(groups) == 0 || m.IntN(2) == 0 {
		of := pick(m, m.columns(tables))
		a := aggregation{Function: pick(m, []string{"COUNT", "SUM", "AVG", "MIN", "MAX"}), Field: of.name, Distinct: m.IntN(3) == 0}
		result := named{kind: of.kind, values: of.values}
		switch {
		case a.Function == "COUNT" && m.IntN(2) == 0:
			a.Field, a.Distinct, result = "", false, named{kind: schema.Int64}
		case a.Function == "COUNT" || a.Function == "SUM" && of.number():
			result = named{kind: schema.Int64}
		case a.Function == "AVG" && of.number():
			result = named{kind: schema.Double}
		case a.Function == "SUM" || a.Function == "AVG":
			continue
		}
		if m.IntN(2) == 0 {
			a.Alias = pick(m, someAliases)
			if len(groups) > 0 && m.IntN(3) == 0 {
				a.Alias = pick(m, groups).column
			}
		}
		result.name = a.name()
		if name := strings.ToLower(a.name()); !taken[name] {
			taken[name] = true
			q.Aggregations, about = append(q.Aggregations, a), append(about, result)
		}
	}
	for _, g := range groups {
		q.GroupBy = append(q.GroupBy, g.name)
		if m.IntN(2) == 0 {
			q.Fields = append(q.Fields, g.name)
		}
		g.name = g.table + "." + g.column // an alias comes before a bare name
		about = append(about, g)
	}
	if m.IntN(2) == 0 {
		q.Having = new(filter)
		*q.Having = m.filter(about, nil, 2)
	}
	m.order(q, about)
}
