package load

import "bytes"

// blankBodies writes spaces over the bodies of declared functions, but keeps line ends: the parser then reads a third of the tokens, and every
// offset stays. Functions that do not begin in column 1 stay, and so does a file that the lexer does not understand.
func blankBodies(src []byte) {
	type span struct{ from, to int }
	var bodies []span
	depth, start := 0, -1 // the open brackets; where a declared function begins, -1 outside one
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '(', '[':
			depth++
		case '{':
			if depth > 0 || start < 0 || isTypeBrace(src[start:i]) {
				depth++
				continue
			}
			end := closingBrace(src, i)
			if end < 0 {
				return
			}
			bodies = append(bodies, span{i + 1, end})
			i, start = end, -1
		case ')', ']', '}':
			if depth--; depth < 0 {
				return
			}
		case '\n', ';':
			if depth == 0 {
				start = -1
				if c == '\n' && bytes.HasPrefix(src[i+1:], []byte("func ")) {
					start = i + 1
				}
			}
		default:
			if i = skipText(src, i); i < 0 {
				return
			}
		}
	}
	for _, b := range bodies {
		for i := b.from; i < b.to; i++ {
			if src[i] != '\n' {
				src[i] = ' '
			}
		}
	}
}

// isTypeBrace reports whether a brace after the beginning of a function opens a type.
func isTypeBrace(before []byte) bool {
	before = bytes.TrimRight(before, " \t")
	return bytes.HasSuffix(before, []byte("struct")) || bytes.HasSuffix(before, []byte("interface")) || bytes.HasSuffix(before, []byte("*/"))
}

// closingBrace returns the offset of the brace that closes the one at i; -1 when there is none.
func closingBrace(src []byte, i int) int {
	for depth := 0; i < len(src); i++ {
		switch src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'', '`', '/':
			if i = skipText(src, i); i < 0 {
				return -1
			}
		}
	}
	return -1
}

// skipText returns the offset of the last byte of the string, rune or comment at i, i where there is none, and -1 without an end.
func skipText(src []byte, i int) int {
	switch c := src[i]; {
	case c == '"' || c == '\'':
		for i++; i < len(src) && src[i] != '\n'; i++ {
			if src[i] == c {
				return i
			}
			if src[i] == '\\' {
				i++
			}
		}
		return -1
	case c == '`':
		return endOf(src, i+1, "`", 0)
	case c == '/' && bytes.HasPrefix(src[i:], []byte("//")):
		return endOf(src, i, "\n", -1)
	case c == '/' && bytes.HasPrefix(src[i:], []byte("/*")):
		return endOf(src, i+2, "*/", 1)
	}
	return i
}

// endOf returns the offset of a text at or after i plus a number, and -1 without one.
func endOf(src []byte, i int, text string, plus int) int {
	at := bytes.Index(src[i:], []byte(text))
	if at < 0 {
		return -1
	}
	return i + at + plus
}
