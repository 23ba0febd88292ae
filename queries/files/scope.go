package files

import (
	"slices"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/queries/suggest"
	"github.com/cortex-index/cortex/schema"
)

// kind is a class of values that can be compared with each other.
type kind string

const (
	integers kind = "an integer"
	numbers  kind = "a number"
	texts    kind = "a string"
	booleans kind = "true or false"
	times    kind = `a time, such as "2026-01-31" or "2026-01-31T10:00:00Z"`
)

var kinds = map[schema.Type]kind{schema.Int32: integers, schema.Int64: integers, schema.Boolean: booleans,
	schema.Double: numbers, schema.String: texts, schema.Timestamp: times}

// compares reports whether values of both kinds can be compared.
func (k kind) compares(other kind) bool {
	return k == other || k.isNumber() && other.isNumber()
}

func (k kind) isNumber() bool { return k == integers || k == numbers }

// term is a column or an aggregate that a filter, an order or an aggregation names.
type term struct {
	name   string // for messages
	sql    string
	kind   kind
	values []string // the closed list of values, when there is one
	table  string   // of a column
	column string   // of a column
}

// scope lists the tables of a query, in the order of their joins.
type scope []*schema.Table

// table returns the table that a value names.
func (d *definition) table(v value) (*schema.Table, error) {
	if v.kind != stringValue {
		return nil, v.wrong("", "it is %s, and has to be the name of a table", v)
	}
	t, ok := schema.Lookup(v.text)
	if !ok {
		return nil, v.wrong(meant(v.text, tableNames(), "`cortex schema` lists the tables"), "table %s is unknown", v)
	}
	if d.several {
		t = ofSeveral()[t.Name]
	}
	return t, nil
}

// ofSeveral returns the tables of several indexes as one graph: each row begins with its repository.
var ofSeveral = sync.OnceValue(func() map[string]*schema.Table {
	out := map[string]*schema.Table{}
	for _, t := range schema.Tables() {
		several := *t
		several.Columns = append([]schema.Column{{Name: "repository", Type: schema.String}}, t.Columns...)
		out[t.Name] = &several
	}
	return out
})

// meant returns advice for a name: the nearest of some names, preferring names that contain it, and the
// place of the full list.
func meant(typed string, names []string, all string) string {
	longer := slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return typed == "" || !strings.Contains(strings.ToLower(n), strings.ToLower(typed))
	})
	if len(longer) > 0 {
		names = longer
	}
	advice := all
	if near := suggest.Nearest(typed, names); near != "" {
		advice = `did you mean "` + near + `"? ` + all
	}
	return strings.TrimSpace(advice)
}

// find returns the column of a name, bare or after its table and a dot.
func (s scope) find(v value) (term, error) {
	if v.kind != stringValue {
		return term{}, v.wrong("", "it is %s, and has to be the name of a column", v)
	}
	in, name := s, v.text
	if before, after, qualified := strings.Cut(v.text, "."); qualified {
		name = after
		in = slices.DeleteFunc(slices.Clone(s), func(t *schema.Table) bool { return t.Name != before })
		if len(in) == 0 {
			if _, known := schema.Lookup(before); known {
				return term{}, v.wrong("the tables of the query are its from and its joins, up to this one", "the table %s is not in the query here", before)
			}
			return term{}, v.wrong(meant(v.text, s.names(), ""), "table %q is unknown", short(before))
		}
	}
	var found []term
	for _, t := range in {
		if c, ok := t.Column(name); ok {
			found = append(found, s.term(t, c))
		}
	}
	switch len(found) {
	case 0:
		return term{}, v.wrong(meant(v.text, s.names(), "`cortex schema "+s[0].Name+"` lists the columns"), "column %s is unknown", v)
	case 1:
		return found[0], nil
	}
	return term{}, v.wrong("say which: "+found[0].table+"."+name+" or "+found[1].table+"."+name, "the column %s is in several tables", v)
}

// term returns a column as a term.
func (s scope) term(t *schema.Table, c schema.Column) term {
	sql := c.Name
	if len(s) > 1 {
		sql = t.Name + "." + c.Name
	}
	return term{name: t.Name + "." + c.Name, sql: sql, kind: kinds[c.Type], values: c.Values, table: t.Name, column: c.Name}
}

// names returns the names of all columns, bare and with their tables.
func (s scope) names() []string {
	var out []string
	for _, t := range s {
		for _, c := range t.Columns {
			out = append(out, c.Name, t.Name+"."+c.Name)
		}
	}
	return out
}
