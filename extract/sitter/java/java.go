// Package java is the front end of Java.
//
// # Limitations
//
// An argument whose type is not known decides nothing between overloads: the call is then not resolved, and has a reference to each.
// The arguments of generic classes are not followed. Parameters of lambdas have no type. Accessors of records have
// no symbol, and neither have classes without a name.
package java

import (
	_ "embed"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of Java.
func New() extract.Extractor { return patterns.New(language()) }

func language() patterns.Language {
	return patterns.Language{Grammar: sitter.Java, Queries: queries, Self: "this", Import: imports, Define: define,
		Language: resolve.Language{Names: []string{"java"}, Scheme: "java", Link: link, Builtins: resolve.Words(builtins), Constructor: []string{"<init>"}, ModuleCode: "<static>",
			HasOverloads: true, HasImplicitReceiver: true, InheritsInterfaces: true, HasMethodNames: true, Outside: outside,
			Primitives: resolve.Words("byte short char int long float double boolean"), Converts: converts,
			Types: resolve.TypeNames{Container: containers, Element: resolve.Words(elements)}}}
}

//go:embed java.scm
var queries string

// builtins lists the types of java.lang that code uses most, and the built-in types.
//
//go:embed builtins.txt
var builtins string

// containers gives the place of the element type in the arguments of a type.
var containers = map[string]int{"List": 0, "ArrayList": 0, "LinkedList": 0, "Set": 0, "HashSet": 0, "LinkedHashSet": 0, "TreeSet": 0, "Collection": 0, "Iterable": 0,
	"Iterator": 0, "Optional": 0, "Queue": 0, "Deque": 0, "ArrayDeque": 0, "Map": 1, "HashMap": 1, "LinkedHashMap": 1, "TreeMap": 1, "ConcurrentHashMap": 1, "[]": 0}

// elements lists the methods of containers that return an element.
const elements = "get first last next getFirst getLast peek poll element pop remove orElse orElseThrow orElseGet computeIfAbsent getOrDefault"

// numbers has the primitive numbers, each with its place in the order of widening, and their classes.
var (
	numbers = map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}
	classes = map[string]string{"byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long", "float": "Float", "double": "Double", "boolean": "Boolean"}
	simple  = map[string]string{"Byte": "byte", "Short": "short", "Character": "char", "Integer": "int", "Long": "long", "Float": "float", "Double": "double", "Boolean": "boolean"}
)

// converts returns how well a parameter takes a value of a type that is not declared in the repository.
func converts(from, to string) int {
	const never, above, boxed, exact = -1, 2, 3, 100
	x, y := numbers[from], numbers[to]
	switch {
	case from == to:
		return exact
	case x > 0 && y > 0:
		if x < y && to != "char" {
			return exact - (y - x)
		}
		return never
	case classes[from] != "":
		if classes[from] == to {
			return boxed
		}
		if to == "Comparable" || to == "Serializable" || x > 0 && to == "Number" {
			return above
		}
		return never
	case classes[to] != "":
		if s := simple[from]; s == to || s != "" && numbers[s] > 0 && numbers[s] < y && to != "char" {
			return boxed
		}
		return never
	case to == "String" || simple[to] != "" || from == "String" && to != "CharSequence" && to != "Comparable" && to != "Serializable":
		return never
	}
	return above
}

// imports reads `a.b.C`, `a.b.*` and their static forms: the last part is the name.
func imports(i resolve.Import) []*resolve.Import {
	if at := strings.LastIndexByte(i.Path, '.'); i.Name == "" && at >= 0 {
		i.NameAt += uint32(at + 1)
		i.Path, i.Name = i.Path[:at], i.Path[at+1:]
	}
	return []*resolve.Import{&i}
}

func define(d *resolve.Def, modifiers string) {
	has := resolve.Words(modifiers)
	isInInterface := d.Container != nil && d.Container.Kind == schema.KindInterface
	d.IsPrivate = !has["public"] && !has["protected"] && !isInInterface && d.Kind != schema.KindEnumMember
	if strings.Contains(modifiers, "@Override") {
		d.IsPrivate = false
	}
	for _, n := range d.Notes {
		if n.Arguments != "" && (n.Name == "Before" || n.Name == "After") {
			continue // of an aspect
		}
		switch n.Name {
		case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "Before", "After", "BeforeEach", "AfterEach", "BeforeAll", "AfterAll", "BeforeClass", "AfterClass":
			d.Entry = schema.EntryTest
		}
	}
	if d.Name == "main" && has["public"] && has["static"] {
		d.Entry = schema.EntryProgram
	}
}

// linker finds packages, and classes whose members an import names.
type linker struct {
	modules map[string]*resolve.Module
}

// link joins the files of each package.
func link(_ *extract.Tree, units []*resolve.Unit) resolve.Linker {
	l := &linker{modules: map[string]*resolve.Module{}}
	for _, u := range units {
		u.Module = u.Package
		u.IsAPI = !u.File.Row.IsTest
		m := l.modules[u.Package]
		if m == nil {
			m = &resolve.Module{Name: u.Package, Names: &resolve.Scope{Kind: schema.ScopeFile, Names: map[string][]*resolve.Binding{}}}
			l.modules[u.Package] = m
		}
		u.Top.Around = m
		for _, d := range u.Defs {
			if d.Container == nil && d.Scope != nil {
				m.Names.Bind(d.Name, &resolve.Binding{Def: d, IsMaybe: true})
				l.nested(u.Package+"."+d.Name, d)
			}
		}
	}
	return l
}

// nested adds a class as the module of its members.
func (l *linker) nested(name string, d *resolve.Def) {
	if l.modules[name] == nil {
		l.modules[name] = &resolve.Module{Name: name, Names: d.Scope}
	}
	for inner, all := range d.Scope.Names {
		for _, b := range all {
			if b.Def != nil && b.Def.Kind.IsType() && b.Def.Scope != nil && b.Def != d {
				l.nested(name+"."+inner, b.Def)
			}
		}
	}
}

// Find returns a package or a class of the repository.
func (l *linker) Find(_ *resolve.Unit, path string) *resolve.Module { return l.modules[path] }

// Within returns a package in a package.
func (l *linker) Within(m *resolve.Module, name string) *resolve.Module {
	return l.modules[m.Name+"."+name]
}

// Global returns the name of an external package.
func (l *linker) Global(_ *resolve.Unit, path string) string { return path }

// IsStandard reports whether a package comes with Java.
func (l *linker) IsStandard(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	return first == "java" || first == "javax" || first == "jdk"
}

// outside returns the global name of an external symbol of a SCIP index.
func outside(s *scip.Symbol) string {
	return strings.Join(append(append([]string{}, s.Owners...), s.Name), ".")
}
