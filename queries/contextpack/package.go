package contextpack

import (
	"context"
	_ "embed"
	"errors"
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/fold"
	"github.com/cortex-index/cortex/queries/target"
)

//go:embed package.sql
var packageSQL string

// packages returns the packages or the file that a target means, when it means no symbol. It returns the error about the symbol otherwise.
func packages(ctx context.Context, ix *queries.Index, text string, notSymbol error) ([]target.Symbol, error) {
	var e *target.Error
	if !errors.As(notSymbol, &e) {
		return nil, notSymbol
	}
	found, err := target.ResolvePackages(ctx, ix, text, "")
	if err != nil || len(found) != 1 || found[0].File == "" {
		return nil, notSymbol
	}
	return found, nil
}

// gatherPackage reads the declarations of a package or a file.
func gatherPackage(ctx context.Context, ix *queries.Index, t target.Symbol) (*pack, error) {
	p := &pack{target: &neighbor{}, more: map[string]int{}, generated: map[string]int{}, split: map[int32][]string{}}
	directories, files := []string{t.File}, []int32{0}
	if t.Kind == "file" {
		directories, files = []string{""}, []int32{t.ID}
	}
	declared, err := queries.Collect(ctx, ix.Query, (*neighbor).fields, packageSQL, directories, files)
	if err != nil {
		return nil, err
	}
	names, err := ix.Names(ctx)
	if err != nil {
		return nil, err
	}
	var read []int32
	for i := range declared {
		declared[i].short = names.Short(declared[i].symbol)
		read = append(read, declared[i].file)
	}
	slices.Sort(read)
	read = slices.Compact(read)
	if p.texts, err = ix.Sources(ctx, read); err != nil {
		return nil, err
	}
	p.withoutText = len(read) - len(p.texts)
	for _, n := range declared {
		first, forms := p.growing(declaration, &n)
		p.add(declaration, first, forms)
	}
	return p, nil
}

// growing returns the ways to show a declaration whose body follows when there is room, and the first of them without it.
func (p *pack) growing(role string, n *neighbor) (first int, forms []func() piece) {
	first, forms = p.formsOf(role, n, nil)
	if d := newDeclared(n, p.texts); d != nil {
		whole := func() piece { return d.piece(role, d.docFrom, d.text) }
		compact := func() piece { return d.folded(role, fold.Compact, nil) }
		first, forms = 2, append([]func() piece{whole, compact}, forms...)
	}
	return first, forms
}

// declaration is the role of the pieces of a package or a file.
const declaration = "declaration"
