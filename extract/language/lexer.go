package language

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// A kind is the kind of a token. A line with code is a line of code, whatever comments are
// on it; a line with neither is blank.
type kind uint8

const (
	code kind = 1 << iota
	comment
)

// A place is where a token may begin.
type place uint8

const (
	anywhere   place = iota
	lineStart        // as the first token of its line
	columnOne        // as the first byte of its line
	fileStart        // as the first byte of the file
	afterSpace       // after a blank, or as the first byte of its line
	operand          // in place of an operand, as regular expressions do
)

// A rule describes a kind of token: a comment, or a text, in which no comment begins.
type rule struct {
	kind    kind
	open    string         // the bytes that begin the token, or
	first   string         // the bytes of which one begins a match of pattern
	pattern *regexp.Regexp // for a beginning that varies
	end     string         // the bytes that end the token; $1 for the pattern's group; empty when pattern matches it whole
	place   place
	nested  bool   // tokens of this rule nest
	escape  bool   // a backslash takes the next byte
	oneLine bool   // the end of the line ends the token too
	heredoc bool   // the token begins on the next line, and a line with the end alone ends it
	doc     bool   // a comment when the token has its lines to itself
	code    string // begins code inside the text, up to the closing bracket
}

// A syntax holds the rules of a language by the first byte of their tokens.
type syntax [256][]rule

// newSyntax returns the rules in order of preference: patterns, then longer beginnings.
func newSyntax(rules []rule) *syntax {
	s := new(syntax)
	slices.SortStableFunc(rules, func(a, b rule) int { return len(b.open) - len(a.open) })
	slices.SortStableFunc(rules, func(a, b rule) int { return len(b.first) - len(a.first) })
	for _, r := range rules {
		first := r.first
		if r.pattern == nil {
			first = r.open[:1]
		}
		for i := range len(first) {
			s[first[i]] = append(s[first[i]], r)
		}
	}
	return s
}

// lexer counts the lines of a text, token by token.
type lexer struct {
	*syntax
	text    []byte
	pos     int
	counts  Lines
	line    kind           // the tokens so far on the line
	last    string         // the last token of code: a word or a byte
	depth   int            // of code inside texts
	pending []string       // the ends of the heredocs that begin on the next line
	lines   map[string]int // the last line of each text without blanks around it, for heredocs
}

// maxDepth bounds the nesting of code inside texts, because each level is a call.
const maxDepth = 100

// count returns the counts of a text by kind of line.
func (s *syntax) count(text []byte) Lines {
	l := lexer{syntax: s, text: text}
	if bytes.HasPrefix(text, []byte("\uFEFF")) {
		l.pos = len("\uFEFF")
	}
	for l.pos < len(text) {
		l.code(0, 0)
		l.advance(code, min(l.pos+1, len(text))) // a closing bracket without an opening one
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		l.endLine()
	}
	return l.counts
}

// code reads code up to the end, or up to the closing bracket that has no opening one.
func (l *lexer) code(open, closing byte) {
	brackets := 0
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == '\n':
			l.advance(0, l.pos+1)
			l.heredocs()
		case isBlank(c):
			l.pos++
		case l.token():
		case closing != 0 && c == closing && brackets == 0:
			return
		case isWord(c):
			l.word()
		default:
			if closing != 0 && c == open {
				brackets++
			} else if closing != 0 && c == closing {
				brackets--
			}
			end := l.pos + 1
			if c == '\\' && end < len(l.text) && l.text[end] != '\n' {
				end++
			}
			l.last = string(c)
			l.advance(code, end)
		}
	}
}

// word reads a word or a number. Some languages separate digits with a quote.
func (l *lexer) word() {
	end := l.pos
	number := '0' <= l.text[l.pos] && l.text[l.pos] <= '9'
	for end < len(l.text) && (isWord(l.text[end]) || number && l.text[end] == '\'' && end+1 < len(l.text) && isWord(l.text[end+1])) {
		end++
	}
	l.last = string(l.text[l.pos:end])
	l.advance(code, end)
}

// token reads a comment or a text, and reports whether one begins here.
func (l *lexer) token() bool {
	for i := range l.syntax[l.text[l.pos]] {
		r := &l.syntax[l.text[l.pos]][i]
		if !l.allows(r.place) {
			continue
		}
		body, end := l.pos+len(r.open), r.end
		if r.pattern != nil {
			rest := l.text[l.pos:]
			match := r.pattern.FindSubmatchIndex(rest[:min(len(rest), maxOpening)])
			if match == nil {
				continue
			}
			body, end = l.pos+match[1], string(r.pattern.Expand(nil, []byte(r.end), rest, match))
		} else if !bytes.HasPrefix(l.text[l.pos:], []byte(r.open)) || r.place != columnOne && isWord(r.open[len(r.open)-1]) && body < len(l.text) && isWord(l.text[body]) {
			continue
		}
		switch {
		case r.heredoc:
			if !l.hasLine(end, body) {
				continue
			}
			l.pending = append(l.pending, end)
			l.advance(code, body)
		case end == "":
			l.advance(r.kind, body)
		default:
			l.read(r, body, end)
		}
		if r.kind == code {
			l.last = `"`
		}
		return true
	}
	return false
}

