package golang

import (
	"go/ast"
	"go/types"

	"github.com/cortex-index/cortex/schema"
)

// conversions notes the interfaces to which values are converted implicitly and that no code names. They are instances of generic
// interfaces that an external alias or type makes, and interfaces without a name. The type of an expression, or a part of it, is such
// an interface: of a parameter, an element or a field.
func (t *noter) conversions(info *types.Info) {
	b := conversion{noter: t, seen: map[types.Type]bool{}, unnamed: map[types.Type]bool{}}
	for e, tv := range info.Types {
		if tv.Type == nil {
			continue
		}
		b.parts(tv.Type)
		if lit, ok := e.(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
			b.fields(tv.Type)
		}
	}
	for _, obj := range info.Uses {
		switch obj.(type) {
		case *types.Var, *types.Func:
			b.parts(obj.Type()) // of keys of literals, which are no expressions
		}
	}
	for id, inst := range info.Instances {
		b.given(info.Uses[id], inst.TypeArgs)
	}
}

// conversion finds the interfaces in the types of one node.
type conversion struct {
	*noter
	seen, unnamed map[types.Type]bool // that were looked at
}

// parts notes a type and the interfaces in it.
func (b conversion) parts(typ types.Type) {
	if b.seen[typ] {
		return
	}
	b.seen[typ] = true
	b.iface(typ)
	switch u := typ.Underlying().(type) {
	case *types.Signature:
		for v := range u.Params().Variables() {
			b.iface(v.Type())
		}
		if n := u.Params().Len(); u.Variadic() {
			if rest, ok := u.Params().At(n - 1).Type().(*types.Slice); ok {
				b.iface(rest.Elem())
			}
		}
	case *types.Map:
		b.iface(u.Key())
		b.iface(u.Elem())
	case interface{ Elem() types.Type }:
		b.iface(u.Elem())
	}
}

// fields notes the types of a literal's fields, which may have no keys.
func (b conversion) fields(typ types.Type) {
	if s, ok := typ.Underlying().(*types.Struct); ok {
		for v := range s.Fields() {
			b.iface(v.Type())
		}
	}
}

// iface notes an interface to which values are converted.
func (b conversion) iface(typ types.Type) {
	switch typ := types.Unalias(typ).(type) {
	case *types.Named:
		if types.IsInterface(typ) {
			b.instance(typ)
		}
	case *types.Interface:
		if !b.unnamed[typ] && b.isUnnamed(typ) {
			b.contract(0, typ)
		}
		b.unnamed[typ] = true
	}
}

// isUnnamed reports whether an interface has no name and has a method that counts. Outside the tree each method counts, as its calls
// are not read; in the tree an explicit method counts.
func (b conversion) isUnnamed(i *types.Interface) bool {
	if i.NumMethods() == 0 {
		return false
	}
	if i.NumExplicitMethods() == 0 {
		return b.outside(i.Method(0))
	}
	_, named := types.Unalias(i.ExplicitMethod(0).Signature().Recv().Type()).(*types.Named)
	return !named
}

// outside reports whether an object is declared outside the tree.
func (b conversion) outside(obj types.Object) bool {
	f, _ := b.x.Position(obj.Pos())
	return f == nil || f.Source == nil
}

// given notes that the methods of type arguments implement those of the constraints, as the type checker found. The methods of an
// interface or of a type parameter have implementations themselves.
func (b conversion) given(generic types.Object, args *types.TypeList) {
	params := typeParams(generic)
	for i := range min(args.Len(), params.Len()) {
		arg := types.Unalias(args.At(i))
		b.satisfies(arg, params.At(i).Constraint())
		wants, ok := params.At(i).Constraint().Underlying().(*types.Interface)
		if !ok || wants.NumMethods() == 0 {
			continue
		}
		of := b.r.symbol(generic)
		if named := namedOf(arg); named != nil && !b.outside(named.Obj()) && !types.IsInterface(named) {
			of = b.r.symbol(named.Origin().Obj())
		}
		all := types.NewMethodSet(arg)
		for want := range wants.Methods() {
			sel := all.Lookup(want.Pkg(), want.Name())
			if sel == nil || of == 0 {
				continue
			}
			if have, wanted := b.r.symbol(sel.Obj()), b.r.symbol(want); have != 0 && wanted != 0 && have != wanted && (isInterfaceMethod(sel.Obj()) || !b.outside(sel.Obj())) {
				b.overrides = append(b.overrides, schema.Override{TypeID: of, MethodID: have, OverriddenID: wanted, Evidence: schema.EvidenceStatic})
			}
		}
	}
}

// satisfies notes that a type argument of the tree satisfies a constraint that has a name and is the type of no value.
func (b conversion) satisfies(arg, constraint types.Type) {
	from, ok := arg.(*types.Named)
	to, named := types.Unalias(constraint).(*types.Named)
	if !ok || !named || b.outside(from.Obj()) {
		return
	}
	wants, ok := to.Underlying().(*types.Interface)
	if !ok || wants.IsMethodSet() || to.TypeArgs().Len() == 0 && !types.Satisfies(from, wants) {
		return
	}
	f, _ := b.x.Position(from.Obj().Pos())
	r := schema.TypeRelation{FromTypeID: b.r.symbol(from.Origin().Obj()), ToTypeID: b.r.symbol(to.Origin().Obj()), Relation: schema.RelationSatisfies,
		FileID: f.Source.File.Row.FileID, StartLine: int32(f.Tok.PositionFor(from.Obj().Pos(), false).Line), Evidence: schema.EvidenceStatic}
	if r.FromTypeID != 0 && r.ToTypeID != 0 {
		b.satisfied = append(b.satisfied, r)
	}
}

// typeParams are those of a generic function or type.
func typeParams(generic types.Object) *types.TypeParamList {
	if generic == nil {
		return nil
	}
	switch t := generic.Type().(type) {
	case *types.Signature:
		return t.TypeParams()
	case *types.Named:
		return t.TypeParams()
	case *types.Alias:
		return t.TypeParams()
	}
	return nil
}

// namedOf is the named type that a type is, or points to; nil when it is none.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}
