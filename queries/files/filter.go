package files

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/queries/suggest"
	"github.com/cortex-index/cortex/schema"
)

// The limits of filters.
//
// DESIGN: the time that DuckDB takes for a bound value grows with their number, and it cannot be
// interrupted meanwhile. 1,000 took 0.8 s, 8,000 took 14, 32,000 took two minutes.
const (
	maxFilters = 32   // the depth of nested filters
	maxValues  = 1000 // the number of bound values
)

// operators maps each operator to the number of values that it takes.
var operators = map[string]int{"=": 1, "!=": 1, ">": 1, ">=": 1, "<": 1, "<=": 1, "LIKE": 1, "NOT LIKE": 1,
	"IN": many, "NOT IN": many, "IS NULL": 0, "IS NOT NULL": 0, "BETWEEN": 2}

// many means a list of one value or more.
const many = -1

// operatorNames lists the operators in the order of the help.
var operatorNames = []string{"=", "!=", ">", ">=", "<", "<=", "LIKE", "NOT LIKE", "IN", "NOT IN", "IS NULL", "IS NOT NULL", "BETWEEN"}

// filtering turns a filter into a condition.
type filtering struct {
	scope scope                     // of the whole query
	find  func(value) (term, error) // returns the term of a field
	joins bool                      // a string with a table and a column means that column
	bound *int                      // the number of values of the query so far
}

// filter checks a filter and returns its condition.
func (f filtering) filter(v value, nested int) (squirrel.Sqlizer, error) {
	if v.kind != objectValue {
		return nil, v.wrong(`such as {"field": "language", "operator": "=", "value": "go"}`, "it is %s, and has to be a filter", v)
	}
	if nested > maxFilters {
		return nil, v.wrong("", "filters are nested more than %d deep", maxFilters)
	}
	for _, key := range []string{"and", "or", "not"} {
		inner, ok := v.member(key)
		if !ok {
			continue
		}
		for i, k := range v.keys {
			if k != key {
				return nil, v.items[i].wrong("put both into the list of an and", "it is next to %q, which is a whole filter", key)
			}
		}
		if key == "not" {
			c, err := f.filter(inner, nested+1)
			return squirrel.Expr("NOT (?)", c), err
		}
		return f.list(key, inner, nested)
	}
	return f.comparison(v)
}

