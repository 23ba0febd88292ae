package search

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/schema"
)

type textArgs struct {
	Pattern string `arg:"pattern" positional:"" required:"" help:"a regular expression (RE2), with filters kind:func path:dir/ lang:go is:test"`
	reading
	Langs        []string `arg:"langs" local:"" help:"only files in these languages"`
	Paths        []string `arg:"paths" local:"" help:"only files with these paths: a path with the paths below it, a glob or a LIKE pattern"`
	Excludes     []string `arg:"excludes" local:"" help:"no files with these paths"`
	Kinds        []string `arg:"kinds" help:"only lines inside symbols of these kinds: function, method, struct, …; type, func, var and const mean all of theirs"`
	IncludeTests bool     `arg:"include_tests" default:"true" help:"return lines of test files too"`
	Count        bool     `arg:"count" default:"false" help:"return the numbers of lines and files only; with files, the number of each file"`
	Files        bool     `arg:"files" default:"false" help:"return the files and their numbers of lines, without the lines"`
	Context      int      `arg:"context_lines" default:"0" min:"0" max:"20" help:"the number of lines to show before and after each line"`
	answer.Pages
}

// textAnswer is the answer of text.
type textAnswer struct {
	*answer.Head
	ReadAs string   `json:"read_as,omitempty"` // literal, when the pattern is no regular expression
	Hits   hitList  `json:"hits"`
	Files  []inFile `json:"files,omitempty"`
}

// hitList is a page of lines.
type hitList struct {
	Items         []hit `json:"items"`
	TotalFound    int   `json:"total_found"`
	FileCount     int   `json:"file_count"`
	TestCount     int   `json:"test_count"` // of all lines, those in tests
	TotalReturned int   `json:"total_returned"`
}

// hit is a line that matches, and the innermost symbol around it.
type hit struct {
	File   string   `json:"file"`
	Line   int      `json:"line"`
	Column int      `json:"column"` // of the match, in bytes from 1
	Text   string   `json:"text"`
	Match  string   `json:"match"` // definition, code, comment, generated or test
	Symbol string   `json:"symbol,omitempty"`
	Kind   string   `json:"kind,omitempty"`
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
	Test   bool     `json:"is_test,omitempty"`
}

// inFile is a file with lines that match.
type inFile struct {
	File  string `json:"file"`
	Lines int    `json:"lines"`
	Test  bool   `json:"is_test,omitempty"`
}

func lines() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "text",
		Summary: "find lines of text by a literal or a regular expression, with the symbol around each",
		Help: `Searches the files as they were when the index was made. A result is a line. The pattern is a regular
expression of RE2, in which ^ and $ are the ends of a line; \w, \d, \s and \b know ASCII only. A pattern
that is not valid is searched literally, and the answer says so. Capitals count when the pattern has one.
Definitions of the word come first, then code, comments and prose, generated files and copies. Tests are last.
cortex ranks the first 2,000 lines, in the order of files, and counts all.
The pattern takes filters, each also with - in front to exclude: kind:func, path:web/, lang:go, is:test.
With a filter, text in double quotes is a literal that the line has too: NewServer path:web/ "retry after".
Without a filter, and with --fixed, spaces and quotes belong to the pattern.`,
		Example: `text "func Open\w*\(" --path queries`,
	}, func(ctx context.Context, ix *queries.Index, args textArgs, h *answer.Head) (*textAnswer, error) {
		if args.IgnoreCase && args.CaseSensitive {
			return nil, &queries.UsageError{Message: "ignore_case and case_sensitive contradict each other", Advice: "leave out one of them"}
		}
		q, err := parseEdited(ctx, ix, func(ix *queries.Index) (*query, error) { return parseText(ctx, ix, args) })
		if err != nil {
			return nil, err
		}
		a := &textAnswer{Head: h}
		if q.pattern.invalid != "" {
			a.ReadAs = "literal"
			h.Note("the pattern is searched literally, because it is no regular expression: %s", q.pattern.invalid)
		}
		if whole := token.FindString(args.Pattern); whole == args.Pattern && len(whole) > 2 && whole[0] == '"' && whole[len(whole)-1] == '"' {
			h.Note("the quotes belong to the pattern: leave them out to search for the text between them")
		}
		want := args.Offset + args.MaxResults
		if args.Count || args.Files {
			want = 0
		}
		found, err := q.textSearch(ctx, want, args.Context)
		if err != nil {
			return nil, fmt.Errorf("search the text: %w", err)
		}
		a.fill(h, found, args)
		if a.Hits.TotalFound == 0 && !args.Fixed && q.pattern.invalid == "" && regexp.QuoteMeta(args.Pattern) != args.Pattern {
			if err := a.noteLiteral(ctx, ix, args); err != nil {
				return nil, err
			}
		}
		if !ix.Manifest().Options.Content {
			h.Note("the index has no text of files: extract it without --no-content")
		}
		return a, q.askText(ctx, h)
	})
}

