package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/squirrel"
)

// hits is the beginning of a statement that makes hits of all that is found, with what it is
// ordered by, and what each tier in it means.
func (s *searching) hits(errors int) (text string, args []any, labels []string, err error) {
	hits := squirrel.Select("s.symbol_id", "s.is_test", "NOT s.is_exported AS hidden",
		"CASE s.ref_count WHEN 0 THEN 0 ELSE length(s.ref_count::VARCHAR) END AS used", // 0, 1 to 9, 10 to 99, …
		`CASE WHEN s.kind IN ('field', 'property', 'enum_member') THEN 3
			WHEN s.kind IN ('variable', 'constant', 'macro') THEN 2
			WHEN s.kind IN ('method', 'interface_method') THEN 1 ELSE 0 END AS class`,
		"length(s.name) AS length", "s.symbol").Where(s.passing())
	expression := s.expression()
	if s.text != "" && expression == "" {
		return s.named(hits, errors)
	}
	hits = hits.Column("0 AS tier").From("symbols s")
	switch {
	case s.text == "":
		labels = []string{""}
	case strings.ContainsAny(s.text, wildcards):
		hits, labels = hits.Where(s.like(expression)), []string{byPattern}
	default:
		hits, labels = hits.Where(s.like(expression)), []string{bySubstring}
	}
	text, args, err = hits.Prefix("WITH hits AS MATERIALIZED (").Suffix(")").ToSql()
	return text, args, labels, err
}

// named completes hits with the names that match.
func (s *searching) named(hits squirrel.SelectBuilder, errors int) (text string, args []any, labels []string, err error) {
	all, matching := tiers(s.name, min(errors, errorsIn(s.name)))
	how := squirrel.Case()
	for i, t := range all {
		how = how.When(t.when, fmt.Sprint(i))
		labels = append(labels, t.match)
	}
	labels = append(labels, byFuzzy) // of what stands before the name
	names, args, err := squirrel.Select("*").From("spellings").Where(matching).Prefix("WITH named AS MATERIALIZED (").Suffix("),\n").ToSql()
	if err != nil {
		return "", nil, nil, err
	}
	hits = hits.FromSelect(squirrel.Select("unnest(ids) AS symbol_id").Column(squirrel.Alias(how, "tier")).From("named"), "f").Join("symbols s ON s.symbol_id = f.symbol_id")
	switch {
	case s.owner != "":
		hits = s.owned(hits, labels, errors)
	case strings.ContainsRune(s.name, ' '):
		hits = s.spread(hits, labels)
	default:
		hits = hits.Column("f.tier")
	}
	text, more, err := hits.Prefix("hits AS MATERIALIZED (").Suffix(")").ToSql()
	return names + text, append(args, more...), labels, err
}

// Names before that of a symbol: in its qualified name, and in its stable one.
const (
	qualifier = "left(s.qualified_name, length(s.qualified_name) - length(s.name) - 1)"
	home      = `regexp_replace(s.symbol, '\.[^./]*(#.*|~[0-9]+)?$', '')`
)

// owned are the hits that have the owner of the text, or, where the name begins as the text
// does, an owner that ends so, or one with typing errors.
func (s *searching) owned(hits squirrel.SelectBuilder, labels []string, errors int) squirrel.SelectBuilder {
	begins := squirrel.LtOrEq{"f.tier": slices.Index(labels, byPrefix)}
	how, column := squirrel.Case(), "s.qualified_name"
	if strings.ContainsRune(s.owner, '/') {
		how, column = how.When(squirrel.Expr("ends_with('/' || lower("+home+"), '/' || lower(?))", s.owner), "f.tier"), "s.symbol"
	} else {
		how = how.When(squirrel.Expr("ends_with('.' || lower("+qualifier+"), '.' || lower(?))", s.owner), "f.tier").
			When(when(begins, squirrel.Expr("ends_with(lower("+qualifier+"), lower(?))", s.owner)), fmt.Sprint(slices.Index(labels, bySubstring)))
	}
	if n := min(errors, errorsIn(s.owner)); n > 0 && column == "s.qualified_name" {
		names := -strings.Count(s.owner, ".") - 1
		how = how.When(when(squirrel.Lt{"f.tier": slices.Index(labels, byPrefix)},
			squirrel.Expr("damerau_levenshtein(array_to_string(string_split(lower("+qualifier+"), '.')[?:], '.'), lower(?)) <= ?", names, s.owner, n)), fmt.Sprint(len(labels)-1))
	} else {
		hits = hits.Where("contains(lower("+column+"), lower(?))", s.owner) // which leaves few for what costs more
	}
	return squirrel.Select("*").FromSelect(hits.Column(squirrel.Alias(how, "tier")), "o").Where("o.tier IS NOT NULL")
}

