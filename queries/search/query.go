package search

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/suggest"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

// query is a search: a text and filters.
type query struct {
	index       *queries.Index
	text        text
	kinds       [][]string // a symbol has a kind of each list
	languages   []string   // nil for all
	without     []string   // lower-case parts of names that a symbol must not have
	in, notIn   string     // expressions of paths; empty for all and for none
	exported    []bool     // all apply; none means both
	test        []bool
	external    bool // external symbols and no others
	prefix      string
	least, most int64
	phrases     []string // texts in double quotes, which the source of a symbol has
	pattern     pattern  // of lines, in a search for text
	args        searchArgs
	typed       string // the text as typed; text may be another reading of it
	filtered    bool   // the pattern or the arguments have filters

	edited    map[string]bool // files of another text than in the index
	now       *query          // the same search in the edited files; nil without any
	fromFiles bool            // the index is of the edited files
}

const (
	maxPattern   = 1000 // in bytes; no name is as long
	filterAdvice = "a pattern takes kind:, path:, is: and lang:, with - in front to exclude, as in: server -mock kind:func -is:test"
)

var (
	filterKeys = []string{"kind", "in", "path", "is", "lang"}
	// otherKeys are the names of filters in other tools.
	otherKeys = map[string]string{"file": "path", "dir": "path", "language": "lang", "type": "kind"}
	// otherLanguages are other names of languages.
	otherLanguages = map[string]string{"py": "python", "js": "javascript", "ts": "typescript", "rs": "rust", "rb": "ruby", "golang": "go", "cpp": "c++", "cc": "c++", "cs": "c#",
		"sh": "shell", "bash": "shell", "md": "markdown", "yml": "yaml", "kt": "kotlin"}
	// filterToken matches a filter key:value, but no URL and no C++ name.
	filterToken = regexp.MustCompile(`^(-?)([A-Za-z]+):([^:/].*|/[^/].*|/|)$`)
)

// parse reads the pattern and the arguments.
func parse(ctx context.Context, ix *queries.Index, args searchArgs) (*query, error) {
	f := args.Filters
	if strings.TrimSpace(args.Pattern) == "" && len(f.Kinds) == 0 && f.Visibility == "" && f.PathPrefix == "" && f.RefCountMin == 0 && f.RefCountMax < 0 {
		return nil, &queries.UsageError{Message: `pattern "" is empty`, Advice: "give a name, a part of one, or a filter such as kind:interface"}
	}
	if len(args.Pattern) > maxPattern {
		return nil, &queries.UsageError{Message: fmt.Sprintf("the pattern has %d bytes, and may have %d", len(args.Pattern), maxPattern)}
	}
	bound, err := f.Bind(ctx, ix)
	if err != nil {
		return nil, err
	}
	if err := ix.RunOnce(ctx, searchableSQL); err != nil {
		return nil, err
	}
	q := &query{index: ix, args: args, prefix: bound[2].(string), least: bound[3].(int64), most: bound[4].(int64)}
	if kinds, ok := bound[0].([]string); ok {
		q.kinds = append(q.kinds, kinds)
	}
	if exported, ok := bound[1].(bool); ok {
		q.exported = append(q.exported, exported)
	}
	if queries.IsTestsAlone(ctx) {
		q.test = append(q.test, true)
	} else if !f.IncludeTests {
		q.test = append(q.test, false)
	}
	parsed, err := tokens(args.Pattern, true)
	if err != nil {
		return nil, err
	}
	for i, w := range parsed.words { // a file or folder beside other words
		if len(parsed.words) == 1 || !strings.ContainsAny(w, "/.") || strings.ContainsAny(w, wildcards) || len(strings.Trim(w, "./")) == 0 {
			continue
		}
		is, err := target.Matches(ctx, ix, w)
		if err != nil {
			return nil, err
		}
		if is {
			parsed.words = slices.Delete(parsed.words, i, i+1)
			parsed.filters["in"] = append(parsed.filters["in"], w)
			break
		}
	}
	if err := q.take(ctx, parsed.filters); err != nil {
		return nil, err
	}
	q.phrases = parsed.phrases
	q.filtered = len(parsed.filters) > 0 || len(f.Kinds) > 0 || f.Visibility != "" || q.prefix != ""
	whole := strings.Join(parsed.words, " ")
	q.typed = whole
	plain := whole
	if base := schema.BaseSymbol(whole); base != "" && !strings.ContainsAny(whole, wildcards+" ") {
		plain = base
	}
	q.text = newText(whole, target.PlainName(plain))
	return q, q.refuse()
}

