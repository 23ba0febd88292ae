package c

import (
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
)

// token is a word or a sign of a text, without comments, strings and directives. Signs other than :: have one byte.
type token struct {
	start, end int
	text       string
}

// maxScan bounds the tokens of one head of a declaration.
const maxScan = 1000

// hidden returns the macros, with their arguments, that stand where the grammar knows none, as in `class LIB_API name {`. They are words in
// capitals that can be no type: a declaration begins after them, or the head of a function ends before them.
func hidden(text []byte) (all []token) {
	ts := tokens(string(text))
	types := map[string]bool{}
	for i, t := range ts {
		if i > 0 && tags[ts[i-1].text] || i > 1 && isMacro(ts[i-1].text) && tags[ts[i-2].text] {
			types[t.text] = true
		}
	}
	isHidden := make([]bool, len(ts))
	at := func(i int) string {
		if i >= 0 && i < len(ts) {
			return ts[i].text
		}
		return ""
	}
	for i := len(ts) - 1; i >= 0; i-- {
		if !isMacro(ts[i].text) {
			continue
		}
		end := closing(ts, i+1)
		next := end
		for next < len(ts) && isHidden[next] {
			next++
		}
		before, after := at(i-1), at(next)
		isHere := false
		switch {
		case tags[before] && isWord(after) && after != "final" && opensType(ts, next):
			isHere = true
		case end > i+1 && (after == ";" || after == "=") && endsDeclarator(ts, i-1):
			isHere = true
		case before == ")" || qualifiers[before]:
			isHere = after == "{" || after == ":" || after == "->" || qualifiers[after] || after == ";" && endsHead(ts, i-1)
		}
		if end == i+1 && !isHere && !tags[before] {
			isBegin := isBoundary(ts[i].text) && after != "}" && after != "," && after != "=" && !(isMacro(after) && at(next+1) == "(") && isLine(text, ts[i])
			isHere = isBegin || starts[after] || after == "const" && isTyped(ts, next+1) || opensFunction(ts, next, types) || isName(before) && opensCall(ts, next)
		}
		if isHere {
			for n := i; n < end; n++ {
				isHidden[n] = true
			}
			all = append(all, token{ts[i].start, ts[end-1].end, ts[i].text})
		}
	}
	return all
}

// hide replaces macros with spaces.
func hide(text []byte, all []token) []byte {
	if len(all) == 0 {
		return text
	}
	out := slices.Clone(text)
	for _, m := range all {
		for i := m.start; i < m.end; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return out
}

var (
	tags       = resolve.Words("class struct union enum")
	qualifiers = resolve.Words("const override final noexcept")
	// starts are the words that only the start of a declaration has.
	starts = resolve.Words("template class struct union enum typename inline static constexpr virtual explicit friend auto void bool char short int long float double unsigned " +
		"signed extern namespace using typedef")
	simple     = resolve.Words("auto void bool char short int long float double unsigned signed")
	statements = resolve.Words("return else case goto do new delete throw co_return co_yield operator typename if while for switch default public private protected")
)

// isMacro reports whether a word looks like the name of a macro.
func isMacro(word string) bool {
	return len(word) > 2 && isWord(word) && strings.ToUpper(word) == word && strings.Trim(word, "_0123456789") != ""
}

func isWord(t string) bool { return t != "" && isLetter(t[0]) && (t[0] < '0' || t[0] > '9') }

func isLetter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127
}

// isBoundary reports whether the name of a macro says that it begins or ends something.
func isBoundary(word string) bool {
	for part := range strings.SplitSeq(word, "_") {
		switch part {
		case "BEGIN", "END", "PUSH", "POP":
			return true
		}
	}
	return false
}

// isLine reports whether a token has a line alone.
func isLine(text []byte, t token) bool {
	before, after := string(text[:t.start]), string(text[t.end:])
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return strings.TrimSpace(before+after) == ""
}

// closing returns the number of the token after the arguments that begin at a token, or its own number where none begin.
func closing(ts []token, i int) int {
	if i >= len(ts) || ts[i].text != "(" {
		return i
	}
	for depth, n := 0, i; n < min(len(ts), i+maxScan); n++ {
		switch ts[n].text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return n + 1
			}
		case ";", "{":
			return i
		}
	}
	return i
}

// opensType reports whether the body of a type follows its name, perhaps after its bases.
func opensType(ts []token, i int) bool {
	hasBases := false
	end := min(len(ts), i+maxScan)
	for i = nameEnd(ts, i); i < end; i++ {
		switch t := ts[i].text; {
		case t == "{":
			return true
		case t == ":":
			hasBases = true
		case t == ";" || !isWord(t) && !hasBases:
			return false
		}
	}
	return false
}

// opensFunction reports whether a type and the name of a function follow, or the name of a constructor.
func opensFunction(ts []token, i int, types map[string]bool) bool {
	after := nameEnd(ts, i)
	if opensCall(ts, i) {
		return types[ts[after-1].text] || after-i > 2 && ts[after-2].text == "::" && ts[i].text == ts[after-1].text
	}
	for after > i && after < len(ts) && (ts[after].text == "*" || ts[after].text == "&") {
		after++
	}
	return after > i && opensCall(ts, after)
}

