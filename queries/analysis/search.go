package analysis

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed search.sql
var searchSQL string

type searchArgs struct {
	Pattern string `arg:"pattern" positional:"" help:"a name or a part of one, words, humps, a glob or LIKE pattern, and filters"`
	filters
	pages
}

// wildcards make a text a pattern.
const wildcards = "%*?"

// few is how many results are so few that names with typing errors are looked for too.
const few = 5

func search() queries.Operation {
	return declare(queries.Operation{
		Name:    "search",
		Summary: "symbols by name: exact, prefix, humps, words, substring, typing errors, or a pattern",
		Help: `The best matches come first: the name itself, names that begin so, camel humps (NHS for
NewHTTPServer), words in any order ("server http"), names that hold the text, and, when
there are few of these, names with one or two typing errors. Among equals: code before
tests, exported before private, much used before little used, then types and functions.

A text with a dot is looked for with what stands before the name (tsdb.Head, (*Head).Init).
A text with *, ? or % is a pattern for the whole name, or for the whole qualified name or
symbol when it holds a dot or slash; case counts when it holds a capital.

Filters stand in the pattern, each also with - in front for what is not wanted:
   kind:interface,struct   kinds; type, func, var and const stand for all of theirs
   in:internal/            paths of files, globs or LIKE patterns
   is:exported is:test     what other packages can name, what is in test files
   is:external             symbols from outside the repository instead of its own
   lang:go                 languages
With filters and no text all that passes them is listed.`,
		Example: `search "main kind:func"`,
	}, func(ctx context.Context, ix *queries.Index, args searchArgs, h *head) (queries.Answer, error) {
		s, err := newSearch(ctx, ix, args)
		if err != nil {
			return nil, err
		}
		desk, err := ix.Desk(ctx, "") // where statements stay prepared
		if err != nil {
			return nil, err
		}
		a, err := s.answer(ctx, desk.Seats[0], args, h)
		desk.GiveBack(err)
		if err != nil {
			return nil, fmt.Errorf("search %q: %w", args.Pattern, err)
		}
		return a, nil
	})
}

// answer makes the answer at a seat.
func (s *searching) answer(ctx context.Context, seat *queries.Seat, args searchArgs, h *head) (queries.Answer, error) {
	found, err := s.page(ctx, seat, 0, args.Offset, args.MaxResults)
	if err == nil && !found.exact && found.TotalFound < few && s.errors() > 0 {
		found, err = s.page(ctx, seat, s.errors(), args.Offset, args.MaxResults)
	}
	if err != nil {
		return nil, err
	}
	h.table.Columns, h.table.Subject = []string{"position", "match", "kind", "symbol", "refs"}, 3
	for i, item := range found.Items {
		h.add(item, item.position(), found.matches[i], item.Kind, item.Symbol, int64(item.RefCount))
	}
	h.page(found.TotalFound, len(found.Items), args.Offset)
	if found.TotalFound == 0 && !s.external {
		s.external = true
		outside, err := s.page(ctx, seat, 0, 0, 1)
		if err != nil {
			return nil, err
		}
		if outside.TotalFound > 0 {
			h.note("%d outside the repository: add is:external to the pattern", outside.TotalFound)
		}
		if err := s.noteWords(ctx, h); err != nil {
			return nil, err
		}
	}
	return &symbolsAnswer{head: h, Symbols: found.symbolList}, nil
}

// searching is one search on its way to an answer.
type searching struct {
	sought
	owner, name string // what stands before the last dot of the text, and the rest
	bound       []any  // as filters.bound
	index       *queries.Index
	names       map[int]string // what matches with so many typing errors, once it is known
}

