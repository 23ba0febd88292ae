package analysis

import (
	"context"
	"strconv"
	"strings"

	"github.com/Masterminds/squirrel"
)

// hits is the beginning of a statement that makes hits of all that is found, with what it is
// ordered by, and how to say in a word what a tier in it means. It is empty when no name
// matches.
func (s *searching) hits(ctx context.Context, errors int) (text string, args []any, label func(tier int) string, err error) {
	hits := squirrel.Select("s.symbol_id", "s.is_test", "NOT s.is_exported AS hidden",
		"CASE s.ref_count WHEN 0 THEN 0 ELSE length(s.ref_count::VARCHAR) END AS used", // 0, 1 to 9, 10 to 99, …
		`CASE WHEN s.kind IN ('field', 'property', 'enum_member') THEN 3
			WHEN s.kind IN ('variable', 'constant', 'macro') THEN 2
			WHEN s.kind IN ('method', 'interface_method') THEN 1 ELSE 0 END AS class`,
		"length(s.name) AS length", "s.symbol").Where(s.passing())
	expression := s.expression()
	match := ""
	switch {
	case s.text == "":
		hits = hits.Column("0 AS tier").From("symbols s")
	case expression == "":
		m := newMatcher(s.name, min(errors, errorsIn(s.name)))
		m.anyCase = m.anyCase && s.owner == "" // Server.serve is meant so
		names, err := s.matching(ctx, m, errors)
		if err != nil || names == "" {
			return "", nil, nil, err
		}
		hits = s.named(hits, names)
		text, args, err = hits.Prefix("WITH hits AS MATERIALIZED (").Suffix(")").ToSql()
		return text, args, m.label, err
	case strings.ContainsAny(s.text, wildcards):
		hits, match = hits.Column("0 AS tier").From("symbols s").Where(s.like(expression)), byPattern
	default:
		hits, match = hits.Column("0 AS tier").From("symbols s").Where(s.like(expression)), bySubstring
	}
	text, args, err = hits.Prefix("WITH hits AS MATERIALIZED (").Suffix(")").ToSql()
	return text, args, func(int) string { return match }, err
}

// matching are the symbols whose names match, in one text: of each the id times 16 and its
// tier.
//
// DESIGN: the driver takes 1.5 µs for each value in a list, and so 300 ms for 200,000.
func (s *searching) matching(ctx context.Context, m *matcher, errors int) (string, error) {
	if names, known := s.names[errors]; known {
		return names, nil
	}
	all, err := spellingsOf(ctx, s.index)
	if err != nil {
		return "", err
	}
	owned := s.owner != "" && !s.inPath()
	owner := newOwner(s.owner, errors)
	var out []byte
	for _, n := range all {
		tier := m.tier(n)
		switch {
		case tier < 0:
		case owned:
			tier = owner.tier(n, tier)
		case m.spaced:
			tier = m.spread(n, tier)
		}
		if tier >= 0 {
			out = strconv.AppendInt(append(out, ' '), n.id<<4|int64(tier), 10)
		}
	}
	s.names[errors] = strings.TrimPrefix(string(out), " ")
	return s.names[errors], nil
}

// inPath reports whether what stands before the last dot of the text is a path.
func (s *searching) inPath() bool { return strings.ContainsRune(s.owner, '/') }

// named completes hits with the symbols of matching.
func (s *searching) named(hits squirrel.SelectBuilder, matching string) squirrel.SelectBuilder {
	hits = hits.Column("f.v & 15 AS tier").FromSelect(squirrel.Select().Column("unnest(string_split(?, ' '))::BIGINT AS v", matching), "f").Join("symbols s ON s.symbol_id = f.v >> 4")
	if s.inPath() {
		below := squirrel.Expr("ends_with('/' || lower("+home+"), '/' || lower(?))", s.owner)
		hits = hits.Where(when(squirrel.Expr("contains(lower(s.symbol), lower(?))", s.owner), below))
	}
	return hits
}

// home is a stable name without the last name in it.
const home = `regexp_replace(s.symbol, '\.[^./]*(#.*|~[0-9]+)?$', '')`

// owner is what stands before the last dot of a text, in lower case.
type owner struct {
	lowered string
	letters []rune
	errors  int // typing errors that are forgiven
	names   int // in it
}

func newOwner(text string, errors int) owner {
	lowered := strings.ToLower(text)
	return owner{lowered, []rune(lowered), min(errors, errorsIn(text)), strings.Count(text, ".") + 1}
}

// tier is that of a name in a tier by itself that has this owner, or, where the name begins
// as the text does, an owner that ends so, or one with typing errors; -1 for others.
func (o owner) tier(s spelling, tier int) int {
	ends := strings.HasSuffix(s.owner, o.lowered)
	switch {
	case ends && (len(s.owner) == len(o.lowered) || s.owner[len(s.owner)-len(o.lowered)-1] == '.'):
		return tier
	case tier > tierPrefix:
		return -1
	case ends:
		return tierSubstring
	case o.errors == 0:
		return -1
	}
	names := strings.Split(s.owner, ".")
	near := strings.Join(names[max(len(names)-o.names, 0):], ".")
	if edits(o.letters, []rune(near), o.errors) > o.errors {
		return -1
	}
	return tierOwner
}

// spread is the tier of a name of words of which some stand before it, and -1 when one
// stands nowhere. Head.Init matches head init, and init head, as well as a name of these words
// does.
func (m *matcher) spread(s spelling, tier int) int {
	whole := "." + s.owner + "." + s.lowered + "."
	names := true
	for _, w := range m.words {
		if !strings.Contains(whole, w.lowered) {
			return -1
		}
		names = names && strings.Contains(whole, "."+w.lowered+".")
	}
	if names {
		return m.tierOfWords()
	}
	return tier
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

// when is the condition that one holds that costs little, and then another.
//
// DESIGN: DuckDB puts the parts of an AND in an order of its own.
func when(cheap, then squirrel.Sqlizer) squirrel.Sqlizer {
	return squirrel.ConcatExpr("CASE WHEN ", cheap, " THEN ", then, " ELSE false END")
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
	for _, exported := range s.exported {
		all = append(all, squirrel.Expr("s.is_exported = ?", exported))
	}
	for _, test := range s.test {
		all = append(all, squirrel.Expr("s.is_test = ?", test))
	}
	if tests == false {
		all = append(all, squirrel.Expr("NOT s.is_test"))
	}
	if prefix != "" {
		all = append(all, squirrel.Expr("starts_with(s.file_path, ?)", prefix))
	}
	if s.in != "" {
		all = append(all, squirrel.Expr("s.file_id IN (SELECT file_id FROM files WHERE regexp_full_match(file_path, ?))", s.in))
	}
	if s.notIn != "" {
		all = append(all, squirrel.Expr("s.file_id IN (SELECT file_id FROM files WHERE NOT regexp_full_match(file_path, ?))", s.notIn))
	}
	return all
}
