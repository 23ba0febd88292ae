package answer

import (
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/fold"
)

// MaxSourceLines is the number of lines of a declaration, with its doc, that an answer shows without a cut.
const MaxSourceLines = 400

// maxSourceLine is the maximum number of bytes of a whole line of source: no person wrote a longer one.
const maxSourceLine = 4000

// Source returns the lines of a declaration, both ends included and counted from 1, with the comment right above it. The first line
// names the numbers; see [queries.NewExcerpt]. A declaration is cut after the given number of lines. It is empty when the text has no
// such line.
func Source(text string, start, end, most int) string {
	lines := strings.Split(text, "\n")
	if start < 1 || start > len(lines) {
		return ""
	}
	offset := len(strings.Join(lines[:start-1], "\n"))
	if start > 1 {
		offset++
	}
	from, to := 1+strings.Count(text[:fold.DocStart(text, offset)], "\n"), min(end, len(lines))
	head := fmt.Sprintf("// Lines %d-%d", from, to)
	if to-from >= most {
		to = from + most - 1
		head = fmt.Sprintf("// Lines %d-%d (cut at %d lines)", from, to, most)
	}
	out := []string{head}
	for _, line := range lines[from-1 : to] {
		if len(line) > maxSourceLine {
			line = queries.CutLine(line)
		}
		out = append(out, strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(out, "\n")
}
