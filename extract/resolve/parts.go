package resolve

import (
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// entire returns the type that a part extends, and otherwise the definition.
func (d *Def) entire() *Def {
	if d.whole != nil {
		return d.whole
	}
	return d
}

// OpenSide returns the side of a type, and makes it.
func (d *Def) OpenSide() *Def {
	if d.Side == nil {
		d.Side = &Def{Unit: d.Unit, Name: d.Name, Kind: schema.KindClass, Container: d, IsDropped: true}
		d.Side.Scope = &Scope{Kind: schema.ScopeType, Parent: d.Scope, Def: d.Side, Names: map[string][]*Binding{}}
	}
	return d.Side
}

// IsSide reports whether a definition is the side of its container.
func (d *Def) IsSide() bool { return d.Container != nil && d.Container.Side == d }

// Join makes a type a part of another one, which gets its names and bases. Both then have the same names. A field that both define is one.
func (d *Def) Join(whole *Def) {
	for name, bs := range d.Scope.Names {
		var first *Def
		for _, x := range whole.Scope.Names[name] {
			if x.Def != nil && x.Def.isHeld() {
				first = x.Def
				break
			}
		}
		for _, x := range bs {
			if x.Def != nil && first != nil && x.Def.Kind == first.Kind {
				x.Def.IsDropped = true
				x.Def = first
			}
			whole.Scope.Bind(name, x)
		}
	}
	d.Scope.Names, d.Scope.Def = whole.Scope.Names, whole
	d.whole, d.IsDropped = whole, true
	whole.Bases = slices.Concat(d.Bases, whole.Bases)
	whole.Prepends = slices.Concat(d.Prepends, whole.Prepends)
	if d.Side != nil {
		d.Side.Join(whole.OpenSide())
	}
}

// isNamed reports whether a definition is no part of a type outside the repository.
func (d *Def) isNamed() bool { return d.Extends == nil }

// follow finds the modules of imports whose paths lead through names that modules import, and through types.
func (b *builder) follow() {
	if !b.language.HasPathsOfNames {
		return
	}
	for range 3 { // a path through a name whose own import has such a path
		for _, u := range b.units {
			for _, i := range u.Imports {
				if i.module == nil {
					i.module = b.through(u, i.Path)
				}
			}
		}
	}
}

// through returns the module or the type that a path means: from its longest beginning that is a module, name by name.
func (b *builder) through(u *Unit, path string) *Module {
	at := len(path)
	var m *Module
	for m == nil && at > 0 {
		at = max(strings.LastIndexByte(path[:at], '.'), 0)
		m = b.linker.Find(u, path[:at])
	}
	if m == nil {
		return nil
	}
	for name := range strings.SplitSeq(path[at+1:], ".") {
		ts := b.moduleMember(m, name)
		switch {
		case len(ts) == 1 && ts[0].module != nil:
			m = ts[0].module
		case len(ts) == 1 && ts[0].def != nil && ts[0].def.isType():
			m = &Module{Name: ts[0].def.Name, Names: ts[0].def.Scope}
		default:
			return nil
		}
	}
	return m
}

// extend moves the members of parts into the types that the parts extend. Members that a type declares for itself hide those that it
// declares for an interface; of several interfaces with one name none is meant.
func (b *builder) extend() {
	type key struct {
		of   *Def
		name string
	}
	var later []*Def
	for _, u := range b.units {
		for _, part := range u.Parts {
			part.whole = b.extended(part.Extends)
		}
	}
	count := map[key]int{}
	for _, u := range b.units {
		for _, part := range u.Parts {
			if part.whole == nil {
				continue
			}
			part.whole.Interfaces = append(part.whole.Interfaces, part.Interfaces...)
			for name, bs := range part.Scope.Names {
				if len(part.Interfaces) > 0 {
					count[key{part.whole, name}]++
					continue
				}
				for _, x := range bs {
					if x.Def != nil && x.Def != part {
						part.whole.Scope.Bind(name, x)
					}
				}
			}
			if len(part.Interfaces) > 0 {
				later = append(later, part)
			}
		}
	}
	hidden := map[key]bool{}
	for k := range count {
		hidden[k] = count[k] > 1 || hasMethod(k.of.Scope.Names[k.name])
	}
	for _, part := range later {
		for name, bs := range part.Scope.Names {
			for _, x := range bs {
				if x.Def != nil && x.Def != part && !hidden[key{part.whole, name}] {
					part.whole.Scope.Bind(name, x)
				}
			}
		}
	}
	for _, u := range b.units {
		for _, d := range u.Defs {
			part := d.Container
			if part == nil || part.Extends == nil {
				continue
			}
			d.part, d.Container = part, part.entire()
			for _, i := range part.Interfaces {
				if vs := b.baseOf(i); part.whole == nil || len(vs) == 0 || vs[0].form != aClass {
					d.IsSpecial = true // code outside the repository calls it
				}
			}
		}
	}
}

// extended returns the type that a part extends: not the bound of a type variable, which many types have.
func (b *builder) extended(e *Expr) *Def {
	if e.Op == Index {
		e = e.X
	}
	ts := b.targetsOf(e)
	vs := b.baseOf(e)
	if len(ts) != 1 || ts[0].def == nil || len(vs) != 1 || vs[0].form != aClass || !vs[0].def.isNamed() {
		return nil
	}
	return vs[0].def
}

func hasMethod(bs []*Binding) bool {
	for _, x := range bs {
		if x.Def != nil && x.Def.isMethod() {
			return true
		}
	}
	return false
}
