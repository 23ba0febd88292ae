package search

import (
	"cmp"
	"context"
	_ "embed"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
)

var (
	//go:embed text.sql
	textSQL string
	//go:embed text_defined.sql
	textDefinedSQL string
	//go:embed text_enclosing.sql
	textEnclosingSQL string
	//go:embed text_unread.sql
	textUnreadSQL string
)

const (
	rankedLines = 2000 // the number of lines that are ranked among each other
	textBatch   = 32   // the number of texts that are in memory at once
	maxScanners = 4    // the number of statements that read texts at once
)

// textFile is a file with lines that match.
type textFile struct {
	id             int32
	path, language string
	isTest         bool
	hits, rank     int
	defines        bool // a symbol whose name matches
}

// order is less for a better file.
func (f textFile) order() int {
	if f.defines {
		return 2 * f.rank
	}
	return 2*f.rank + 1
}

// textFound is the result of a search for text: all files, and the first lines, the best first.
type textFound struct {
	files []textFile
	hits  []hit
}

// page returns a page of lines, with the numbers of all.
func (f *textFound) page(p answer.Pages) hitList {
	from := min(p.Offset, len(f.hits))
	l := hitList{Items: slices.Clip(f.hits[from:min(from+p.MaxResults, len(f.hits))]), FileCount: len(f.files)}
	if l.Items == nil {
		l.Items = []hit{}
	}
	l.TotalReturned = len(l.Items)
	for _, file := range f.files {
		l.TotalFound += file.hits
		if file.isTest {
			l.TestCount += file.hits
		}
	}
	return l
}

// textSearch finds the files with lines that match, counts these lines, and reads at least the given number of them. Files that changed
// since the index count as they are now.
func (q *query) textSearch(ctx context.Context, want, around int) (*textFound, error) {
	found := &textFound{}
	var ranked []rankedHit
	for _, part := range []*query{q, q.now} {
		if part == nil {
			continue
		}
		files, hits, err := part.textIn(ctx, want, around)
		if err != nil {
			return nil, err
		}
		found.files, ranked = append(found.files, files...), append(ranked, hits...)
	}
	slices.SortStableFunc(found.files, func(a, b textFile) int { return a.order() - b.order() })
	slices.SortStableFunc(ranked, func(a, b rankedHit) int { return a.rank - b.rank })
	for _, h := range ranked {
		found.hits = append(found.hits, h.hit)
	}
	return found, nil
}

// textIn searches one index.
//
// DESIGN: DuckDB counts lines in the files, and Go finds them in the few files whose lines the answer has: Go's regexp is 7 times
// slower than RE2. Only a pattern of several parts and a filter of kinds need Go to read every file that matches.
func (q *query) textIn(ctx context.Context, want, around int) (files []textFile, ranked []rankedHit, err error) {
	if files, err = q.textFiles(ctx); err != nil {
		return nil, nil, err
	}
	count := len(q.kinds) > 0 || len(q.pattern.parts) > 1
	if want > 0 {
		want = max(want, rankedLines)
	}
	for at := 0; at < len(files) && (count || len(ranked) < want); at += textBatch {
		batch := files[at:min(at+textBatch, len(files))]
		hits, err := q.textLines(ctx, batch, count, want-len(ranked), around)
		if err != nil {
			return nil, nil, err
		}
		ranked = append(ranked, hits...)
	}
	return slices.DeleteFunc(files, func(f textFile) bool { return f.hits == 0 }), ranked, nil
}

// textFilters returns the values of the filters of files: languages, path, no path, and tests.
func (q *query) textFilters() []any {
	filters := []any{nil, nil, nil, q.tests()}
	if q.languages != nil {
		filters[0] = q.languages
	}
	if q.in != "" {
		filters[1] = q.in
	}
	if q.notIn != "" {
		filters[2] = q.notIn
	}
	return filters
}

