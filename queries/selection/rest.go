package selection

import (
	"regexp"
	"strings"
)

// Span is a part of a text, by byte offsets.
type Span struct{ Start, End int }

var (
	// directive matches a comment that changes a build.
	directive = regexp.MustCompile(`^(//(go:|export |line )|// ?\+build )`)
	// pragma matches a comment of other languages that changes how a file is read or run.
	pragma = regexp.MustCompile(`@(jsx|vitest|jest|bun|ts-)|coding[:=]`)
	// imported matches an import with a name that its file uses, and the parentheses of groups. A blank import runs code.
	imported = regexp.MustCompile(`^((import\s+)?([\pL.]\w*\s+)?"[^"]*"|(import|const|type) \(|\)|package \w+)$`)
)

// Code returns the lines of a file of another language without comments and blank lines. It takes no text of a string for a comment. Where it
// takes some code for text, comments stay, and the file counts as changed.
func Code(text, language string) string {
	line, quotes := "//", "\"'`"
	switch language {
	case "python":
		line, quotes = "#", "\"'"
	case "javascript", "typescript", "tsx":
	default:
		return text
	}
	var out strings.Builder
	for at := 0; at < len(text); {
		rest := text[at:]
		size := 1
		switch {
		case strings.HasPrefix(rest, line):
			size = lengthUntil(rest, "\n")
		case line == "//" && strings.HasPrefix(rest, "/*"):
			size = lengthUntil(rest[2:], "*/") + 4
		case rest[0] == '\\':
			size = 2
		case strings.IndexByte(quotes, rest[0]) >= 0:
			size = quotedLength(rest, language == "python")
		}
		size = min(size, len(rest))
		at += size
		if isComment := strings.HasPrefix(rest, line) || line == "//" && strings.HasPrefix(rest, "/*"); !isComment || pragma.MatchString(rest[:size]) {
			out.WriteString(rest[:size])
		}
	}
	var lines []string
	for l := range strings.Lines(out.String()) {
		if l = strings.TrimRight(l, " \t\r\n"); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// lengthUntil is the number of bytes before an end, or of all.
func lengthUntil(text, end string) int {
	if n := strings.Index(text, end); n >= 0 {
		return n
	}
	return len(text)
}

// quotedLength is the number of bytes of the string at the beginning of a text. A line ends a string without an end.
func quotedLength(text string, triple bool) int {
	end := text[:1]
	if triple && strings.HasPrefix(text, strings.Repeat(end, 3)) {
		end = text[:3]
	}
	for at := len(end); at < len(text); at++ {
		switch {
		case strings.HasPrefix(text[at:], end):
			return at + len(end)
		case text[at] == '\\':
			at++
		case text[at] == '\n' && len(end) == 1 && end != "`":
			return at
		}
	}
	return len(text)
}

// Rest returns the lines of a Go file that are outside the spans of its declarations and say something to the compiler: variables at package
// level, initializers, blank imports and directives. Two files with the same rest differ in their declarations alone.
func Rest(text string, declarations []Span) string {
	var outside strings.Builder
	at := 0
	for _, d := range declarations {
		if d.Start > at && d.Start <= len(text) {
			outside.WriteString(text[at:d.Start])
			outside.WriteByte('\n')
		}
		at = max(at, min(d.End, len(text)))
	}
	outside.WriteString(text[at:])
	var rest strings.Builder
	for line := range strings.Lines(outside.String()) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") && !directive.MatchString(line) || imported.MatchString(line) {
			continue
		}
		rest.WriteString(line + "\n")
	}
	return rest.String()
}
