package golang

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/schema"
)

// untyped reads the sources that no node owns: files outside the chosen build,
// and those of modules that could not be listed. They are parsed, and their calls
// matched by scope, import and name.
func (x *extraction) untyped(ctx context.Context, typed []*found) ([]*found, error) {
	var rest []*source
	for _, s := range x.sources {
		if s.owner == nil {
			rest = append(rest, s)
		}
	}
	if len(rest) == 0 {
		return nil, nil
	}
	x.phase("reading files without types", len(rest))
	out := make([]*found, len(rest))
	for i := range out {
		out[i] = &found{}
	}
	if err := x.each(ctx, rest, func(i int, s *source) { x.declare(s, out[i]) }); err != nil {
		return nil, err
	}
	names := functionsByDir(append(slices.Clone(typed), out...))
	return out, x.each(ctx, rest, func(i int, s *source) {
		x.guess(s, names, out[i])
		x.done(1)
	})
}

func (x *extraction) each(ctx context.Context, list []*source, f func(int, *source)) error {
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, x.cfg.Jobs))
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

// functions are the functions at package level of one directory by name: 0 where
// several files declare one, because the name alone cannot tell which is meant,
// and notFunction for types, whose call is a conversion.
type functions map[string]int32

const notFunction = -1

// byDir is the functions of every directory.
type byDir map[string]functions

// of returns what a name means in a directory, 0 when nobody knows; isCall is
// false when it means a type.
func (b byDir) of(dir, name string) (id int32, isCall bool) {
	id = b[dir][name]
	if id == notFunction {
		return 0, false
	}
	return id, true
}

func functionsByDir(parts []*found) byDir {
	all := byDir{}
	for _, p := range parts {
		if p == nil {
			continue
		}
		for _, s := range p.rows.Symbols {
			if s.Kind != schema.KindFunction && !s.Kind.IsType() || s.ContainerID != 0 || s.Name == "_" || s.Name == "init" {
				continue
			}
			if all[s.ModulePath] == nil {
				all[s.ModulePath] = functions{}
			}
			id := s.SymbolID
			switch _, twice := all[s.ModulePath][s.Name]; {
			case s.Kind.IsType():
				id = notFunction
			case twice:
				id = 0
			}
			all[s.ModulePath][s.Name] = id
		}
	}
	return all
}

// declare parses a source and writes the rows of its declarations.
func (x *extraction) declare(s *source, out *found) {
	defer x.guard(s, out)
	f := x.parsedOf[s]
	f.ast, f.tok, f.errs = parseBytes(x.fset, f.name, s.file.Content, parser.ParseComments|parser.AllErrors|parser.SkipObjectResolution, nil)
	x.reportParse(f, out)
	if f.ast == nil {
		return
	}
	d := &describer{x: x, s: s, ast: f.ast, tok: f.tok, r: x.newResolver(), out: out}
	d.run()
	f.ast = nil
}

// guess parses a source once more, with the scopes of its names, and writes its
// calls and imports.
func (x *extraction) guess(s *source, names byDir, out *found) {
	file, tok, _ := parseBytes(token.NewFileSet(), s.path, s.file.Content, 0, nil)
	if file == nil {
		return
	}
	g := &guesser{x: x, s: s, tok: tok, out: out, names: names, imports: map[string]string{}, used: map[string]map[string]bool{}}
	g.run(file)
	line := func(n ast.Node) int32 { return int32(tok.PositionFor(n.Pos(), false).Line) }
	x.imports(s, file, line, func(p string) (string, int) { return "", len(g.used[p]) }, out)
}
