package target

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/schema"
)

// form is a plainer form of a target.
type form struct {
	text   string
	kinds  []string // of the symbol, as far as the target says them; nil for any
	dotted bool     // a dot replaces the last slash
}

// lazily compiles a regular expression on the first call.
//
// DESIGN: the expressions of forms took 2.6 ms of each process, and most targets need none.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// The notations of people and programs for targets, in addition to names, positions and patterns.
var (
	quotes = "`'\"“”‘’ \t\r\n"
	// func (h *Head) Init(…) error, and (h *Head) Init: the receiver and the name.
	aFunction = lazily(`(?s)^(?:(?:func\s*)?\(([^()]*)\)\s*\.?|func\s)\s*([\pL_][\pL\pN_.]*)\s*(?:[\[({].*)?$`)
	// type Head struct, const Max = 1, interface Appender: the word and the name.
	aDeclaration = lazily(`(?s)^([a-z_]+)\s+([\pL_][^\s=({\[]*)(?:[\s=({\[].*)?$`)
	// Head#Init, where Head may be a path.
	aMember = lazily(`^([^#]+)#([\pL_][\pL\pN_.]*)$`)
	// tsdb.Head{…}: the type of a literal.
	aLiteral = lazily(`(?s)^([\pL_][\pL\pN_./-]*)(?:\[[^{}]*\])?\{.*\}$`)
	// Head.Init.func1, Init.func2.1, Init.gowrap1, Init-range1: the compiler's names of the literals in a function.
	inFunction = lazily(`^(.+?)(?:\.(?:func|gowrap|deferwrap)[0-9]+(?:\.[0-9]+)*|-range[0-9]+)+$`)
	// The part of such a name for the innermost literal.
	oneLiteral = lazily(`(?:\.(?:func|gowrap|deferwrap)?[0-9]+|-range[0-9]+)$`)
	// head.go:45:2: undefined: x, and head.go:45 +0x1d: lines of compilers and stack traces.
	aMessage = lazily(`(?s)^\s*(\S+\.[\pL\pN]+:[1-9][0-9]*)(?::[1-9][0-9]*)?:?\s.*$`)
	// file.go:Name and file.go::Name.
	inFile = lazily(`^([^:#]+\.[\pL\pN]+)(?:::?|#)([\pL_(].*)$`)
)

// declaring has the kinds that Go's keywords declare.
var declaring = map[string][]string{
	"func": {string(schema.KindFunction), string(schema.KindInterfaceMethod)}, "type": typeKinds(),
	"var": {string(schema.KindVariable)}, "const": {string(schema.KindConstant)},
}

// callableKinds are the kinds that Go declares with func.
var callableKinds = []string{string(schema.KindFunction), string(schema.KindMethod), string(schema.KindInterfaceMethod)}

// family returns the kinds that are easily confused with one of the kinds.
func family(kinds []string) []string {
	for _, family := range [][]string{typeKinds(), callableKinds} {
		if slices.Contains(family, kinds[0]) {
			return family
		}
	}
	return kinds
}

// maxLiterals is the maximum number of nested literals in a name: each level is a form to look up, and a target may have tens of
// thousands.
const maxLiterals = 10

// plainer returns the forms of a target, from the target itself to the plainest one.
//
//	`tsdb.Head`                  without quotes, a & or * before it, and punctuation after it
//	func (h *Head) Init() error  the declared name
//	storage.NewFanout(a, b)      the callee
//	storage.Queue{}              the type of a literal
//	tsdb.Open.func1              the function around a literal
//	tsdb/head.go:45:2: undefined the position of a message
//	Head::Init, Head#Init        a dot between a type and its member
//	tsdb/Head.Init               a dot between a package and its member
func plainer(target string) []form {
	all := []form{{text: target}}
	add := func(f form) {
		last := all[len(all)-1]
		if f.text != "" && (f.text != last.text || !slices.Equal(f.kinds, last.kinds)) {
			all = append(all, f)
		}
	}
	text := unquoted(target)
	if m := aMessage().FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	add(form{text: text})
	var kinds []string
	if name, declares := declared(text); name != "" {
		text, kinds = name, family(declares)
		add(form{text: text, kinds: declares})
	} else if callee, ok := called(text); ok {
		text = unquoted(callee)
	} else if m := aLiteral().FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	for level := 0; level < maxLiterals && inFunction().MatchString(text); level++ {
		text = oneLiteral().ReplaceAllString(text, "")
		add(form{text: text, kinds: callableKinds})
		kinds = callableKinds
	}
	add(form{text: text, kinds: kinds})
	if _, ok := ParsePlace(text); ok {
		return all
	}
	text = strings.ReplaceAll(text, "::", ".")
	if m := aMember().FindStringSubmatch(text); m != nil {
		text = m[1] + "." + m[2]
	}
	add(form{text: text, kinds: kinds})
	if i := strings.LastIndexByte(text, '/'); i > 0 {
		add(form{text: text[:i] + "." + text[i+1:], kinds: kinds, dotted: true})
	}
	return all
}

// unquoted returns a target without quotes around it, a & or * before it, and punctuation after it.
func unquoted(target string) string {
	out := target
	if !strings.HasSuffix(strings.TrimRight(out, quotes), "...") {
		out = strings.TrimRight(out, quotes+".;,")
	}
	out = strings.TrimLeft(out, quotes)
	if bare := strings.TrimLeft(out, quotes+"&*"); !strings.ContainsAny(bare, "*?%") {
		out = bare
	}
	return strings.Trim(out, quotes)
}

// declared returns the name in a declaration, with the type of its receiver, and the kinds that it may have. The name is empty when the
// text is no declaration.
func declared(text string) (name string, kinds []string) {
	if m := aFunction().FindStringSubmatch(text); m != nil {
		owner := strings.TrimSpace(instance.ReplaceAllString(m[1], ""))
		owner = owner[strings.LastIndexAny(owner, " \t*")+1:]
		if owner != "" {
			return owner + "." + m[2], []string{string(schema.KindMethod)}
		}
		return m[2], declaring["func"]
	}
	m := aDeclaration().FindStringSubmatch(text)
	if m == nil {
		return "", nil
	}
	word, name := m[1], m[2]
	if kinds, ok := declaring[word]; ok {
		return name, kinds
	}
	if slices.Contains(allKinds(), word) {
		return name, []string{word}
	}
	return "", nil
}

// called returns the callee of a call: the text before the last parentheses, which must end it. Parentheses in quotes do not count.
func called(text string) (callee string, ok bool) {
	depth, open := 0, -1
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == '\\' && quote != '`' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(':
			if depth == 0 {
				open = i
			}
			depth++
		case c == ')':
			if depth--; depth < 0 {
				return "", false
			}
		}
	}
	if depth != 0 || quote != 0 || open < 1 || text[len(text)-1] != ')' {
		return "", false
	}
	return text[:open], true
}
