package files

import (
	"slices"

	"github.com/Masterminds/squirrel"
)

// build writes the query in SQL. Its text comes from the schema or is bound.
//
// DESIGN: rows without an order come in the order of the keys of their tables, and groups in the order
// of their grouping columns. Otherwise DuckDB may return other rows for the same limit and offset next
// time.
func (d *definition) build() *statement {
	var columns, groups []string
	for _, o := range d.outputs {
		column := o.sql
		if o.alias != o.column {
			column += ` AS "` + o.alias + `"`
		}
		columns = append(columns, column)
	}
	for _, g := range d.groups {
		groups = append(groups, g.sql)
	}
	rows := squirrel.Select(columns...).From(d.scope[0].Name)
	for _, j := range d.joins {
		rows = rows.JoinClause(squirrel.Expr(j.keyword+" "+j.table+" ON ?", j.on))
	}
	if d.where != nil {
		rows = rows.Where(d.where)
	}
	rows = rows.GroupBy(groups...)
	if d.having != nil {
		rows = rows.Having(d.having)
	}
	s := &statement{limit: d.limit, offset: d.offset}
	s.order = max(slices.IndexFunc(d.outputs, func(o output) bool { return o.sql == d.first || o.alias == d.first }), 0)
	s.count = squirrel.Select("count(*)").FromSelect(rows, "counted")
	page := rows.OrderBy(append(slices.Clone(d.orders), d.ties()...)...).Limit(uint64(d.limit))
	if d.offset > 0 {
		page = page.Offset(uint64(d.offset))
	}
	s.rows = page
	return s
}

// ties returns the terms that order rows that are equal in the query's own order.
func (d *definition) ties() []string {
	var out []string
	if d.grouped() {
		for _, g := range d.groups {
			out = append(out, d.apart(g).sql)
		}
		return out
	}
	for _, t := range d.scope {
		for _, key := range t.Key {
			c, _ := t.Column(key)
			out = append(out, d.scope.term(t, c).sql)
		}
	}
	return out
}