// maxOpening is the number of bytes that a pattern looks at.
const maxOpening = 1 << 8

// read reads a token from the end of its beginning.
func (l *lexer) read(r *rule, body int, end string) {
	k := r.kind
	if r.doc && l.line == 0 && (l.last == "" || l.last == ":" || !expectsOperand(l.last)) && l.alone(body, end) {
		k = comment
	}
	l.advance(k, body)
	special := end + r.open + r.code + "\\\n"
	for depth := 1; l.pos < len(l.text); {
		rest := l.text[l.pos:]
		switch {
		case r.oneLine && rest[0] == '\n':
			return
		case r.escape && rest[0] == '\\':
			l.advance(k, min(l.pos+2, len(l.text)))
		case bytes.HasPrefix(rest, []byte(end)):
			l.advance(k, l.pos+len(end))
			if depth--; depth == 0 {
				return
			}
		case r.nested && bytes.HasPrefix(rest, []byte(r.open)):
			l.advance(k, l.pos+len(r.open))
			depth++
		case r.code != "" && l.depth < maxDepth && bytes.HasPrefix(rest, []byte(r.code)):
			l.advance(k, l.pos+len(r.code))
			l.depth++
			open := r.code[len(r.code)-1]
			l.code(open, map[byte]byte{'{': '}', '(': ')'}[open])
			l.depth--
			l.advance(k, min(l.pos+1, len(l.text)))
		default:
			next := bytes.IndexAny(rest[1:], special)
			if next < 0 {
				next = len(rest) - 1
			}
			l.advance(k, l.pos+1+next)
		}
	}
}

// alone reports whether nothing but blanks is between the end of a text and of its line.
func (l *lexer) alone(body int, end string) bool {
	_, after, _ := bytes.Cut(l.text[body:], []byte(end))
	line, _, _ := bytes.Cut(after, []byte("\n"))
	return len(bytes.TrimSpace(line)) == 0
}

// advance gives the lines up to a position a kind.
func (l *lexer) advance(k kind, end int) {
	for l.pos < end {
		l.line |= k
		n := bytes.IndexByte(l.text[l.pos:end], '\n')
		if n < 0 {
			l.pos = end
			return
		}
		l.pos += n + 1
		l.endLine()
	}
}

// endLine counts the line.
func (l *lexer) endLine() {
	switch {
	case l.line&code != 0:
		l.counts.Code++
	case l.line&comment != 0:
		l.counts.Comment++
	default:
		l.counts.Blank++
	}
	l.line = 0
}

// allows reports whether a token of a place may begin here.
func (l *lexer) allows(p place) bool {
	switch p {
	case lineStart:
		return l.line == 0
	case columnOne:
		return l.pos == 0 || l.text[l.pos-1] == '\n'
	case fileStart:
		return l.pos == 0
	case afterSpace:
		return l.pos == 0 || isBlank(l.text[l.pos-1]) || strings.IndexByte("\n;(`", l.text[l.pos-1]) >= 0
	case operand:
		return expectsOperand(l.last)
	default:
		return true
	}
}

// beforeOperand are words after which an operand stands, in JavaScript and Ruby.
var beforeOperand = strings.Fields("return typeof case in of delete void throw new do else yield await if unless and or not when while until")

// expectsOperand reports whether the code after a token begins with an operand.
func expectsOperand(token string) bool {
	return token == "" || len(token) == 1 && strings.Contains("(,=:[!&|?{;+-*%>~^\\", token) || slices.Contains(beforeOperand, token)
}

// hasLine reports whether a line after a position holds a heredoc's end: a shift operator
// before a word has none.
func (l *lexer) hasLine(end string, after int) bool {
	if l.lines == nil {
		l.lines = make(map[string]int)
		at := 0
		for line := range bytes.Lines(l.text) {
			l.lines[heredocEnd(line)] = at
			at += len(line)
		}
	}
	return l.lines[end] > after
}

// heredocs reads the texts that begin on this line.
func (l *lexer) heredocs() {
	for _, end := range l.pending {
		for found := false; !found && l.pos < len(l.text); {
			next := len(l.text)
			if n := bytes.IndexByte(l.text[l.pos:], '\n'); n >= 0 {
				next = l.pos + n + 1
			}
			found = heredocEnd(l.text[l.pos:next]) == end
			l.advance(code, next)
		}
	}
	l.pending = l.pending[:0]
}

// heredocEnd returns the text of a line by which a heredoc ends: PHP goes on after it.
func heredocEnd(line []byte) string {
	return string(bytes.TrimRight(bytes.TrimSpace(line), ";,)"))
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}
