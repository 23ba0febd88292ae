package oracle

import (
	"go/types"
	"slices"
)

// typed is a named type of the tree.
type typed struct {
	named   *types.Named
	typ     types.Type                  // an interface itself, and a pointer to any other type
	methods map[string]*types.Selection // of typ, by their ids
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

// implementing compares every named type of the tree with every named interface that has
// methods and is not generic.
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

// implements reports whether a type implements an interface, or would if all test variants of a
// package were one.
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

// spelled formats a signature without the names of its parameters.
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

// dispatched is the key of memoized implementations of a method.
type dispatched struct {
	method *types.Func
	wide   bool
}

// possibleCallees adds the functions of the tree that can run for a method of an interface, by
// class hierarchy analysis of the declaring interface. If wide, it adds those for methods of
// interfaces that satisfy the declaring one. It skips methods in seen.
func (l *loading) possibleCallees(method *types.Func, wide bool, seen map[*types.Func]bool, out map[string]bool) {
	if seen[method] {
		return
	}
	seen[method] = true
	key := dispatched{method, wide}
	direct, known := l.possible[key]
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
		l.possible[key] = direct
	}
	for _, own := range direct {
		if types.IsInterface(own.Signature().Recv().Type()) {
			l.possibleCallees(own, wide, seen, out) // of an interface that is embedded in the type
		} else if l.path(own.Pos()) != "" {
			out[l.key(own)] = true
		}
	}
}

// overItself returns a generic type with its own type parameters as arguments.
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