// parsed is a pattern in its parts.
type parsed struct {
	words   []string
	phrases []string            // in double quotes
	filters map[string][]string // by their keys, which include the -; the key - has the words to exclude
}

// token matches a text in double quotes, or a word.
var token = regexp.MustCompile(`"[^"]+"(?:\s|$)|\S+`)

// tokens divides a pattern into words, phrases and filters. Commas divide the values of a filter. A pattern of names is strict: every
// word with a colon that resembles a filter must be one, and a - excludes words.
func tokens(pattern string, strict bool) (parsed, error) {
	p := parsed{filters: map[string][]string{}}
	for _, text := range token.FindAllString(pattern, -1) {
		text = strings.TrimSpace(text)
		if len(text) > 2 && text[0] == '"' && text[len(text)-1] == '"' {
			p.phrases = append(p.phrases, text[1:len(text)-1])
			continue
		}
		m := filterToken.FindStringSubmatch(text)
		if without, ok := strings.CutPrefix(text, "-"); ok && m == nil && without != "" && strict {
			p.filters["-"] = append(p.filters["-"], strings.ToLower(without))
			continue
		}
		if m == nil {
			p.words = append(p.words, text)
			continue
		}
		key := strings.ToLower(m[2])
		meant := otherKeys[key]
		if meant == "" {
			meant = suggest.Near(key, filterKeys)
		}
		switch {
		case slices.Contains(filterKeys, key) && m[3] != "":
			if key == "path" {
				key = "in"
			}
			p.filters[m[1]+key] = append(p.filters[m[1]+key], strings.Split(m[3], ",")...)
		case slices.Contains(filterKeys, key) && strict:
			return p, &queries.UsageError{Message: fmt.Sprintf("filter %q has no value", text), Advice: filterAdvice}
		case meant != "" && strict:
			return p, &queries.UsageError{Message: fmt.Sprintf("filter %s: is unknown", key), Advice: fmt.Sprintf("did you mean %s:? %s", meant, filterAdvice)}
		default:
			p.words = append(p.words, text)
		}
	}
	return p, nil
}

// take reads the filters of the pattern.
func (q *query) take(ctx context.Context, given map[string][]string) error {
	kinds, err := answer.Kinds(given["kind"], given["-kind"])
	if err != nil {
		return err
	}
	if kinds != nil {
		q.kinds = append(q.kinds, kinds)
	}
	all := slices.Sorted(maps.Keys(q.index.Manifest().Summary.Languages))
	for _, key := range []string{"lang", "-lang"} {
		for i, v := range given[key] {
			v = strings.ToLower(v)
			given[key][i] = cmp.Or(otherLanguages[v], v)
			if !slices.Contains(all, given[key][i]) {
				return answer.UnknownValue(key, v, all)
			}
		}
	}
	q.without = given["-"]
	q.languages = answer.Choose(all, given["lang"], given["-lang"])
	if q.in, err = q.paths(ctx, given["in"]); err != nil {
		return err
	}
	if q.notIn, err = q.paths(ctx, given["-in"]); err != nil {
		return err
	}
	for key, wanted := range map[string]bool{"is": true, "-is": false} {
		for _, value := range given[key] {
			switch strings.ToLower(value) {
			case "exported":
				q.exported = append(q.exported, wanted)
			case "test":
				q.test = append(q.test, wanted)
			case "external":
				q.external = wanted
				if slices.Contains(given["is"], value) && slices.Contains(given["-is"], value) {
					return &queries.UsageError{Message: "the pattern asks for external symbols, and for no external ones", Advice: "leave out is:external or -is:external"}
				}
			default:
				return answer.UnknownValue(key, value, []string{"exported", "test", "external"})
			}
		}
	}
	return nil
}

