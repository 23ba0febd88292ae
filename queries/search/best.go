package search

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
)

// searchAnswer is the answer of search.
type searchAnswer struct {
	*answer.SymbolsAnswer
	Best     *best               `json:"best,omitempty"`     // the first result, when no other matches as well
	External []answer.SymbolInfo `json:"external,omitempty"` // the first external symbols in use that match
	Text     *hitList            `json:"text,omitempty"`     // the first lines that match, when no symbol does
}

// best is the one best match.
type best struct {
	Symbol      string `json:"symbol"`
	CallerCount int    `json:"caller_count"` // the results of callers at depth 1
	Source      string `json:"source"`       // empty when it is longer than maxSource lines

	callers answer.Callers
}

const (
	maxSource   = 40 // lines
	maxExternal = 5
	maxListed   = 20
)

// addBest describes the first result, when it is not in tests and no other in code matches as well.
func (q *query) addBest(ctx context.Context, a *searchAnswer, found []candidate) error {
	if q.text.text == "" || q.text.isPattern() || q.external || len(found) == 0 || found[0].score >= fuzzy {
		return nil
	}
	if len(found) > 1 && found[1].score == found[0].score && (!found[1].isTest || found[0].isTest) {
		return nil
	}
	s := a.Symbols.Items[0]
	b := &best{Symbol: s.Symbol}
	a.Best = b
	if answer.IsCallable(s.Kind) {
		var err error
		if b.callers, err = a.Callers(ctx, q.index, found[0].id, s.Kind); err != nil {
			return err
		}
		b.CallerCount = b.callers.Total()
	}
	if s.StartLine == 0 || s.EndLine-s.StartLine >= maxSource {
		return nil
	}
	file := found[0].file
	texts, err := q.index.Sources(ctx, []int32{file})
	if text, ok := texts[file]; ok {
		b.Source = answer.Source(text, s.StartLine, s.EndLine, 2*maxSource)
	}
	return err
}

// addExternal adds the external symbols in use that match, unless the filters ask for others.
func (q *query) addExternal(ctx context.Context, a *searchAnswer) error {
	if q.external || q.inFiles() || q.text.text == "" || len(q.phrases) > 0 { // a phrase is about source
		return nil
	}
	outside := *q
	outside.external = true
	found, err := outside.find(ctx)
	if err != nil || len(found) == 0 {
		return err
	}
	if a.External, err = q.describe(ctx, found[:min(len(found), maxExternal)]); err != nil {
		return err
	}
	a.External = slices.DeleteFunc(a.External, func(s answer.SymbolInfo) bool { return s.RefCount == 0 })
	if items := a.Symbols.Items; len(found) > maxExternal || len(items) == 0 || items[0].Match == "fuzzy" {
		a.Suggest(fmt.Sprintf("%d outside the repository: add is:external to the pattern", len(found)))
	}
	return nil
}

// addDocumented adds the symbols whose doc comment has all the words of the text.
func (q *query) addDocumented(ctx context.Context, found []candidate) ([]candidate, error) {
	t := &q.text
	if t.text == "" || t.isPattern() || t.isPath() || t.owner != "" || q.external {
		return found, nil
	}
	b := squirrel.Select("symbol_id", "name", "is_test", "file_id").From("searchable").Where(q.filter()).OrderBy("importance", "ref_count DESC", "symbol")
	for _, word := range strings.Fields(strings.ToLower(t.text)) {
		b = b.Where(squirrel.Expr("regexp_matches(lower(doc), ?)", `\b`+regexp.QuoteMeta(word)))
	}
	text, args, err := b.ToSql()
	if err != nil {
		return nil, err
	}
	documented, err := queries.Collect(ctx, q.index.Query, func(c *candidate) []any { return []any{&c.id, &c.name, &c.isTest, answer.OrZero(&c.file)} }, text, args...)
	for _, c := range documented {
		if c.score = inDoc; !slices.ContainsFunc(found, func(f candidate) bool { return f.id == c.id }) {
			found = append(found, c)
		}
	}
	inOrder(found)
	return found, err
}

// Report lists the matches: the best one with its signature, callers and source, and the external ones last.
func (a *searchAnswer) Report(r queries.Reading) queries.Report {
	if a.Text != nil {
		sections, folded := a.Text.sections(a.Head, r)
		out := a.Head.Report("", sections, r)
		out.Folded(folded)
		return out
	}
	out := a.SymbolsAnswer.Report(r)
	if len(out.Sections) == 0 {
		out.Sections = []queries.Section{{}}
	}
	list := &out.Sections[0]
	if more := len(list.Lines) - maxListed; more > 1 && !r.All {
		list.Lines = append(list.Lines[:maxListed:maxListed], queries.Line{Note: true, Cells: []string{fmt.Sprintf("… %d more: --all lists them", more)}})
	}
	if a.Best != nil {
		rest := queries.Section{Lines: list.Lines[1:]}
		first := a.Symbols.Items[0]
		list.Lines = list.Lines[:1:1]
		if answer.IsCallable(first.Kind) && a.Counts() {
			list.Lines[0].Cells = append(slices.Clone(list.Lines[0].Cells), a.Best.callers.String())
		}
		text := queries.Section{Text: true, Lines: []queries.Line{{Cells: []string{first.Signature}}}}
		if e, ok := queries.NewExcerpt(first.File, a.Best.Source); ok {
			text.Title, text.Lines = e.Place, nil
			for _, line := range strings.Split(e.Text, "\n") {
				text.Lines = append(text.Lines, queries.Line{Cells: []string{line}})
			}
		}
		out.Sections = []queries.Section{*list, text, rest}
		list = &out.Sections[2]
	}
	for _, s := range a.External {
		slash := strings.LastIndexByte(s.Symbol, '/') + 1
		name, _, _ := strings.Cut(s.Symbol[slash:], ".")
		list.Lines = append(list.Lines, queries.Line{Cells: []string{"external", a.ShortName(s.Symbol), s.Symbol[:slash] + name, answer.Plural(s.RefCount, "use")}})
	}
	return out
}
