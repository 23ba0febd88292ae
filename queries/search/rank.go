package search

import (
	"cmp"
	"context"
	_ "embed"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
)

var (
	//go:embed ranked.sql
	rankedSQL string
	//go:embed asking.txt
	askingText string
)

const (
	maxTexts = 60 // the files whose text is read because they have most of the words
	maxNamed = 60 // the symbols by name and doc whose files are read too
)

// The places of a word in a symbol. The weights say how often a word in the text would have to occur to count as much.
const (
	inName = iota
	inOwner
	inDocs
	inPath
	inText
	places
)

var (
	placeNames = [places]string{"name", "owner", "doc", "path", "text"}
	weights    = [places]float64{5, 2, 1.2, 0.8, 0.5}
)

// usual is the weight at which a word counts half of its rarity: further places count less and less.
const usual = 3

// asking are the words of questions that say nothing about the code asked for.
var asking = strings.Fields(askingText)

// declared is a symbol that a question may ask about.
type declared struct {
	id, file               int32
	name, qualified, doc   string
	kind, path             string
	isTest, exported, made bool
	refs                   int
	from, to, total        int
	has                    [][places]float64 // by word of the question, how often each place has it
	score                  float64
}

func (d *declared) fields() []any {
	return []any{&d.id, &d.name, &d.qualified, &d.doc, &d.kind, &d.isTest, &d.exported, &d.refs, &d.file, &d.path, &d.from, &d.to, &d.made, &d.total}
}

// Rank returns the symbols that fit a question in plain words, the best first. Each word counts by its rarity, and by its places: the name
// more than the owner, the doc, the path and the text. Symbols in tests, in folders of examples and in generated files come last.
func Rank(ctx context.Context, ix *queries.Index, question string) ([]answer.Ranked, error) {
	words := asked(question)
	if len(words) == 0 {
		return nil, &queries.UsageError{Message: "the question has no words about code", Advice: `ask for code in plain words: "where are requests retried"`}
	}
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	files, err := filesWith(ctx, ix, words)
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, w := range words {
		parts = append(parts, regexp.QuoteMeta(w.part))
	}
	f := &finder{words: words, known: map[string]int{}}
	all, err := queries.Collect(ctx, ix.Query, (*declared).fields, rankedSQL, "(?i)"+strings.Join(parts, "|"), files)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	for i := range all {
		all[i].read(f)
	}
	score(all)
	best := slices.Clone(all)
	slices.SortFunc(best, byScore)
	for _, d := range best[:min(len(best), maxNamed)] {
		files = append(files, d.file)
	}
	if err := readTexts(ctx, ix, files, f, all); err != nil {
		return nil, err
	}
	score(all)
	slices.SortFunc(all, byScore)
	var out []answer.Ranked
	for _, d := range all {
		if d.score > 0 {
			out = append(out, answer.Ranked{ID: d.id, Why: d.why(words)})
		}
	}
	return out, nil
}

// examples matches the folders and files of examples.
var examples = regexp.MustCompile(`(?:^|/)_?examples?(?:[_.-][^/]*)?/|(?:^|/)examples?_[^/]*$`)

func byScore(a, b declared) int {
	late := func(d declared) int {
		if d.isTest || d.made || examples.MatchString(d.path) {
			return 1
		}
		return 0
	}
	return cmp.Or(late(a)-late(b), cmp.Compare(b.score, a.score), int(a.id-b.id))
}

// askedWord is a word of a question.
type askedWord struct{ typed, stem, part string }

// asked returns the words of a question that say something about code, each stem once.
func asked(question string) (words []askedWord) {
	seen := map[string]bool{}
	for _, w := range distinctWords(question) {
		s := stem(w)
		if len(w) > 1 && !slices.Contains(asking, w) && !seen[s] {
			seen[s] = true
			words = append(words, askedWord{w, s, strings.TrimSuffix(s, "y")})
		}
	}
	return words
}

