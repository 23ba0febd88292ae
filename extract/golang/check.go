package golang

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/extract/language"
	"github.com/cortex-index/cortex/schema"
)

// maxErrors is how many errors of one package are kept one by one.
const maxErrors = 100

// checkAll checks every node and returns the results in the order of the nodes.
func (x *extraction) checkAll(ctx context.Context) ([]*found, error) {
	results := make([][]*found, len(x.Graph.Nodes))
	err := x.InOrder(ctx, func(n *load.Node) { results[n.Order] = x.check(n) })
	return slices.Concat(results...), err
}

// check parses and type-checks a node whose dependencies are checked, and writes
// the rows of the files that it owns.
func (x *extraction) check(n *load.Node) []*found {
	files, parsed := x.Parse(n)
	defer func() {
		for _, f := range parsed {
			f.Release()
		}
	}()
	if n.Reflects(parsed) {
		x.looksUp.Store(n.Path, true)
	}
	if n.Path == "unsafe" {
		n.Pkg = types.Unsafe
		if len(n.Owned) == 0 {
			return nil
		}
	}
	var info *types.Info
	if len(n.Owned) > 0 {
		info = newInfo()
	}
	var errs []types.Error
	conf := types.Config{
		GoVersion: n.GoVersion, FakeImportC: true, IgnoreFuncBodies: info == nil,
		DisableUnusedImportCheck: info == nil,
		Error: func(err error) {
			var te types.Error
			if info != nil && errors.As(err, &te) {
				errs = append(errs, te)
			}
		},
	}
	pkg, panicked := x.TypeCheck(&conf, n, files, info)
	if n.Pkg == nil {
		n.Pkg = pkg
	}
	if info == nil {
		if len(parsed) > 0 && parsed[0].Source != nil {
			x.noteVariant(n)
		}
		return nil
	}
	out := &found{}
	parts := []*found{out}
	x.reportPackage(n, out, panicked)
	x.reportTypes(n, errs, out)
	if slices.ContainsFunc(out.rows.Diagnostics, hidesMethods) {
		x.types.mu.Lock()
		x.incomplete.all = true
		x.types.mu.Unlock()
	}
	r := x.newResolver()
	c := newCgoNames(files)
	divided := []part{{parsed, files}}
	if len(errs) > 0 {
		divided = programs(files, parsed)
	}
	for i, p := range divided {
		if len(divided) > 1 {
			conf.Error = func(error) {} // the first check found the errors
			info = newInfo()
			pkg, panicked = x.TypeCheck(&conf, n, p.files, info)
			x.reportNode(n, out, schema.StageTypecheck, schema.CodeTypeError, panicked)
			if i == 0 {
				n.Pkg = pkg
			}
		}
		from := len(parts)
		for _, f := range p.parsed {
			if f.AST != nil && f.Source != nil && f.Source.Owner == n {
				parts = append(parts, x.rowsOf(f, info, r, c))
			}
		}
		x.note(n, p, pkg, info, r, structsIn(parts[from:]))
	}
	for _, f := range parsed {
		if f.AST != nil && f.Source != nil && f.Source.Owner == n {
			load.StripBodies(f.AST)
		}
	}
	out.implicit.unnamed = x.unnamedOutside(r)
	return parts
}

func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}}
}

// rowsOf writes all rows of one type-checked file.
func (x *extraction) rowsOf(f *load.ParsedFile, info *types.Info, r *resolver, c *cgoNames) (out *found) {
	s := f.Source
	out = &found{} // which is returned after a panic too
	defer x.guard(s, out)
	d := &describer{x: x, s: s, ast: f.AST, tok: f.Tok, info: info, r: r, out: out}
	d.run()
	w := &walker{x: x, s: s, tok: f.Tok, info: info, r: r, out: out, c: c}
	w.run(f.AST)
	if len(f.Errs) > 0 {
		w.names.Tokens(s.File.Content, syntax.IdentOffsets(f.AST, f.Tok, func(id *ast.Ident) bool {
			local := info.Defs[id] // a swallowed call may look like a parameter
			return local == nil || r.symbol(local) != 0
		}))
		out.losesBodies(schema.ReasonTypeErrors, f.Errs)
	}
	x.imports(s, f.AST, d.line, func(p string) (string, int) {
		dep := s.Owner.Imports[p]
		if dep == nil {
			return "", len(w.used[p])
		}
		return dep.Dir, len(w.used[dep.Path])
	}, out)
	return out
}

