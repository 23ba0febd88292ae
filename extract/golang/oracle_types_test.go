package golang_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// shape is one type, or one instantiation of it, with its methods.
type shape struct {
	key     string // of its declaration; of a struct without a name of what it implements, nothing within an interface
	where   string // file and line of its declaration
	typ     types.Type
	methods map[string]selected
}

// selected is what a method set selects for a name.
type selected struct {
	key       string // of the method's own declaration
	signature string
	arity     [3]int // how many parameters and results, and whether the last parameter repeats
	pointer   bool   // only the pointer has it
}

// relations compares every type with every interface, one by one.
func (o *oracle) relations(out facts) {
	via := map[string]bool{} // by pair: some instantiation satisfies without a pointer
	where := map[string]string{}
	structs, interfaces := o.unnamed()
	for _, t := range slices.Concat(o.shapes(), structs, o.rebuilt()) {
		for _, i := range slices.Concat(o.contracts(), interfaces) {
			pointer, ok := satisfies(t, i)
			if !ok || t.isNamed() && t.key == i.key {
				continue
			}
			if t.isNamed() && i.isNamed() {
				pair := t.key + " implements " + i.key
				via[pair] = via[pair] || !pointer
				where[pair] = t.where
			}
			for name, m := range i.methods {
				if have := t.methods[name]; have.key != m.key {
					out.add("override", "%s: %s implements %s", cmp.Or(t.key, have.key), have.key, m.key)
				}
			}
		}
	}
	o.constrained(out)
	for pair, value := range via {
		out.add("implements", "%s, only its pointer %t, stated at %s", pair, !value, where[pair])
	}
}

// disagreements compares the same by types.Implements, which compares types and not
// text, and can do so only within one load and where no test variant comes in:
// between types of plain packages that are not generic. It returns how many pairs
// it tried.
func (o *oracle) disagreements() (tried int, out []string) {
	for _, p := range o.pkgs {
		if p.ForTest != "" {
			continue
		}
		for _, name := range p.Types.Scope().Names() {
			tn, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || isConstraint(tn.Type()) {
				continue
			}
			named, ok := tn.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 {
				continue
			}
			t := o.shape(named)
			for _, i := range o.contracts() {
				home := i.typ.(*types.Named).Obj().Pkg()
				if len(t.methods) == 0 || home != nil && o.plain[home] != o.plain[p.Types] || i.depends() {
					continue
				}
				tried++
				iface := i.typ.Underlying().(*types.Interface)
				value := types.Implements(t.typ, iface)
				want := value || types.Implements(types.NewPointer(t.typ), iface) && !types.IsInterface(t.typ)
				if pointer, got := satisfies(t, i); got != want || got && pointer == value {
					out = append(out, fmt.Sprintf("%s implements %s: %t, only its pointer %t", t.key, i.key, want, !value))
				}
			}
		}
	}
	return tried, out
}

// isConstraint reports whether a type is an interface that no value has.
func isConstraint(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && !i.IsMethodSet()
}

func (s *shape) isNamed() bool {
	_, is := types.Unalias(s.typ).(*types.Named)
	return is
}

// isInstance reports whether type arguments make it of a generic type.
func (s *shape) isInstance() bool {
	named, is := types.Unalias(s.typ).(*types.Named)
	return is && named.TypeArgs().Len() > 0
}

// varies reports whether a method depends on type parameters around the type.
func (s *shape) varies(m selected) bool {
	return !s.isInstance() && strings.Contains(m.signature, variable)
}

// depends reports whether a type depends on type parameters around it.
func (s *shape) depends() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(s.methods)), s.varies)
}

// satisfies reports whether a type has the methods of an interface, and whether only its pointer has. What depends on
// type parameters around the interface is satisfied by what has the name and the arity.
func satisfies(t, i *shape) (pointer, ok bool) {
	if len(i.methods) > len(t.methods) {
		return false, false
	}
	for name, want := range i.methods {
		have, ok := t.methods[name]
		might := have.arity == want.arity && (i.varies(want) || t.varies(have))
		if !ok || have.signature != want.signature && !might {
			return false, false
		}
		pointer = pointer || have.pointer
	}
	return pointer, true
}

// shapes returns every named type that the tree declares, in each variant
// of its package, and every instantiation of one that the tree has.
func (o *oracle) shapes() []*shape {
	var out []*shape
	for _, p := range o.pkgs {
		for _, obj := range p.TypesInfo.Defs {
			if tn, ok := obj.(*types.TypeName); ok && !tn.IsAlias() && o.at(tn.Pos()) != "" {
				if named, ok := tn.Type().(*types.Named); ok {
					out = append(out, o.shape(overItself(named)))
				}
			}
		}
	}
	for _, named := range o.instances() {
		if o.at(named.Obj().Pos()) != "" {
			out = append(out, o.shape(named))
		}
	}
	return slices.DeleteFunc(out, func(s *shape) bool { return len(s.methods) == 0 || isConstraint(s.typ) })
}

// overItself instantiates a generic type with its own type parameters, so that
// all its methods speak of the same ones.
func overItself(named *types.Named) *types.Named {
	if named.TypeParams().Len() == 0 {
		return named
	}
	var args []types.Type
	for p := range named.TypeParams().TypeParams() {
		args = append(args, p)
	}
	t, err := types.Instantiate(nil, named, args, false)
	if err != nil {
		return named
	}
	return t.(*types.Named)
}

