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
// Of the functions that universal-ctags finds in fmt, spdlog, jq and redis, 0.993, 0.991, 0.978 and 0.972 are found. ctags also takes a macro
// call for a function, such as TEST_BEGIN(name). The rest is in code where branches of an #if share a brace or a parameter list.
//
// Namespaces of C++ are part of names, but do not decide: a qualified name of a namespace of the repository means the visible name. Overloads are told apart by
// the number of arguments, and a call that several fit stays unresolved. Templates are told apart by name.
package c

import (
	"context"
	_ "embed"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of C and C++: one program has both.
func New() extract.Extractor {
	c, cpp := language(sitter.C, queries+rest), language(sitter.CPP, cppQueries+queries)
	both, readCPP := c.Front(), cpp.Front().Reader
	readC := both.Reader
	both.Reader = func(ctx context.Context) resolve.Reader { return reader{readC(ctx), readCPP(ctx)} }
	return resolve.New(both)
}

// reader reads each file by the grammar of its language, without the macros that it cannot read. These are only names.
type reader struct{ c, cpp resolve.Reader }

func (r reader) Read(f *extract.File) *resolve.Unit {
	plain := *f
	all := hidden(f.Content)
	plain.Content = hide(f.Content, all)
	of := r.c
	if f.Row.Language == cppName {
		of = r.cpp
	}
	u := of.Read(&plain)
	u.File = f
	for _, m := range all {
		u.Exprs = append(u.Exprs, &resolve.Expr{Op: resolve.Name, Name: m.text, Start: uint32(m.start), End: uint32(m.start + len(m.text)), Scope: u.Top, Role: schema.RoleRead})
	}
	return u
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
			HasOverloads: true, HasImplicitReceiver: true, Outside: func(s *scip.Symbol) string {
				return strings.Join(append(s.Owners[:len(s.Owners):len(s.Owners)], s.Name), ".")
			},
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
	d.Name = plain(d.Name)
	d.IsPrivate, d.IsSpecial = has["static"] && d.Container == nil, false
	if class := d.Container; class != nil && d.Kind == schema.KindMethod && d.Name == class.Name {
		d.Name = constructor
	}
	d.IsOverload = d.IsOverload || d.Kind == schema.KindVariable && has["extern"]
	if d.Name == "main" && d.Kind == schema.KindFunction {
		d.Entry = schema.EntryProgram
	}
}

// plain returns the name of a function without the arguments of a template, and of a conversion without its parameters.
func plain(name string) string {
	at := strings.Index(name, "operator")
	if at < 0 {
		if strings.HasSuffix(name, ">") {
			name = name[:max(openAngle(name), 0)]
		}
		return name
	}
	if to := name[at+len("operator"):]; strings.HasPrefix(to, " ") {
		to, _, _ = strings.Cut(to, "()")
		name = name[:at+len("operator")] + to
		if to = strings.TrimLeft(to, " "); to != "" && !isWord(to) && to[0] != ':' {
			name = name[:at+len("operator")] + to
		}
	}
	return name
}

// openAngle returns the offset of the < that the last > of a name closes, or -1.
func openAngle(name string) int {
	depth := 0
	for i := len(name) - 1; i >= 0; i-- {
		switch name[i] {
		case '>':
			depth++
		case '<':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
