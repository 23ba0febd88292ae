package search

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/queries/target"
)

// The scores of matches: less is better. Capitals match humps before words, and any other text matches
// words before humps: head means newHead before HTTPErrorAndData.
const (
	exactSymbol = iota // the whole symbol, or its end when the text has the suffix after # or ~
	exactCase
	exactAnyCase
	prefix
	first      // and two more
	second     = first + 3
	substring  = second + 3
	fuzzy      = substring + 1 // and one more for each further typing error
	fuzzyOwner = fuzzy + 2
	inDoc      = fuzzyOwner + 1 // the words are in the doc comment
)

const (
	maxParted = 100 // the length of a text that can be humps or have typing errors, in bytes
	maxWords  = 16
	wildcards = "%*?"
)

// text is the text of a pattern without its filters.
type text struct {
	whole      string // as typed
	text       string // in plain notation, without the suffix after # or ~
	owner      string // the part before the last dot
	name       string // the rest
	words      []string
	humps      *regexp.Regexp // names whose first humps begin with the letters of the text; nil when the text cannot be humps
	onlyHumps  *regexp.Regexp // names that have no other humps
	looseOwner bool           // the owner may end within a name
	errors     int            // the number of typing errors that search forgives
}

func newText(whole, plain string) text {
	t := text{whole: whole, text: plain, name: plain}
	if dot := strings.LastIndexByte(plain, '.'); dot > strings.LastIndexByte(plain, '/') && !strings.ContainsRune(plain, ' ') {
		t.owner, t.name = plain[:dot], plain[dot+1:]
	}
	if utf8.RuneCountInString(t.name) > 1 {
		t.words = distinctWords(t.name)
		if len(t.words) > maxWords {
			t.words = nil
		}
		t.humps, t.onlyHumps = humps(t.name)
	}
	return t
}

// slashed reads the last slash of the text as a dot: zstd/Encoder may mean zstd.Encoder.
func (t *text) slashed() (text, bool) {
	slash := strings.LastIndexByte(t.text, '/')
	if slash <= 0 || t.owner != "" || strings.ContainsAny(t.text, wildcards+" ") {
		return text{}, false
	}
	return newText(t.whole, t.text[:slash]+"."+t.text[slash+1:]), true
}

func (t *text) isPattern() bool   { return strings.ContainsAny(t.text, wildcards) }
func (t *text) isPath() bool      { return strings.ContainsRune(t.text, '/') && t.owner == "" }
func (t *text) isWords() bool     { return strings.ContainsRune(t.text, ' ') }
func (t *text) ownerIsPath() bool { return strings.ContainsRune(t.owner, '/') }

// maxErrors returns the number of typing errors that the text may have.
func (t *text) maxErrors() int {
	if t.text == "" || t.isPattern() || t.isPath() {
		return 0
	}
	return max(errorsIn(t.name), errorsIn(t.owner))
}

func errorsIn(text string) int {
	switch n := utf8.RuneCountInString(text); {
	case strings.ContainsRune(text, ' '), n < 4, len(text) > maxParted:
		return 0
	case n < 6:
		return 1
	}
	return 2
}

// label returns the name of the kind of match with a score.
func (t *text) label(score int) string {
	switch {
	case t.text == "":
		return ""
	case score == inDoc:
		return "doc"
	case score == exactSymbol:
		return "exact"
	case t.isPattern():
		return "pattern"
	case t.isPath():
		return "substring"
	case score < prefix:
		return "exact"
	case score == prefix:
		return "prefix"
	case score >= fuzzy:
		return "fuzzy"
	case score == substring:
		return "substring"
	case (score < second) == t.isCapitals():
		return "humps"
	}
	return "words"
}

func (t *text) isCapitals() bool { return strings.ToUpper(t.name) == t.name }

