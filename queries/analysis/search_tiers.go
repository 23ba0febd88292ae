package analysis

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/Masterminds/squirrel"
)

// How a name can match a text.
const (
	byExact     = "exact"
	byPrefix    = "prefix"
	byHumps     = "humps"
	byWords     = "words"
	bySubstring = "substring"
	byFuzzy     = "fuzzy"
	byPattern   = "pattern"
)

// tier is a way in which a name of the table spellings matches.
type tier struct {
	match string
	when  squirrel.Sqlizer
}

// tiers are the ways in which names can match a text, the best first, and the condition
// that a name matches in one of them.
//
// DESIGN: a text in small letters is a word sooner than humps: head is meant to find
// newHead before HTTPErrorAndData. One in capitals is not.
//
// DESIGN: what costs much stands in a CASE behind what costs little, because DuckDB puts
// the parts of an AND in an order of its own.
func tiers(text string, errors int) (all []tier, matching squirrel.Or) {
	all = []tier{
		{byExact, squirrel.Expr("name = ?", text)},
		{byExact, squirrel.Expr("lowered = lower(?)", text)},
		{byPrefix, squirrel.Expr("starts_with(lowered, lower(?))", text)},
	}
	holds := squirrel.Expr("contains(lowered, lower(?))", text)
	matching = squirrel.Or{holds}
	humps, words := humpTiers(text), wordTiers(text)
	if humps != nil {
		matching = append(matching, humps[len(humps)-1].when) // which holds where those before it do
	}
	if words != nil && (separators.MatchString(text) || len(wordsOf(text)) > 1) { // else the text is the word
		matching = append(matching, words[len(words)-1].when)
	}
	if strings.ToUpper(text) == text {
		all = append(append(all, humps...), words...)
	} else {
		all = append(append(all, words...), humps...)
	}
	all = append(all, tier{bySubstring, holds})
	for n := 1; n <= errors; n++ {
		all = append(all, tier{byFuzzy, wrong(text, n)})
	}
	if errors > 0 {
		matching = append(matching, wrong(text, errors))
	}
	return all, matching
}

// when is the condition that one holds that costs little, and then another.
func when(cheap, then squirrel.Sqlizer) squirrel.Sqlizer {
	return squirrel.ConcatExpr("CASE WHEN ", cheap, " THEN ", then, " ELSE false END")
}

// humpTiers are those in which all humps of a name are named, and its first.
func humpTiers(text string) []tier {
	some, whole, ok := humpExpressions(text)
	if !ok {
		return nil
	}
	letters := []rune(text)
	begins := squirrel.And{squirrel.Expr("starts_with(lowered, lower(?))", string(letters[0])), begun(letters[1]), begun(letters[len(letters)-1])}
	return []tier{
		{byHumps, when(begins, squirrel.Expr("regexp_matches(name, ?)", whole))},
		{byHumps, when(begins, squirrel.Expr("regexp_matches(name, ?)", some))},
	}
}

// begun is a condition that names fulfil in which a hump after the first begins with a letter.
func begun(letter rune) squirrel.Sqlizer {
	lower, upper := string(unicode.ToLower(letter)), string(unicode.ToUpper(letter))
	return squirrel.Expr("(contains(name, ?) OR contains(lowered, ?) OR contains(lowered, ?) OR contains(lowered, ?))", upper, "_"+lower, "$"+lower, "-"+lower)
}

// wordTiers are those in which a name has all the words, has words that begin so, and, where
// spaces stand between the words, has one of them. The others stand before the name then.
func wordTiers(text string) []tier {
	parts := wordsOf(text)
	if len(parts) == 0 || utf8.RuneCountInString(text) < 2 || len(text) > maxParted {
		return nil
	}
	var there, whole, some squirrel.And
	var one squirrel.Or
	for _, w := range parts {
		begins, is := wordExpressions(w)
		there = append(there, squirrel.Expr("contains(lowered, lower(?))", w))
		whole = append(whole, squirrel.Expr("regexp_matches(name, ?)", is))
		some = append(some, squirrel.Expr("regexp_matches(name, ?)", begins))
		one = append(one, when(there[len(there)-1], some[len(some)-1]))
	}
	all := []tier{{byWords, when(there, whole)}, {byWords, when(there, some)}}
	if strings.ContainsRune(text, ' ') {
		all = append(all, tier{byWords, one})
	}
	return all
}

