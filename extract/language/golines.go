package language

import (
	"go/scanner"
	"go/token"
	"strings"
)

// countGoLines counts the lines of a Go file by its tokens: a line is code when a part of
// a token other than a comment is on it, and a comment when only comments are.
//
// DESIGN: scc takes a rune literal of a quote and an empty raw string for the beginning of
// a string, and counts the comments and blank lines after it as code.
func countGoLines(content []byte, total int32) Lines {
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
			continue // the scanner inserted it
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
	var counts Lines
	for l := range total {
		switch {
		case code[l+1]:
			counts.Code++
		case comment[l+1]:
			counts.Comment++
		default:
			counts.Blank++
		}
	}
	return counts
}