func (f filtering) list(key string, v value, nested int) (squirrel.Sqlizer, error) {
	if v.kind != listValue || len(v.items) == 0 {
		return nil, v.wrong("", "it is %s, and has to be a list of one filter or more", v.counted())
	}
	var all []squirrel.Sqlizer
	for _, item := range v.items {
		c, err := f.filter(item, nested+1)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	if key == "or" {
		return squirrel.Or(all), nil
	}
	return squirrel.And(all), nil
}

func (f filtering) comparison(v value) (squirrel.Sqlizer, error) {
	if err := v.only("field", "operator", "value"); err != nil {
		return nil, err
	}
	field, ok := v.member("field")
	if !ok {
		return nil, v.wrong("a filter has field, operator and value, or one of and, or, not", "the key field is missing")
	}
	left, err := f.find(field)
	if err != nil {
		return nil, err
	}
	operator, err := f.operator(v)
	if err != nil {
		return nil, err
	}
	given, has := v.member("value")
	if operators[operator] == 0 {
		if has && given.kind != nullValue {
			return nil, given.wrong("leave value out", "%s takes no value", operator)
		}
		return squirrel.Expr(left.sql + " " + operator), nil
	}
	if !has {
		return nil, v.wrong("", "the key value is missing, and %s takes one", operator)
	}
	return f.compare(left, operator, given)
}

// synonyms maps operators of other languages to operators here.
var synonyms = map[string]string{"<>": "!=", "==": "=", "=>": ">=", "=<": "<=", "ILIKE": "LIKE", "IS": "IS NULL"}

func (f filtering) operator(v value) (string, error) {
	o, ok := v.member("operator")
	if !ok {
		return "", v.wrong("the operators are "+strings.Join(operatorNames, ", "), "the key operator is missing")
	}
	if _, ok := operators[o.text]; o.kind != stringValue || !ok {
		typed := strings.ToUpper(o.text)
		if same, ok := synonyms[typed]; ok {
			typed = same
		}
		return "", o.wrong(meant(typed, operatorNames, "the operators are "+strings.Join(operatorNames, ", ")), "operator %s is unknown", o)
	}
	return o.text, nil
}

// compare returns the condition of an operator that takes values.
func (f filtering) compare(left term, operator string, v value) (squirrel.Sqlizer, error) {
	if strings.HasSuffix(operator, "LIKE") && left.kind != texts {
		return nil, v.wrong("", "%s is %s, and %s compares strings", left.name, left.kind, operator)
	}
	given := []value{v}
	if n := operators[operator]; n != 1 {
		if v.kind != listValue || len(v.items) == 0 || n == 2 && len(v.items) != 2 {
			wanted := map[int]string{2: "a list of two values", many: "a list of one value or more"}[n]
			return nil, v.wrong("", "it is %s, and %s takes %s", v.counted(), operator, wanted)
		}
		given = v.items
	}
	var spelled []string
	var args []any
	for _, g := range given {
		sql, bound, err := f.operand(left, operator, g)
		if err != nil {
			return nil, err
		}
		spelled, args = append(spelled, sql), append(args, bound...)
	}
	switch operators[operator] {
	case 2:
		return squirrel.Expr(left.sql+" BETWEEN "+spelled[0]+" AND "+spelled[1], args...), nil
	case many:
		return squirrel.Expr(left.sql+" "+operator+" ("+strings.Join(spelled, ", ")+")", args...), nil
	}
	if operator == "!=" {
		operator = "<>"
	}
	return squirrel.Expr(left.sql+" "+operator+" "+spelled[0], args...), nil
}

// operand returns the right side of a comparison: a column, or a bound value.
func (f filtering) operand(left term, operator string, v value) (string, []any, error) {
	column, isColumn, v, err := f.column(v)
	if err != nil {
		return "", nil, err
	}
	if isColumn {
		if !left.kind.compares(column.kind) {
			return "", nil, v.wrong("", "%s is %s, and cannot be compared with %s, which is %s", left.name, left.kind, column.name, column.kind)
		}
		return column.sql, nil, nil
	}
	if v.kind == nullValue {
		return "", nil, v.wrong("IS NULL and IS NOT NULL ask for that", "nothing is %s null", operator)
	}
	bound, err := literal(left.kind, v)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return "", nil, v.wrong("", "it is %s, and no value of %s is as far from 0", v, left.name)
	case err != nil:
		return "", nil, v.wrong("", "it is %s, and %s is %s", v, left.name, left.kind)
	}
	if left.values != nil && slices.Contains([]string{"=", "!=", "IN", "NOT IN"}, operator) && !slices.Contains(left.values, v.text) {
		return "", nil, v.wrong(meant(v.text, left.values, "it is one of "+strings.Join(left.values, ", ")), "%s is never %s", left.name, v)
	}
	if *f.bound++; *f.bound > maxValues {
		return "", nil, v.wrong("ask in parts", "it is one value too many: a query has at most %d", maxValues)
	}
	if text, is := bound.(string); is && strings.HasSuffix(operator, "LIKE") {
		var refused *RefusedError
		if errors.As(checkArgument("~~", text), &refused) {
			return "", nil, v.wrong(refused.Advice, "%s", refused.Message)
		}
	}
	return placeholders[sqlType(bound)], []any{bound}, nil
}

