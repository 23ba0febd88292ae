package golang

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// maxErrors is how many errors of one package are kept one by one.
const maxErrors = 100

// check parses and type-checks a node whose dependencies are checked, and writes
// the rows of the files that it owns.
func (x *extraction) check(n *node) []*found {
	files, parsed := x.parse(n)
	defer func() {
		for _, f := range parsed {
			f.release()
		}
	}()
	if n.path == "unsafe" {
		n.pkg = types.Unsafe
		if len(n.owned) == 0 {
			return nil
		}
	}
	var info *types.Info
	if len(n.owned) > 0 {
		info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}}
	}
	var errs []types.Error
	conf := types.Config{
		GoVersion: n.goVersion, Importer: importer{n}, FakeImportC: true, IgnoreFuncBodies: info == nil,
		DisableUnusedImportCheck: info == nil, Sizes: x.sizes,
		Error: func(err error) {
			var te types.Error
			if info != nil && errors.As(err, &te) {
				errs = append(errs, te)
			}
		},
	}
	pkg, panicked := safeCheck(&conf, x, n, files, info)
	if n.pkg == nil {
		n.pkg = pkg
	}
	if info == nil {
		if len(parsed) > 0 && parsed[0].source != nil {
			x.noteVariant(n)
		}
		return nil
	}
	out := &found{}
	parts := []*found{out}
	x.reportPackage(n, out, panicked)
	x.reportTypes(n, errs, out)
	if len(out.rows.Diagnostics) > 0 {
		x.types.mu.Lock()
		x.unseen.all = true
		x.types.mu.Unlock()
	}
	r := x.newResolver()
	c := newCgoNames(files)
	for _, f := range parsed {
		if f.ast == nil || f.source == nil || f.source.owner != n {
			continue
		}
		parts = append(parts, x.rowsOf(f, info, r, c))
		stripBodies(f.ast)
	}
	x.note(n, info, r, structsIn(parts))
	out.implicit.unnamed = x.unnamedOutside(r)
	return parts
}

// rowsOf writes all rows of one type-checked file.
func (x *extraction) rowsOf(f *parsedFile, info *types.Info, r *resolver, c *cgoNames) (out *found) {
	s := f.source
	out = &found{} // which is returned after a panic too
	defer x.guard(s, out)
	d := &describer{x: x, s: s, ast: f.ast, tok: f.tok, info: info, r: r, out: out}
	d.run()
	w := &walker{x: x, s: s, tok: f.tok, info: info, r: r, out: out, c: c}
	w.run(f.ast)
	x.imports(s, f.ast, d.line, func(p string) (string, int) {
		dep := s.owner.imports[p]
		if dep == nil {
			return "", len(w.used[p])
		}
		return dep.dir, len(w.used[dep.path])
	}, out)
	return out
}

// guard is deferred around the work on one file: where some syntax that this
// program does not expect makes it panic, the file has a diagnostic instead of
// rows, and the extraction goes on.
func (x *extraction) guard(s *source, out *found) {
	if r := recover(); r != nil {
		*out = found{}
		x.report(s, out, schema.StageResolve, fmt.Errorf("this file has no rows, because of a fault in cortex: %v", r))
	}
}

// parse returns the syntax of a node's files that have any.
func (x *extraction) parse(n *node) ([]*ast.File, []*parsedFile) {
	var files []*ast.File
	var parsed []*parsedFile
	for _, name := range n.files {
		f := x.byName[name]
		f.load(x.fset)
		parsed = append(parsed, f)
		if f.ast != nil {
			files = append(files, f.ast)
		}
	}
	return files, parsed
}

// safeCheck runs the type checker; a panic in it must not end an extraction.
func safeCheck(conf *types.Config, x *extraction, n *node, files []*ast.File, info *types.Info) (pkg *types.Package, panicked string) {
	defer func() {
		if r := recover(); r != nil {
			panicked = fmt.Sprintf("the type checker gave up on this package: %v", r)
			if pkg == nil {
				pkg = types.NewPackage(n.path, n.name)
				pkg.MarkComplete()
			}
		}
	}()
	pkg = types.NewPackage(n.path, n.name)
	_ = types.NewChecker(conf, x.fset, pkg, info).Files(files)
	return pkg, ""
}

// importer hands the type checker the packages that a node imports.
type importer struct{ n *node }

// Import returns the package of a path as a file of the node writes it.
func (i importer) Import(p string) (*types.Package, error) {
	if p == "unsafe" {
		return types.Unsafe, nil
	}
	dep := i.n.imports[p]
	switch {
	case dep == nil:
		return nil, errors.New("not found")
	case dep.pkg == nil, len(dep.files) == 0 && dep.problem != "":
		if dep.problem != "" {
			return nil, errors.New(strings.TrimSpace(dep.problem))
		}
		return nil, errors.New("not loaded")
	}
	return dep.pkg, nil
}

// reportPackage writes what the listing or the parser says is wrong with a node.
func (x *extraction) reportPackage(n *node, out *found, panicked string) {
	dir := n.owned[0].dir
	add := func(stage schema.Stage, msg string) {
		if msg != "" {
			out.rows.Diagnostics = append(out.rows.Diagnostics, schema.Diagnostic{ModulePath: dir, Stage: stage,
				Severity: x.severity(dir), Message: x.scrub(msg)})
		}
	}
	add(schema.StageTypecheck, panicked)
	add(schema.StageLoad, n.problem) // what a test variant repeats is one row in the end
	for _, s := range n.owned {
		x.reportParse(x.parsedOf[s], out)
	}
}

// reportParse writes the errors of the parser on one file.
func (x *extraction) reportParse(f *parsedFile, out *found) {
	for _, err := range capped(f.errs) {
		x.report(f.source, out, schema.StageParse, err)
	}
}

// reportTypes writes the type checker's errors in files that the node owns. The
// others were reported by their owner, or come from bodies that were dropped.
func (x *extraction) reportTypes(n *node, errs []types.Error, out *found) {
	var own []error
	for _, e := range errs {
		f, _ := x.position(e.Pos)
		if f == nil || f.source == nil || f.source.owner != n || n.cgo && strings.Contains(e.Msg, "invalid type") {
			continue // what the C compiler was not asked is no fault of the code
		}
		if strings.HasPrefix(e.Msg, "\t") {
			continue // goes on with the error before, at another place
		}
		f.source.partial = true
		own = append(own, e)
	}
	for _, e := range capped(own) {
		var te types.Error
		if !errors.As(e, &te) {
			out.rows.Diagnostics = append(out.rows.Diagnostics, schema.Diagnostic{ModulePath: n.owned[0].dir,
				Stage: schema.StageTypecheck, Severity: x.severity(n.owned[0].dir), Message: e.Error()})
			continue
		}
		f, _ := x.position(te.Pos)
		x.report(f.source, out, schema.StageTypecheck, e)
	}
}

// capped keeps the first errors, and says how many more there are.
func capped(errs []error) []error {
	if len(errs) <= maxErrors {
		return errs
	}
	return append(slices.Clone(errs[:maxErrors]), fmt.Errorf("%d more errors like these", len(errs)-maxErrors))
}
