package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"sync"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

// call writes the row of a call site, if it is one: conversions, and calls of most built-in functions, are not.
func (w *walker) call(n *ast.CallExpr) {
	kind, ok := w.kinds[n]
	if !ok {
		kind = schema.CallPlain
	}
	w.callOf(ast.Unparen(n.Fun), kind, n.Lparen)
}

// ranged writes the row of a range over a function, which calls it: the name of the function
// is in callee position. A call without a name is at the keyword.
func (w *walker) ranged(n *ast.RangeStmt) {
	if isFunc(w.info.TypeOf(n.X)) {
		w.callOf(ast.Unparen(n.X), schema.CallPlain, n.Range)
	}
}

// isFunc reports whether the values of a type are functions, also where it is a type
// parameter that only functions can be.
func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	i, ok := t.Underlying().(*types.Interface) // of a type parameter, the constraint
	if !ok || i.IsMethodSet() {
		return false
	}
	for e := range i.EmbeddedTypes() {
		if u, ok := e.(*types.Union); ok {
			e = u.Term(0).Type()
		}
		if isFunc(e) {
			return true
		}
	}
	return false
}

// callOf writes the row of a call of the meaning of an expression; pos is where it is
// without a name.
func (w *walker) callOf(fun ast.Expr, kind schema.CallKind, pos token.Pos) {
	if tv, ok := w.info.Types[fun]; ok && (tv.IsType() || tv.IsBuiltin() && !w.isSymbol(fun)) || w.convertsToC(fun) {
		return
	}
	if _, literal := fun.(*ast.FuncLit); literal {
		w.add(schema.Call{FileID: w.s.File.Row.FileID, Kind: kind, Evidence: schema.EvidenceLiteral}, fun.Pos())
		return
	}
	name, operand := syntax.CalleeIdent(fun, w.info)
	row := schema.Call{FileID: w.s.File.Row.FileID, Kind: kind, Evidence: schema.EvidenceDynamic, CalleeName: syntax.CalleeName(name, operand)}
	if name != nil {
		pos = name.Pos()
		if isC(operand, w.info) {
			if w.c.types[name.Name] {
				return
			}
			row.CalleeID, row.Evidence = w.x.cgoSymbol(name.Name, schema.KindFunction), schema.EvidenceHeuristic
		} else {
			row.CalleeID, row.Evidence = w.callee(fun, name)
			if row.Evidence == schema.EvidenceInterface {
				row.ReceiverTypeID = w.receiver(fun)
			}
		}
		w.roles[name] = schema.RoleCall
	}
	w.add(row, pos)
}

func (w *walker) add(row schema.Call, pos token.Pos) {
	p := w.tok.PositionFor(pos, false)
	row.StartLine, row.StartColumn, row.StartPos = int32(p.Line), int32(p.Column), int32(p.Offset)
	row.CallerID = w.caller()
	w.out.rows.Calls = append(w.out.rows.Calls, row)
}

// isSymbol reports whether a built-in function is a symbol.
func (w *walker) isSymbol(fun ast.Expr) bool {
	id, ok := fun.(*ast.Ident)
	return ok && isSymbol(w.info.Uses[id])
}

// callee returns the function that a name in callee position means, and how far
// that is true.
func (w *walker) callee(fun ast.Expr, name *ast.Ident) (int32, schema.Evidence) {
	switch obj := w.info.Uses[name].(type) {
	case *types.Func:
		id := w.r.symbol(obj)
		switch {
		case id == 0:
			return 0, schema.EvidenceUnresolved
		case isInterfaceMethod(obj):
			return id, schema.EvidenceInterface
		}
		return id, schema.EvidenceStatic
	case *types.Builtin:
		return w.r.symbol(obj), schema.EvidenceStatic
	case *types.Var:
		if t := w.info.TypeOf(fun); t != nil && t != types.Typ[types.Invalid] {
			return 0, schema.EvidenceDynamic
		}
	}
	return 0, schema.EvidenceUnresolved
}

// inits numbers the synthetic functions that code at package level belongs to.
type inits struct {
	mu    sync.Mutex
	next  int32
	byKey map[string]*initOf
}

type initOf struct {
	id         int32
	suffix     string
	first      *load.Source
	lines      int32 // of code in function literals
	complexity int32 // of those, without the 1 of the function itself
}

// packageInit returns the number of the synthetic function of the source's
// package and kind of file.
func (x *extraction) packageInit(s *load.Source) int32 { return x.inInit(s, 0, 0) }

// inInit adds function literals to that function.
func (x *extraction) inInit(s *load.Source, lines, complexity int32) int32 {
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
	in.lines += lines
	in.complexity += complexity
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
	return row, schema.Function{FunctionID: in.id, StartPos: -1, EndPos: -1, Lines: in.lines, Complexity: 1 + in.complexity}
}