// stem returns the part of a word that its forms share: retries, retried and retrying become retry. Each word has its stem's letters but
// for a final y.
func stem(w string) string {
	cut := func(suffix, by string, least int) bool {
		if strings.HasSuffix(w, suffix) && len(w)-len(suffix) >= least {
			w = strings.TrimSuffix(w, suffix) + by
			return true
		}
		return false
	}
	_ = cut("ies", "y", 2) || cut("ie", "y", 2) || !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && cut("s", "", 3)
	_ = cut("ied", "y", 2) || cut("ing", "", 3) || cut("ed", "", 3) || cut("ion", "", 4) || cut("or", "", 4) || cut("er", "", 4)
	cut("e", "", 3)
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// wordsOf calls found for each word of a text with its offset: humps are words, as in names.
func wordsOf(text string, found func(at int, word string)) {
	start := -1
	var before rune
	for i, r := range text {
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 {
			ends := !isWord || unicode.IsUpper(r) && !unicode.IsUpper(before)
			if !ends && unicode.IsUpper(r) && unicode.IsUpper(before) {
				after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
				ends = unicode.IsLower(after)
			}
			if ends {
				found(start, text[start:i])
				start = -1
			}
		}
		if isWord && start < 0 {
			start = i
		}
		before = r
	}
	if start >= 0 {
		found(start, text[start:])
	}
}

// finder finds the words of a question in texts.
type finder struct {
	words []askedWord
	known map[string]int // by word as spelled, its place among the words, or -1
}

func (f *finder) find(text string, found func(at, word int)) {
	wordsOf(text, func(at int, w string) {
		i, ok := f.known[w]
		if !ok {
			s := stem(strings.ToLower(w))
			i = slices.IndexFunc(f.words, func(a askedWord) bool { return a.stem == s || len(a.stem) >= 4 && strings.HasPrefix(s, a.stem) })
			f.known[w] = i
		}
		if i >= 0 {
			found(at, i)
		}
	})
}

// read counts the words in the name, the owner, the doc and the path.
func (d *declared) read(f *finder) {
	d.has = make([][places]float64, len(f.words))
	in := func(place int, text string) { f.find(text, func(_, word int) { d.has[word][place]++ }) }
	in(inName, d.name)
	in(inOwner, strings.TrimSuffix(d.qualified, d.name))
	in(inOwner, path.Base(d.path)) // a module of TypeScript is the owner of its names
	in(inDocs, d.doc)
	in(inPath, d.path)
}

// filesWith returns the files outside tests that have most of the words in their text; rare words count more.
func filesWith(ctx context.Context, ix *queries.Index, words []askedWord) ([]int32, error) {
	b := squirrel.Select("t.file_id").From("(SELECT file_id, lower(content) AS text FROM contents) t JOIN files f ON f.file_id = t.file_id").
		Where("NOT (f.is_test OR f.is_generated OR f.is_vendored OR f.is_fixture) AND f.status <> 'text'")
	bits := squirrel.Expr("0")
	for i, w := range words {
		bits = squirrel.ConcatExpr(bits, squirrel.Expr(" + CASE WHEN contains(t.text, ?) THEN ? ELSE 0 END", w.part, 1<<i))
	}
	text, args, err := b.Column(bits).ToSql()
	if err != nil {
		return nil, err
	}
	type file struct {
		id    int32
		words int
		score float64
	}
	files, err := queries.Collect(ctx, ix.Query, func(f *file) []any { return []any{&f.id, &f.words} }, text, args...)
	for i := range words {
		n := 0
		for _, f := range files {
			n += f.words >> i & 1
		}
		for at := range files {
			files[at].score += rarity(n, len(files)) * float64(files[at].words>>i&1)
		}
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(cmp.Compare(b.score, a.score), int(a.id-b.id)) })
	out := []int32{0} // the driver cannot bind an empty list
	for _, f := range files[:min(len(files), maxTexts)] {
		if f.score > 0 {
			out = append(out, f.id)
		}
	}
	return out, err
}

// rarity returns the weight of a word that n of all have.
func rarity(n, all int) float64 {
	return math.Log(1 + (float64(all-n)+0.5)/(float64(n)+0.5))
}

// readTexts counts the words in the texts of files. A word counts for the functions around it, or else for the other declarations there.
func readTexts(ctx context.Context, ix *queries.Index, files []int32, f *finder, all []declared) error {
	texts, err := ix.Sources(ctx, files)
	if err != nil {
		return err
	}
	inFile := map[int32][]*declared{}
	for i := range all {
		if d := &all[i]; texts[d.file] != "" {
			inFile[d.file] = append(inFile[d.file], d)
		}
	}
	for file, text := range texts {
		f.find(text, func(at, word int) {
			inFunction := false
			for _, function := range []bool{true, false} {
				for _, d := range inFile[file] {
					if d.from <= at && at < d.to && answer.IsCallable(d.kind) == function && (function || !inFunction) {
						d.has[word][inText]++
						inFunction = true
					}
				}
			}
		})
	}
	return nil
}

// score sets the scores.
func score(all []declared) {
	rare := make([]float64, len(all[0].has))
	sum := 0.0
	for w := range rare {
		n := 0
		for i := range all {
			if h := all[i].has[w]; h[inName]+h[inOwner]+h[inDocs] > 0 {
				n++
			}
		}
		rare[w] = rarity(n, all[0].total)
		sum += rare[w]
	}
	for i := range all {
		d := &all[i]
		long := 0.7 + 0.3*float64(len(d.name))/16 // a word is less of a long name
		size := 0.5 + 0.5*float64(d.to-d.from)/2000
		said := 0.6 + 0.4*float64(len(d.doc))/300
		found := 0.0
		d.score = 0
		for w, has := range d.has {
			n := weights[inName]*min(has[inName], 1)/long + weights[inOwner]*min(has[inOwner], 1) + weights[inDocs]*has[inDocs]/said +
				weights[inPath]*min(has[inPath], 1) + weights[inText]*has[inText]/size
			if n > 0 {
				found += rare[w]
			}
			d.score += rare[w] * n / (n + usual)
		}
		d.score *= math.Sqrt(found/sum) * (1 + 0.05*math.Log10(1+float64(d.refs)))
		if d.exported {
			d.score *= 1.05
		}
		if d.kind == "variable" || d.kind == "constant" || d.kind == "interface_method" {
			d.score *= 0.75
		}
	}
}

// why names the words of the question that the symbol has, by their places. A word stands at its best place only.
func (d *declared) why(words []askedWord) string {
	var at [places][]string
	for w, has := range d.has {
		for place := range has {
			if has[place] > 0 {
				at[place] = append(at[place], words[w].typed)
				break
			}
		}
	}
	var out []string
	for place, found := range at {
		if found != nil {
			out = append(out, placeNames[place]+": "+strings.Join(found, ", "))
		}
	}
	return strings.Join(out, "; ")
}