// guard is deferred around the work on one file: where some syntax that this
// program does not expect makes it panic, the file has a diagnostic instead of
// rows, and the extraction goes on.
func (x *extraction) guard(s *load.Source, out *found) {
	if r := recover(); r != nil {
		*out = found{}
		x.namesOf(s, out).Tokens(s.File.Content, nil)
		x.report(s, out, schema.StageResolve, schema.CodeInconsistent, fmt.Errorf("this file has no rows, because of a fault in cortex: %v", r))
	}
}

// reportPackage writes the problems that the listing and the parser found in a node.
func (x *extraction) reportPackage(n *load.Node, out *found, panicked string) {
	x.reportNode(n, out, schema.StageTypecheck, schema.CodeTypeError, panicked)
	problem := n.Problem
	if n.ProblemAt != "" {
		problem = n.ProblemAt + ": " + problem
	}
	x.reportNode(n, out, schema.StageLoad, schema.CodePackageNotListed, problem) // the same problem of a test variant is one row in the end
	for _, s := range n.Owned {
		x.reportParse(x.ParsedOf[s], out)
	}
}

// reportNode writes one problem of a node, if there is one.
func (x *extraction) reportNode(n *load.Node, out *found, stage schema.Stage, code schema.DiagnosticCode, msg string) {
	if dir := n.Owned[0].Dir; msg != "" {
		out.rows.Diagnostics = append(out.rows.Diagnostics, schema.Diagnostic{ModulePath: dir, Stage: stage, Code: code,
			Severity: x.Severity(dir), Message: x.Scrub(msg)})
	}
}

// reportParse writes the errors of the parser on one file.
func (x *extraction) reportParse(f *load.ParsedFile, out *found) {
	for _, err := range capped(f.Errs) {
		x.report(f.Source, out, schema.StageParse, schema.CodeParseError, err)
	}
}

// reportTypes writes the type checker's errors in files that the node owns. The
// others were reported by their owner, or come from bodies that were dropped.
func (x *extraction) reportTypes(n *load.Node, errs []types.Error, out *found) {
	var own []error
	for _, e := range errs {
		f, _ := x.Position(e.Pos)
		if f == nil || f.Source == nil || f.Source.Owner != n || n.Cgo && strings.Contains(e.Msg, "invalid type") {
			continue // the C compiler did not run: the code has no fault
		}
		if strings.HasPrefix(e.Msg, "\t") {
			continue // goes on with the error before, at another place
		}
		f.Source.Partial = true
		own = append(own, e)
	}
	for _, e := range capped(own) {
		var te types.Error
		if !errors.As(e, &te) {
			out.rows.Diagnostics = append(out.rows.Diagnostics, schema.Diagnostic{ModulePath: n.Owned[0].Dir,
				Stage: schema.StageTypecheck, Code: schema.CodeTypeError, Severity: x.Severity(n.Owned[0].Dir), Message: e.Error()})
			continue
		}
		f, _ := x.Position(te.Pos)
		x.report(f.Source, out, schema.StageTypecheck, codeOf(te), e)
	}
}

