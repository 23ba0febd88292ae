package files

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The limits of a statement. DuckDB can be interrupted between two batches of rows, but not while it
// plans.
const (
	maxText   = 100_000   // bytes of the query
	maxTree   = 100_000   // estimated parts of its syntax tree
	maxDepth  = 200       // the depth of nested parts
	joinDepth = 4         // the depth that a join adds
	maxCopies = 5_000     // parts that are planned again for each use of their name
	maxWeight = 1_000_000 // parts, with all copies
	starWidth = 20        // the columns of COLUMNS(*) in the count
)

// longSigns matches signs that the lexer reads again from each of them: 800 took 0.8 s, and three times
// as many 20.
var longSigns = regexp.MustCompile(`\+[-+]{99}`)

// The beginning of common table expressions, and of each of them. Text and comments count too.
var (
	withWord = regexp.MustCompile(`(?i)\bwith\b`)
	asTable  = regexp.MustCompile(`(?i)\bas([\s\pZ]*(\(|--|/\*)|[\s\pZ]+(not|materialized)\b)`)
)

// readable refuses a text that is too large for the parser.
//
// DESIGN: the syntax tree repeats a common table expression in each later one, and twice in each that
// contains it. 50 nested ones took 2.5 GB and did not end, although nothing runs. Therefore readable
// estimates the size of the tree from the text.
func readable(text string) error {
	if len(text) > maxText {
		return &RefusedError{Message: fmt.Sprintf("the query has %d bytes, and at most %d are allowed", len(text), maxText),
			Advice: "ask for less at once, or give long values by args"}
	}
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return refused("the query is no text: it holds a NUL, or bytes that are not UTF-8")
	}
	if longSigns.MatchString(text) {
		return refused("the query has too many signs in a row")
	}
	with := float64(len(withWord.FindAllStringIndex(text, -1)))
	tables := max(with, float64(len(asTable.FindAllStringIndex(text, -1))))
	if with > 0 && math.Pow(2*tables/with, with)*tables > maxTree {
		return &RefusedError{Message: fmt.Sprintf("%.0f tables in %.0f WITH are too many", tables, with),
			Advice: "use fewer, and no WITH in another: one may have 200 tables, four may have 17"}
	}
	return nil
}

// checkWeight refuses a syntax tree that would take too long to plan.
//
// DESIGN: DuckDB copies a named expression or table for each use of the name. SELECT 1 AS a, a + a AS
// b, b + b AS c, 16 times, planned for more than 8 s; 900 additions too, 200 for 0.2 s. A hundred joins
// planned for more than 8 s, fifty did not.
func checkWeight(tree any) error {
	plain, err := weigher{}.weigh(tree, nil, 0)
	if err != nil {
		return err
	}
	all, err := weigher{copies: true}.weigh(tree, nil, 0)
	if err == nil && all-plain > maxCopies {
		err = errTooManyCopies
	}
	return err
}

var errTooManyCopies = &RefusedError{Message: "names in the query repeat more parts than DuckDB can plan",
	Advice: "use aliases and common table expressions fewer times in later ones"}

// weigher counts the parts of a syntax tree, with copies as often as DuckDB plans them.
type weigher struct{ copies bool }

// names has the weights of named parts: "column x" and "table x".
type names map[string]int

func (n names) with(kind string, name any, weight int) names {
	out := maps.Clone(n)
	if out == nil {
		out = names{}
	}
	out[key(kind, name)] = weight
	return out
}

func key(kind string, name any) string { return kind + " " + strings.ToLower(fmt.Sprint(name)) }

func (w weigher) weigh(v any, known names, depth int) (total int, err error) {
	if depth > maxDepth {
		return 0, &RefusedError{Message: "the query is nested too deeply",
			Advice: fmt.Sprintf("nest at most %d operators, calls and subqueries, or %d joins", maxDepth, maxDepth/joinDepth)}
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			n, err := w.weigh(e, known, depth)
			if err != nil {
				return 0, err
			}
			if total += n; total > maxWeight {
				return 0, errTooManyCopies
			}
		}
	case map[string]any:
		total, depth = w.own(v, known, depth)
		for _, part := range partsOf(v) {
			n, err := w.part(v, part, &known, depth)
			if err != nil {
				return 0, err
			}
			if total += n; total > maxWeight {
				return 0, errTooManyCopies
			}
		}
	}
	return total, nil
}

// own returns the weight of an object without its parts, and the depth of its parts.
func (w weigher) own(o map[string]any, known names, depth int) (weight, inside int) {
	kind, _ := o["type"].(string)
	class, _ := o["class"].(string)
	if kind == "" {
		return 0, depth
	}
	copied := 0
	switch {
	case kind == "JOIN":
		return 1, depth + joinDepth
	case class == "COLUMN_REF":
		if path, _ := o["column_names"].([]any); len(path) > 0 {
			copied = known[key("column", path[len(path)-1])]
		}
	case class == "STAR" && o["columns"] == true:
		copied = starWidth
	case class == "" && kind == "BASE_TABLE":
		copied = known[key("table", o["table_name"])]
	}
	if !w.copies {
		copied = 0
	}
	return 1 + copied, depth + 1
}

// partsOf returns the keys of an object in the order in which their names become known. A CTE_NODE
// around the query has the tables of cte_map too.
func partsOf(o map[string]any) []string {
	rank := func(k string) int { return slices.Index([]string{"query", "select_list"}, k) }
	keys := slices.SortedFunc(maps.Keys(o), func(a, b string) int {
		if d := rank(b) - rank(a); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return slices.DeleteFunc(keys, func(k string) bool { return k == "cte_map" })
}

// part returns the weight of a part of an object, and adds its names.
func (w weigher) part(o map[string]any, part string, known *names, depth int) (int, error) {
	list, ok := o[part].([]any)
	if !ok || part != "select_list" {
		n, err := w.weigh(o[part], *known, depth)
		if name := o["cte_name"]; part == "query" && name != nil {
			*known = known.with("table", name, n)
		}
		return n, err
	}
	total := 0
	for _, e := range list {
		n, err := w.weigh(e, *known, depth)
		if err != nil {
			return 0, err
		}
		if item, _ := e.(map[string]any); item["alias"] != nil && item["alias"] != "" && item["class"] != "COLUMN_REF" {
			*known = known.with("column", item["alias"], n)
		}
		if total += n; total > maxWeight {
			return 0, errTooManyCopies
		}
	}
	return total, nil
}
