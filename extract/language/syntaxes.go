package language

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/boyter/scc/v3/processor"
)

// line is a comment up to the end of the line.
func line(open string) rule { return rule{kind: comment, open: open, end: "\n", oneLine: true} }

// block is a comment between two marks.
func block(open, end string) rule { return rule{kind: comment, open: open, end: end} }

// nested is a comment between two marks that may hold another one.
func nested(open, end string) rule {
	return rule{kind: comment, open: open, end: end, nested: true}
}

// quote is a text on one line, with escapes.
func quote(mark string) rule {
	return rule{kind: code, open: mark, end: mark, escape: true, oneLine: true}
}

// long is a text on one or several lines, with escapes.
func long(mark string) rule { return rule{kind: code, open: mark, end: mark, escape: true} }

// raw is a text on one or several lines, without escapes.
func raw(open, end string) rule { return rule{kind: code, open: open, end: end} }

// pattern is a text that begins with a match and ends with an expansion of it; the whole
// match when the end is empty.
func pattern(first, expression, end string) rule {
	return rule{kind: code, first: first, pattern: regexp.MustCompile(`^(?s:` + expression + `)`), end: end}
}

// heredoc is a text on the lines after the mark, up to a line with the word alone.
func heredoc(mark string) rule {
	r := pattern("<", mark+`(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|\\?([A-Za-z_]\w{0,80}))`, "$1$2$3")
	r.heredoc = true
	return r
}

// anyByte holds the bytes that a text may begin with, other than blanks.
var anyByte = func() string {
	var all []byte
	for c := byte('!'); c < 0xff; c++ {
		all = append(all, c)
	}
	return string(all)
}()

// at restricts the place of a token.
func (r rule) at(p place) rule { r.place = p; return r }

// with marks code inside a text.
func (r rule) with(codeMark string) rule { r.code = codeMark; return r }

// documentation makes a text a comment where it has its lines to itself.
func (r rule) documentation() rule { r.doc = true; return r }

// as changes the kind of a token.
func (r rule) as(k kind) rule { r.kind = k; return r }

var (
	// character is a literal of one character. A quote without one begins a label, a lifetime
	// or a type variable.
	character = pattern("'", `'(?:\\[^\n]{1,10}?|[^\\'\n])'`, "")
	// regular is a regular expression between slashes.
	regular = pattern("/", `/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/*\\\[\n])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\\[\n])*/`, "").at(operand)

	cComments    = []rule{line("//"), block("/*", "*/")}
	nestingC     = []rule{line("//"), nested("/*", "*/")}
	cQuotes      = []rule{quote(`"`), quote("'")}
	cFamily      = slices.Concat(cComments, cQuotes)
	cLanguages   = slices.Concat([]rule{line("//").continued(), block("/*", "*/")}, cQuotes)
	cPlusPlus    = append(slices.Clone(cLanguages), pattern("RLuU", `(?:u8|[uUL])?R"([^()\\\s"]{0,16})\(`, `)$1"`))
	javaScript   = append(slices.Clone(cFamily), long("`").with("${"), regular)
	python       = []rule{line("#"), quote(`"`), quote("'"), long(`"""`).documentation(), long("'''").documentation()}
	shell        = []rule{line("#").at(afterSpace), long(`"`), raw("'", "'"), long("$'").until("'"), heredoc(`<<-?[ \t]*`)}
	ruby         = []rule{line("#"), block("=begin", "\n=end").at(columnOne), long(`"`).with("#{"), long("'"), heredoc(`<<[~-]?`), regular, percent("(", ")"), percent("[", "]"), percent("{", "}"), percent("<", ">")}
	plainLisp    = []rule{line(";"), long(`"`)}
	lisp         = append(slices.Clone(plainLisp), nested("#|", "|#"))
	haskell      = []rule{line("--"), nested("{-", "-}"), quote(`"`), character}
	ml           = []rule{nested("(*", "*)"), long(`"`), character}
	sql          = []rule{line("--"), block("/*", "*/"), pattern("'", `'\\'(?:[^']|$)`, ""), long("'"), long(`"`)}
	styles       = []rule{block("/*", "*/"), quote(`"`), quote("'")}
	configs      = []rule{line("#"), line("//"), block("/*", "*/"), quote(`"`).with("${"), heredoc("<<-?")}
	longBrackets = []rule{line("--"), pattern("-", `--\[(=*)\[`, "]$1]").as(comment), pattern("[", `\[(=*)\[`, "]$1]"), quote(`"`), quote("'")}
)

