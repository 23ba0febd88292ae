// Package search finds symbols by words, patterns and filters, and lines of text by regular expressions. For symbols, DuckDB selects
// candidates and orders them by importance; one function in Go scores each match. For text, DuckDB counts the lines of each file, and
// Go finds and ranks the first of them.
package search

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/target"
)

var (
	//go:embed searchable.sql
	searchableSQL string
	//go:embed described.sql
	describedSQL string
	//go:embed word.sql
	wordSQL string
)

// All returns the operations of the package.
func All() []queries.Operation { return []queries.Operation{symbols(), search(), lines()} }

type searchArgs struct {
	Pattern string `arg:"pattern" positional:"" help:"a name or part of one, words, -word to exclude, a glob; filters kind:func path:dir/ is:exported is:test is:external"`
	answer.Filters
	answer.Pages
}

func search() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "search",
		Summary: "find symbols by name, words, doc comment or pattern; shows the best match",
		Help: `The best matches come first: the name itself, names with this prefix, camel humps (NHS for
NewHTTPServer), words in any order ("server http"). Names that contain the text follow, and,
when there are few of these, names with one or two typing errors. Several words that no
symbol has together are read as the words of names that are most like them. Tests follow code, unless
only a test has the very name. Among equals, exported comes before private, and much used
before little used (0, 1 to 9, 10 to 99 times). Then come types and functions, short names, and the number of uses.
When fewer than 5 names match, symbols follow whose doc comment has all the words.
The one best match comes with its signature, the number of results of callers at depth 1, and
its source of at most 40 lines. External symbols in use follow those of the repository.
A text with a dot also names the owner of the name (tsdb.Head, (*Head).Init).
A text with *, ? or % is a pattern for the whole name. With a dot it may begin at any dot of
the qualified name (Head.* is all of Head). With a slash it is a pattern for the whole symbol.
Case counts when it contains a capital.
A word with - in front excludes names with it (server -mock).
The pattern takes filters, each also with - in front to exclude:
   kind:interface,struct   kinds; type, func, var and const mean all of theirs
   path:internal/          paths of files, globs or LIKE patterns; in: means the same
   is:exported is:test     symbols that other packages can name, symbols in test files
   is:external             external symbols and no others
   lang:go                 languages
With filters and no text, search lists all symbols that pass the filters.
A text in double quotes must be in the source of the symbol: NewServer kind:func "retry after".
The begin of a declaration means its name: func (s *Server) Close. The path of a file or folder before
or after other words is a filter: server/http.go Close.
When no symbol matches, search shows lines of text that do; text finds more of them.`,
		Example: `search "open kind:func"`,
	}, func(ctx context.Context, ix *queries.Index, args searchArgs, h *answer.Head) (*searchAnswer, error) {
		q, err := parse(ctx, ix, args)
		if err != nil {
			return nil, err
		}
		a, err := q.answer(ctx, args.Pages, h)
		if err != nil {
			return nil, fmt.Errorf("search %q: %w", args.Pattern, err)
		}
		return a, h.AskDeclarations(ctx, ix)
	})
}

// few is the number of results below which search looks for names with typing errors.
const few = 5