// noteLiteral says how many lines have the pattern as it stands, such as code with brackets.
func (a *textAnswer) noteLiteral(ctx context.Context, ix *queries.Index, args textArgs) error {
	args.Fixed = true
	q, err := parseText(ctx, ix, args)
	if err != nil {
		return err
	}
	found, err := q.textSearch(ctx, 0, 0)
	if err != nil {
		return fmt.Errorf("search the text literally: %w", err)
	}
	n := 0
	for _, f := range found.files {
		n += f.hits
	}
	if n > 0 {
		verb := "have"
		if n == 1 {
			verb = "has"
		}
		a.Note("the pattern is a regular expression; %s %s it literally: use --fixed", answer.Plural(n, "line"), verb)
	}
	return nil
}

// fill sets the results of a page, and its table.
func (a *textAnswer) fill(h *answer.Head, found *textFound, args textArgs) {
	a.Hits = found.page(args.Pages)
	total := fmt.Sprintf("%s in %s", answer.Plural(a.Hits.TotalFound, "line"), answer.Plural(a.Hits.FileCount, "file"))
	switch shown, of := a.Hits.TotalReturned, a.Hits.TotalFound; {
	case args.Count && !args.Files:
		h.Layout(queries.Table{Columns: []string{"lines", "files", "lines_in_tests"}})
		h.Row(int64(of), int64(a.Hits.FileCount), int64(a.Hits.TestCount))
		h.Count("%s", total)
	case args.Files:
		h.Layout(queries.Table{Columns: []string{"file", "lines"}})
		from := min(args.Offset, len(found.files))
		for _, f := range found.files[from:min(from+args.MaxResults, len(found.files))] {
			a.Files = append(a.Files, inFile{f.path, f.hits, f.isTest})
			h.Add(a.Files[len(a.Files)-1], f.path, int64(f.hits))
		}
		if len(a.Files) < len(found.files) {
			h.Partial()
			total += fmt.Sprintf("; %d files shown, from %d on: raise max_results or offset for others", len(a.Files), args.Offset+1)
		}
		h.Count("%s", total)
	default:
		h.Layout(queries.Table{Columns: []string{"position", "symbol", "text"}, Subject: 2})
		for _, i := range a.Hits.Items {
			h.Add(i, answer.Position(i.File, i.Line), i.Symbol, strings.TrimSpace(i.Text))
		}
		if shown < of {
			h.Partial()
			total += fmt.Sprintf("; %d shown, from %d on: raise max_results or offset for others", shown, args.Offset+1)
		}
		h.Count("%s", total)
	}
}

// Report lists the lines by file and symbol, or the files.
func (a *textAnswer) Report(r queries.Reading) queries.Report {
	if a.Table().Columns[0] == "lines" {
		return a.Head.Report("", nil, r)
	}
	if a.Files != nil {
		var s queries.Section
		for _, f := range a.Files {
			s.Lines = append(s.Lines, queries.Line{Cells: []string{f.File, answer.Plural(f.Lines, "line")}})
		}
		return a.Head.Report("", []queries.Section{s}, r)
	}
	sections, folded := a.Hits.sections(a.Head, r)
	out := a.Head.Report("", sections, r)
	out.Folded(folded)
	return out
}

