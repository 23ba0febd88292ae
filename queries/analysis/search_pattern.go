package analysis

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// sought is what a pattern asks for: a text or an expression, and filters.
type sought struct {
	whole     string // what stands in the pattern beside the filters
	text      string // that in plain notation, without what makes a symbol unlike others of its name
	kinds     []string
	languages []string
	in, notIn string // regular expressions of paths; empty for all and for none
	exported  []bool // all that hold; none for both, like test
	test      []bool
	external  bool // outside symbols, and no others
}

// maxPattern bounds a pattern, in bytes. No name is as long.
const maxPattern = 1000

// filterKeys are the filters that a pattern can hold.
var filterKeys = []string{"kind", "in", "is", "lang"}

// otherKeys are what other tools call them.
var otherKeys = map[string]string{"path": "in", "file": "in", "dir": "in", "language": "lang", "type": "kind"}

// filterToken is one that looks like a filter: key:value, and no URL and no C++ name.
var filterToken = regexp.MustCompile(`^(-?)([A-Za-z]+):([^:/].*|/[^/].*|/|)$`)

const filterAdvice = "a pattern takes kind:, in:, is: and lang:, with - in front for what is not wanted, as in: server kind:func -is:test"

// parsePattern reads a pattern: words of the form key:value are filters, the others are
// the text. The values of one filter, and those between commas, are alternatives.
func parsePattern(ctx context.Context, ix *queries.Index, pattern string) (sought, error) {
	if len(pattern) > maxPattern {
		return sought{}, &queries.UsageError{Message: fmt.Sprintf("the pattern has %d bytes, and may have %d", len(pattern), maxPattern)}
	}
	var s sought
	var text []string
	given := map[string][]string{} // by the filter, with its - if there is one
	for _, token := range strings.Fields(pattern) {
		m := filterToken.FindStringSubmatch(token)
		if m == nil {
			text = append(text, token)
			continue
		}
		key := strings.ToLower(m[2])
		meant := otherKeys[key]
		if meant == "" {
			meant = queries.Near(key, filterKeys)
		}
		switch {
		case slices.Contains(filterKeys, key) && m[3] == "":
			return sought{}, &queries.UsageError{Message: fmt.Sprintf("the filter %q says nothing", token), Advice: filterAdvice}
		case slices.Contains(filterKeys, key):
			given[m[1]+key] = append(given[m[1]+key], strings.Split(m[3], ",")...)
		case meant != "":
			return sought{}, &queries.UsageError{Message: fmt.Sprintf("there is no filter %s: in a pattern", key), Advice: fmt.Sprintf("did you mean %s:? %s", meant, filterAdvice)}
		default:
			text = append(text, token)
		}
	}
	s.whole = strings.Join(text, " ")
	if s.text = s.whole; !strings.ContainsAny(s.whole, wildcards+" ") && schema.BaseSymbol(s.whole) != "" {
		s.text = schema.BaseSymbol(s.whole)
	}
	s.text = queries.PlainName(s.text)
	return s, s.filter(ctx, ix, given)
}

// refuse returns an error for a text that says nothing or too much, and for filters that
// together let nothing through.
func (s *searching) refuse() error {
	both := func(wanted []bool) bool { return slices.Contains(wanted, true) && slices.Contains(wanted, false) }
	none := func(chosen []string) bool { return chosen != nil && len(chosen) == 0 }
	words := 0
	if s.notation() == "" && strings.ContainsRune(s.text, ' ') {
		words = len(distinctWords(s.text))
	}
	message := ""
	switch {
	case s.whole != "" && strings.Trim(s.text, "./ ") == "":
		return &queries.UsageError{Message: "the pattern is empty", Advice: fmt.Sprintf("%q names nothing: give a name, or * for all", s.whole)}
	case words > maxWords:
		return &queries.UsageError{Message: fmt.Sprintf("the pattern has %d words, and may have %d", words, maxWords)}
	case both(s.exported):
		message = "the filters want what is exported, and what is not"
	case both(s.test):
		message = "the filters want what is in test files, and what is not"
	case none(s.kinds), s.kinds != nil && s.filters != nil && none(choose(s.kinds, s.filters, nil)), none(s.languages):
		message = "the filters leave out every kind or language that they want"
	case s.external && s.inFiles():
		message = "the filters want what is external, and what is in some files: what is external is in none"
	default:
		return nil
	}
	return &queries.UsageError{Message: message, Advice: "leave out one of them"}
}

// inFiles reports whether the filters ask for files.
func (s *searching) inFiles() bool {
	return s.in != "" || s.prefix != "" || slices.Contains(s.test, true)
}

