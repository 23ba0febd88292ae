package golang_test

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// facts returns what the index must say, and nothing else.
func (o *oracle) facts() facts {
	out := facts{}
	for p := range o.tree {
		out.add("file", "%s", p)
		o.declarations(p, out)
	}
	for _, f := range o.owned {
		out.add("file", "%s", f.path)
		o.imports(f, out)
		var stack []ast.Node
		ast.Inspect(f.file, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			switch n := n.(type) {
			case *ast.CallExpr:
				o.call(f, n, n.Lparen, stack, out)
			case *ast.RangeStmt:
				if rangesOver(f.pkg.TypesInfo.TypeOf(n.X)) == "func" {
					o.call(f, &ast.CallExpr{Fun: n.X}, n.Range, stack, out)
				}
			case *ast.Ident:
				o.use(f, n, stack, out)
			}
			return true
		})
	}
	o.relations(out)
	return out
}

// declarations writes the functions and types of a file, by its syntax.
func (o *oracle) declarations(p string, out facts) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, filepath.Join(o.root, p), nil, parser.SkipObjectResolution|parser.AllErrors)
	if f == nil {
		return
	}
	at := func(pos token.Pos) token.Position { return fset.PositionFor(pos, false) }
	code := linesOfCode(filepath.Join(o.root, p))
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			first, last := at(n.Type.Func), at(min(n.End(), f.FileEnd)) // a broken one may end behind the file
			lines := 0
			for i := first.Line; i <= last.Line; i++ {
				if code[i] {
					lines++
				}
			}
			out.add("function", "%s:%d:%d %s, bytes %d to %d, lines %d to %d, %d of code", p, at(n.Name.Pos()).Line, at(n.Name.Pos()).Column, n.Name.Name,
				first.Offset, last.Offset, first.Line, last.Line, lines)
		case *ast.TypeSpec:
			out.add("type", "%s:%d:%d %s", p, at(n.Name.Pos()).Line, at(n.Name.Pos()).Column, n.Name.Name)
		}
		return true
	})
}

// linesOfCode returns the lines of a file that hold a token.
func linesOfCode(name string) map[int]bool {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	var s scanner.Scanner
	file := token.NewFileSet().AddFile(name, -1, len(src))
	s.Init(file, src, func(token.Position, string) {}, 0)
	code := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return code
		case tok == token.SEMICOLON && text != ";":
			continue // not in the text
		}
		first := file.PositionFor(pos, false).Line
		for i := range 1 + strings.Count(text, "\n") {
			code[first+i] = true
		}
	}
}

// rangesOver is how the values begin that a type is of, as it is spelled: "func", "map", "[]".
func rangesOver(t types.Type) string {
	spelled := t.Underlying().String()
	if i, ok := t.Underlying().(*types.Interface); ok {
		for e := range i.EmbeddedTypes() {
			if at := strings.Index(e.Underlying().String(), "func("); at >= 0 {
				spelled = e.Underlying().String()[at:]
			}
		}
	}
	return (spelled + "    ")[:4]
}

// call writes a call, or a range over a function, which is at a place where no name stands. The
// last nodes of the stack are those around it, and itself.
func (o *oracle) call(f owned, call *ast.CallExpr, at token.Pos, stack []ast.Node, out facts) {
	fun := ast.Unparen(call.Fun)
	builtin := typeutil.Callee(f.pkg.TypesInfo, call)
	if tv := f.pkg.TypesInfo.Types[fun]; tv.IsType() || tv.IsBuiltin() && !isSymbol(builtin) {
		return
	}
	where, name := o.at(at), ""
	if id, operand := calleeName(f.pkg.TypesInfo, fun); id != nil {
		where, name = o.at(id.Pos()), operand+id.Name
	}
	evidence, callee := "dynamic", "nothing"
	if fn, ok := typeutil.Callee(f.pkg.TypesInfo, call).(*types.Func); ok {
		evidence, callee = "interface", o.key(fn)
	}
	if typeutil.StaticCallee(f.pkg.TypesInfo, call) != nil {
		evidence = "static"
	}
	if _, ok := builtin.(*types.Builtin); ok {
		evidence, callee = "static", o.key(builtin)
	}
	if _, ok := fun.(*ast.FuncLit); ok {
		evidence, where = "literal", o.at(fun.Pos())
	}
	kind := "call"
	switch stack[len(stack)-2].(type) {
	case *ast.GoStmt:
		kind = "go"
	case *ast.DeferStmt:
		kind = "defer"
	}
	out.add("call", "%s %s of %s is %s, from %s, %s, through %s", where, kind, orNothing(name), callee, o.caller(f, stack), evidence, o.through(f.pkg.TypesInfo, fun))
}

