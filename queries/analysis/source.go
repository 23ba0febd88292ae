package analysis

import (
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// maxSourceLines is how many lines of a declaration are shown, with its doc.
const maxSourceLines = 120

// source returns the lines of a declaration, both ends included and counted from 1, with the
// comment right above it, below a line that says which they are. Lines end in \n; long ones
// and too many of them are cut, and that is said.
func source(text string, start, end int) string {
	lines := strings.Split(text, "\n")
	if start < 1 || start > len(lines) {
		return ""
	}
	from, to := commentAbove(lines, start), min(end, len(lines))
	head := fmt.Sprintf("// Lines %d-%d", from, to)
	if to-from >= maxSourceLines {
		to = from + maxSourceLines - 1
		head = fmt.Sprintf("// Lines %d-%d (cut at %d lines)", from, to, maxSourceLines)
	}
	out := []string{head}
	for _, line := range lines[from-1 : to] {
		out = append(out, queries.CutLine(strings.TrimSuffix(line, "\r")))
	}
	return strings.Join(out, "\n")
}

// commentAbove is the first line of the comments that end right above a line; the line
// itself when none do.
func commentAbove(lines []string, start int) int {
	for from := start; ; {
		above := from - 2 // from counts from 1
		if above < 0 {
			return from
		}
		switch line := strings.TrimSpace(lines[above]); {
		case strings.HasPrefix(line, "//"):
		case strings.HasSuffix(line, "*/"):
			for above > 0 && !strings.Contains(lines[above], "/*") {
				above--
			}
			if !strings.HasPrefix(strings.TrimSpace(lines[above]), "/*") {
				return from // it stands behind code
			}
		default:
			return from
		}
		from = above + 1
	}
}