// filter takes the filters of a pattern.
func (s *sought) filter(ctx context.Context, ix *queries.Index, given map[string][]string) (err error) {
	if s.kinds, err = chosenKinds(given["kind"], given["-kind"]); err != nil {
		return err
	}
	if s.languages, err = chosenLanguages(ix, given["lang"], given["-lang"]); err != nil {
		return err
	}
	if s.in, err = paths(ctx, ix, given["in"]); err != nil {
		return err
	}
	if s.notIn, err = paths(ctx, ix, given["-in"]); err != nil {
		return err
	}
	for _, wanted := range []bool{true, false} {
		key := map[bool]string{true: "is", false: "-is"}[wanted]
		for _, value := range given[key] {
			switch strings.ToLower(value) {
			case "exported":
				s.exported = append(s.exported, wanted)
			case "test":
				s.test = append(s.test, wanted)
			case "external":
				if !wanted && s.external {
					return &queries.UsageError{Message: "the pattern wants what is external, and what is not", Advice: "leave out is:external or -is:external"}
				}
				s.external = wanted
			default:
				return unknownValue(key, value, []string{"exported", "test", "external"})
			}
		}
	}
	return nil
}

func unknownValue(key, value string, known []string) error {
	return &queries.UsageError{
		Message: fmt.Sprintf("the filter %s: takes no %q", key, value),
		Advice:  fmt.Sprintf("did you mean %s:%s? It takes %s", key, queries.Nearest(value, known), strings.Join(known, ", ")),
	}
}

// kindGroups are the kinds that one word of a filter stands for, as Go's keywords do.
var kindGroups = map[string][]schema.Kind{
	"type": typeKinds(),
	"func": {schema.KindFunction, schema.KindMethod},
	"var":  {schema.KindVariable}, "const": {schema.KindConstant},
}

// chosenKinds are the kinds that are wanted and not unwanted; nil for all.
func chosenKinds(wanted, unwanted []string) ([]string, error) {
	all := schema.Kind("").Values()
	expand := func(key string, values []string) (out []string, err error) {
		for _, v := range values {
			v = strings.ToLower(v)
			switch group, ok := kindGroups[v]; {
			case ok:
				for _, k := range group {
					out = append(out, string(k))
				}
			case slices.Contains(all, v):
				out = append(out, v)
			default:
				return nil, unknownValue(key, v, append(slices.Sorted(maps.Keys(kindGroups)), all...))
			}
		}
		return out, nil
	}
	in, err := expand("kind", wanted)
	if err != nil {
		return nil, err
	}
	out, err := expand("-kind", unwanted)
	if err != nil {
		return nil, err
	}
	return choose(all, in, out), nil
}

// chosenLanguages is as chosenKinds, for languages of the index.
func chosenLanguages(ix *queries.Index, wanted, unwanted []string) ([]string, error) {
	all := slices.Sorted(maps.Keys(ix.Manifest().Summary.Languages))
	for key, values := range map[string][]string{"lang": wanted, "-lang": unwanted} {
		for i, v := range values {
			if values[i] = strings.ToLower(v); !slices.Contains(all, values[i]) {
				return nil, unknownValue(key, v, all)
			}
		}
	}
	return choose(all, wanted, unwanted), nil
}

// choose returns those of all that are wanted, where any are, and not unwanted; nil
// when neither says anything.
func choose(all, wanted, unwanted []string) []string {
	if len(wanted) == 0 && len(unwanted) == 0 {
		return nil
	}
	out := []string{}
	for _, x := range all {
		if (len(wanted) == 0 || slices.Contains(wanted, x)) && !slices.Contains(unwanted, x) {
			out = append(out, x)
		}
	}
	return out
}

// paths is a regular expression of the paths that any of the filters lets through: each is
// a path and what is under it, a glob or LIKE pattern, or else the beginning of paths.
// One that lets nothing through is an error.
func paths(ctx context.Context, ix *queries.Index, filters []string) (string, error) {
	var out []string
	for _, f := range filters {
		if f == "" {
			return "", &queries.UsageError{Message: "a filter in: is empty", Advice: filterAdvice}
		}
		err := ix.CheckScope(ctx, f)
		if err != nil && !strings.ContainsAny(f, wildcards) && ix.CheckScope(ctx, f+"**") == nil {
			f, err = f+"**", nil
		}
		if err != nil {
			return "", err
		}
		out = append(out, "(?:"+ix.PathExpression(f)+")")
	}
	return strings.Join(out, "|"), nil
}
