// Package php is the front end of PHP.
//
// # Limitations
//
// Of doc comments only types that are one class are read, where the code declares no type. A file has one namespace: the last one counts. Names differ by case, as they do not in PHP.
package php

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

// New returns the extractor of PHP.
func New() extract.Extractor { return patterns.New(language()) }

func language() patterns.Language {
	return patterns.Language{Grammar: sitter.PHP, Queries: queries, Self: "$this", Class: []string{"self", "static"}, Itself: "class", Field: "$", Import: imports, Define: define,
		Language: resolve.Language{Names: []string{"php"}, Scheme: "php", Link: link, Builtins: known, Constructor: []string{"__construct"}, Caller: "__invoke",
			ModuleCode: "<script>", InheritsInterfaces: true, HasOneParent: true, InheritsStatic: true, Outside: outside, Types: resolve.TypeNames{Self: map[string]bool{"static": true}}}}
}

//go:embed php.scm
var queries string

// builtins lists the functions and classes of PHP that code uses most.
//
//go:embed builtins.txt
var builtins string

var known = resolve.Words(builtins)

// The paths of the global namespace, and of its names that PHP defines.
const (
	global   = `\`
	standard = "php"
)

// imports reads `a\b\c`: the last part is the name. Paths have dots, as names in an index do.
func imports(i resolve.Import) []*resolve.Import {
	i.Path = strings.TrimPrefix(i.Path, `\`)
	if i.Name != "" { // of a group
		i.Path += `\` + i.Name
	}
	at := strings.LastIndexByte(i.Path, '\\')
	i.NameAt = i.NameEnd - uint32(len(i.Path)-at-1)
	i.Path, i.Name = global+i.Path[:max(at, 0)], i.Path[at+1:]
	if i.Path != global {
		i.Path = dotted(i.Path[1:])
	}
	return []*resolve.Import{&i}
}

func dotted(namespace string) string { return strings.ReplaceAll(namespace, `\`, ".") }

func define(d *resolve.Def, modifiers string) {
	d.IsPrivate = resolve.Words(modifiers)["private"]
	d.IsSpecial = strings.HasPrefix(d.Name, "__") && d.Kind == schema.KindMethod
	if d.Kind != schema.KindMethod || d.Container == nil {
		return
	}
	isTest := strings.HasPrefix(d.Name, "test") || strings.Contains(d.Doc, "@test")
	for _, n := range d.Notes {
		isTest = isTest || n.Name[strings.LastIndexByte(n.Name, '\\')+1:] == "Test"
	}
	switch d.Name {
	case "setUp", "tearDown", "setUpBeforeClass", "tearDownAfterClass":
		isTest = true
	}
	if isTest && strings.HasSuffix(d.Container.Name, "Test") {
		d.Entry = schema.EntryTest
	}
}

// linker finds namespaces.
type linker struct {
	modules map[string]*resolve.Module
}

// link joins the files of each namespace. A function of the global namespace is visible in all others.
func link(_ *extract.Tree, units []*resolve.Unit) resolve.Linker {
	l := &linker{modules: map[string]*resolve.Module{}}
	all := l.module("")
	for _, u := range units {
		readTypes(u)
		u.Package = dotted(u.Package)
		u.Module = u.Package
		u.IsAPI = !u.File.Row.IsTest
		m := l.module(u.Package)
		u.Top.Around = m
		for _, d := range u.Defs {
			if d.Container == nil && d.Kind != schema.KindVariable {
				m.Names.Bind(d.Name, &resolve.Binding{Def: d, IsMaybe: true})
			}
		}
	}
	for _, m := range l.modules {
		for name, bindings := range all.Names.Names {
			if m.Names.Names[name] == nil && bindings[0].Def.Kind == schema.KindFunction {
				m.Names.Names[name] = bindings
			}
		}
	}
	for _, u := range units {
		for _, i := range append(u.Imports[:len(u.Imports):len(u.Imports)], u.Implied...) {
			if i.Path == global && all.Names.Names[i.Name] == nil && known[i.Name] {
				i.Path = standard
			}
		}
	}
	return l
}

// module returns the module of a namespace, and makes it and those around it.
func (l *linker) module(name string) *resolve.Module {
	if m := l.modules[name]; m != nil {
		return m
	}
	m := &resolve.Module{Name: name, Names: &resolve.Scope{Kind: schema.ScopeFile, Names: map[string][]*resolve.Binding{}}}
	l.modules[name] = m
	l.module(name[:max(strings.LastIndexByte(name, '.'), 0)])
	return m
}

// Find returns a namespace of the repository.
func (l *linker) Find(_ *resolve.Unit, path string) *resolve.Module {
	return l.modules[strings.TrimPrefix(path, global)]
}

// Within returns a namespace in a namespace.
func (l *linker) Within(m *resolve.Module, name string) *resolve.Module {
	return l.modules[strings.TrimPrefix(m.Name+"."+name, ".")]
}

// Global returns the name of an external namespace.
func (l *linker) Global(_ *resolve.Unit, path string) string {
	if path == standard {
		return strings.TrimSuffix(resolve.Builtin(""), ".")
	}
	return path
}

// IsStandard reports whether a namespace comes with PHP.
func (l *linker) IsStandard(path string) bool { return path == standard }

// outside returns the global name of an external symbol of a SCIP index.
func outside(s *scip.Symbol) string {
	return strings.Join(append(append([]string{}, s.Owners...), s.Name), ".")
}
