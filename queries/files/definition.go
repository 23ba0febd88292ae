package files

import (
	"slices"
	"strings"

	"github.com/Masterminds/squirrel"
)

// The limits of a query.
const (
	maxJoins     = 8
	maxRows      = 100_000
	defaultLimit = 100
)

// statement is a checked query, as SQL.
type statement struct {
	rows          squirrel.Sqlizer
	count         squirrel.Sqlizer // counts the rows without limit and offset
	limit, offset int
	order         int // the column that orders the rows; 0 for the first or none
}

// definition is a query during its check.
type definition struct {
	scope      scope
	joins      []joined
	groups     []term
	aggregates []output
	outputs    []output
	where      squirrel.Sqlizer
	having     squirrel.Sqlizer
	bound      int // the number of values in these and in joins
	orders     []string
	first      string // the first term of the order, in SQL
	limit      int
	offset     int
	several    bool // several indexes are one graph
}

// joined is a table that a query joins.
type joined struct {
	keyword, table string
	on             squirrel.Sqlizer
}

// output is a column of the answer.
type output struct {
	term
	alias string
	place value // its place in the query
}

// joinTypes maps the types of joins to SQL.
var joinTypes = map[string]string{"INNER": "JOIN", "LEFT": "LEFT JOIN", "RIGHT": "RIGHT JOIN", "FULL": "FULL JOIN"}

// check compares a query with the schema, of several indexes or one, and returns it as a statement.
func check(v value, several bool) (*statement, error) {
	if err := v.only("from", "fields", "where", "joins", "groupBy", "aggregations", "having", "orderBy", "limit", "offset"); err != nil {
		return nil, err
	}
	d := &definition{limit: defaultLimit, several: several}
	for _, step := range []func(value) error{d.from, d.join, d.group, d.aggregate, d.fields, d.name, d.filter, d.have, d.order, d.cut} {
		if err := step(v); err != nil {
			return nil, err
		}
	}
	return d.build(), nil
}

func (d *definition) from(v value) error {
	from, ok := v.member("from")
	if !ok {
		return v.wrong(anExample, "the key from is missing")
	}
	t, err := d.table(from)
	d.scope = scope{t}
	return err
}

func (d *definition) join(v value) error {
	joins, err := v.list("joins")
	if err != nil {
		return err
	}
	if len(joins) > maxJoins {
		return joins[maxJoins].wrong("", "a query has at most %d joins", maxJoins)
	}
	// The tables come first: with more than one, columns are written with their table.
	for _, j := range joins {
		if j.kind != objectValue {
			return j.wrong(`such as {"table": "files", "type": "INNER", "on": …}`, "it is %s, and has to be a join", j)
		}
		if err := j.only("table", "type", "on"); err != nil {
			return err
		}
		name, ok := j.member("table")
		if !ok {
			return j.wrong("", "the key table is missing")
		}
		t, err := d.table(name)
		if err != nil {
			return err
		}
		if slices.Contains(d.scope, t) {
			return name.wrong("for that, ask in SQL (`cortex query sql`)", "the table %s is in the query already", t.Name)
		}
		d.scope = append(d.scope, t)
	}
	for i, j := range joins {
		if err := d.on(j, d.scope[:i+2]); err != nil {
			return err
		}
	}
	return nil
}

// on checks the condition that joins a table to the tables before it.
func (d *definition) on(j value, tables scope) error {
	keyword := joinTypes["INNER"]
	if kind, ok := j.member("type"); ok {
		if keyword, ok = joinTypes[kind.text]; !ok || kind.kind != stringValue {
			return kind.wrong(meant(strings.ToUpper(kind.text), []string{"INNER", "LEFT", "RIGHT", "FULL"}, "the types are INNER, LEFT, RIGHT, FULL"), "join type %s is unknown", kind)
		}
	}
	on, ok := j.member("on")
	if !ok {
		return j.wrong(`such as {"field": "functions.file_id", "operator": "=", "value": "files.file_id"}`, "the key on is missing")
	}
	condition, err := filtering{scope: d.scope, find: tables.find, joins: true, bound: &d.bound}.filter(on, 1)
	d.joins = append(d.joins, joined{keyword: keyword, table: tables[len(tables)-1].Name, on: condition})
	return err
}

// fields chooses the columns of the answer.
func (d *definition) fields(v value) error {
	fields, err := v.list("fields")
	if err != nil {
		return err
	}
	_, given := v.member("fields")
	if given && len(fields) == 0 && len(d.aggregates) == 0 {
		return v.items[slices.Index(v.keys, "fields")].wrong(`"*" is all columns`, "it is an empty list")
	}
	switch {
	case !given && d.grouped():
		groups, _ := v.list("groupBy")
		for i, g := range d.groups {
			d.outputs = append(d.outputs, output{term: g, place: groups[i]})
		}
	case !given:
		for _, c := range d.scope[0].Columns {
			d.outputs = append(d.outputs, output{term: d.scope.term(d.scope[0], c), place: v})
		}
	}
	for _, f := range fields {
		terms, err := d.scope.expand(f)
		if err != nil {
			return err
		}
		for _, t := range terms {
			if d.grouped() && !d.isGroup(t) {
				return f.wrong("add it to groupBy, or aggregate it", "%s is not grouped, and the answer has groups", t.name)
			}
			d.outputs = append(d.outputs, output{term: t, place: f})
		}
	}
	d.outputs = append(d.outputs, d.aggregates...)
	return nil
}

