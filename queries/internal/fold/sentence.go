package fold

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// directive matches a line of a comment that is for tools.
var directive = regexp.MustCompile(`^//([a-z0-9]+:[a-z0-9]|nolint|export |extern |line )`)

// Sentence returns the number of bytes of the first sentence of a comment, markers included. A sentence
// ends at a full stop before a capital letter or the end of a line, otherwise with the first paragraph.
// The number is 0 without a sentence.
func Sentence(comment string) int {
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

// fullStop returns the end of the first full stop of a line that ends a sentence; 0 without one.
func fullStop(line string) int {
	for i := range len(line) {
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

// Brief returns the first sentence of a comment, with a mark when there is more.
func Brief(doc string) string {
	if n := Sentence(doc); n < len(strings.TrimRight(doc, " \t\r\n")) {
		return doc[:n] + " …\n"
	}
	return doc
}

// DocStart returns the beginning of the comments right above a line, or the beginning of the line. The line is an offset.
func DocStart(content string, line int) int {
	from := line
	for from > 0 {
		above := strings.LastIndexByte(content[:from-1], '\n') + 1
		text := strings.TrimSpace(content[above:from])
		if !strings.HasPrefix(text, "//") {
			if !strings.HasSuffix(text, "*/") {
				return from
			}
			for above > 0 && !strings.Contains(content[above:from], "/*") {
				above = strings.LastIndexByte(content[:above-1], '\n') + 1
			}
			if !strings.HasPrefix(strings.TrimSpace(content[above:]), "/*") {
				return from // the comment follows code on its line
			}
		}
		from = above
	}
	return from
}

// Comment makes a doc without markers a comment.
func Comment(doc string) string {
	var b strings.Builder
	for line := range strings.Lines(doc) {
		b.WriteString(strings.TrimRight("// "+line, " \t\r\n") + "\n")
	}
	return b.String()
}

// Lines cuts a text into lines with their ends.
func Lines(text string) []string { return strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") }

// Of returns the part of a comment that stays.
func (d Docs) Of(comment string) string {
	switch n := Sentence(comment); {
	case d == NoDocs || n == 0:
		return ""
	case d == FirstSentence:
		return comment[:n] + "\n"
	}
	return comment
}