// sections returns a section of source lines for each file, and the number of the lines in tests that they leave out.
func (l *hitList) sections(h *answer.Head, r queries.Reading) (out []queries.Section, folded int) {
	items := l.Items
	code := slices.DeleteFunc(slices.Clone(items), func(i hit) bool { return i.Test })
	if r.Tests == queries.TestsFolded && len(code) > 0 {
		items, folded = code, l.TestCount
	}
	byFile := map[string][]hit{}
	var files []string
	for _, i := range items {
		if byFile[i.File] == nil {
			files = append(files, i.File)
		}
		byFile[i.File] = append(byFile[i.File], i)
	}
	for _, file := range files {
		s := queries.Section{Title: file, Text: true}
		line := func(format string, args ...any) {
			s.Lines = append(s.Lines, queries.Line{Cells: []string{fmt.Sprintf(format, args...)}})
		}
		around, last := "", 0
		slices.SortFunc(byFile[file], func(a, b hit) int { return a.Line - b.Line })
		for _, i := range byFile[file] {
			indent := "  "
			if i.Symbol != "" {
				indent = "    "
			}
			if i.Symbol != around && i.Symbol != "" {
				line("  %s %s", answer.KindWord(i.Kind), h.ShortName(i.Symbol))
			}
			around = i.Symbol
			text := i.Text
			if i.Before == nil && i.After == nil {
				text = strings.TrimSpace(text)
			}
			for n, before := range i.Before {
				if number := i.Line - len(i.Before) + n; number > last {
					line("%s%d- %s", indent, number, before)
				}
			}
			line("%s%d: %s", indent, i.Line, text)
			last = i.Line
			for n, after := range i.After {
				number := i.Line + n + 1
				if slices.ContainsFunc(byFile[file], func(o hit) bool { return o.Line > i.Line && o.Line <= number }) {
					break
				}
				line("%s%d- %s", indent, number, after)
				last = number
			}
		}
		out = append(out, s)
	}
	return out, folded
}

// parseEdited reads a search for the index and for the files that changed since. A filter may name a file that only one of them has.
func parseEdited(ctx context.Context, ix *queries.Index, parse func(*queries.Index) (*query, error)) (*query, error) {
	q, err := parse(ix)
	e := queries.EditedIn(ctx)
	if len(e.Files) == 0 {
		return q, err
	}
	var now *query
	if e.Now != nil {
		now, _ = parse(e.Now) // the index has the error
	}
	edited := map[string]bool{}
	for _, f := range e.Files {
		edited[f] = true
	}
	if now != nil {
		now.edited, now.fromFiles = edited, true
	}
	if err != nil && now != nil {
		return now, nil
	}
	if err == nil {
		q.edited, q.now = edited, now
	}
	return q, err
}

// parseText reads the pattern and the arguments of text.
func parseText(ctx context.Context, ix *queries.Index, args textArgs) (*query, error) {
	if len(args.Pattern) > maxPattern {
		return nil, &queries.UsageError{Message: fmt.Sprintf("the pattern has %d bytes, and may have %d", len(args.Pattern), maxPattern)}
	}
	expression, phrases, given := args.Pattern, []string(nil), map[string][]string{}
	if !args.Fixed {
		parsed, err := tokens(args.Pattern, false)
		if err != nil {
			return nil, err
		}
		if len(parsed.filters) > 0 {
			expression, phrases, given = strings.Join(parsed.words, " "), parsed.phrases, parsed.filters
		}
	}
	if expression == "" && len(phrases) == 0 {
		return nil, &queries.UsageError{Message: "the pattern has filters and no text", Advice: "add a text, or use search, which lists symbols"}
	}
	given["kind"] = append(given["kind"], split(args.Kinds)...)
	given["lang"] = append(given["lang"], split(args.Langs)...)
	given["in"] = append(given["in"], args.Paths...)
	given["-in"] = append(given["-in"], args.Excludes...)
	q := &query{index: ix}
	if queries.IsTestsAlone(ctx) {
		q.test = append(q.test, true)
	} else if !args.IncludeTests {
		q.test = append(q.test, false)
	}
	if err := q.take(ctx, given); err != nil {
		return nil, err
	}
	if q.external || len(q.exported) > 0 {
		return nil, &queries.UsageError{Message: "text takes no filter is:exported or is:external", Advice: "use search for them"}
	}
	if err := q.refuse(); err != nil {
		return nil, err
	}
	var err error
	q.pattern, err = newPattern(expression, phrases, args.reading)
	return q, err
}

