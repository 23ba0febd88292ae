package extract

import (
	"go/scanner"
	"go/token"
	"strings"
)

// countGoLines counts the lines of a Go file by its tokens: a line holds code when a part of
// one stands on it, be it of a string of several lines, and else a comment in the same way.
//
// DESIGN: scc takes the rune of a quote, that of a backquote, and an empty raw string for the beginning of a string, and what follows for code,
// comments and blank lines too: in 2 of 110 files of a table library.
func countGoLines(content []byte, total int32) lineCounts {
	file := token.NewFileSet().AddFile("", -1, len(content))
	var s scanner.Scanner
	s.Init(file, content, func(token.Position, string) {}, scanner.ScanComments)
	code, comment := make([]bool, total+1), make([]bool, total+1)
	for {
		at, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && text != ";" {
			continue // which nobody wrote
		}
		lines := code
		if tok == token.COMMENT {
			lines = comment
		}
		first := file.PositionFor(at, false).Line
		for l := first; l <= min(first+strings.Count(text, "\n"), int(total)); l++ {
			lines[l] = true
		}
	}
	var counts lineCounts
	for l := range total {
		switch {
		case code[l+1]:
			counts.code++
		case comment[l+1]:
			counts.comment++
		default:
			counts.blank++
		}
	}
	return counts
}
