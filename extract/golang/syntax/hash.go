package syntax

import (
	"go/scanner"
	"go/token"

	"github.com/cespare/xxhash/v2"
)

// HashBody returns a hash of the tokens of a source text, never 0. Comments and layout do not count, nor do the semicolons and commas
// that a line end asks for.
func HashBody(content []byte) int64 {
	file := token.NewFileSet().AddFile("", -1, len(content))
	var s scanner.Scanner
	s.Init(file, content, func(token.Position, string) {}, 0)
	h := xxhash.New()
	pending := token.ILLEGAL // a separator that counts only before some tokens
	for {
		_, t, text := s.Scan()
		if pending != token.ILLEGAL && t != token.RBRACE && t != token.RPAREN && t != token.RBRACK && t != token.EOF {
			_, _ = h.WriteString(pending.String() + "\x00")
		}
		pending = token.ILLEGAL
		switch {
		case t == token.EOF:
			return Positive(h.Sum64())
		case t == token.SEMICOLON, t == token.COMMA:
			pending = t
		case t.IsLiteral():
			_, _ = h.WriteString(text + "\x00")
		default:
			_, _ = h.WriteString(t.String() + "\x00")
		}
	}
}

// Positive makes a hash positive and not 0, which is NULL.
func Positive(h uint64) int64 { return max(int64(h&^(1<<63)), 1) }
