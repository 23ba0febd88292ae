package golang

import (
	"path"
	"sync"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/schema"
)

// inits numbers the synthetic functions that code at package level belongs to.
type inits struct {
	mu    sync.Mutex
	next  int32
	byKey map[string]*initOf
}

type initOf struct {
	id     int32
	suffix string
	first  *load.Source
}

// packageInit returns the number of the synthetic function of the source's
// package and kind of file.
func (x *extraction) packageInit(s *load.Source) int32 {
	suffix := schema.InitPackage
	switch {
	case s.Xtest:
		suffix = schema.InitXTest
	case s.IsTest:
		suffix = schema.InitTest
	}
	x.inits.mu.Lock()
	defer x.inits.mu.Unlock()
	key := s.Dir + "\x00" + suffix
	in := x.inits.byKey[key]
	if in == nil {
		in = &initOf{id: x.inits.next, suffix: suffix, first: s}
		x.inits.next++
		x.inits.byKey[key] = in
	}
	if s.Path < in.first.Path {
		in.first = s
	}
	return in.id
}

// initSymbol describes a synthetic function.
func (x *extraction) initSymbol(in *initOf) (schema.Symbol, schema.Function) {
	s := in.first
	suffixes := []string{in.suffix}
	if d := x.Layout.Suffix[s.Dir]; d != "" {
		suffixes = append(suffixes, d)
	}
	row := schema.Symbol{SymbolID: in.id, Name: "init", Kind: schema.KindFunction, Language: "go",
		Symbol:        schema.Spelling{Prefix: s.Prefix, Names: []string{"init"}, Suffixes: suffixes}.String(),
		QualifiedName: packageName(s.PackageName, s.Prefix) + ".init", FileID: s.File.Row.FileID, FilePath: s.Path, ModulePath: s.Dir,
		StartPos: -1, EndPos: -1, IsTest: s.IsTest, PackagePath: x.Layout.PackagePath(path.Clean(s.Dir)), Signature: "func init()"}
	return row, schema.Function{FunctionID: in.id, StartPos: -1, EndPos: -1, Complexity: 1}
}
