package load

import (
	"bytes"
	"cmp"
	"fmt"
	"go/scanner"
	"go/token"
	"slices"
)

// DESIGN: after a missing brace the parser takes the declarations that follow for statements and gives up on them. Where a
// function or method in column 1 follows open brackets, a copy of the text gets the missing brackets in the white space
// before it, so that every offset stays. Rejected: to parse each declaration by itself, which needs a file of tokens for
// each. Where there is too little white space, or a string is open, the declarations stay lost.

// closers are the brackets by the ones that open them.
var closers = map[token.Token]byte{token.LPAREN: ')', token.LBRACK: ']', token.LBRACE: '}'}

// declarations are the words that begin a declaration.
var declarations = []token.Token{token.FUNC, token.TYPE, token.VAR, token.CONST, token.IMPORT}

// closed returns a copy of a Go file of the same length in which brackets are closed that are open where a declaration
// begins, and an error for each of them; without any it returns the file.
func closed(name string, content []byte) ([]byte, scanner.ErrorList) {
	type bracket struct {
		tok token.Token
		pos token.Position
	}
	type item struct {
		tok      token.Token
		from, to int
	}
	file := token.NewFileSet().AddFile(name, -1, len(content))
	var s scanner.Scanner
	s.Init(file, content, func(token.Position, string) {}, 0)
	var items []item
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue
		}
		from := file.Offset(pos)
		items = append(items, item{tok, from, from + len(cmp.Or(lit, tok.String()))})
	}
	atStart := func(i int) bool { return items[i].from == 0 || content[items[i].from-1] == '\n' }
	// isFunction reports whether a declared function or method begins at an item.
	isFunction := func(i int) bool {
		if items[i].tok != token.FUNC || !atStart(i) {
			return false
		}
		for i++; i < len(items) && items[i].tok != token.RPAREN && items[i].tok != token.LBRACE; i++ {
			if items[i].tok == token.IDENT && items[i-1].tok == token.FUNC {
				return true
			}
		}
		return i+2 < len(items) && items[i].tok == token.RPAREN && items[i+1].tok == token.IDENT && items[i+2].tok == token.LPAREN
	}
	var open []bracket
	var errs scanner.ErrorList
	out := bytes.Clone(content)
	// closeBefore closes brackets before an item, and reports whether there is room.
	closeBefore := func(i int, all []bracket) bool {
		end := items[i-1].to
		space := content[end:items[i].from]
		space = space[:len(space)-len(bytes.TrimLeft(space, " \t\r\n"))]
		if len(all) > bytes.LastIndexByte(space, '\n') {
			return false
		}
		for k, b := range slices.Backward(all) {
			out[end+len(all)-1-k] = closers[b.tok]
			errs = append(errs, &scanner.Error{Pos: b.pos, Msg: fmt.Sprintf("%s is not closed before the declaration in line %d", b.tok, file.Line(file.Pos(items[i].from)))})
		}
		return true
	}
	first, depth := -1, 0 // the first item that may begin a declaration since brackets are open, and how many of these are open
	for i, it := range items {
		if depth = min(depth, len(open)); depth == 0 {
			first = -1
		}
		if first < 0 && len(open) > 0 && atStart(i) && slices.Contains(declarations, it.tok) {
			first, depth = i, len(open)
		}
		if len(open) > 0 && isFunction(i) {
			if !closeBefore(first, open[:depth]) || depth < len(open) && !closeBefore(i, open[depth:]) {
				return content, nil
			}
			open = nil
		}
		switch it.tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			open = append(open, bracket{it.tok, file.Position(file.Pos(it.from))})
		case token.RPAREN, token.RBRACK, token.RBRACE:
			for at := len(open) - 1; at >= 0; at-- {
				if closers[open[at].tok] == it.tok.String()[0] {
					open = open[:at]
					break
				}
			}
		}
	}
	if errs == nil {
		return content, nil
	}
	return out, errs
}
