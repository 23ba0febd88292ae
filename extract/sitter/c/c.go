// Package c is the front end of C and C++.
//
// # Terms
//
// A prototype declares a function, or a variable with extern. It has no symbol: the definition has it. A name with external linkage is one
// for all files.
//
// # Limitations
//
// Both branches of an #if are read. Macros are not expanded: names in their bodies are unresolved. Without the flags of a compiler, an
// include that is not relative to its file means the only file whose path ends in it.
//
// Names of C++ have no namespaces: a qualified name of a namespace of the repository means the visible name. Overloads are told apart by
// the number of arguments, and a call that several fit stays unresolved. Templates are told apart by name.
package c

import (
	_ "embed"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of C and C++: one program has both.
func New() extract.Extractor {
	c, cpp := language(sitter.C, queries+rest), language(sitter.CPP, cppQueries+queries)
	both, readCPP := c.Front(), cpp.Front().Reader
	readC := both.Reader
	both.Reader = func() resolve.Reader { return reader{readC(), readCPP()} }
	return resolve.New(both)
}

// reader reads each file by the grammar of its language.
type reader struct{ c, cpp resolve.Reader }

func (r reader) Read(f *extract.File) *resolve.Unit {
	if f.Row.Language == cppName {
		return r.cpp.Read(f)
	}
	return r.c.Read(f)
}

func (r reader) Close() {
	r.c.Close()
	r.cpp.Close()
}

const (
	cppName     = "c++"
	constructor = "<init>"
)

func language(grammar func() *sitter.Grammar, queries string) patterns.Language {
	return patterns.Language{Grammar: grammar, Queries: queries, Self: "this", Import: includes, Define: define,
		Language: resolve.Language{Names: []string{"c", cppName}, Scheme: "c", Link: link, ModuleCode: "<file>", Constructor: []string{constructor},
			HasOverloads: true, LeavesTies: true, HasImplicitReceiver: true,
			Converts: func(string, string) int { return 0 }}} // types are not compared
}

// rest is the pattern that the grammar of C++ has not.
const rest = "(variadic_parameter) @rest @definition.parameter"

//go:embed c.scm
var queries string

// cppQueries go before those of C, and take precedence.
//
//go:embed cpp.scm
var cppQueries string

// includes reads `"a.h"` and `<a.h>`. The linker says the names that an include makes visible.
func includes(i resolve.Import) []*resolve.Import {
	if n := len(i.Path); n > 2 && (i.Path[0] == '"' || i.Path[0] == '<') {
		i.Path = i.Path[1 : n-1]
		i.NameAt++
	}
	return []*resolve.Import{&i}
}

func define(d *resolve.Def, modifiers string) {
	has := resolve.Words(modifiers)
	d.IsPrivate, d.IsSpecial = has["static"] && d.Container == nil, false
	if class := d.Container; class != nil && d.Kind == schema.KindMethod && d.Name == class.Name {
		d.Name = constructor
	}
	d.IsOverload = d.IsOverload || d.Kind == schema.KindVariable && has["extern"]
	if d.Name == "main" && d.Kind == schema.KindFunction {
		d.Entry = schema.EntryProgram
	}
}