// expand returns the columns of a field: *, table.*, or one column.
func (s scope) expand(v value) ([]term, error) {
	before, star := strings.CutSuffix(v.text, "*")
	if v.kind != stringValue || !star || before != "" && !strings.HasSuffix(before, ".") {
		t, err := s.find(v)
		return []term{t}, err
	}
	var out []term
	for _, t := range s {
		if before == "" || before == t.Name+"." {
			for _, c := range t.Columns {
				out = append(out, s.term(t, c))
			}
		}
	}
	if out == nil {
		var names []string
		for _, t := range s {
			names = append(names, t.Name)
		}
		return nil, v.wrong(meant(before, names, ""), "table %q is unknown in the query", short(strings.TrimSuffix(before, ".")))
	}
	return out, nil
}

// name gives each column of the answer its name: bare, or with its table when two names would be equal.
func (d *definition) name(value) error {
	bare := map[string]int{}
	for _, o := range d.outputs {
		bare[strings.ToLower(o.alias+o.column)]++
	}
	taken := map[string]bool{}
	for i := range d.outputs {
		o := &d.outputs[i]
		if o.alias == "" {
			if o.alias = o.column; bare[o.column] > 1 {
				o.alias = o.term.name
			}
		}
		if name := strings.ToLower(o.alias); taken[name] {
			return o.place.wrong("ask for it once, or give the aggregation another alias", "two columns of the answer would be named %q", o.alias)
		} else {
			taken[name] = true
		}
	}
	return nil
}

func (d *definition) filter(v value) (err error) {
	if where, ok := v.member("where"); ok {
		d.where, err = filtering{scope: d.scope, find: d.findInRows, bound: &d.bound}.filter(where, 1)
	}
	return err
}

// findInRows returns the term that a filter on rows names.
func (d *definition) findInRows(v value) (term, error) {
	t, err := d.scope.find(v)
	if err != nil && slices.ContainsFunc(d.aggregates, func(a output) bool { return a.alias == v.text }) {
		return t, v.wrong("having filters groups", "%s is an aggregate, and where filters rows before they are grouped", v)
	}
	return t, err
}

func (d *definition) order(v value) error {
	all, err := v.list("orderBy")
	if err != nil {
		return err
	}
	find := d.scope.find
	if d.grouped() {
		find = d.findInGroups
	}
	for _, o := range all {
		if o.kind != objectValue {
			return o.wrong(`such as {"field": "lines_total", "direction": "DESC"}`, "it is %s, and has to be an order", o)
		}
		if err := o.only("field", "direction"); err != nil {
			return err
		}
		field, ok := o.member("field")
		if !ok {
			return o.wrong("", "the key field is missing")
		}
		t, err := find(field)
		if err != nil {
			return err
		}
		direction := "ASC"
		if given, ok := o.member("direction"); ok {
			if direction = given.text; given.kind != stringValue || direction != "ASC" && direction != "DESC" {
				return given.wrong(meant(strings.ToUpper(given.text), []string{"ASC", "DESC"}, "the directions are ASC, DESC"), "direction %s is unknown", given)
			}
		}
		if d.orders == nil {
			d.first = t.sql
		}
		d.orders = append(d.orders, t.sql+" "+direction+" NULLS LAST")
	}
	return nil
}

func (d *definition) cut(v value) (err error) {
	if d.limit, err = v.integer("limit", defaultLimit, 1, maxRows); err != nil {
		return err
	}
	d.offset, err = v.integer("offset", 0, 0, 1<<31-1)
	return err
}

// list returns the items of a list by its key. It returns none when the key is absent.
func (v value) list(key string) ([]value, error) {
	l, ok := v.member(key)
	if ok && l.kind != listValue {
		return nil, l.wrong("", "it is %s, and has to be a list", l)
	}
	return l.items, nil
}

func (v value) yes(key string) (bool, error) {
	b, ok := v.member(key)
	if ok && b.kind != boolValue {
		return false, b.wrong("", "it is %s, and has to be true or false", b)
	}
	return b.is, nil
}

func (v value) integer(key string, absent, least, most int) (int, error) {
	n, ok := v.member(key)
	if !ok {
		return absent, nil
	}
	i, err := integer(n.text)
	if n.kind != numberValue || err != nil || i < int64(least) || i > int64(most) {
		return 0, n.wrong("", "it is %s, and has to be an integer from %d to %d", n, least, most)
	}
	return int(i), nil
}
