package queries

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/schema"
)

// form is a plainer form of a target, and of what kinds it says that the symbol is; nil
// when it says nothing of that.
type form struct {
	text   string
	kinds  []string
	dotted bool // its last slash was made a dot
}

// lazily compiles a regular expression when it is first asked for.
//
// DESIGN: those of plainer forms took 2.6 ms of each process, and most targets need none.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// How people and programs write what they mean, besides the forms that a target has.
var (
	dressing = "`'\"“”‘’ \t\r\n"
	// func (h *Head) Init(…) error, and (h *Head) Init: the receiver and the name.
	aFunction = lazily(`(?s)^(?:(?:func\s*)?\(([^()]*)\)\s*\.?|func\s)\s*([\pL_][\pL\pN_.]*)\s*(?:[\[({].*)?$`)
	// type Head struct, const Max = 1, interface Appender: the word and the name.
	aDeclaration = lazily(`(?s)^([a-z_]+)\s+([\pL_][^\s=({\[]*)(?:[\s=({\[].*)?$`)
	// Head#Init, of which Head may be a path.
	aMember = lazily(`^([^#]+)#([\pL_][\pL\pN_.]*)$`)
	// tsdb.Head{…}: the type of a literal.
	aLiteral = lazily(`(?s)^([\pL_][\pL\pN_./-]*)(?:\[[^{}]*\])?\{.*\}$`)
	// Head.Init.func1, Init.func2.1, Init.gowrap1, Init-range1: what the compiler calls the literals
	// in a function.
	inFunction = lazily(`^(.+?)(?:\.(?:func|gowrap|deferwrap)[0-9]+(?:\.[0-9]+)*|-range[0-9]+)+$`)
	// What the innermost of them adds to the name of what is around it.
	oneLiteral = lazily(`(?:\.(?:func|gowrap|deferwrap)?[0-9]+|-range[0-9]+)$`)
	// head.go:45:2: undefined: x, and head.go:45 +0x1d: what compilers and stack traces write.
	aMessage = lazily(`(?s)^\s*(\S+\.[\pL\pN]+:[1-9][0-9]*)(?::[1-9][0-9]*)?:?\s.*$`)
)

// declaring are the kinds of what Go's keywords declare.
var declaring = map[string][]string{
	"func": {string(schema.KindFunction), string(schema.KindInterfaceMethod)}, "type": typeKinds(),
	"var": {string(schema.KindVariable)}, "const": {string(schema.KindConstant)},
}

// callableKinds are the kinds of what Go declares with func.
var callableKinds = []string{string(schema.KindFunction), string(schema.KindMethod), string(schema.KindInterfaceMethod)}

// like are the kinds that are easily taken for one of the kinds.
func like(kinds []string) []string {
	for _, family := range [][]string{typeKinds(), callableKinds} {
		if slices.Contains(family, kinds[0]) {
			return family
		}
	}
	return kinds
}

func typeKinds() []string {
	return slices.DeleteFunc(allKinds(), func(k string) bool { return !schema.Kind(k).IsType() })
}

// maxLiterals is how many literals within each other a name is read through: each level is a
// form to look up, and a target may have tens of thousands.
const maxLiterals = 10

// plainer returns the forms in which a target is read, the target itself first: each is
// plainer than the one before.
//
//	`tsdb.Head`                without quotes, the & or * before it and the punctuation behind
//	func (h *Head) Init() error  the name that is declared
//	storage.NewFanout(a, b)      what is called
//	storage.Queue{}              the type of a literal
//	tsdb.Open.func1              the function around a literal
//	tsdb/head.go:45:2: undefined the place of a message
//	Head::Init, Head#Init        a dot between a type and its member
//	tsdb/Head.Init               a dot between a package and what it holds
func plainer(target string) []form {
	all := []form{{text: target}}
	add := func(f form) {
		last := all[len(all)-1]
		if f.text != "" && (f.text != last.text || !slices.Equal(f.kinds, last.kinds)) {
			all = append(all, f)
		}
	}
	text := undressed(target)
	if m := aMessage().FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	add(form{text: text})
	var kinds []string
	if name, declares := declared(text); name != "" {
		text, kinds = name, like(declares)
		add(form{text: text, kinds: declares})
	} else if callee, ok := called(text); ok {
		text = undressed(callee)
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

// undressed is a target without the quotes around it, the & or * before it, and the
// punctuation behind it.
func undressed(target string) string {
	out := target
	if !strings.HasSuffix(strings.TrimRight(out, dressing), "...") {
		out = strings.TrimRight(out, dressing+".;,")
	}
	out = strings.TrimLeft(out, dressing)
	if bare := strings.TrimLeft(out, dressing+"&*"); !strings.ContainsAny(bare, "*?%") {
		out = bare
	}
	return strings.Trim(out, dressing)
}

// declared is the name in a declaration, with the type that it is a method of, and the
// kinds that it can be; the name is empty when the text is no declaration.
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

// called is what a call calls: the text before its last parentheses, which end it. Those in
// quotes count for nothing.
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