// isTyped reports whether a type begins at a token, and no name of a variable: more than its name follows.
func isTyped(ts []token, i int) bool {
	if i+1 >= len(ts) || !isWord(ts[i].text) {
		return false
	}
	next := ts[i+1].text
	return isWord(next) || next == "*" || next == "&" || next == "<" || next == "::"
}

// endsDeclarator reports whether the token is the name of a variable: its type stands before it, as in `T* const name`.
func endsDeclarator(ts []token, i int) bool {
	if i < 1 || simple[ts[i].text] || ts[i].text == ">" || !isName(ts[i].text) {
		return false
	}
	before := i - 1
	if ts[before].text == "const" {
		before--
	}
	return before >= 0 && (isName(ts[before].text) || ts[before].text == "*" || ts[before].text == "&")
}

// opensCall reports whether a name follows, and then a parenthesis.
func opensCall(ts []token, i int) bool {
	end := nameEnd(ts, i)
	return end > i && end < len(ts) && ts[end].text == "("
}

// endsHead reports whether the parenthesis at a token ends the parameters of a declared function: a type and a name stand before them.
func endsHead(ts []token, i int) bool {
	depth := 0
	for end := max(2, i-maxScan); i >= end; i-- {
		switch ts[i].text {
		case ")":
			depth++
		case "(":
			if depth--; depth == 0 {
				return isName(ts[i-1].text) && (isName(ts[i-2].text) || ts[i-2].text == "*" || ts[i-2].text == "&")
			}
		case ";", "{", "}":
			return false
		}
	}
	return false
}

// isName reports whether a word can be the name of a type: it is neither a macro nor one of the words that stand before a type.
func isName(word string) bool {
	return word == ">" || isWord(word) && !isMacro(word) && !starts[word] && !qualifiers[word] && !statements[word] || simple[word]
}

// nameEnd returns the number of the token after a name with its qualifiers and their arguments.
func nameEnd(ts []token, i int) int {
	for i < len(ts) && isWord(ts[i].text) {
		i++
		if i < len(ts) && ts[i].text == "<" {
			depth, n := 0, i
			for ; n < min(len(ts), i+maxScan); n++ {
				if t := ts[n].text; t == "<" {
					depth++
				} else if t == ">" {
					depth--
				} else if t == ";" || t == "{" {
					return i
				}
				if depth == 0 {
					break
				}
			}
			i = n + 1
		}
		if i >= len(ts) || ts[i].text != "::" {
			break
		}
		i++
	}
	return min(i, len(ts))
}

// tokens returns the tokens of a text.
func tokens(text string) (all []token) {
	isStart := true // of a line
	for i := 0; i < len(text); {
		c := text[i]
		start := i
		switch {
		case c == '\n':
			isStart = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == '#' && isStart: // a directive
			for i < len(text) && (text[i] != '\n' || text[i-1] == '\\' || text[i-1] == '\r' && text[i-2] == '\\') {
				i++
			}
			continue
		case strings.HasPrefix(text[i:], "//"):
			i += max(strings.IndexByte(text[i:], '\n'), 0)
			if text[i] != '\n' {
				i = len(text)
			}
			continue
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				return all
			}
			i += end + 4
			continue
		case c == '"' || c == '\'':
			for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		case isLetter(c):
			for i < len(text) && isLetter(text[i]) {
				i++
			}
		case strings.HasPrefix(text[i:], "::") || strings.HasPrefix(text[i:], "->"):
			i += 2
		default:
			i++
		}
		isStart = false
		i = min(i, len(text))
		all = append(all, token{start, i, text[start:i]})
	}
	return all
}

// space is a part of a file in a namespace.
type space struct {
	start, end int
	names      []string // from the outermost on, without inline namespaces
}

// spaces returns the parts of a text in namespaces with a name, the outer ones first.
func spaces(text []byte) (all []space) {
	ts := tokens(string(text))
	var open []int // by brace: the number of the namespace, or -1
	for i := 0; i < len(ts); i++ {
		switch t := ts[i]; {
		case t.text == "namespace":
			var names []string
			if n := len(open); n > 0 {
				for n--; n >= 0 && len(names) == 0; n-- {
					if open[n] >= 0 {
						names = slices.Clone(all[open[n]].names)
					}
				}
			}
			isInline := i > 0 && ts[i-1].text == "inline"
			n := i + 1
			for ; n < len(ts) && (isWord(ts[n].text) || ts[n].text == "::"); n++ {
				if isWord(ts[n].text) && !isMacro(ts[n].text) && !isInline {
					names = append(names, ts[n].text)
				}
			}
			if n < len(ts) && ts[n].text == "{" {
				open = append(open, len(all))
				all = append(all, space{t.start, len(text), names})
				i = n
			}
		case t.text == "{":
			open = append(open, -1)
		case t.text == "}" && len(open) > 0:
			if last := open[len(open)-1]; last >= 0 {
				all[last].end = t.start
			}
			open = open[:len(open)-1]
		}
	}
	return all
}
