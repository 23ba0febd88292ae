package golang

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/language"
	"github.com/cortex-index/cortex/schema"
)

// exposure says that code which can use one symbol can use values of a type, although that is not exported.
type exposure struct{ symbol, typeID int32 }

// isPublic reports whether code outside the repository can use the package of a source. Only the path in the Go module decides, because
// a module whose own path has the element internal is used by others. A package main may be a plugin: reachAPI removes commands.
func (x *extraction) isPublic(s *load.Source) bool {
	return !s.IsTest && !isInternal(x.Layout.BelowModule(s.Dir)) && !language.IsGoFixture(s.Dir) && (s.PackageName != "main" || s.InBuild)
}

// plugins returns the directories with a function main that does nothing. Package plugin finds their exported symbols by name.
func plugins(symbols []schema.Symbol, functions []schema.Function) map[string]bool {
	empty, idle := syntax.HashBody([]byte("{}")), map[int32]bool{}
	for _, f := range functions {
		idle[f.FunctionID] = f.BodyHash == empty && !f.IsMethod
	}
	dirs := map[string]bool{}
	for _, s := range symbols {
		if s.Name == "main" && !s.IsTest && idle[s.SymbolID] {
			dirs[s.ModulePath] = true
		}
	}
	return dirs
}

// isAPI reports whether a declaration is exported with everything around it.
func (d *describer) isAPI(decl *syntax.Declaration) bool {
	return d.x.isPublic(d.s) && !decl.Local && !slices.ContainsFunc(decl.Names, func(name string) bool { return !ast.IsExported(name) })
}

// expose notes the types that are not exported and that a declaration gives to the code that uses it.
func (d *describer) expose(id int32, obj types.Object) {
	e := exposer{d: d, from: id, seen: map[types.Type]bool{}}
	if tn, ok := obj.(*types.TypeName); ok && !tn.IsAlias() {
		e.definition(tn.Type().Underlying())
		return
	}
	e.visit(obj.Type())
}

type exposer struct {
	d    *describer
	from int32
	seen map[types.Type]bool
}

// definition visits the parts of a defined type. Fields with a name and methods have their own symbols.
func (e exposer) definition(t types.Type) {
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() {
				e.visit(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.EmbeddedTypes() {
			e.visit(m)
		}
	default:
		e.visit(t)
	}
}

func (e exposer) visit(t types.Type) {
	t = types.Unalias(t)
	if e.seen[t] {
		return
	}
	e.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		if !t.Obj().Exported() && e.d.r.isOwn(t.Obj()) {
			e.d.out.exposed = append(e.d.out.exposed, exposure{e.from, e.d.r.symbol(t.Origin().Obj())})
		}
		for arg := range t.TypeArgs().Types() {
			e.visit(arg)
		}
	case *types.Signature:
		for p := range t.TypeParams().TypeParams() {
			e.visit(p.Constraint())
		}
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				e.visit(v.Type())
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				e.visit(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			e.visit(m.Type())
		}
	case *types.Map:
		e.visit(t.Key())
		e.visit(t.Elem())
	case interface{ Elem() types.Type }:
		e.visit(t.Elem())
	}
}

// reachAPI completes is_api: an exposed type belongs to the API, and so do its exported fields and methods. Commands have no API.
func (x *extraction) reachAPI(symbols []schema.Symbol, functions []schema.Function, exposed []exposure) {
	public := map[int32]bool{}
	plugins := plugins(symbols, functions)
	for _, s := range x.Sources {
		public[s.File.Row.FileID] = x.isPublic(s) && (s.PackageName != "main" || plugins[s.Dir])
	}
	index, members, types := map[int32]*schema.Symbol{}, map[int32][]int32{}, map[int32][]int32{}
	var work []int32
	for i := range symbols {
		s := &symbols[i]
		s.IsAPI = s.IsAPI && public[s.FileID]
		index[s.SymbolID] = s
		members[s.ContainerID] = append(members[s.ContainerID], s.SymbolID)
		if s.IsAPI {
			work = append(work, s.SymbolID)
		}
	}
	for _, e := range exposed {
		types[e.symbol] = append(types[e.symbol], e.typeID)
	}
	reach := func(id int32) {
		if s := index[id]; s != nil && !s.IsAPI && public[s.FileID] {
			s.IsAPI = true
			work = append(work, id)
		}
	}
	for len(work) > 0 {
		s := index[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, id := range types[s.SymbolID] {
			reach(id)
		}
		for _, id := range members[s.SymbolID] {
			if s.Kind.IsType() && ast.IsExported(index[id].Name) {
				reach(id)
			}
		}
	}
}
