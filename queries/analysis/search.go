package analysis

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
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
tests, exported before private, much used before little used (0, 1 to 9, 10 to 99 times,
and so on), types and functions, short names, and at last the exact number of uses.

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
	}, func(ctx context.Context, ix *queries.Index, args searchArgs, h *head) (*symbolsAnswer, error) {
		s, err := newSearch(ctx, ix, args)
		if err != nil {
			return nil, err
		}
		a, err := s.answer(ctx, args, h)
		if err != nil {
			return nil, fmt.Errorf("search %q: %w", args.Pattern, err)
		}
		return a, nil
	})
}

// answer makes the answer.
func (s *searching) answer(ctx context.Context, args searchArgs, h *head) (*symbolsAnswer, error) {
	found, label, err := s.find(ctx, 0, args.Offset+args.MaxResults)
	if slash := strings.LastIndexByte(s.text, '/'); err == nil && found.total == 0 && slash > 0 && s.owner == "" && !strings.ContainsAny(s.text, wildcards+" ") {
		s.owner, s.name = s.text[:slash], s.text[slash+1:] // zstd/Encoder is meant to be zstd.Encoder
		s.text = s.owner + "." + s.name
		found, label, err = s.find(ctx, 0, args.Offset+args.MaxResults)
	}
	if err == nil && found.total == 0 && s.owner != "" && !s.inPath() {
		s.loose = true
		found, label, err = s.find(ctx, 0, args.Offset+args.MaxResults)
	}
	if err == nil && found.total < few && s.errors() > 0 && (found.total == 0 || label(found.best) != byExact) {
		found, label, err = s.find(ctx, s.errors(), args.Offset+args.MaxResults)
	}
	if err != nil {
		return nil, err
	}
	page := found.first[min(args.Offset, len(found.first)):]
	items, err := s.items(ctx, page)
	if err != nil {
		return nil, err
	}
	h.table.Columns, h.table.Subject = []string{"position", "match", "kind", "symbol", "refs"}, 3
	for i := range items {
		item := &items[i]
		item.Match = label(page[i].tier)
		h.add(*item, item.position(), item.Match, item.Kind, item.Symbol, int64(item.RefCount))
	}
	h.page(found.total, len(items), args.Offset)
	a := &symbolsAnswer{head: h, Symbols: symbolList{Items: items, TotalFound: found.total, TotalReturned: len(items)}}
	if found.total == 0 && s.noFiles {
		h.note("no file passes the filters of paths")
	}
	if found.total == 0 || label(found.best) == byFuzzy {
		if a.Suggestion, err = s.outside(ctx); err != nil {
			return nil, err
		}
		if a.Suggestion != "" {
			h.note("%s", a.Suggestion)
		}
	}
	if found.total > 0 {
		return a, nil
	}
	if wider, is := queries.Wider(s.text); is && a.Suggestion == "" {
		a.Suggestion = wider
		h.note("%s", wider)
	}
	return a, s.noteWords(ctx, h)
}

// outside says how much there is outside the repository, where nothing else was asked for and
// there is something.
func (s *searching) outside(ctx context.Context) (string, error) {
	if s.external || s.inFiles() {
		return "", nil
	}
	there := *s
	there.external = true
	found, _, err := there.find(ctx, 0, 1)
	if err != nil || found.total == 0 {
		return "", err
	}
	return fmt.Sprintf("%d outside the repository: add is:external to the pattern", found.total), nil
}

// searching is one search on its way to an answer.
type searching struct {
	sought
	owner, name string   // what stands before the last dot of the text, and the rest
	loose       bool     // the owner may end within a name
	filters     []string // kinds as the arguments have them; nil for all
	prefix      string   // of paths
	least, most int64    // uses
	noFiles     bool     // no file passes the filters
	index       *queries.Index
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
	s := &searching{prefix: bound[2].(string), least: bound[3].(int64), most: bound[4].(int64), index: ix}
	s.filters, _ = bound[0].([]string)
	if s.sought, err = parsePattern(ctx, ix, args.Pattern); err != nil {
		return nil, err
	}
	if exported, ok := bound[1].(bool); ok {
		s.exported = append(s.exported, exported)
	}
	if !args.IncludeTests {
		s.test = append(s.test, false)
	}
	s.name = s.text
	if dot := strings.LastIndexByte(s.text, '.'); dot > strings.LastIndexByte(s.text, '/') && !strings.ContainsRune(s.text, ' ') {
		s.owner, s.name = s.text[:dot], s.text[dot+1:]
	}
	return s, s.refuse()
}

// errors is how many typing errors the text may have.
func (s *searching) errors() int {
	if s.text == "" || s.notation() != "" {
		return 0
	}
	return max(errorsIn(s.name), errorsIn(s.owner))
}

// notation is how what the text matches is called where the text is a pattern, or a path, which
// means all that stands below it; empty where it is neither.
func (s *searching) notation() string {
	switch {
	case strings.ContainsAny(s.text, wildcards):
		return byPattern
	case strings.ContainsRune(s.text, '/') && s.owner == "":
		return bySubstring
	}
	return ""
}

// items are the symbols of a page.
func (s *searching) items(ctx context.Context, page []hit) ([]SymbolInfo, error) {
	items := make([]SymbolInfo, len(page))
	if len(page) == 0 {
		return items, nil
	}
	var ids []string
	place := map[int64]int{}
	for i, h := range page {
		ids, place[h.id] = append(ids, strconv.FormatInt(h.id, 10)), i
	}
	rows, err := s.index.Query(ctx, searchSQL, strings.Join(ids, " "))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		into, made := info()
		if err := rows.Scan(append([]any{&id}, into...)...); err != nil {
			return nil, err
		}
		items[place[id]] = made()
	}
	return items, rows.Err()
}

// noteWords says of a text of several words for which nothing was found which of them nothing
// bears.
func (s *searching) noteWords(ctx context.Context, h *head) error {
	words := slices.Compact(slices.Sorted(slices.Values(strings.Fields(s.text))))
	if len(words) < 2 || s.external || s.noFiles {
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
