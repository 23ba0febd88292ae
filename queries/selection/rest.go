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
	// imported matches an import with a name that its file uses, and the parentheses of groups. A blank import runs code.
	imported = regexp.MustCompile(`^((import\s+)?([\pL.]\w*\s+)?"[^"]*"|(import|const|type) \(|\)|package \w+)$`)
)

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
