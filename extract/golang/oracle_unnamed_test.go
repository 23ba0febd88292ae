package golang_test

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// unnamed returns the structs and interfaces that implement files of the tree without a name: of structs those that
// embed something, of interfaces those that declare methods.
func (o *oracle) unnamed() (structs, interfaces []*shape) {
	for _, f := range o.owned {
		var stack []ast.Node
		ast.Inspect(f.file, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			if spec, ok := above(stack).(*ast.TypeSpec); ok && !spec.Assign.IsValid() {
				return true // it has a name
			}
			switch n := n.(type) {
			case *ast.StructType:
				t := f.pkg.TypesInfo.TypeOf(n)
				if s, ok := t.(*types.Struct); ok && slices.ContainsFunc(slices.Collect(s.Fields()), (*types.Var).Embedded) {
					s := &shape{typ: t, key: o.enclosing(stack)}
					if slices.ContainsFunc(stack, isInterfaceType) {
						s.key = ""
					}
					structs = append(structs, o.withMethods(s))
				}
			case *ast.InterfaceType:
				if i, ok := f.pkg.TypesInfo.TypeOf(n).(*types.Interface); ok && i.NumExplicitMethods() > 0 && i.IsMethodSet() {
					interfaces = append(interfaces, o.withMethods(&shape{typ: i}))
				}
			}
			return true
		})
	}
	return structs, interfaces
}

// above is what the last node of a stack implements, but for parentheses.
func above(stack []ast.Node) ast.Node {
	for i := len(stack) - 2; i >= 0; i-- {
		if _, ok := stack[i].(*ast.ParenExpr); !ok {
			return stack[i]
		}
	}
	return nil
}

func isInterfaceType(n ast.Node) bool {
	_, is := n.(*ast.InterfaceType)
	return is
}

// rebuilt returns the types of packages that are built anew for the tests of another one.
func (o *oracle) rebuilt() (out []*shape) {
	packages.Visit(o.all, nil, func(p *packages.Package) {
		if p.ForTest == "" || p.ForTest == strings.TrimSuffix(p.PkgPath, "_test") || p.Types == nil {
			return
		}
		for _, name := range p.Types.Scope().Names() {
			tn, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || o.at(tn.Pos()) == "" || types.IsInterface(tn.Type()) {
				continue
			}
			out = append(out, o.shape(overItself(tn.Type().(*types.Named))))
		}
	})
	return out
}

// constrained adds what implements the methods of constraints, because it is given for a type parameter.
func (o *oracle) constrained(out facts) {
	for _, p := range o.pkgs {
		for id, inst := range p.TypesInfo.Instances {
			var params *types.TypeParamList
			switch t := p.TypesInfo.Uses[id].Type().(type) {
			case *types.Signature:
				params = t.TypeParams()
			case *types.Named:
				params = t.TypeParams()
			case *types.Alias:
				params = t.TypeParams()
			}
			for i := range inst.TypeArgs.Len() {
				arg := types.Unalias(inst.TypeArgs.At(i))
				named := arg
				if pointer, ok := named.(*types.Pointer); ok {
					named = types.Unalias(pointer.Elem())
				}
				of := p.TypesInfo.Uses[id]
				if named, ok := named.(*types.Named); ok && o.at(named.Obj().Pos()) != "" && !types.IsInterface(named) {
					of = named.Obj()
				}
				for m := range params.At(i).Constraint().Underlying().(*types.Interface).Methods() {
					if sel := types.NewMethodSet(arg).Lookup(m.Pkg(), m.Name()); sel != nil && o.key(sel.Obj()) != o.key(m) && (o.at(sel.Obj().Pos()) != "" || isInterfaceMethod(sel.Obj())) {
						out.add("override", "%s: %s implements %s", o.key(of), o.key(sel.Obj()), o.key(m))
					}
				}
			}
		}
	}
}

func isInterfaceMethod(obj types.Object) bool {
	recv := obj.(*types.Func).Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}
