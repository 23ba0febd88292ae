package golang

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/untyped"
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
	names := x.names.Functions(symbolsOf(typed, out))
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

// declare parses a source and writes the rows of its declarations.
func (x *extraction) declare(s *load.Source, out *found) {
	defer x.guard(s, out)
	f := x.ParsedOf[s]
	f.AST, f.Tok, f.Errs = load.ParseBytes(x.Fset, f.Name, s.File.Content, parser.ParseComments|parser.SkipObjectResolution, nil)
	x.reportParse(f, out)
	id := func(name *ast.Ident) int32 { return s.SymbolID(f.Tok.Offset(name.Pos())) }
	out.untyped = x.names.Types(x.Layout.PackagePath(s.Dir), f.AST, len(f.Errs) > 0, reasonOf(s), id)
	if f.AST == nil {
		return
	}
	d := &describer{x: x, s: s, ast: f.AST, tok: f.Tok, r: x.newResolver(), out: out}
	d.run()
	f.AST = nil
	if len(f.Errs) > 0 {
		out.losesBodies(reasonOf(s), f.Errs)
	}
}

// guess parses a source once more, with the scopes of its names, and writes its
// calls and imports.
func (x *extraction) guess(s *load.Source, names untyped.Functions, out *found) {
	file, tok, errs := load.ParseBytes(token.NewFileSet(), s.Path, s.File.Content, 0, nil)
	open := x.namesOf(s, out)
	if file == nil {
		open.Tokens(s.File.Content, nil)
		return
	}
	used, resolved := x.names.Calls(s, file, tok, names, func() int32 { return x.packageInit(s) }, &out.rows)
	open.Resolved = resolved
	open.Read(file, tok, s.File.Content, len(errs) > 0)
	line := func(n ast.Node) int32 { return int32(tok.PositionFor(n.Pos(), false).Line) }
	x.imports(s, file, line, func(p string) (string, int) { return "", len(used[p]) }, out)
}

// symbolsOf are the symbols of all parts.
func symbolsOf(parts ...[]*found) (all [][]schema.Symbol) {
	for _, p := range slices.Concat(parts...) {
		if p != nil {
			all = append(all, p.rows.Symbols)
		}
	}
	return all
}
