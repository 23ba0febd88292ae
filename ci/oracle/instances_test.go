package oracle

import (
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// instances has the instances of generic interfaces in code, by the keys of the interfaces.
type instances struct {
	seen typeutil.Map
	of   map[string][]*types.Interface
}

// instantiate records the instances in the types of a package's expressions and in the inferred
// types of its calls.
func (l *loading) instantiate(p *packages.Package) {
	for _, tv := range p.TypesInfo.Types {
		l.instance(tv.Type)
	}
	for _, made := range p.TypesInfo.Instances {
		l.instance(made.Type)
	}
}

func (l *loading) instance(t types.Type) {
	if t == nil || l.instances.seen.Set(t, true) != nil {
		return
	}
	each := func(tuple *types.Tuple) {
		for v := range tuple.Variables() {
			l.instance(v.Type())
		}
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			l.instance(arg)
		}
		if i, ok := t.Underlying().(*types.Interface); ok && t.TypeArgs().Len() > 0 {
			key := l.key(t.Obj())
			l.instances.of[key] = append(l.instances.of[key], i)
		}
	case *types.Signature:
		each(t.Params())
		each(t.Results())
	case *types.Tuple:
		each(t)
	case *types.Map:
		l.instance(t.Key())
		l.instance(t.Elem())
	case interface{ Elem() types.Type }:
		l.instance(t.Elem())
	}
}

// anyInstance records the implementations of a method in any instance of a generic interface.
// Methods without type parameters have the same implementations in every instance.
func (l *loading) anyInstance(generic *types.Named, callee *types.Func) {
	method := l.key(callee)
	if l.compared[method] {
		return
	}
	l.compared[method] = true
	if l.generic[method] == nil {
		l.generic[method] = map[string]bool{}
	}
	for _, i := range l.instances.of[l.key(generic.Obj())] {
		for _, c := range l.concrete {
			if does, apart := c.implements(i); does || apart {
				l.generic[method][l.key(c.methods[callee.Id()].Obj())] = true
			}
		}
	}
}
