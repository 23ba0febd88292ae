package golang

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// signatureHash returns a hash of a declaration as the type checker sees it, 0 where some type is not known. Import paths are written
// in full and aliases are followed; names of parameters and the layout do not count. Of a type it covers fields, tags and methods, of
// a constant the value.
func (d *describer) signatureHash(obj types.Object) int64 {
	w := &spelling{speller: &speller{x: d.x}, stable: true}
	switch obj := obj.(type) {
	case *types.TypeName:
		w.definition(obj, d.s.IsTest)
	case *types.Func:
		recv := obj.Signature().Recv()
		if recv != nil {
			if _, pointer := recv.Type().(*types.Pointer); pointer {
				w.WriteString("(*)")
			}
		}
		w.typeParams(obj.Signature().TypeParams())
		w.signature(obj.Signature())
	case *types.Const:
		w.write(obj.Type())
		w.WriteString("=" + obj.Val().ExactString())
	case *types.Var:
		if obj.Embedded() {
			w.WriteByte('!')
		}
		w.write(obj.Type())
	default:
		return 0
	}
	if w.invalid {
		return 0
	}
	return hash63(xxhash.Sum64String(w.String()))
}

// definition writes a type declaration. Methods that tests add to a type belong to the tests.
func (w *spelling) definition(tn *types.TypeName, isTest bool) {
	w.typeParams(typeParams(tn))
	named, ok := tn.Type().(*types.Named)
	if tn.IsAlias() || !ok {
		w.WriteByte('=')
		w.write(tn.Type())
		return
	}
	w.write(named.Underlying())
	methods := slices.Collect(named.Methods())
	slices.SortFunc(methods, func(a, b *types.Func) int { return strings.Compare(a.Id(), b.Id()) })
	for _, m := range methods {
		if f, _ := w.x.Position(m.Pos()); f != nil && f.Source != nil && f.Source.IsTest && !isTest {
			continue
		}
		w.WriteString(";" + m.Id())
		if _, pointer := m.Signature().Recv().Type().(*types.Pointer); pointer {
			w.WriteByte('*')
		}
		w.signature(m.Signature())
	}
}

func (w *spelling) typeParams(list *types.TypeParamList) {
	for p := range list.TypeParams() {
		w.WriteByte('[')
		w.write(p.Constraint())
		w.WriteByte(']')
	}
}

// stableObject writes a declaration by its import path and name.
func (w *spelling) stableObject(obj types.Object) {
	if obj.Pkg() != nil {
		w.WriteString(obj.Pkg().Path() + ".")
		if !atPackageLevel(obj) {
			w.WriteByte('@') // a type in a function
		}
	}
	w.WriteString(obj.Name())
}

// stableElements writes the elements of a constraint.
func (w *spelling) stableElements(t *types.Interface) {
	for e := range t.EmbeddedTypes() {
		u, ok := e.(*types.Union)
		if !ok {
			w.write(e)
			w.WriteByte(';')
			continue
		}
		for term := range u.Terms() {
			w.WriteString(strconv.FormatBool(term.Tilde()))
			w.write(term.Type())
			w.WriteByte('|')
		}
	}
}
