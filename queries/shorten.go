package queries

import (
	"strings"
	"unicode/utf8"
)

// ShortName is a stable name without the directories of its package, and without a major version at their
// end, which no package is called by.
func ShortName(symbol string) string {
	base, suffix, found := strings.Cut(symbol, "#")
	path, base := base[:max(strings.LastIndexByte(base, '/'), 0)], base[strings.LastIndexByte(base, '/')+1:]
	if version, name, ok := strings.Cut(base, "."); ok && path != "" && isMajorVersion(version) {
		base = path[strings.LastIndexByte(path, '/')+1:] + "." + name
	}
	if found {
		return base + "#" + suffix
	}
	return base
}

// isMajorVersion reports whether the last element of an import path is a major version: v2 and so on.
func isMajorVersion(element string) bool {
	digits, ok := strings.CutPrefix(element, "v")
	return ok && digits != "" && digits != "0" && digits != "1" && strings.Trim(digits, "0123456789") == ""
}

// MaxLine is how many bytes of a line of source an answer shows.
const MaxLine = 400

// CutLine cuts a line of source that is longer than MaxLine, between two characters.
func CutLine(line string) string { return CutLineAround(line, 0) }

// CutLineAround is as CutLine, and keeps what stands at a byte of the line, counted from 0, and around it.
func CutLineAround(line string, at int) string {
	if len(line) <= MaxLine {
		return line
	}
	start := 0
	if at >= MaxLine/2 {
		start = min(at, len(line)) - MaxLine/2
	}
	end := min(start+MaxLine, len(line))
	start, end = characterAt(line, start), characterAt(line, end)
	out := line[start:end]
	if start > 0 {
		out = "…" + out
	}
	if end < len(line) {
		out += "…"
	}
	return out
}

// characterAt is where the character begins that holds a byte of a text.
func characterAt(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