// spread are the hits of words of which some stand before the name. Head.Init matches head
// init as well as a name of these words does.
func (s *searching) spread(hits squirrel.SelectBuilder, labels []string) squirrel.SelectBuilder {
	words := wordsOf(s.name)
	for _, w := range words {
		hits = hits.Where("contains(lower(s.qualified_name), lower(?))", w)
	}
	whole := squirrel.Expr("ends_with('.' || lower(s.qualified_name), '.' || lower(?))", strings.Join(words, "."))
	return hits.Column(squirrel.Alias(squirrel.Case().When(whole, fmt.Sprint(slices.Index(labels, byWords))).Else("f.tier"), "tier"))
}

// like is the condition that a symbol matches an expression.
//
// DESIGN: a regular expression takes 0.1 µs for each name, the longest of the texts in it
// a quarter of that.
func (s *searching) like(expression string) squirrel.Sqlizer {
	pieces := strings.FieldsFunc(s.text, func(r rune) bool { return strings.ContainsRune("%_*?", r) })
	longest := ""
	for _, p := range pieces {
		if len(p) > len(longest) {
			longest = p
		}
	}
	var any squirrel.Or
	columns := []string{"s.name"}
	if strings.ContainsAny(s.text, "./") {
		columns = []string{"s.qualified_name", "s.symbol"}
	}
	for _, c := range columns {
		any = append(any, when(squirrel.Expr("contains(lower("+c+"), lower(?))", longest), squirrel.Expr("regexp_full_match("+c+", ?)", expression)))
	}
	return any
}

// passing is the condition that a symbol passes the filters of the pattern and of the
// arguments.
func (s *searching) passing() squirrel.Sqlizer {
	kinds, exported, prefix, least, most, tests := s.bound[0], s.bound[1], s.bound[2], s.bound[3], s.bound[4], s.bound[5]
	all := squirrel.And{squirrel.Expr("s.is_external = ?", s.external), squirrel.Expr("s.ref_count BETWEEN ? AND ?", least, most)}
	if !s.external {
		all = append(all, squirrel.Expr("s.start_line IS NOT NULL")) // else cortex alone names it
	}
	if kinds != nil {
		all = append(all, squirrel.Expr("list_contains(?::VARCHAR[], s.kind)", kinds))
	}
	if s.kinds != nil {
		all = append(all, squirrel.Expr("list_contains(?::VARCHAR[], s.kind)", s.kinds))
	}
	if s.languages != nil {
		all = append(all, squirrel.Expr("list_contains(?::VARCHAR[], s.language)", s.languages))
	}
	if exported != nil {
		all = append(all, squirrel.Expr("s.is_exported = ?", exported))
	}
	if s.exported != nil {
		all = append(all, squirrel.Expr("s.is_exported = ?", *s.exported))
	}
	if s.test != nil {
		all = append(all, squirrel.Expr("s.is_test = ?", *s.test))
	}
	if tests == false {
		all = append(all, squirrel.Expr("NOT s.is_test"))
	}
	if prefix != "" {
		all = append(all, squirrel.Expr("starts_with(s.file_path, ?)", prefix))
	}
	if s.in != "" {
		all = append(all, squirrel.Expr("regexp_full_match(s.file_path, ?)", s.in))
	}
	if s.notIn != "" {
		all = append(all, squirrel.Expr("NOT regexp_full_match(s.file_path, ?)", s.notIn))
	}
	return all
}
