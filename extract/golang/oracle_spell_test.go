package golang_test

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// variable stands before type parameters.
const variable = "?"

// spell writes a type so that equal text means the same type, whichever variant of
// a package it comes from: a declaration is where its name stands, here outside
// the tree too; names of parameters and aliases don't count.
func (o *oracle) spell(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].String() // uint8 for byte
	case *types.Named:
		var args []string
		for a := range t.TypeArgs().Types() {
			args = append(args, o.spell(a))
		}
		return o.declaration(t.Obj()) + "[" + strings.Join(args, ", ") + "]"
	case *types.TypeParam:
		return variable + o.declaration(t.Obj())
	case *types.Pointer:
		return "*" + o.spell(t.Elem())
	case *types.Slice:
		return "[]" + o.spell(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), o.spell(t.Elem()))
	case *types.Map:
		return fmt.Sprintf("map[%s]%s", o.spell(t.Key()), o.spell(t.Elem()))
	case *types.Chan:
		return fmt.Sprintf("chan %d (%s)", t.Dir(), o.spell(t.Elem()))
	case *types.Tuple:
		var list []string
		for v := range t.Variables() {
			list = append(list, o.spell(v.Type()))
		}
		return "(" + strings.Join(list, ", ") + ")"
	case *types.Signature:
		return fmt.Sprintf("func %s %s %t", o.spell(t.Params()), o.spell(t.Results()), t.Variadic())
	case *types.Struct:
		var list []string
		for i := range t.NumFields() {
			v := t.Field(i)
			list = append(list, fmt.Sprintf("%s %t %s %q", v.Id(), v.Embedded(), o.spell(v.Type()), t.Tag(i)))
		}
		return "struct {" + strings.Join(list, "; ") + "}"
	case *types.Interface:
		var list []string
		for m := range t.Methods() {
			list = append(list, m.Id()+" "+o.spell(m.Type()))
		}
		for e := range t.EmbeddedTypes() {
			if u, ok := e.(*types.Union); ok {
				list = append(list, u.String())
			}
		}
		slices.Sort(list)
		return "interface {" + strings.Join(list, "; ") + "}"
	}
	return fmt.Sprintf("%T %[1]s", t)
}

func (o *oracle) declaration(obj types.Object) string {
	if !obj.Pos().IsValid() {
		return o.key(obj)
	}
	return o.fset.PositionFor(obj.Pos(), false).String()
}