// continued makes a backslash at the end of a line take the next line.
func (r rule) continued() rule { r.escape = true; return r }

// percent is a text of Ruby between brackets, such as %q(a).
func percent(open, end string) rule {
	r := pattern("%", "%[qQwWiIrsx]"+regexp.QuoteMeta(open), end)
	r.open, r.nested, r.escape = open, true, true
	return r
}

// until changes the end of a token.
func (r rule) until(end string) rule { r.end = end; return r }

// ownSyntaxes are the rules of the languages for which scc's table does not suffice, by
// Linguist's names. The rules follow the reference of each language.
var ownSyntaxes = map[string][]rule{
	"go":                 append(slices.Clone(cFamily), raw("`", "`")),
	"go module":          append(slices.Clone(cFamily), raw("`", "`")),
	"go workspace":       append(slices.Clone(cFamily), raw("`", "`")),
	"c":                  cLanguages,
	"unix assembly":      cFamily, // the comments of Go's assembler and of GNU's
	"objective-c":        cLanguages,
	"c++":                cPlusPlus,
	"objective-c++":      cPlusPlus,
	"cuda":               cPlusPlus,
	"java":               append(slices.Clone(cFamily), long(`"""`)),
	"c#":                 append(slices.Clone(cFamily), pattern("@$", `(?:@\$?|\$@)"`, `"`), pattern(`"`, `("{3,20})`, "$1")),
	"kotlin":             append(slices.Concat(nestingC, []rule{quote(`"`).with("${"), quote("'")}), raw(`"""`, `"""`).with("${")),
	"scala":              append(slices.Clone(nestingC), quote(`"`), character, raw(`"""`, `"""`)),
	"groovy":             append(slices.Clone(cComments), quote(`"`).with("${"), quote("'"), long(`"""`).with("${"), long("'''"), regular),
	"gradle":             append(slices.Clone(cComments), quote(`"`).with("${"), quote("'"), long(`"""`).with("${"), long("'''"), regular),
	"dart":               append(slices.Clone(nestingC), quote(`"`).with("${"), quote("'").with("${"), long(`"""`).with("${"), long("'''").with("${"), raw("r'", "'"), raw(`r"`, `"`), raw("r'''", "'''"), raw(`r"""`, `"""`)),
	"swift":              append(slices.Clone(nestingC), quote(`"`), long(`"""`), pattern("#", `(#{1,20})"`, `"$1`), pattern("#", `(#{1,20})"""`, `"""$1`)),
	"d":                  append(slices.Clone(cFamily), nested("/+", "+/"), raw("`", "`"), raw(`r"`, `"`)),
	"javascript":         javaScript,
	"typescript":         javaScript,
	"tsx":                javaScript,
	"vue":                append(slices.Clone(cFamily), block("<!--", "-->")),
	"svelte":             append(slices.Clone(cFamily), block("<!--", "-->")),
	"rust":               append(slices.Clone(nestingC), long(`"`), character, pattern("rbc", `[bc]?r(#{0,200})"`, `"$1`)),
	"zig":                {line("//"), quote(`"`), quote("'"), raw(`\\`, "\n")},
	"php":                {line("#"), line("//"), block("/*", "*/"), long(`"`), long("'"), heredoc(`<<<[ \t]*`), pattern("#", `#\[`, ""), raw("?>", "<?"), pattern(anyByte, `[^<]|<[^?]`, "<?").at(fileStart)},
	"ruby":               ruby,
	"crystal":            ruby,
	"elixir":             {line("#"), long(`"`).with("#{"), long("'").with("#{"), long(`"""`).with("#{"), long("'''").with("#{")},
	"perl":               {line("#").at(afterSpace), quote(`"`), quote("'"), heredoc("<<~?"), pattern("=", `=[a-zA-Z]+`, "\n=cut").as(comment).at(columnOne)},
	"lua":                longBrackets,
	"luau":               append(slices.Clone(longBrackets), quote("`")),
	"shell":              shell,
	"dockerfile":         {line("#").at(lineStart), heredoc("<<-?")},
	"awk":                {line("#"), quote(`"`), regular},
	"python":             python,
	"starlark":           python,
	"cython":             python,
	"powershell":         {line("#").at(afterSpace), block("<#", "#>"), raw(`"`, `"`), raw("'", "'"), raw("@\"\n", "\n\"@"), raw("@'\n", "\n'@")},
	"sql":                sql,
	"plpgsql":            sql,
	"plsql":              {line("--"), block("/*", "*/"), raw("'", "'"), raw(`"`, `"`)},
	"tsql":               {line("--"), nested("/*", "*/"), raw("'", "'"), raw(`"`, `"`)},
	"haskell":            haskell,
	"elm":                append(slices.Clone(haskell), long(`"""`)),
	"purescript":         append(slices.Clone(haskell), raw(`"""`, `"""`)),
	"idris":              append(slices.Clone(haskell), long(`"""`)),
	"agda":               haskell,
	"ocaml":              append(slices.Clone(ml), pattern("{", `\{([a-z_]*)\|`, "|$1}")),
	"standard ml":        ml,
	"rocq prover":        {nested("(*", "*)"), raw(`"`, `"`)},
	"f#":                 append(slices.Clone(ml), line("//"), raw(`"""`, `"""`), pattern("@$", `(?:@\$?|\$@)"`, `"`)),
	"clojure":            plainLisp,
	"emacs lisp":         plainLisp,
	"common lisp":        lisp,
	"scheme":             lisp,
	"racket":             lisp,
	"r":                  {line("#"), long(`"`), long("'"), pattern("rR", `[rR]"(-{0,20})\(`, `)$1"`), pattern("rR", `[rR]'(-{0,20})\(`, `)$1'`)},
	"julia":              {line("#"), nested("#=", "=#"), long(`"`), long(`"""`), character},
	"nix":                {line("#"), block("/*", "*/"), long(`"`), raw("''", "''")},
	"nim":                {line("#"), nested("#[", "]#"), quote(`"`), quote("'"), raw(`"""`, `"""`)},
	"cmake":              {line("#"), pattern("#", `#\[(=*)\[`, "]$1]").as(comment), pattern("[", `\[(=*)\[`, "]$1]"), long(`"`)},
	"matlab":             {line("%"), block("%{", "%}").at(lineStart), quote(`"`)},
	"hcl":                configs,
	"json with comments": cFamily,
	"json5":              cFamily,
	"jsonnet":            append(slices.Clone(cComments), line("#"), long(`"`), long("'"), raw(`@"`, `"`), raw("@'", "'"), raw("|||\n", "|||")),
	"css":                styles,
	"scss":               append(slices.Clone(styles), line("//")),
	"sass":               append(slices.Clone(styles), line("//")),
	"less":               append(slices.Clone(styles), line("//")),
	"protocol buffer":    cFamily,
	"graphql":            {line("#"), block(`"""`, `"""`), quote(`"`)},
	"solidity":           cFamily,
	"toml":               {line("#"), quote(`"`), raw("'", "'").single(), long(`"""`), raw("'''", "'''")},
	"vim script":         {line(`"`).at(lineStart), line("#").at(lineStart)},
	"batchfile":          {line("rem").at(lineStart), line("REM").at(lineStart), line("Rem").at(lineStart), line("@rem").at(lineStart), line("@REM").at(lineStart), line("::").at(lineStart)},
	"fortran":            {line("c").at(columnOne), line("C").at(columnOne), line("*").at(columnOne), line("!"), raw(`"`, `"`).single(), raw("'", "'").single()},
	"visual basic .net":  {line("'"), raw(`"`, `"`).single()},
}