// answer finds the symbols. Without a match it tries other forms of the text: with a slash as a dot,
// with an owner that ends within a name, with typing errors.
func (q *query) answer(ctx context.Context, p answer.Pages, h *answer.Head) (*searchAnswer, error) {
	var found []candidate
	var err error
	if q.text.whole != "" || len(q.phrases) == 0 || q.filtered { // a phrase alone is about text
		found, err = q.find(ctx)
	}
	if err == nil && len(found) == 0 {
		if name := declaredName(q.text.whole); name != "" {
			q.text = newText(name, target.PlainName(name))
			if found, err = q.find(ctx); len(found) > 0 {
				h.Note("read as the name of a declaration: %s", name)
			}
		}
	}
	if err == nil && len(found) == 0 {
		if t, ok := q.text.slashed(); ok {
			q.text = t
			found, err = q.find(ctx)
		}
	}
	if err == nil && len(found) == 0 && q.text.owner != "" && !q.text.ownerIsPath() {
		q.text.looseOwner = true
		found, err = q.find(ctx)
	}
	if err == nil && len(found) < few && q.text.maxErrors() > 0 && (len(found) == 0 || found[0].score > exactAnyCase) {
		q.text.errors = q.text.maxErrors()
		found, err = q.find(ctx)
	}
	if err == nil && len(found) < few {
		found, err = q.addDocumented(ctx, found)
	}
	if err == nil && len(found) == 0 {
		found, err = q.corrected(ctx, h)
	}
	if err == nil {
		found, err = q.withPhrases(ctx, found)
	}
	if err != nil {
		return nil, err
	}
	from := min(p.Offset, len(found))
	page := found[from:min(from+p.MaxResults, len(found))]
	a := &searchAnswer{SymbolsAnswer: &answer.SymbolsAnswer{Head: h}}
	if a.Symbols.Items, err = q.describe(ctx, page); err != nil {
		return nil, err
	}
	a.Symbols.TotalFound, a.Symbols.TotalReturned = len(found), len(page)
	for _, c := range found {
		if c.isTest {
			a.Symbols.TestCount++
		}
	}
	h.Layout(queries.Table{Columns: []string{"position", "match", "kind", "symbol", "refs"}, Subject: 3})
	for i := range page {
		s := &a.Symbols.Items[i]
		s.Match = q.text.label(page[i].score)
		h.Add(*s, s.Position(), s.Match, s.Kind, s.Symbol, int64(s.RefCount))
	}
	h.Page("", len(found), len(page), p.Offset)
	if p.Offset == 0 {
		if err := q.addBest(ctx, a, found); err != nil {
			return nil, err
		}
		if err := q.addExternal(ctx, a); err != nil {
			return nil, err
		}
	}
	if len(found) == 0 && len(a.External) == 0 {
		if err := q.addText(ctx, a, h); err != nil {
			return nil, err
		}
	}
	return a, q.suggest(ctx, a, found)
}

// declaration matches the begin of a declaration in a language: the type of a receiver, and the name. No other word may follow.
var declaration = regexp.MustCompile(`^(?:(?:export|pub|public|private|static|abstract|final|async|default) )*(?:def|func|fn|fun|function|class|type|interface|struct|enum|trait|module|const|var|let) ` +
	`(?:\((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) )?([\w$]+)(?:$|[(:={<\[].*$| (?:struct|interface|extends|implements|=|\{).*$)`)

// declaredName returns the name that a text declares; empty for other texts.
func declaredName(text string) string {
	m := declaration.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case m[1] != "":
		return m[1] + "." + m[2]
	}
	return m[2]
}

// corrected finds the symbols for a text of several words after each word that no name has is replaced by the word that is most like it.
func (q *query) corrected(ctx context.Context, h *answer.Head) ([]candidate, error) {
	if !q.text.isWords() || q.text.isPattern() || q.external {
		return nil, nil
	}
	words := strings.Fields(strings.ToLower(q.text.text))
	changed := false
	for i, w := range words {
		if errorsIn(w) == 0 {
			continue
		}
		var near string
		if err := q.index.QueryRow(ctx, wordSQL, w, errorsIn(w)).Scan(&near); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		if near != "" && !strings.Contains(near, w) {
			words[i], changed = near, true
		}
	}
	if !changed {
		return nil, nil
	}
	q.text = newText(strings.Join(words, " "), strings.Join(words, " "))
	found, err := q.find(ctx)
	if err == nil && len(found) > 0 {
		h.Note("nothing has all the words as typed: read as %q", q.text.text)
	}
	return found, err
}

// suggest notes other patterns to try when nothing matches.
func (q *query) suggest(ctx context.Context, a *searchAnswer, found []candidate) error {
	if len(found) > 0 || a.Text != nil {
		return nil
	}
	if wider, is := target.Wider(q.text.text); is && a.Suggestion == "" {
		a.Suggest(wider)
	}
	return q.noteWords(ctx, a.SymbolsAnswer)
}