// condition returns the condition for candidates: every symbol with a score is one.
func (t *text) condition() squirrel.Sqlizer {
	lowered, owner := strings.ToLower(t.name), strings.ToLower(t.owner)
	symbol := squirrel.Expr("symbol = ? OR ends_with(symbol, '.' || ?) OR ends_with(symbol, '/' || ?)", t.whole, t.whole, t.whole)
	switch {
	case t.text == "":
		return squirrel.Expr("true")
	case t.isPattern() && strings.ContainsAny(t.text, "./"):
		e := nameExpression(t.text)
		return squirrel.Expr("regexp_full_match(qualified_name, ?) OR regexp_full_match(symbol, ?)", qualifiedExpression(t.text), e)
	case t.isPattern():
		return squirrel.Expr("regexp_full_match(name, ?)", nameExpression(t.text))
	case t.isPath() && strings.ToLower(t.text) == t.text:
		return squirrel.Expr("contains(qualified, ?) OR contains(lower(symbol), ?)", t.text, t.text)
	case t.isPath():
		return squirrel.Expr("contains(qualified_name, ?) OR contains(symbol, ?)", t.text, t.text)
	case t.isWords():
		all := squirrel.And{}
		for _, w := range t.words {
			all = append(all, squirrel.Expr("contains(qualified, ?)", w))
		}
		return all
	}
	named := squirrel.Or{squirrel.Expr("contains(lowered, ?)", lowered)}
	if len(t.words) > 1 {
		all := squirrel.And{}
		for _, w := range t.words {
			all = append(all, squirrel.Expr("contains(lowered, ?)", w))
		}
		named = append(named, all)
	}
	if t.humps != nil {
		named = append(named, squirrel.Expr("regexp_matches(name, ?)", t.humps.String()))
	}
	if t.errors > 0 {
		named = append(named, squirrel.Expr("abs(length(lowered) - length(?)) <= ? AND damerau_levenshtein(lowered, ?) <= ?", lowered, t.errors, lowered, t.errors))
	}
	switch {
	case t.owner == "":
		return append(named, symbol)
	case t.ownerIsPath():
		return squirrel.Or{symbol, squirrel.And{named, squirrel.Expr(`ends_with('/' || regexp_replace(lower(symbol), '\.[^./]*(#.*|~[0-9]+)?$', ''), '/' || ?)`, owner)}}
	case t.errors > 0:
		return squirrel.Or{symbol, named}
	}
	return squirrel.Or{symbol, squirrel.And{named, squirrel.Expr("ends_with(owner, ?)", owner)}}
}

// nameExpression returns the regular expression of a pattern. Case counts when the pattern contains a capital.
func nameExpression(pattern string) string {
	if strings.ToLower(pattern) == pattern {
		return "(?i)" + target.NameExpression(pattern)
	}
	return target.NameExpression(pattern)
}

// qualifiedExpression is nameExpression for qualified names. A pattern with a dot may begin at any dot of them.
func qualifiedExpression(pattern string) string {
	if !strings.Contains(pattern, ".") { // otherwise Index* would match all members of Index
		return nameExpression(pattern)
	}
	return `(?s)(?:.*\.)?(?:` + nameExpression(pattern) + ")"
}

// score returns the score of a candidate; it is negative for no match.
func (t *text) score(c *candidate) int {
	switch {
	case t.text == "" || t.isPattern() || t.isPath():
		return exactCase
	case c.isSymbol:
		return exactSymbol
	}
	score := t.scoreName(c)
	switch {
	case score < 0:
		return -1
	case t.isWords():
		return t.scoreSpread(c, score)
	case t.owner == "" || t.ownerIsPath():
		return score
	}
	owner := strings.ToLower(t.owner)
	switch rest, ends := strings.CutSuffix(c.owner, owner); {
	case ends && (rest == "" || strings.HasSuffix(rest, ".")):
		return score
	case score > prefix:
		return -1
	case ends && t.looseOwner:
		return substring
	case t.errors > 0 && c.ownerErrors <= min(t.errors, errorsIn(t.owner)):
		return fuzzyOwner
	}
	return -1
}

// scoreName returns the score of the name alone.
func (t *text) scoreName(c *candidate) int {
	lowered := strings.ToLower(t.name)
	switch {
	case c.name == t.name && (t.name != lowered || t.owner != ""): // a text in small letters matches any case
		return exactCase
	case c.lowered == lowered:
		return exactAnyCase
	case strings.HasPrefix(c.lowered, lowered):
		return prefix
	}
	atWords, atHumps := first, second
	if t.isCapitals() {
		atWords, atHumps = second, first
	}
	words, humps := t.scoreWords(c), t.scoreHumps(c)
	switch {
	case humps >= 0 && (words < 0 || atHumps < atWords):
		return atHumps + humps
	case words >= 0:
		return atWords + words
	case strings.Contains(c.lowered, lowered):
		return substring
	case c.nameErrors > 0 && c.nameErrors <= min(t.errors, errorsIn(t.name)):
		return fuzzy + c.nameErrors - 1
	}
	return -1
}

