package golang

import (
	"regexp"

	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

// testFunction matches the names of functions in test files that go test calls.
var testFunction = regexp.MustCompile(`^(Test|Benchmark|Example|Fuzz)(\P{Ll}|$)`)

// entries notes why symbols of the tree are in use without a use in the code.
func (x *extraction) entries(r *schema.Rows, index map[int32]*schema.Symbol) {
	isMain := map[int32]bool{}
	for _, s := range x.Sources {
		isMain[s.File.Row.FileID] = s.PackageName == "main"
	}
	for i := range r.Symbols {
		if s := &r.Symbols[i]; !s.IsExternal {
			s.Entry = entryOf(s, isMain[s.FileID])
		}
	}
	for _, a := range r.Annotations {
		if s := index[a.SymbolID]; s.Entry == "" {
			s.Entry = entryByDirective(a.Name)
		}
	}
}

func entryOf(s *schema.Symbol, isMain bool) schema.Entry {
	switch {
	case s.Name == "_":
		return schema.EntryUnnamed
	case s.Kind != schema.KindFunction:
	case s.Name == "main" && isMain:
		return schema.EntryProgram
	case s.Name == "init":
		return schema.EntryInitializer
	case s.IsTest && testFunction.MatchString(s.Name):
		return schema.EntryTest
	}
	return ""
}

func entryByDirective(name string) schema.Entry {
	switch {
	case name == "go:embed":
		return schema.EntryEmbed
	case name == "go:linkname", syntax.IsExport(name):
		return schema.EntryLinker
	}
	return ""
}