// noteWords names the words of the text that no symbol has.
func (q *query) noteWords(ctx context.Context, a *answer.SymbolsAnswer) error {
	words := slices.Compact(slices.Sorted(slices.Values(strings.Fields(q.text.text))))
	if len(words) < 2 || q.external {
		return nil
	}
	for _, w := range words {
		var found bool
		row := q.index.QueryRow(ctx, "SELECT count(*) > 0 FROM searchable WHERE contains(qualified, $1)", strings.ToLower(w))
		if err := row.Scan(&found); err != nil {
			return err
		}
		if !found {
			a.Note("nothing is named %s: leave it out", w)
		}
	}
	return nil
}

// candidate is a symbol that may match, and its score: less is better.
type candidate struct {
	id, file                int32
	name, lowered, owner    string
	isTest                  bool
	isSymbol                bool // the text is its stable name, or an end of that
	nameErrors, ownerErrors int  // typing errors; 0 unless the search forgives them
	score                   int
}

// find returns the symbols that match, the best first.
func (q *query) find(ctx context.Context) ([]candidate, error) {
	text, args, err := q.candidates().ToSql()
	if err != nil {
		return nil, err
	}
	found, err := queries.Collect(ctx, q.index.Query, func(c *candidate) []any {
		return []any{&c.id, &c.name, &c.lowered, &c.owner, &c.isTest, answer.OrZero(&c.file), &c.isSymbol, &c.nameErrors, &c.ownerErrors}
	}, text, args...)
	if err != nil {
		return nil, err
	}
	kept := found[:0]
	for _, c := range found {
		if c.score = q.text.score(&c); c.score >= 0 {
			kept = append(kept, c)
		}
	}
	inOrder(kept)
	return kept, nil
}

// inOrder puts the best candidates first, and those in tests last. A test with the very name comes first when no code has the name.
func inOrder(all []candidate) {
	exact := slices.ContainsFunc(all, func(c candidate) bool { return !c.isTest && c.score <= exactAnyCase })
	late := func(c candidate) int {
		if c.isTest && (exact || c.score > exactAnyCase) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Or(late(a)-late(b), cmp.Compare(a.score, b.score)) })
}

// candidates selects the symbols that pass the filters and may match, the most important first.
func (q *query) candidates() squirrel.SelectBuilder {
	t := &q.text
	b := squirrel.Select("symbol_id", "name", "lowered", "owner", "is_test", "file_id").From("searchable").OrderBy("importance", "ref_count DESC", "symbol").
		Column(squirrel.Expr("symbol = ? OR ? AND (ends_with(symbol, '.' || ?) OR ends_with(symbol, '/' || ?))", t.whole, t.text != t.whole, t.whole, t.whole))
	if t.errors > 0 {
		b = b.Column("damerau_levenshtein(lowered, ?)", strings.ToLower(t.name)).
			Column("damerau_levenshtein(array_to_string(string_split(owner, '.')[-?:], '.'), ?)", strings.Count(t.owner, ".")+1, strings.ToLower(t.owner))
	} else {
		b = b.Columns("0", "0")
	}
	return b.Where(q.filter()).Where(t.condition())
}

// describe returns the symbols of a page.
func (q *query) describe(ctx context.Context, page []candidate) ([]answer.SymbolInfo, error) {
	type described struct {
		id int32
		answer.SymbolInfo
	}
	items := make([]answer.SymbolInfo, len(page))
	ids := make([]int32, len(page))
	for i, c := range page {
		ids[i] = c.id
	}
	rows, err := queries.Collect(ctx, q.index.Query, func(d *described) []any { return append([]any{&d.id}, d.Fields()...) }, describedSQL, ids)
	for _, d := range rows {
		items[slices.Index(ids, d.id)] = d.SymbolInfo
	}
	return items, err
}
