package queries

import (
	"strings"
	"unicode/utf8"
)

// ShortName returns a stable name without the directories of its package, and without a major version at their end.
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

// MaxLine is the maximum number of bytes of a source line in an answer.
const MaxLine = 400

// CutLine cuts a longer source line at a character boundary near MaxLine.
func CutLine(line string) string { return CutLineAround(line, 0) }

// CutLineAround is [CutLine] that keeps the text around a byte of the line, counted from 0.
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

// characterAt returns the start of the character at a byte of a text.
func characterAt(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
