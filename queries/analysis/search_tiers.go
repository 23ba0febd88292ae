package analysis

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
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

// The tiers of matches, the best first. Words and humps stand before each other by the text.
const (
	tierSymbol = iota // the whole symbol, or its end where what makes it unlike others is named
	tierExact
	tierExactLowered
	tierPrefix
	tierFirst     // and two more
	tierSecond    = tierFirst + 3
	tierSubstring = tierSecond + 3
	tierFuzzy     = tierSubstring + 1 // and one for each further typing error
	tierOwner     = tierFuzzy + 2     // typing errors in what stands before the name
)

// matcher compares names with a text.
type matcher struct {
	text, lowered string
	words         []word
	spaced        bool // spaces stand between the words: some may stand before the name
	humps         *humps
	humpsFirst    bool
	anyCase       bool
	errors        int // typing errors that are forgiven
	letters       []rune
	first, last   string // of what a name with so few errors has at least one piece
	middle        string // or empty
}

// newMatcher compares with a text, in which so many typing errors are forgiven. One in small
// letters says nothing of the case: who types reflector may mean the type.
//
// DESIGN: a text in small letters is a word sooner than humps: head is meant to find
// newHead before HTTPErrorAndData. One in capitals is not.
func newMatcher(text string, errors int) *matcher {
	m := &matcher{text: text, lowered: strings.ToLower(text), humps: newHumps(text), humpsFirst: strings.ToUpper(text) == text,
		spaced: strings.ContainsRune(text, ' '), errors: errors, letters: []rune(strings.ToLower(text))}
	m.anyCase = m.text == m.lowered
	if parts := distinctWords(text); utf8.RuneCountInString(text) > 1 && len(parts) <= maxWords {
		for _, p := range parts {
			m.words = append(m.words, newWord(p))
		}
	}
	m.divide()
	return m
}

// divide finds the pieces of the text of which a name with typing errors has one. Each error
// changes one of as many pieces and one more, because a letter is left out between two of
// them, so that one is whole.
func (m *matcher) divide() {
	if m.errors == 0 {
		return
	}
	n := len(m.letters)
	size := (n - m.errors) / (m.errors + 1)
	m.first, m.last = string(m.letters[:size]), string(m.letters[n-size:])
	if m.errors > 1 {
		m.middle = string(m.letters[size+1 : n-size-1])
	}
}

// label says in a word how a name matches that is in a tier.
func (m *matcher) label(tier int) string {
	switch {
	case tier < tierPrefix:
		return byExact
	case tier == tierPrefix:
		return byPrefix
	case tier >= tierFuzzy:
		return byFuzzy
	case tier == tierSubstring:
		return bySubstring
	case (tier < tierSecond) == m.humpsFirst:
		return byHumps
	}
	return byWords
}

// tierOfWords is the first tier of matches by words, and tierOfHumps that by humps.
func (m *matcher) tierOfWords() int {
	if m.humpsFirst {
		return tierSecond
	}
	return tierFirst
}

func (m *matcher) tierOfHumps() int { return tierFirst + tierSecond - m.tierOfWords() }

// tier is that of a name, or -1 when it does not match.
func (m *matcher) tier(s *spelling) int {
	holds := strings.Contains(s.lowered, m.lowered)
	switch {
	case holds && s.name == m.text && !m.anyCase:
		return tierExact
	case holds && s.lowered == m.lowered:
		return tierExactLowered
	case holds && strings.HasPrefix(s.lowered, m.lowered):
		return tierPrefix
	}
	words, humps := m.byWords(s), m.humps.match(s)
	switch {
	case humps >= 0 && (m.humpsFirst || words < 0):
		return m.tierOfHumps() + humps
	case words >= 0:
		return m.tierOfWords() + words
	case holds:
		return tierSubstring
	}
	if n := m.wrong(s.lowered); n > 0 {
		return tierFuzzy + n - 1
	}
	return -1
}

// byWords is 0 for a name that has all the words, 1 for one with words that begin so, and 2,
// where spaces stand between the words, for one that has one of them: the others stand
// before the name then. It is -1 for others.
func (m *matcher) byWords(s *spelling) int {
	begun, whole := 0, 0
	for _, w := range m.words {
		if !strings.Contains(s.lowered, w.lowered) {
			if !m.spaced {
				return -1
			}
			continue
		}
		if w.begins.MatchString(s.name) {
			begun++
			if w.is.MatchString(s.name) {
				whole++
			}
		}
	}
	switch {
	case begun == 0:
		return -1
	case whole == len(m.words):
		return 0
	case begun == len(m.words):
		return 1
	case m.spaced:
		return 2
	}
	return -1
}

// word is one word of a text.
type word struct {
	lowered    string
	begins, is *regexp.Regexp // names in which a word begins so, or is it
}

func newWord(text string) word {
	begins, is := wordExpressions(text)
	return word{strings.ToLower(text), regexp.MustCompile(begins), regexp.MustCompile(is)}
}

// humps are a text of which each letter begins a hump.
type humps struct {
	first, second, last string // the letters, in lower case the first, and those that a hump after it begins with
	some, whole         *regexp.Regexp
}

// newHumps is nil for a text that can be no humps.
func newHumps(text string) *humps {
	some, whole, ok := humpExpressions(text)
	if !ok {
		return nil
	}
	letters := []rune(text)
	upper := func(r rune) string { return string(unicode.ToUpper(r)) }
	return &humps{string(unicode.ToLower(letters[0])), upper(letters[1]), upper(letters[len(letters)-1]), regexp.MustCompile(some), regexp.MustCompile(whole)}
}

// match is 0 for a name that has these humps and no others, 1 for one whose first humps they
// are, and -1 for others.
func (h *humps) match(s *spelling) int {
	switch {
	case h == nil || !strings.HasPrefix(s.lowered, h.first):
		return -1
	case !strings.ContainsAny(s.name, "_$-") && !(strings.Contains(s.name, h.second) && strings.Contains(s.name, h.last)):
		return -1
	case h.whole.MatchString(s.name):
		return 0
	case h.some.MatchString(s.name):
		return 1
	}
	return -1
}

// wrong is how many typing errors make a name of the text, or 0 when they are too many.
func (m *matcher) wrong(lowered string) int {
	if m.errors == 0 || len(lowered) < len(m.letters)-m.errors || len(lowered) > utf8.UTFMax*(len(m.letters)+m.errors) {
		return 0
	}
	if !strings.HasPrefix(lowered, m.first) && !strings.HasSuffix(lowered, m.last) && (m.middle == "" || !strings.Contains(lowered, m.middle)) {
		return 0
	}
	n := edits(m.letters, []rune(lowered), m.errors)
	if n > m.errors {
		return 0
	}
	return n
}

// edits is how many letters have to be put in, left out, changed, or exchanged with the next
// to make one text of another: the optimal string alignment distance. Above most it is some
// number above most.
func edits(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next[0] = i + 1
		least := next[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
			least = min(least, next[j+1])
		}
		if least > most {
			return most + 1
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
