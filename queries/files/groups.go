package files

import (
	"regexp"
	"slices"
	"strings"
)

// functionNames lists the functions of aggregations.
var functionNames = []string{"COUNT", "SUM", "AVG", "MIN", "MAX"}

func (d *definition) group(v value) error {
	groups, err := v.list("groupBy")
	if err != nil {
		return err
	}
	for _, g := range groups {
		t, err := d.scope.find(g)
		if err != nil {
			return err
		}
		d.groups = append(d.groups, t)
	}
	return nil
}

func (d *definition) aggregate(v value) error {
	all, err := v.list("aggregations")
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.kind != objectValue {
			return a.wrong(`such as {"function": "COUNT", "alias": "files"}`, "it is %s, and has to be an aggregation", a)
		}
		if err := a.only("function", "field", "alias", "distinct"); err != nil {
			return err
		}
		o, err := d.aggregation(a)
		if err != nil {
			return err
		}
		d.aggregates = append(d.aggregates, o)
	}
	return nil
}

func (d *definition) aggregation(a value) (output, error) {
	o := output{place: a}
	function, ok := a.member("function")
	if !ok {
		return o, a.wrong("the functions are "+strings.Join(functionNames, ", "), "the key function is missing")
	}
	if function.kind != stringValue || !slices.Contains(functionNames, function.text) {
		return o, function.wrong(meant(strings.ToUpper(function.text), functionNames, "the functions are "+strings.Join(functionNames, ", ")), "function %s is unknown", function)
	}
	distinct, err := a.yes("distinct")
	if err != nil {
		return o, err
	}
	o.alias = strings.ToLower(function.text)
	argument := "*"
	if field, ok := a.member("field"); ok {
		of, err := d.scope.find(field)
		if err != nil {
			return o, err
		}
		if (function.text == "SUM" || function.text == "AVG") && !of.kind.isNumber() {
			return o, field.wrong("", "%s is %s, and %s needs numbers", of.name, of.kind, function.text)
		}
		o.kind, o.values = of.kind, of.values
		argument, o.alias = of.sql, o.alias+"_"+of.column
	} else if function.text != "COUNT" || distinct {
		return o, a.wrong("COUNT without distinct counts rows, and needs none", "the key field is missing")
	}
	if distinct {
		argument = "DISTINCT " + argument
	}
	switch function.text {
	case "COUNT":
		o.kind, o.values = integers, nil
	case "AVG":
		o.kind = numbers
	}
	o.sql = function.text + "(" + argument + ")"
	if alias, ok := a.member("alias"); ok {
		if o.alias, err = identifier(alias); err != nil {
			return o, err
		}
	}
	o.name = o.alias
	return o, nil
}

var identifiers = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)

// identifier returns a name that is a plain identifier of SQL.
func identifier(v value) (string, error) {
	if v.kind != stringValue || !identifiers.MatchString(v.text) {
		return "", v.wrong("", "it is %s, and has to be a name of letters, digits and _, at most 63", v)
	}
	return v.text, nil
}

// grouped reports whether the rows of the answer are groups.
func (d *definition) grouped() bool { return len(d.groups) > 0 || len(d.aggregates) > 0 }

func (d *definition) isGroup(t term) bool {
	return slices.ContainsFunc(d.groups, func(g term) bool { return g.name == t.name })
}

func (d *definition) have(v value) (err error) {
	having, ok := v.member("having")
	if !ok {
		return nil
	}
	if !d.grouped() {
		return having.wrong("where filters rows", "the query has no groupBy and no aggregations")
	}
	d.having, err = filtering{scope: d.scope, find: d.findInGroups, bound: &d.bound}.filter(having, 1)
	return err
}

// findInGroups returns the term that a filter on groups names: an aggregate by its alias, or a grouped
// column.
func (d *definition) findInGroups(v value) (term, error) {
	for _, a := range d.aggregates {
		if v.kind == stringValue && a.alias == v.text {
			return a.term, nil
		}
	}
	t, err := d.scope.find(v)
	switch {
	case err == nil && d.isGroup(t):
		return d.apart(t), nil
	case err == nil:
		return t, v.wrong("name a column of groupBy, or the alias of an aggregation", "%s is not grouped", t.name)
	}
	var names []string
	for _, a := range d.aggregates {
		names = append(names, a.alias)
	}
	for _, g := range d.groups {
		names = append(names, g.column)
	}
	if v.kind != stringValue {
		return t, err
	}
	return t, v.wrong(meant(v.text, names, ""), "column %s is neither an aggregate nor a grouped column", v)
}

// apart returns a grouped column with its table when an aggregate has the same name, because DuckDB
// would take the bare name for the aggregate.
func (d *definition) apart(t term) term {
	if slices.ContainsFunc(d.aggregates, func(a output) bool { return strings.EqualFold(a.alias, t.column) }) {
		t.sql = t.name
	}
	return t
}