// through is the interface of which a method is called that it does not declare itself.
func (o *oracle) through(info *types.Info, fun ast.Expr) string {
	x, ok := fun.(*ast.SelectorExpr)
	if !ok || info.Selections[x] == nil {
		return "nothing"
	}
	s := info.Selections[x]
	holder := s.Recv()
	for steps := s.Index(); len(steps) > 1; steps = steps[1:] {
		if p, ok := holder.Underlying().(*types.Pointer); ok {
			holder = p.Elem()
		}
		holder = holder.Underlying().(*types.Struct).Field(steps[0]).Type()
	}
	named, ok := types.Unalias(holder).(*types.Named)
	if !ok || !types.IsInterface(named) || named.TypeArgs().Len() > 0 || named.TypeParams().Len() > 0 {
		return "nothing"
	}
	for m := range named.Underlying().(*types.Interface).ExplicitMethods() {
		if declared, ok := m.Signature().Recv().Type().(*types.Named); m == s.Obj() && ok && declared.Obj() == named.Obj() {
			return "nothing"
		}
	}
	return o.key(named.Obj())
}

// calleeName returns the last identifier of a callee, and the operand before it
// when that is one identifier; nothing when no name implements callee position.
func calleeName(info *types.Info, fun ast.Expr) (*ast.Ident, string) {
	switch x := fun.(type) {
	case *ast.IndexExpr: // f[int](), but not functions[0]()
		if id, operand := calleeName(info, ast.Unparen(x.X)); id != nil {
			if _, ok := info.Uses[id].(*types.Func); ok {
				return id, operand
			}
		}
	case *ast.IndexListExpr:
		return calleeName(info, ast.Unparen(x.X))
	case *ast.Ident:
		return x, ""
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			return x.Sel, id.Name + "."
		}
		return x.Sel, ""
	}
	return nil, ""
}

// caller is the declared function around a node, or the synthetic one of its package.
func (o *oracle) caller(f owned, stack []ast.Node) string {
	if fn, ok := stack[1].(*ast.FuncDecl); ok {
		return o.at(fn.Name.Pos())
	}
	switch {
	case !strings.HasSuffix(f.path, "_test.go"):
		return f.pkg.PkgPath + ".init#package"
	case strings.HasSuffix(f.pkg.Name, "_test"):
		return f.pkg.ForTest + ".init#package_xtest"
	}
	return f.pkg.PkgPath + ".init#package_test"
}

// use writes the use of a symbol.
func (o *oracle) use(f owned, id *ast.Ident, stack []ast.Node, out facts) {
	obj := f.pkg.TypesInfo.Uses[id]
	if obj == nil || !isSymbol(obj) {
		return
	}
	end := o.fset.PositionFor(id.End(), false).Column
	out.add("ref", "%s-%d %s %s in %s", o.at(id.Pos()), end, role(obj, stack), o.key(obj), o.enclosing(stack))
}

// isSymbol says what has a symbol: functions and methods, fields, types, and
// package-level variables and constants; of the predeclared names, error and its method.
func isSymbol(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return true
	case *types.Var:
		return obj.Kind() == types.FieldVar || obj.Kind() == types.PackageVar
	case *types.Const:
		return obj.Pkg() != nil && obj.Pkg().Scope().Lookup(obj.Name()) == obj
	case *types.Builtin:
		return obj.Name() == "panic" || obj.Name() == "recover"
	case *types.TypeName:
		_, isParameter := obj.Type().(*types.TypeParam)
		return !isParameter && (obj.Pkg() != nil || obj.Name() == "error")
	}
	return false
}

