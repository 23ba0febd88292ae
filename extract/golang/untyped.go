package golang

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/schema"
)

// untyped reads the sources that no node owns: files outside the chosen build,
// and those of modules that could not be listed. They are parsed, and their calls
// matched by scope, import and name.
func (x *extraction) untyped(ctx context.Context, typed []*found) ([]*found, error) {
	var rest []*load.Source
	for _, s := range x.Sources {
		if s.Owner == nil {
			rest = append(rest, s)
		}
	}
	if len(rest) == 0 {
		return nil, nil
	}
	x.Phase("reading files without types", len(rest))
	out := make([]*found, len(rest))
	for i := range out {
		out[i] = &found{}
	}
	if err := x.each(ctx, rest, func(i int, s *load.Source) { x.declare(s, out[i]) }); err != nil {
		return nil, err
	}
	names := x.functionsByPackage(append(slices.Clone(typed), out...))
	return out, x.each(ctx, rest, func(i int, s *load.Source) {
		x.guess(s, names, out[i])
		x.Done(1)
	})
}

func (x *extraction) each(ctx context.Context, list []*load.Source, f func(int, *load.Source)) error {
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, x.Cfg.Jobs))
	for i, s := range list {
		g.Go(func() error {
			if gctx.Err() == nil {
				f(i, s)
			}
			return gctx.Err()
		})
	}
	return g.Wait()
}

// functions are the functions and types at package level of one package by name.
type functions map[string]meaning

// meaning is the meaning of a name in a package.
type meaning struct {
	first  int32 // the function, or the first of those that several files declare
	twice  bool  // several do, so that the name alone cannot tell which is meant
	isType bool  // its call is a conversion
}

// declaredPackage is a directory and a package that a file there declares.
type declaredPackage struct{ dir, name string }

// byPackage is the functions of every package.
type byPackage map[declaredPackage]functions

// of returns the meaning of a name in a package, 0 when it is not known; isCall is
// false when it means a type.
func (b byPackage) of(p declaredPackage, name string) (id int32, isCall bool) {
	switch m := b[p][name]; {
	case m.isType:
		return 0, false
	case m.twice:
		return 0, true
	default:
		return m.first, true
	}
}

func (x *extraction) functionsByPackage(parts []*found) byPackage {
	packages := map[int32]declaredPackage{}
	for _, s := range x.Sources {
		packages[s.File.Row.FileID] = declaredPackage{s.Dir, s.PackageName}
	}
	all := byPackage{}
	for _, p := range parts {
		if p == nil {
			continue
		}
		for _, s := range p.rows.Symbols {
			if s.Kind != schema.KindFunction && !s.Kind.IsType() || s.ContainerID != 0 || s.Name == "_" || s.Name == "init" {
				continue
			}
			here := all[packages[s.FileID]]
			if here == nil {
				here = functions{}
				all[packages[s.FileID]] = here
			}
			m, twice := here[s.Name]
			if !twice {
				m.first = s.SymbolID
			}
			here[s.Name] = meaning{m.first, twice, s.Kind.IsType()}
		}
	}
	return all
}

// declare parses a source and writes the rows of its declarations.
func (x *extraction) declare(s *load.Source, out *found) {
	defer x.guard(s, out)
	f := x.ParsedOf[s]
	f.AST, f.Tok, f.Errs = load.ParseBytes(x.Fset, f.Name, s.File.Content, parser.ParseComments|parser.SkipObjectResolution, nil)
	x.reportParse(f, out)
	id := func(name *ast.Ident) int32 { return s.SymbolID(f.Tok.Offset(name.Pos())) }
	out.untyped = x.untypedIn(x.Layout.PackagePath(s.Dir), f.AST, len(f.Errs) > 0, x.reasonOf(s), id)
	if f.AST == nil {
		return
	}
	d := &describer{x: x, s: s, ast: f.AST, tok: f.Tok, r: x.newResolver(), out: out}
	d.run()
	f.AST = nil
	if len(f.Errs) > 0 {
		out.losesBodies(x.reasonOf(s))
	}
}

// guess parses a source once more, with the scopes of its names, and writes its
// calls and imports.
func (x *extraction) guess(s *load.Source, names byPackage, out *found) {
	file, tok, errs := load.ParseBytes(token.NewFileSet(), s.Path, s.File.Content, 0, nil)
	open := x.namesOf(s, out)
	if file == nil {
		open.tokens(s.File.Content, nil)
		return
	}
	g := &guesser{x: x, s: s, tok: tok, out: out, names: names, used: map[string]map[string]bool{},
		called: map[*ast.Ident]bool{}, resolved: map[*ast.Ident]bool{}}
	g.run(file)
	open.resolved = g.resolved
	open.read(file, tok, s.File.Content, len(errs) > 0)
	line := func(n ast.Node) int32 { return int32(tok.PositionFor(n.Pos(), false).Line) }
	x.imports(s, file, line, func(p string) (string, int) { return "", len(g.used[p]) }, out)
}