// split divides the values of a list at commas.
func split(values []string) (out []string) {
	for _, v := range values {
		out = append(out, strings.Split(v, ",")...)
	}
	return out
}

// tests says which files count: all, code or tests.
func (q *query) tests() string {
	switch {
	case len(q.test) == 0:
		return "all"
	case q.test[0]:
		return "tests"
	}
	return "code"
}

// askText adds the reason why lines may be missing.
func (q *query) askText(ctx context.Context, h *answer.Head) error {
	var unread int
	if err := q.index.QueryRow(ctx, textUnreadSQL, append(q.textFilters(), q.index.Manifest().Options.Content)...).Scan(&unread); err != nil {
		return fmt.Errorf("count the files without text: %w", err)
	}
	h.Reason(schema.ReasonNoText, unread)
	return nil
}

// maxFallThrough is the number of lines that search shows when no symbol matches.
const maxFallThrough = 20

// addText adds the lines that have the words and the phrases, for a search that no symbol matches.
func (q *query) addText(ctx context.Context, a *searchAnswer, h *answer.Head) error {
	if q.text.isPattern() || q.typed == "" && len(q.phrases) == 0 || q.external || !q.index.Manifest().Options.Content {
		return nil
	}
	whole, phrases := q.typed, q.phrases
	q, err := parseEdited(ctx, q.index, func(ix *queries.Index) (*query, error) {
		parsed := q
		if ix != q.index {
			var err error
			if parsed, err = parse(ctx, ix, q.args); err != nil {
				return nil, err
			}
		}
		var err error
		parsed.pattern, err = newPattern(whole, phrases, reading{Fixed: true})
		return parsed, err
	})
	if err != nil {
		return err
	}
	found, err := q.textSearch(ctx, maxFallThrough, 0)
	if err != nil {
		return err
	}
	if len(found.files) == 0 {
		h.Note("no line of text has it either")
		return nil
	}
	page := found.page(answer.Pages{MaxResults: maxFallThrough})
	a.Text = &page
	h.Note("no symbol matches: %s of text in %s do (text finds more)", answer.Plural(page.TotalFound, "line"), answer.Plural(page.FileCount, "file"))
	return q.askText(ctx, h)
}

// withPhrases keeps the candidates whose source has all phrases.
func (q *query) withPhrases(ctx context.Context, found []candidate) ([]candidate, error) {
	for _, phrase := range q.phrases {
		if len(found) == 0 {
			break
		}
		p, err := newPattern("", []string{phrase}, reading{})
		if err != nil {
			return nil, err
		}
		with := *q
		with.pattern, with.kinds = p, nil
		files, err := with.textFiles(ctx)
		if err != nil {
			return nil, err
		}
		in := map[int32]bool{}
		for _, f := range files {
			in[f.id] = true
		}
		found = slices.DeleteFunc(found, func(c candidate) bool { return !in[c.file] })
		if found, err = q.inSource(ctx, &p, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// inSource keeps the candidates of which a line matches.
func (q *query) inSource(ctx context.Context, p *pattern, found []candidate) ([]candidate, error) {
	has := map[int32]bool{}
	for batch := range slices.Chunk(slices.SortedFunc(slices.Values(found), func(a, b candidate) int { return int(a.file - b.file) }), textBatch) {
		var files []int32
		for _, c := range batch {
			files = append(files, c.file)
		}
		texts, err := q.index.Sources(ctx, files)
		if err != nil {
			return nil, err
		}
		matching := map[int32][]int{}
		for file, text := range texts {
			p.lines(text, func(number, _, _, _ int) { matching[file] = append(matching[file], number) })
		}
		infos, err := q.describe(ctx, batch)
		if err != nil {
			return nil, err
		}
		for i, c := range batch {
			has[c.id] = slices.ContainsFunc(matching[c.file], func(line int) bool { return infos[i].StartLine <= line && line <= infos[i].EndLine })
		}
	}
	return slices.DeleteFunc(found, func(c candidate) bool { return !has[c.id] }), nil
}