// column returns the column that a value names. Otherwise it returns the value itself, out of its
// {"literal": …}.
func (f filtering) column(v value) (column term, is bool, literal value, err error) {
	if v.kind == objectValue {
		for _, key := range []string{"column", "literal"} {
			inner, ok := v.member(key)
			if !ok {
				continue
			}
			if err := v.only(key); err != nil {
				return term{}, false, v, err
			}
			if key == "literal" {
				return term{}, false, inner, nil
			}
			column, err := f.find(inner)
			return column, true, inner, err
		}
		return term{}, false, v, v.wrong("", `an object as value is {"column": …} or {"literal": …}`)
	}
	table, name, dotted := strings.Cut(v.text, ".")
	if !f.joins || v.kind != stringValue || !dotted || !identifiers.MatchString(table) || !identifiers.MatchString(name) {
		return term{}, false, v, nil
	}
	names := f.scope.names()
	if slices.Contains(names, v.text) {
		column, err := f.find(v)
		return column, true, v, err
	}
	if _, declared := schema.Lookup(table); declared || suggest.Near(table, tableNames()) != "" {
		return term{}, false, v, v.wrong(meant(v.text, names, `{"literal": …} says that it is a text`), "column %s is unknown here", v)
	}
	return term{}, false, v, nil
}

// placeholders cast bound values to their type: DuckDB plans a statement again when a value has another
// type, and sql binds text.
var placeholders = map[string]string{"VARCHAR": "?", "INTEGER": "CAST(? AS INTEGER)", "BIGINT": "CAST(? AS BIGINT)", "DOUBLE": "CAST(? AS DOUBLE)",
	"BOOLEAN": "CAST(? AS BOOLEAN)", "TIMESTAMP": "CAST(? AS TIMESTAMP)"}

func sqlType(bound any) string {
	switch b := bound.(type) {
	case int64:
		if b < math.MinInt32 || b > math.MaxInt32 {
			return "BIGINT"
		}
		return "INTEGER"
	case float64:
		return "DOUBLE"
	case bool:
		return "BOOLEAN"
	case timestamp:
		return "TIMESTAMP"
	}
	return "VARCHAR"
}

// timestamp is a time in DuckDB's format, as it is bound and shown.
type timestamp string

// errKind is the error for a value of another kind than the term.
var errKind = strconv.ErrSyntax

// literal returns a value as one of a kind.
func literal(k kind, v value) (any, error) {
	switch {
	case k == integers && v.kind == numberValue:
		return integer(v.text)
	case k == numbers && v.kind == numberValue:
		return strconv.ParseFloat(v.text, 64)
	case k == texts && v.kind == stringValue:
		return v.text, nil
	case k == booleans && v.kind == boolValue:
		return v.is, nil
	case k == times && v.kind == stringValue:
		for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", time.DateOnly} {
			if t, err := time.Parse(layout, v.text); err == nil {
				return timestamp(t.UTC().Format("2006-01-02 15:04:05.999999")), nil
			}
		}
	}
	return nil, errKind
}

// integer reads a whole number in any notation: 1000, 1000.0, 1e3.
func integer(text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	if f, err := strconv.ParseFloat(text, 64); err != nil || math.Abs(f) > 1<<63 {
		return 0, strconv.ErrRange
	}
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		if exponent, err := strconv.Atoi(text[at+1:]); err != nil || exponent < -maxDigits || exponent > maxDigits {
			return 0, errKind
		}
	}
	exact, ok := new(big.Rat).SetString(text)
	switch {
	case !ok || !exact.IsInt():
		return 0, errKind
	case !exact.Num().IsInt64():
		return 0, strconv.ErrRange
	}
	return exact.Num().Int64(), nil
}

// maxDigits is the largest exponent of a number: 1e-999999999 would have as many digits.
const maxDigits = 1000

// only returns an error when the object has other keys.
func (v value) only(keys ...string) error {
	for i, k := range v.keys {
		if !slices.Contains(keys, k) {
			return v.items[i].wrong(meant(k, keys, "the keys here are "+strings.Join(keys, ", ")), "key %q is unknown", short(k))
		}
	}
	return nil
}

// counted describes the value, and the length of a list.
func (v value) counted() string {
	if v.kind == listValue {
		return "a list of " + strconv.Itoa(len(v.items))
	}
	return v.String()
}
