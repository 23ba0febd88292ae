// Package c is the front end of C.
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
package c

import (
	_ "embed"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of C.
func New() extract.Extractor { return patterns.New(language()) }

func language() patterns.Language {
	return patterns.Language{Grammar: sitter.C, Queries: queries, Import: includes, Define: define,
		Language: resolve.Language{Names: []string{"c"}, Scheme: "c", Link: link, ModuleCode: "<file>", HasOverloads: true}}
}

//go:embed c.scm
var queries string

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
	d.IsPrivate, d.IsSpecial = has["static"], false
	d.IsOverload = d.IsOverload || d.Kind == schema.KindVariable && has["extern"]
	if d.Name == "main" && d.Kind == schema.KindFunction {
		d.Entry = schema.EntryProgram
	}
}