// paths returns an expression for the paths of the filters. A filter is a path with the paths below it, or
// a glob or LIKE pattern. A filter without a file is an error.
func (q *query) paths(ctx context.Context, filters []string) (string, error) {
	var out []string
	for _, f := range filters {
		if f == "" {
			return "", &queries.UsageError{Message: "a filter path: is empty", Advice: filterAdvice}
		}
		if err := target.CheckScope(ctx, q.index, f); err != nil {
			return "", err
		}
		out = append(out, "(?:"+target.PathExpression(q.index, f)+")")
	}
	return strings.Join(out, "|"), nil
}

// inFiles reports whether the filters ask for files.
func (q *query) inFiles() bool { return q.in != "" || q.prefix != "" || slices.Contains(q.test, true) }

// refuse returns an error for a text with no word or too many, and for filters that contradict each other.
func (q *query) refuse() error {
	both := func(wanted []bool) bool { return slices.Contains(wanted, true) && slices.Contains(wanted, false) }
	none := q.languages != nil && len(q.languages) == 0
	for _, kinds := range q.kinds {
		none = none || len(answer.Choose(kinds, q.kinds[0], nil)) == 0
	}
	message := ""
	switch {
	case q.text.whole != "" && strings.Trim(q.text.text, "./ ") == "":
		return &queries.UsageError{Message: fmt.Sprintf("pattern %q is empty", q.text.whole), Advice: "give a name, or * for all"}
	case q.text.isWords() && !q.text.isPattern() && len(distinctWords(q.text.text)) > maxWords:
		return &queries.UsageError{Message: fmt.Sprintf("the pattern has %d words, and may have %d", len(distinctWords(q.text.text)), maxWords)}
	case both(q.exported):
		message = "the filters ask for exported symbols, and for no exported ones"
	case both(q.test):
		message = "the filters ask for symbols in tests, and for none in tests"
	case none:
		message = "the filters exclude every kind or language that they ask for"
	case q.external && q.inFiles():
		message = "the filters ask for external symbols in some files, and external symbols have no file"
	default:
		return nil
	}
	return &queries.UsageError{Message: message, Advice: "leave out one of them"}
}

// filter returns the condition of the filters.
func (q *query) filter() squirrel.Sqlizer {
	all := squirrel.And{squirrel.Eq{"is_external": q.external}, squirrel.Expr("ref_count BETWEEN ? AND ?", q.least, q.most)}
	for _, kinds := range q.kinds {
		all = append(all, squirrel.Eq{"kind": kinds})
	}
	if q.languages != nil {
		all = append(all, squirrel.Eq{"language": q.languages})
	}
	for _, exported := range q.exported {
		all = append(all, squirrel.Eq{"is_exported": exported})
	}
	for _, test := range q.test {
		all = append(all, squirrel.Eq{"is_test": test})
	}
	for _, part := range q.without {
		all = append(all, squirrel.Expr("NOT contains(qualified, ?)", part))
	}
	if q.prefix != "" {
		all = append(all, squirrel.Expr("begins(file_path, ?)", q.prefix))
	}
	if q.in != "" {
		all = append(all, squirrel.Expr("regexp_full_match(file_path, ?)", q.in))
	}
	if q.notIn != "" {
		all = append(all, squirrel.Expr("(file_path IS NULL OR NOT regexp_full_match(file_path, ?))", q.notIn))
	}
	return all
}
