// Package rust is the front end of Rust.
//
// # Limitations
//
// Macros are not expanded: their arguments and bodies are unread, and the names in them make rows of unknowns. Code for all configurations
// is read. Traits in scope decide nothing: a method of a type with one name in several traits is not resolved.
package rust

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of Rust.
func New() extract.Extractor { return patterns.New(language()) }

func language() patterns.Language {
	return patterns.Language{Grammar: sitter.Rust, Queries: queries, Self: "self", SelfType: "Self", MacroMark: "!", Import: imports, Define: define,
		IsConstant: isUpper, Unwraps: resolve.Words("Some Ok"),
		Language: resolve.Language{Names: []string{"rust"}, Scheme: "rust", Link: link, Builtins: resolve.Words(builtins), ModuleCode: "<static>",
			InheritsInterfaces: true, SeparatesMethods: true, HidesMembers: true, HasPathsOfNames: true, Outside: outside,
			Types: resolve.TypeNames{Container: containers, Inner: resolve.Words("Box Rc Arc Ref RefMut Cow Pin MutexGuard"),
				Same:    resolve.Words("clone as_ref as_mut as_deref as_deref_mut to_owned iter iter_mut into_iter by_ref cloned copied rev skip take default unwrap expect"),
				Element: resolve.Words("unwrap expect unwrap_or unwrap_or_default unwrap_or_else borrow borrow_mut lock read write")}}}
}

//go:embed rust.scm
var queries string

// builtins lists the types and traits that each module sees, and the macros of the standard library.
//
//go:embed builtins.txt
var builtins string

// containers gives the place of the element type in the arguments of a type.
var containers = map[string]int{"Option": 0, "Result": 0, "Vec": 0, "VecDeque": 0, "HashSet": 0, "BTreeSet": 0, "HashMap": 1, "BTreeMap": 1, "BinaryHeap": 0,
	"RefCell": 0, "Mutex": 0, "RwLock": 0, "Cell": 0}

// isUpper reports whether a name in a pattern is that of a constant or a member of an enum, by convention.
func isUpper(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// modDeclaration is the path of the import that a declaration of a module in another file makes, until the linker knows the file.
const modDeclaration = "mod"

// imports reads a declaration of a module, and all names of a use declaration.
func imports(i resolve.Import) []*resolve.Import {
	if i.Path == "" {
		i.Path, i.Name, i.Alias = modDeclaration, "", i.Name
		return []*resolve.Import{&i}
	}
	r := &useReader{text: i.Path, base: i}
	r.read("")
	return r.found
}

// useReader reads the argument of a use declaration.
type useReader struct {
	text  string
	at    int
	base  resolve.Import
	found []*resolve.Import
}

// token returns the next token, which is :: or one character that no name has, and its offset; an empty one at the end.
func (r *useReader) token() (string, int) {
	for r.at < len(r.text) {
		rest := r.text[r.at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			r.at += n
			continue
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest, "*/")
			if n < 0 {
				r.at = len(r.text)
				continue
			}
			r.at += n + 2
			continue
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			r.at++
			continue
		}
		n := strings.IndexAny(rest, " \t\r\n:{},*/")
		switch {
		case strings.HasPrefix(rest, "::"):
			n = 2
		case n < 0:
			n = len(rest)
		case n == 0:
			n = 1
		}
		at := r.at
		r.at += n
		return rest[:n], at
	}
	return "", r.at
}

// read reads one tree of a use declaration below a path, and returns the token after it.
func (r *useReader) read(path string) string {
	name, at := "", 0
	var alias string
	add := func() {
		i := r.base
		if i.Path, i.Name = path, name; alias != "" {
			i.Alias = alias
		}
		if name == "self" && path != "" || path == "" {
			if i.Name = ""; path == "" {
				i.Path = name
			}
		}
		i.NameAt, i.NameEnd = r.base.At+uint32(at), r.base.At+uint32(at+len(name))
		if name != "" {
			r.found = append(r.found, &i)
		}
	}
	for {
		t, start := r.token()
		switch t {
		case "::":
			if name != "" {
				path = strings.Trim(path+"."+name, ".")
				name = ""
			}
		case "{":
			for t = ","; t == ","; {
				t = r.read(path)
			}
			name = ""
		case "as":
			alias, _ = r.token()
		case ",", "}", "":
			add()
			return t
		default:
			name, at = strings.TrimPrefix(t, "r#"), start
		}
	}
}

// isTestOnly matches the arguments of cfg that only a build of tests has.
var isTestOnly = regexp.MustCompile(`^\((all\((.*,)?\s*)?test\b`)

func define(d *resolve.Def, modifiers string) {
	c := d.Container
	isPublic := strings.HasPrefix(modifiers, "pub") && !strings.Contains(modifiers, "(")
	isMember := c != nil && (c.Kind == schema.KindTrait || c.Kind == schema.KindEnum && c.Extends == nil || c.Extends != nil && len(c.Interfaces) > 0)
	d.IsPrivate = !isPublic && !isMember
	d.IsSpecial = false
	for _, n := range d.Notes {
		switch name := n.Name[strings.LastIndexByte(n.Name, ':')+1:]; name {
		case "test", "bench", "rstest", "test_case", "quickcheck":
			d.Entry = schema.EntryTest
		case "cfg":
			d.IsTest = isTestOnly.MatchString(n.Arguments)
		case "no_mangle", "export_name", "wasm_bindgen", "pyfunction":
			d.Entry = schema.EntryLinker
		case "proc_macro", "proc_macro_derive", "proc_macro_attribute":
			d.Entry = schema.EntryLinker
		case "macro_export":
			d.IsPrivate = false
		}
	}
}

// outside returns the global name of an external symbol of a SCIP index.
func outside(s *scip.Symbol) string {
	return strings.Join(append(append([]string{s.Package}, s.Owners...), s.Name), ".")
}