// textFiles returns the files with lines that match the first part, in the order of their ranks.
//
// DESIGN: each statement reads its share of the files on a thread of its own; one statement has one thread on small indexes.
func (q *query) textFiles(ctx context.Context) ([]textFile, error) {
	p := q.pattern.parts[0]
	var last int32
	if err := q.index.QueryRow(ctx, "SELECT coalesce(max(file_id), 0) FROM files").Scan(&last); err != nil {
		return nil, err
	}
	n := min(runtime.GOMAXPROCS(0), maxScanners)
	shares := make([][]textFile, n)
	defined := map[int32]bool{}
	group, ctx := errgroup.WithContext(ctx)
	for i := range n {
		group.Go(func() error {
			args := []any{int32(int64(last)*int64(i)/int64(n)) + 1, int32(int64(last) * int64(i+1) / int64(n))}
			args = append(args, q.textFilters()...)
			literals := p.literals
			if literals == nil {
				literals = []string{""} // the driver cannot bind an empty list
			}
			var err error
			shares[i], err = queries.Collect(ctx, q.index.Query, func(f *textFile) []any {
				return []any{&f.id, &f.path, &f.language, &f.isTest, &f.hits, &f.rank}
			}, textSQL, append(args, literals, "(?m)"+p.expression, "(?m)(?:"+p.expression+").*", p.empty)...)
			return err
		})
	}
	group.Go(func() error {
		ids, err := queries.Collect(ctx, q.index.Query, func(id *int32) []any { return []any{id} }, textDefinedSQL, p.name.String())
		for _, id := range ids {
			defined[id] = true
		}
		return err
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	files := slices.DeleteFunc(slices.Concat(shares...), func(f textFile) bool { return f.hits == 0 || q.edited != nil && q.edited[f.path] != q.fromFiles })
	for i := range files {
		files[i].defines = defined[files[i].id]
	}
	slices.SortFunc(files, func(a, b textFile) int { return cmp.Or(a.order()-b.order(), cmp.Compare(a.id, b.id)) })
	return files, nil
}

// rankedHit is a line with its rank, less for a better one.
type rankedHit struct {
	hit
	rank int
}

// enclosing is a symbol that has lines.
type enclosing struct {
	file               int32
	symbol, name, kind string
	start, end         int
}

// textLines returns the first lines that match in files, at most a number of them unless it counts. When it counts, the files get the numbers
// of their lines.
func (q *query) textLines(ctx context.Context, files []textFile, count bool, want, around int) (out []rankedHit, err error) {
	var ids []int32
	for _, f := range files {
		ids = append(ids, f.id)
	}
	texts, err := q.index.Sources(ctx, ids)
	if err != nil {
		return nil, err
	}
	symbols, err := queries.Collect(ctx, q.index.Query, func(e *enclosing) []any {
		return []any{&e.file, &e.symbol, &e.name, &e.kind, &e.start, &e.end}
	}, textEnclosingSQL, ids)
	if err != nil {
		return nil, err
	}
	for i := range files {
		f, text := &files[i], texts[files[i].id]
		hits := 0
		inside := within(symbols, f.id)
		q.pattern.lines(text, func(number, start, end, at int) {
			stack := inside(number)
			if !q.ofKind(stack) {
				return
			}
			hits++
			if len(out) < want {
				h := q.ranked(f, stack, number, text[start:end], at)
				if around > 0 {
					h.Before, h.After = neighbours(text, start, end, around)
				}
				out = append(out, h)
			}
		})
		if count {
			f.hits = hits
		}
	}
	return out, nil
}

// within returns a function that returns the symbols of a file around a line, the inner ones last. Its lines must ascend.
func within(symbols []enclosing, file int32) func(line int) []enclosing {
	from, _ := slices.BinarySearchFunc(symbols, file, func(e enclosing, id int32) int { return cmp.Compare(e.file, id) })
	rest := symbols[from:]
	var stack []enclosing
	return func(line int) []enclosing {
		for len(rest) > 0 && rest[0].file == file && rest[0].start <= line {
			stack, rest = append(stack, rest[0]), rest[1:]
		}
		stack = slices.DeleteFunc(stack, func(e enclosing) bool { return e.end < line })
		return stack
	}
}

// ofKind reports whether one of the symbols has each wanted kind.
func (q *query) ofKind(stack []enclosing) bool {
	for _, kinds := range q.kinds {
		if !slices.ContainsFunc(stack, func(e enclosing) bool { return slices.Contains(kinds, e.kind) }) {
			return false
		}
	}
	return true
}

// The ranks of lines: less is better. A line that defines the word comes before others of its rank.
var ranks = []string{"definition", "code", "comment", "generated", "test"}

// ranked returns a line with its rank.
func (q *query) ranked(f *textFile, stack []enclosing, number int, line string, at int) rankedHit {
	h := rankedHit{hit: hit{File: f.path, Line: number, Column: at + 1, Test: f.isTest}}
	h.Text = strings.Clone(strings.TrimPrefix(strings.TrimSuffix(queries.CutLineAround(line, at), "\r"), byteOrderMark))
	defines, inner := false, false
	if len(stack) > 0 {
		around := stack[len(stack)-1]
		for _, e := range stack {
			if defines = e.start == number && q.pattern.parts[0].name.MatchString(e.name); defines {
				around = e
				break
			}
		}
		if !answer.IsCallable(around.kind) { // a field that a method declares is in the method
			for _, e := range stack {
				if answer.IsCallable(e.kind) && e.symbol != around.symbol {
					around, inner = e, true
				}
			}
		}
		h.Symbol, h.Kind = around.symbol, around.kind
	}
	switch {
	case f.rank > 0:
		h.rank = f.rank + 1
	case defines:
		h.rank = 0
	case isComment(f.language, line):
		h.rank = 2
	default:
		h.rank = 1
	}
	h.Match = ranks[h.rank]
	h.rank *= 2
	if !defines || inner { // a definition in a function comes after others
		h.rank++
	}
	return h
}

// hashed are the languages whose comments begin with #.
var hashed = []string{"python", "ruby", "shell", "yaml", "toml", "makefile", "dockerfile", "perl", "r", "elixir", "cmake"}

// isComment reports whether a line has a comment and nothing else, as far as the line alone says it.
func isComment(language, line string) bool {
	line = strings.TrimLeft(line, " \t")
	if slices.Contains(hashed, language) {
		return strings.HasPrefix(line, "#")
	}
	for _, begin := range []string{"//", "/*", "* ", "*/", "--", "<!--"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return line == "*"
}

// neighbours returns the lines before and after a line of a text, cut where they are long.
func neighbours(text string, start, end, most int) (before, after []string) {
	clean := func(line string) string { return strings.Clone(queries.CutLine(strings.TrimSuffix(line, "\r"))) }
	for range most {
		if start == 0 {
			break
		}
		stop := start - 1
		start = strings.LastIndexByte(text[:stop], '\n') + 1
		before = append(before, clean(text[start:stop]))
	}
	slices.Reverse(before)
	for range most {
		if end+1 >= len(text) {
			break
		}
		start := end + 1
		if end = strings.IndexByte(text[start:], '\n'); end < 0 {
			end = len(text) - start
		}
		end += start
		after = append(after, clean(text[start:end]))
	}
	return before, after
}