// single ends a text at the end of its line.
func (r rule) single() rule { r.oneLine = true; return r }

// syntaxes holds the syntax of each language by Linguist's name, made at its first use.
var syntaxes sync.Map

// syntaxOf returns the syntax of a language of Linguist, in lower case; without rules for
// a language without a known one.
func syntaxOf(language string) *syntax {
	if s, ok := syntaxes.Load(language); ok {
		return s.(*syntax)
	}
	rules, ok := ownSyntaxes[language]
	if !ok {
		rules = sccRules(language)
	}
	s, _ := syntaxes.LoadOrStore(language, newSyntax(rules))
	return s.(*syntax)
}

// sccLanguages maps scc's names of languages from lower case to scc's spelling. It fills
// the tables that scc keeps in package variables once, before anybody reads them.
var sccLanguages = sync.OnceValue(func() map[string]string {
	processor.ProcessConstants()
	names := make(map[string]string, len(processor.LanguageFeatures))
	for name := range processor.LanguageFeatures {
		names[strings.ToLower(name)] = name
	}
	return names
})

// sccNames maps Linguist's name to scc's where they differ.
var sccNames = map[string]string{
	"aidl":                  "Android Interface Definition Language",
	"classic asp":           "ASP",
	"codeowners":            "gitignore",
	"fortran free form":     "Fortran Modern",
	"freemarker":            "Freemarker Template",
	"gherkin":               "Gherkin Specification",
	"git attributes":        "gitignore",
	"git config":            "INI",
	"ignore list":           "gitignore",
	"java server pages":     "JavaServer Pages",
	"jest snapshot":         "JavaScript",
	"lean 4":                "Lean",
	"miniyaml":              "YAML",
	"modula-3":              "Modula3",
	"motorola 68k assembly": "Assembly",
	"npm config":            "INI",
	"oasv2-json":            "JSON",
	"oasv2-yaml":            "YAML",
	"oasv3-json":            "JSON",
	"oasv3-yaml":            "YAML",
	"reason":                "ReasonML",
	"robotframework":        "Robot Framework",
	"smarty":                "Smarty Template",
	"wgsl":                  "WebGPU Shading Language",
	"wolfram language":      "Wolfram",
	"xslt":                  "Extensible Stylesheet Language Transformations",
}