// scoreWords returns 0 for a name with all the words, and 1 for a name whose words begin with all of
// them. With spaces between the words it is 2 for a name with one of them: the owner has the others.
// Otherwise it is -1.
func (t *text) scoreWords(c *candidate) int {
	begun, whole := 0, 0
	for _, w := range t.words {
		begins, is := hasWord(c.name, c.lowered, w)
		if begins {
			begun++
		}
		if is {
			whole++
		}
	}
	switch {
	case begun == 0:
		return -1
	case whole == len(t.words):
		return 0
	case begun == len(t.words):
		return 1
	case t.isWords():
		return 2
	}
	return -1
}

// scoreSpread improves the score of a name with words in it and in its owner: Head.Init matches init
// head as well as a name of these words.
func (t *text) scoreSpread(c *candidate, score int) int {
	whole := "." + c.owner + "." + c.lowered + "."
	for _, w := range t.words {
		if !strings.Contains(whole, "."+w+".") {
			return score
		}
	}
	if t.isCapitals() {
		return second
	}
	return first
}

// scoreHumps returns 0 for a name with these humps and no others, 1 for a name that begins with these
// humps, and -1 otherwise.
func (t *text) scoreHumps(c *candidate) int {
	switch {
	case t.humps == nil || !t.humps.MatchString(c.name):
		return -1
	case t.onlyHumps.MatchString(c.name):
		return 0
	}
	return 1
}

// hasWord reports whether a word of a name begins with a word in lower case, and whether it equals that word.
func hasWord(name, lowered, word string) (begins, is bool) {
	if len(name) != len(lowered) { // some letters are shorter or longer in lower case
		name = lowered
	}
	for from := 0; ; {
		at := strings.Index(lowered[from:], word)
		if at < 0 {
			return begins, is
		}
		at += from
		from = at + 1
		if !isBoundary(name, at) {
			continue
		}
		begins = true
		end := at + len(word)
		is = is || end == len(name) || !isSmallOrDigit(name[end])
	}
}

// isBoundary reports whether a word begins at an offset of a name. Words begin at the start, after a
// separator, at a capital after a small letter, and at the last of several capitals before a small
// letter.
func isBoundary(name string, at int) bool {
	if at == 0 || strings.IndexByte("_$-", name[at-1]) >= 0 {
		return true
	}
	c, _ := utf8.DecodeRuneInString(name[at:])
	before, _ := utf8.DecodeLastRuneInString(name[:at])
	if !unicode.IsUpper(c) {
		return false
	}
	after, _ := utf8.DecodeRuneInString(name[at+utf8.RuneLen(c):])
	return !unicode.IsUpper(before) || unicode.IsLower(after)
}

func isSmallOrDigit(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }

var (
	smallBeforeCapital = regexp.MustCompile(`([\p{Ll}\p{N}])(\p{Lu})`)
	lastCapital        = regexp.MustCompile(`(\p{Lu})(\p{Lu}\p{Ll})`)
	separators         = regexp.MustCompile(`[^\p{L}\p{N}]+`)
)

// distinctWords returns the words of a text in lower case, each once: new, http and server of newHTTPServer.
func distinctWords(text string) (out []string) {
	text = smallBeforeCapital.ReplaceAllString(text, "$1 $2")
	text = lastCapital.ReplaceAllString(text, "$1 $2")
	seen := map[string]bool{}
	for _, w := range strings.Fields(separators.ReplaceAllString(strings.ToLower(text), " ")) {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// humps returns two regular expressions: one for names whose humps begin with the letters of a text,
// and one for names without other humps. They are nil for a text that cannot be humps. A hump is a
// capital, or the first letter of a word; the text may omit the further capitals of HTTP.
//
// DESIGN: letters beyond ASCII count as small. The classes of Unicode make the expression for thirteen
// humps take 120 ms to compile.
func humps(text string) (some, only *regexp.Regexp) {
	letters := []rune(text)
	if len(letters) < 2 || len(text) > maxParted || separators.MatchString(text) {
		return nil, nil
	}
	const rest = "(?:[A-Z0-9]*|[^A-Z_$-]*)"
	var b strings.Builder
	for i, r := range letters {
		small, capital := regexp.QuoteMeta(string(unicode.ToLower(r))), regexp.QuoteMeta(string(unicode.ToUpper(r)))
		if i == 0 {
			b.WriteString("^(?:" + small + "|" + capital + ")")
			continue
		}
		b.WriteString(rest + "(?:" + capital + "|[_$-]+" + small + ")")
	}
	return regexp.MustCompile(b.String()), regexp.MustCompile(b.String() + rest + "$")
}