// wrong is the condition that a name is a text with some typing errors.
//
// DESIGN: damerau_levenshtein takes 3 µs for each name. alike leaves few of them.
func wrong(text string, errors int) squirrel.Sqlizer {
	return when(alike(text, errors), squirrel.Expr("damerau_levenshtein(lowered, lower(?)) <= ?", text, errors))
}

// maxParted is the longest text that is taken apart, in bytes.
const maxParted = 100

// errorsIn is how many typing errors a text may have.
func errorsIn(text string) int {
	switch n := utf8.RuneCountInString(text); {
	case strings.ContainsRune(text, ' '), n < 4, len(text) > maxParted:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// alike is a condition that all names fulfil that are a few typing errors away from a text.
// Each error changes one of as many pieces of the text and one more, because a letter is
// left out between two of them, so that one piece is whole.
func alike(text string, errors int) squirrel.Sqlizer {
	letters := []rune(text)
	size := (len(letters) - errors) / (errors + 1)
	first, last := string(letters[:size]), string(letters[len(letters)-size:])
	whole := squirrel.Or{
		squirrel.Expr("starts_with(lowered, lower(?))", first),
		squirrel.Expr("ends_with(lowered, lower(?))", last),
	}
	if errors > 1 {
		whole = append(whole, squirrel.Expr("contains(lowered, lower(?))", string(letters[size+1:len(letters)-size-1])))
	}
	return squirrel.And{squirrel.Expr("length(lowered) BETWEEN ? AND ?", len(letters)-errors, len(letters)+errors), whole}
}

var (
	smallBeforeCapital = regexp.MustCompile(`([\p{Ll}\p{N}])(\p{Lu})`)
	lastCapital        = regexp.MustCompile(`(\p{Lu})(\p{Lu}\p{Ll})`)
	separators         = regexp.MustCompile(`[^\p{L}\p{N}]+`)
)

// wordsOf takes a text apart at separators and where capitals begin: new, HTTP and Server
// in newHTTPServer.
func wordsOf(text string) []string {
	text = smallBeforeCapital.ReplaceAllString(text, "$1 $2")
	text = lastCapital.ReplaceAllString(text, "$1 $2")
	return strings.Fields(separators.ReplaceAllString(text, " "))
}

// The letters of names in regular expressions.
//
// DESIGN: letters beyond ASCII count as small. With the classes of Unicode the expression
// for thirteen humps takes 120 ms to compile, with these 1.
const (
	separator = "[_$-]"
	capital   = "[A-Z0-9]"
	small     = "[^A-Z_$-]"
)

// either is a letter in both cases, for regular expressions.
func either(r rune) (small, capital string) {
	return regexp.QuoteMeta(string(unicode.ToLower(r))), regexp.QuoteMeta(string(unicode.ToUpper(r)))
}

// wordExpressions are regular expressions of the names in which a word begins with the
// given one, and of those in which it is one.
func wordExpressions(word string) (begins, is string) {
	letters := []rune(word)
	first, First := either(letters[0])
	rest := "(?i:" + regexp.QuoteMeta(string(letters[1:])) + ")"
	begins = "(?:(?:^|" + separator + ")(?:" + first + "|" + First + ")" + rest + "|" + small + First + rest
	if len(letters) > 1 { // the last of several capitals begins a word before a small letter
		second, _ := either(letters[1])
		begins += "|" + First + second + "(?i:" + regexp.QuoteMeta(string(letters[2:])) + ")"
	}
	begins += ")"
	return begins, begins + "(?:$|[^a-z0-9])"
}

// humpExpressions are regular expressions of the names whose humps begin with the letters
// of a text, and of those that have no others. A hump is a capital, or the first letter of a
// word; the further capitals of HTTP may be named or not.
func humpExpressions(text string) (some, whole string, ok bool) {
	letters := []rune(text)
	if len(letters) < 2 || len(text) > maxParted || separators.MatchString(text) {
		return "", "", false
	}
	const rest = "(?:" + capital + "*|" + small + "*)"
	var b strings.Builder
	b.WriteByte('^')
	for i, r := range letters {
		low, high := either(r)
		if i == 0 {
			b.WriteString("(?:" + low + "|" + high + ")")
			continue
		}
		b.WriteString(rest + "(?:" + high + "|" + separator + "+" + low + ")")
	}
	return b.String(), b.String() + rest + "$", true
}