// sccName returns scc's name of a language, or empty.
func sccName(language string) string {
	if name, ok := sccNames[language]; ok {
		language = strings.ToLower(name)
	}
	return sccLanguages()[language]
}

// sccRules makes rules of scc's table. It takes each text for one on a single line: an
// apostrophe in prose then costs one line, and not the rest of the file.
//
// DESIGN: of scc only the table is used. Its counter takes a quote in a character for the
// beginning of a text, knows no heredoc and no template string, and is a sixth slower.
func sccRules(language string) []rule {
	name := sccName(language)
	features := processor.LanguageFeatures[name]
	var rules []rule
	for _, mark := range features.LineComment {
		r := line(unescaped(mark))
		if r.open == "*" { // a product elsewhere
			r.place = lineStart
		}
		rules = append(rules, r)
	}
	for _, marks := range features.MultiLine {
		r := block(unescaped(marks[0]), unescaped(marks[1]))
		r.nested = features.Nested
		rules = append(rules, r)
	}
	for _, q := range features.Quotes {
		r := quote(unescaped(q.Start)).until(unescaped(q.End))
		r.escape, r.oneLine = !q.IgnoreEscape, len(unescaped(q.Start)) == 1
		r.doc = q.DocString
		rules = append(rules, r)
	}
	return slices.DeleteFunc(rules, func(r rule) bool { return cmp.Or(r.open, r.end) == "" })
}

// unescaped takes a backslash away that scc's table has before some quotes.
func unescaped(mark string) string {
	if rest, ok := strings.CutPrefix(mark, `\`); ok && (rest[0] == '"' || rest[0] == '\\') {
		return rest
	}
	return mark
}
