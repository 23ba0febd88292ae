package analysis

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxParted is the longest text in which humps and typing errors are looked for, in bytes, and
// maxWords how many words a text may have to be looked for by these.
//
// DESIGN: each word is two expressions to compare names with, and each letter of humps is a part
// of one.
const (
	maxParted = 100
	maxWords  = 16
)

// errorsIn is how many typing errors a text may have.
func errorsIn(text string) int {
	switch n := utf8.RuneCountInString(text); {
	case strings.ContainsRune(text, ' '), n < 4, len(text) > maxParted:
		return 0
	case n < 6:
		return 1
	}
	return 2
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

// distinctWords are the words of a text, each once, in whatever case.
func distinctWords(text string) (out []string) {
	seen := map[string]bool{}
	for _, w := range wordsOf(text) {
		if lowered := strings.ToLower(w); !seen[lowered] {
			seen[lowered] = true
			out = append(out, w)
		}
	}
	return out
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
