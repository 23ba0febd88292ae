// Package wording words text for a model: bounded, without control characters, in the names of
// tools. Answers, errors and resources all pass through it.
package wording

import (
	"fmt"
	"strings"
	"unicode"
)

// Clean returns text on one line, without tabs and control characters.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return plain(r)
	}, text)
}

// Plain returns text without control characters other than newlines and tabs.
func Plain(text string) string { return strings.Map(plain, text) }

// plain also replaces characters that turn the direction of text, because they can make one
// name look like another.
func plain(r rune) rune {
	if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
		return unicode.ReplacementChar
	}
	return r
}

// maxEcho is the part of a caller's text that an error repeats, in bytes.
const maxEcho = 200

// Echo returns the beginning of a caller's text, for an error.
func Echo(typed string) string { return Cut(typed, maxEcho) }

// Cut returns at most that many bytes of text, and an ellipsis where it cut.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// List joins at most that many names and counts the others.
func List(names []string, most int) string {
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// Count returns a number with the singular or the plural of its noun.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
