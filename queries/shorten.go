package queries

import (
	"strings"
	"unicode/utf8"
)

// ShortName is a stable name without the directories of its package.
func ShortName(symbol string) string {
	base, suffix, found := strings.Cut(symbol, "#")
	base = base[strings.LastIndex(base, "/")+1:]
	if found {
		return base + "#" + suffix
	}
	return base
}

// MaxLine is how many bytes of a line of source an answer shows.
const MaxLine = 400

// CutLine cuts a line of source that is longer than MaxLine, between two characters.
func CutLine(line string) string {
	if len(line) <= MaxLine {
		return line
	}
	end := MaxLine
	for end > 0 && !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + "…"
}