func newSearch(ctx context.Context, ix *queries.Index, args searchArgs) (*searching, error) {
	bound, err := args.filters.bound()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(args.Pattern) == "" && len(args.Kinds) == 0 && args.Visibility == "" && args.PathPrefix == "" && args.RefCountMin == 0 && args.RefCountMax < 0 {
		return nil, &queries.UsageError{Message: "the pattern is empty", Advice: "give a name, a part of one, or a filter such as kind:interface"}
	}
	if err := ix.Attach(ctx, "symbols", "files"); err != nil {
		return nil, err
	}
	if err := checkPrefix(ctx, ix, args.PathPrefix); err != nil {
		return nil, err
	}
	s := &searching{bound: bound, index: ix, names: map[int]string{}}
	if s.sought, err = parsePattern(ctx, ix, args.Pattern); err != nil {
		return nil, err
	}
	s.name = s.text
	if dot := strings.LastIndexByte(s.text, '.'); dot > strings.LastIndexByte(s.text, '/') && !strings.ContainsRune(s.text, ' ') {
		s.owner, s.name = s.text[:dot], s.text[dot+1:]
	}
	return s, nil
}

// errors is how many typing errors the text may have.
func (s *searching) errors() int {
	if s.text == "" || s.expression() != "" {
		return 0
	}
	return max(errorsIn(s.name), errorsIn(s.owner))
}

// expression is the regular expression of a text that is a pattern; empty when it is none.
// A path is one of all that stands below it.
func (s *searching) expression() string {
	text := s.text
	if strings.ContainsRune(text, '/') && s.owner == "" {
		text = "%" + text + "%"
	}
	if !strings.ContainsAny(text, wildcards) {
		return ""
	}
	return nameExpression(text)
}

// nameExpression is the regular expression of a name or pattern. Case counts when it holds a
// capital.
func nameExpression(pattern string) string {
	if strings.ToLower(pattern) == pattern {
		return "(?i)" + queries.PathExpression(pattern)
	}
	return queries.PathExpression(pattern)
}

// matched is a page of what was found.
type matched struct {
	symbolList
	matches []string // how each of the items matches
	exact   bool     // some bear the very name
}

// page returns the results from an offset on, those with so many typing errors too.
func (s *searching) page(ctx context.Context, seat *queries.Seat, errors, offset, limit int) (matched, error) {
	text, args, label, err := s.hits(ctx, errors)
	if err != nil {
		return matched{}, err
	}
	m := matched{symbolList: symbolList{Items: []SymbolInfo{}}}
	if text == "" {
		return m, nil
	}
	rows, err := seat.Query(ctx, text+searchSQL, append(args, limit, offset)...)
	if err != nil {
		return m, err
	}
	defer rows.Close()
	for rows.Next() {
		var tier, best int
		into, made := info()
		if err := rows.Scan(append(into, &tier, &m.TotalFound, &best)...); err != nil {
			return m, err
		}
		m.Items, m.matches = append(m.Items, made()), append(m.matches, label(tier))
		m.exact = label(best) == byExact
	}
	if err := rows.Err(); err != nil {
		return m, err
	}
	m.TotalReturned = len(m.Items)
	if offset > 0 && len(m.Items) == 0 { // how many there are stands in rows
		first, err := s.page(ctx, seat, errors, 0, 1)
		m.TotalFound, m.exact = first.TotalFound, first.exact
		return m, err
	}
	return m, nil
}

// noteWords says of a text of several words for which nothing was found which of them nothing
// bears.
func (s *searching) noteWords(ctx context.Context, h *head) error {
	words := strings.Fields(s.text)
	if len(words) < 2 {
		return nil
	}
	all, err := spellingsOf(ctx, s.index)
	if err != nil {
		return err
	}
	for _, w := range words {
		lowered := strings.ToLower(w)
		if !slices.ContainsFunc(all, func(n spelling) bool {
			return strings.Contains(n.lowered, lowered) || strings.Contains(n.owner, lowered)
		}) {
			h.note("nothing is named %s: leave it out, or search for it alone to forgive typing errors", w)
		}
	}
	return nil
}