// hidesMethods reports whether code of a package may declare methods that its types lack. A type error hides none, unless a name is
// declared again: types that embed unknown types, and methods with unknown types in their signatures, are known as such.
func hidesMethods(d schema.Diagnostic) bool {
	isTypes := d.Code == schema.CodeTypeError || d.Code == schema.CodeDependencyMissing
	return !isTypes || d.StartLine == 0 || strings.Contains(d.Message, "redeclared") || strings.Contains(d.Message, "already declared") || strings.Contains(d.Message, "same name")
}

// codeOf returns the code of an error of the type checker: an import that is not on this machine has another one.
func codeOf(err types.Error) schema.DiagnosticCode {
	if strings.HasPrefix(err.Msg, "could not import ") {
		return schema.CodeDependencyMissing
	}
	return schema.CodeTypeError
}

// capped keeps the first errors, and says how many more there are.
func capped(errs []error) []error {
	if len(errs) <= maxErrors {
		return errs
	}
	return append(slices.Clone(errs[:maxErrors]), fmt.Errorf("%d more errors like these", len(errs)-maxErrors))
}

// reasonOf says why not everything in a source is resolved.
func reasonOf(s *load.Source) schema.Reason {
	switch {
	case s.Owner == nil && !s.InBuild:
		return schema.ReasonExcludedByBuild
	case s.Owner == nil && language.IsGoFixture(s.Dir):
		return schema.ReasonPassedOver
	case s.Owner == nil:
		return schema.ReasonNotListed
	}
	return schema.ReasonTypeErrors
}

// namesOf returns a reader for the open names of a source.
func (x *extraction) namesOf(s *load.Source, out *found) *untyped.Reader {
	if out.names == nil {
		out.names = untyped.Names{}
	}
	return x.names.NewReader(x.Layout.PackagePath(s.Dir), s.File.Row.FileID, reasonOf(s), out.names)
}

// losesBodies says that calls in the functions of a file may be missing, because its text has syntax errors. Calls after the first error
// may be those of other functions.
func (f *found) losesBodies(reason schema.Reason, errs []error) {
	first := int32(math.MaxInt32)
	for _, err := range errs {
		var e *scanner.Error
		if errors.As(err, &e) {
			first = min(first, int32(e.Pos.Line))
		}
	}
	for _, c := range f.rows.Calls {
		if c.CalleeID != 0 && c.StartLine >= first {
			f.gaps = append(f.gaps, unknowns.Gap{About: schema.AboutCallers, Symbol: c.CalleeID, Reason: reason, At: c.CallerID})
		}
	}
	for _, fn := range f.rows.Functions {
		f.gaps = append(f.gaps, unknowns.Gap{About: schema.AboutCallees, Symbol: fn.FunctionID, Reason: reason, At: fn.FunctionID})
	}
}

// report writes one error of the parser or the type checker on a source, which is
// thereby read in part. Its position is physical: //line comments do not count.
func (x *extraction) report(s *load.Source, out *found, stage schema.Stage, code schema.DiagnosticCode, err error) {
	s.Partial = true
	d := schema.Diagnostic{FileID: s.File.Row.FileID, FilePath: s.Path, ModulePath: s.Dir, Stage: stage, Code: code,
		Severity: x.Severity(s.Dir), Message: x.Scrub(err.Error())}
	if s.Owner == nil {
		d.Severity = schema.SeverityWarning
	}
	tok := x.ParsedOf[s].Tok
	var se *scanner.Error
	var te types.Error
	var p token.Position
	switch {
	case errors.As(err, &se):
		d.Message = x.Scrub(se.Msg)
		if p = se.Pos; tok != nil && p.Offset <= tok.Size() {
			p = tok.PositionFor(tok.Pos(p.Offset), false)
		}
	case errors.As(err, &te):
		d.Message = x.Scrub(te.Msg)
		if tok != nil {
			p = tok.PositionFor(te.Pos, false)
		}
	}
	d.StartLine, d.StartColumn = int32(p.Line), int32(p.Column)
	out.rows.Diagnostics = append(out.rows.Diagnostics, d)
}