// instances returns the instantiated types that the tree's code writes or infers.
func (o *oracle) instances() map[string]*types.Named {
	out := map[string]*types.Named{}
	for _, p := range o.pkgs {
		for _, inst := range p.TypesInfo.Instances {
			parts(inst.Type, map[types.Type]bool{}, func(n *types.Named) {
				if n.TypeArgs().Len() > 0 {
					out[o.spell(n)] = n
				}
			})
		}
	}
	return out
}

// parts calls f with every named type that a type is written with.
func parts(t types.Type, seen map[types.Type]bool, f func(*types.Named)) {
	if t = types.Unalias(t); t == nil || seen[t] {
		return
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		f(t)
		for a := range t.TypeArgs().Types() {
			parts(a, seen, f)
		}
	case *types.Map:
		parts(t.Key(), seen, f)
		parts(t.Elem(), seen, f)
	case interface{ Elem() types.Type }:
		parts(t.Elem(), seen, f)
	case *types.Tuple:
		for v := range t.Variables() {
			parts(v.Type(), seen, f)
		}
	case *types.Signature:
		parts(t.Params(), seen, f)
		parts(t.Results(), seen, f)
	case *types.Struct:
		for v := range t.Fields() {
			parts(v.Type(), seen, f)
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			parts(m.Type(), seen, f)
		}
	}
}

// contracts returns the interfaces that count.
func (o *oracle) contracts() []*shape {
	if o.interfaces != nil {
		return o.interfaces
	}
	found := map[string]types.Type{}
	add := func(t types.Type) {
		named, ok := types.Unalias(t).(*types.Named)
		if !ok || !types.IsInterface(named) || named.TypeParams().Len() > named.TypeArgs().Len() {
			return
		}
		if text := o.spell(named); found[text] == nil && named.Underlying().(*types.Interface).NumMethods() > 0 && !isConstraint(named) {
			found[text] = named
		}
	}
	add(types.Universe.Lookup("error").Type())
	for _, p := range o.pkgs {
		for _, obj := range p.TypesInfo.Defs { // declared in the tree
			if tn, ok := obj.(*types.TypeName); ok && o.at(tn.Pos()) != "" {
				add(tn.Type())
			}
		}
	}
	for _, f := range o.owned { // named by the tree, or receiving a value to
		for id, obj := range f.pkg.TypesInfo.Uses {
			if f.file.FileStart > id.Pos() || id.Pos() >= f.file.FileEnd {
				continue
			}
			if tn, ok := obj.(*types.TypeName); ok {
				add(tn.Type())
			} else if o.at(obj.Pos()) == "" {
				for _, t := range takes(obj) {
					add(t)
				}
			}
		}
	}
	for _, named := range o.instances() {
		add(named)
	}
	for _, p := range o.all { // exported by a package that can be imported
		if p.ForTest != "" || p.Types == nil || p.Name == "main" || strings.HasPrefix(p.PkgPath, "vendor/") ||
			slices.Contains(strings.Split(p.PkgPath, "/"), "internal") {
			continue
		}
		for _, name := range p.Types.Scope().Names() {
			if tn, ok := p.Types.Scope().Lookup(name).(*types.TypeName); ok && ast.IsExported(name) && !tn.IsAlias() {
				add(tn.Type())
			}
		}
	}
	for _, t := range found {
		o.interfaces = append(o.interfaces, o.shape(t.(*types.Named)))
	}
	return o.interfaces
}

// takes returns the types of what a value can be receiving to: those of parameters, of the
// rest of them one by one, and of variables and fields, of slices and maps the elements.
func takes(obj types.Object) (out []types.Type) {
	var vars []*types.Var
	switch obj := obj.(type) {
	case *types.Func:
		vars = slices.Collect(obj.Origin().Signature().Params().Variables())
	case *types.Var:
		vars = append(vars, obj.Origin())
	}
	for _, v := range vars {
		t := types.Unalias(v.Type())
		if of, ok := t.(interface{ Elem() types.Type }); ok {
			t = types.Unalias(of.Elem())
		}
		if named, ok := t.(*types.Named); ok && named.TypeArgs().Len() == 0 && named.Obj().Pkg() != nil && named.Obj().Parent() == named.Obj().Pkg().Scope() {
			out = append(out, named)
		}
	}
	return out
}

// shape takes down the methods of a type.
func (o *oracle) shape(named *types.Named) *shape {
	pos := o.position(named.Obj().Pos())
	return o.withMethods(&shape{key: o.key(named.Obj()), typ: named, where: fmt.Sprintf("%s:%d", o.relative(pos.Filename), pos.Line)})
}

func (o *oracle) withMethods(s *shape) *shape {
	s.methods = map[string]selected{}
	all, plain := types.NewMethodSet(types.NewPointer(s.typ)), types.NewMethodSet(s.typ)
	if types.IsInterface(s.typ) {
		all = plain
	}
	for sel := range all.Methods() {
		m, sig := sel.Obj(), sel.Type().(*types.Signature)
		arity := [3]int{sig.Params().Len(), sig.Results().Len()}
		if sig.Variadic() {
			arity[2] = 1
		}
		s.methods[m.Id()] = selected{key: o.key(m), signature: o.spell(sig), arity: arity, pointer: plain.Lookup(m.Pkg(), m.Name()) == nil}
	}
	return s
}
