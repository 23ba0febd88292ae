package syntax

import (
	"go/ast"
	"go/token"
	"strings"
)

// CodeLines counts, for each line, the lines up to it that hold a token which is
// not a comment.
type CodeLines []int32

// NewCodeLines counts the lines of a file.
func NewCodeLines(tok *token.File, f *ast.File, content []byte) CodeLines {
	has := make([]bool, tok.LineCount()+2)
	line, at := 1, 0
	code := func(end int) {
		for ; at < end && at < len(content); at++ {
			switch content[at] {
			case '\n':
				line++
			case ' ', '\t', '\r', ';':
			default:
				has[min(line, len(has)-1)] = true
			}
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			code(tok.Offset(c.Pos()))
			for end := tok.Offset(c.End()); at < end && at < len(content); at++ {
				if content[at] == '\n' {
					line++
				}
			}
		}
	}
	code(len(content))
	markRawStrings(tok, f, has)
	counts := make(CodeLines, len(has))
	for i := 1; i < len(has); i++ {
		counts[i] = counts[i-1]
		if has[i] {
			counts[i]++
		}
	}
	return counts
}

// markRawStrings marks the lines inside raw strings, blank ones included.
func markRawStrings(tok *token.File, f *ast.File, has []bool) {
	line := func(p token.Pos) int { return tok.PositionFor(p, false).Line } // line directives do not count
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && strings.HasPrefix(l.Value, "`") {
			for i := line(l.Pos()); i <= line(l.End()) && i < len(has); i++ {
				has[i] = true
			}
		}
		return true
	})
}

// Between returns the number of code lines from the first to the last line.
func (c CodeLines) Between(first, last int32) int32 {
	if first < 1 || int(last) >= len(c) || last < first {
		return 0
	}
	return c[last] - c[first-1]
}
