package ci

import (
	"go/types"
	"slices"
)

// typed is a named type of the tree.
type typed struct {
	named   *types.Named
	typ     types.Type                  // an interface itself, and the pointer to any other
	methods map[string]*types.Selection // of that, by their ids
}

func newTyped(named *types.Named) typed {
	t := typed{overItself(named), nil, map[string]*types.Selection{}}
	if t.typ = t.named; !types.IsInterface(named) {
		t.typ = types.NewPointer(t.named)
	}
	for m := range types.NewMethodSet(t.typ).Methods() {
		t.methods[m.Obj().Id()] = m
	}
	return t
}

// implementing compares every named type of the tree with every named interface in
// it that is not generic and has methods.
func (l *loading) implementing() {
	for _, p := range l.inside {
		for _, obj := range p.TypesInfo.Defs {
			tn, ok := obj.(*types.TypeName)
			if !ok || tn.IsAlias() || l.path(tn.Pos()) == "" {
				continue
			}
			named, ok := tn.Type().(*types.Named)
			if !ok {
				continue // a type parameter
			}
			i, ok := named.Underlying().(*types.Interface)
			switch {
			case !ok:
				l.concrete = append(l.concrete, newTyped(named))
			case named.TypeParams().Len() == 0 && i.NumMethods() > 0 && i.IsMethodSet():
				l.contracts = append(l.contracts, newTyped(named))
			}
		}
	}
	for _, contract := range l.contracts {
		to := l.key(contract.named.Obj())
		if l.implementations[to] == nil {
			l.implementations[to] = map[string]bool{}
		}
		i := contract.named.Underlying().(*types.Interface)
		for _, c := range l.concrete {
			from := l.key(c.named.Obj())
			switch does, apart := c.implements(i); {
			case does:
				before, known := l.implementations[to][from]
				l.implementations[to][from] = !types.Implements(c.named, i) && (before || !known)
			case apart:
				l.apart[from+" "+to] = true
			}
		}
	}
}

// implements reports whether a type implements an interface, or would if the test
// variants of packages were one.
func (c typed) implements(i *types.Interface) (does, apart bool) {
	for m := range i.Methods() {
		if c.methods[m.Id()] == nil {
			return false, false
		}
	}
	if types.Implements(c.typ, i) {
		return true, false
	}
	for m := range i.Methods() {
		if spelled(m.Signature()) != spelled(c.methods[m.Id()].Type().(*types.Signature)) {
			return false, false
		}
	}
	return false, true
}

// spelled writes a signature without the names of its parameters.
func spelled(s *types.Signature) string {
	var text string
	for _, tuple := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range tuple.Variables() {
			text += types.TypeString(v.Type(), nil) + ","
		}
		text += ";"
	}
	return text
}

// standing is a question what stands in for a method.
type standing struct {
	method *types.Func
	wide   bool
}

// standing adds the functions of the tree that can stand in for a method of an
// interface: class hierarchy analysis, by the interface that declares the method. If
// wide, what stands in for methods of interfaces that satisfy it counts too. The
// methods that seen has are done.
func (l *loading) standing(method *types.Func, wide bool, seen map[*types.Func]bool, out map[string]bool) {
	if seen[method] {
		return
	}
	seen[method] = true
	key := standing{method, wide}
	direct, known := l.stand[key]
	if !known {
		i := method.Signature().Recv().Type().Underlying().(*types.Interface)
		all := l.concrete
		if wide {
			all = slices.Concat(l.concrete, l.contracts)
		}
		for _, c := range all {
			if does, apart := c.implements(i); does || apart {
				direct = append(direct, c.methods[method.Id()].Obj().(*types.Func))
			}
		}
		l.stand[key] = direct
	}
	for _, own := range direct {
		if types.IsInterface(own.Signature().Recv().Type()) {
			l.standing(own, wide, seen, out) // of an interface that is embedded in the type
		} else if l.path(own.Pos()) != "" {
			out[l.key(own)] = true
		}
	}
}

// overItself is a generic type with its own type parameters as arguments.
func overItself(named *types.Named) *types.Named {
	var args []types.Type
	for p := range named.TypeParams().TypeParams() {
		args = append(args, p)
	}
	if args == nil {
		return named
	}
	if t, err := types.Instantiate(nil, named, args, false); err == nil {
		return t.(*types.Named)
	}
	return named
}
