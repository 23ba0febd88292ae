package analysis

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// directive matches a line of a comment that is for tools.
var directive = regexp.MustCompile(`^//([a-z0-9]+:[a-z0-9]|nolint|export |extern |line )`)

// sentence returns how many bytes of a comment, markers included, its first sentence
// takes, without space at its end: up to a full stop that a capital letter or the end of
// a line follows, else its first paragraph. It is 0 when there is none.
func sentence(comment string) int {
	end, n := 0, 0
	for line := range strings.Lines(comment) {
		text := strings.TrimRight(line, " \t\r\n")
		bare := strings.TrimSpace(strings.Trim(text, "/* \t"))
		switch {
		case directive.MatchString(text) || bare == "" && end > 0:
			return end
		case bare != "":
			if stop := fullStop(text); stop > 0 {
				return n + stop
			}
			end = n + len(strings.TrimRight(strings.TrimSuffix(text, "*/"), " \t"))
		}
		n += len(line)
	}
	return end
}

// fullStop is where the first full stop of a line ends that ends a sentence; 0 when none
// does.
func fullStop(line string) int {
	for i := 0; i < len(line); i++ {
		if !strings.ContainsRune(".!?", rune(line[i])) {
			continue
		}
		rest := line[i+1:]
		next := strings.TrimLeft(rest, " \t")
		first, _ := utf8.DecodeRuneInString(next)
		if next == "" || next == "*/" || next != rest && !unicode.IsLower(first) && !unicode.IsDigit(first) {
			return i + 1
		}
	}
	return 0
}