// role reads upwards from an identifier what is done with its symbol.
func role(obj types.Object, stack []ast.Node) string {
	if _, ok := obj.(*types.TypeName); ok {
		return "type"
	}
	i := len(stack) - 1
	if kv, ok := stack[i-1].(*ast.KeyValueExpr); ok && kv.Key == stack[i] && isMember(obj) {
		return "write" // a field without an operand, so a key of a struct literal
	}
	if sel, ok := stack[i-1].(*ast.SelectorExpr); ok && sel.Sel == stack[i] {
		i-- // from here on, the largest operand that the identifier is the last name of
	}
	through := false // something stands between the name and what is done
	for ; ; i-- {
		switch parent := stack[i-1].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.IndexExpr:
			if parent.X == stack[i] {
				_, isFunc := obj.(*types.Func)
				through = through || !isFunc
				continue
			}
		case *ast.IndexListExpr:
			if parent.X == stack[i] {
				continue
			}
		case *ast.StarExpr, *ast.SliceExpr:
			if s, ok := parent.(*ast.SliceExpr); !ok || s.X == stack[i] {
				through = true
				continue
			}
		case *ast.CallExpr:
			if parent.Fun == stack[i] && !through {
				return "call"
			}
		case *ast.AssignStmt:
			if slices.Contains(parent.Lhs, stack[i].(ast.Expr)) {
				return "write"
			}
		case *ast.IncDecStmt:
			return "write"
		case *ast.RangeStmt:
			if parent.Key == stack[i] || parent.Value == stack[i] {
				return "write"
			}
			if parent.X == stack[i] && !through && rangesOver(obj.Type()) == "func" {
				return "call"
			}
		}
		return "read"
	}
}

// enclosing is the innermost declared function, type, package-level variable or
// constant around an identifier.
func (o *oracle) enclosing(stack []ast.Node) string {
	for i := len(stack) - 2; i > 0; i-- {
		switch n := stack[i].(type) {
		case *ast.TypeSpec:
			return o.at(n.Name.Pos())
		case *ast.FuncDecl:
			return o.at(n.Name.Pos())
		case *ast.ValueSpec:
			if i == 2 { // below a declaration of the file
				return o.at(valueName(n, stack[i+1]).Pos())
			}
		}
	}
	return "nothing"
}

// imports writes the imports of a file.
func (o *oracle) imports(f owned, out facts) {
	used := map[*types.Package]map[string]bool{}
	for id, obj := range f.pkg.TypesInfo.Uses {
		if obj.Pkg() == nil || f.file.FileStart > id.Pos() || id.Pos() >= f.file.FileEnd || obj.Parent() != obj.Pkg().Scope() {
			continue
		}
		if used[obj.Pkg()] == nil {
			used[obj.Pkg()] = map[string]bool{}
		}
		used[obj.Pkg()][obj.Name()] = true
	}
	for _, spec := range f.file.Imports {
		written, _ := strconv.Unquote(spec.Path.Value)
		dep := f.pkg.Imports[written]
		standard := dep.Module == nil && !strings.HasPrefix(dep.PkgPath, "cmd/vendor/")
		alias, inTree := "", ""
		if spec.Name != nil {
			alias = spec.Name.Name
		}
		for _, name := range dep.GoFiles {
			if rel := o.relative(name); rel != "" {
				inTree = path.Dir(rel)
			}
		}
		line := o.fset.PositionFor(spec.Pos(), false).Line
		out.add("import", "%s:%d %s as %s, in the tree %s, standard %t, external %t, relative false, %d names", f.path, line, written,
			orNothing(alias), orNothing(inTree), standard, !standard && inTree == "", len(used[dep.Types]))
	}
}
