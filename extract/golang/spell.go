package golang

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/cortex-index/cortex/extract/golang/syntax"
)

// DESIGN: a package and its test variants are checked apart, so one declaration
// has several types.Type values, and pointer identity (types.Identical,
// types.Implements) says that a type of one variant does not implement an
// interface of another. Signatures are therefore compared spelled out: named types
// by their symbol, aliases resolved, parameter names left out, type parameters by
// where they are declared.

// speller spells types so that two spellings are equal exactly when the types are
// identical by symbol. One belongs to one goroutine.
type speller struct {
	x     *extraction
	known map[*types.Signature]spelled
}

func newSpeller(x *extraction) *speller {
	return &speller{x: x, known: map[*types.Signature]spelled{}}
}

// spelled is a method's signature.
type spelled struct {
	text   string // without the receiver; empty when it holds a type that is not known, which equals nothing
	varies bool   // it mentions a type parameter, which other types can replace
	arity  int    // differs where the number of parameters or results does, or whether the last may repeat
}

// signature spells a method's signature.
func (s *speller) signature(sig *types.Signature) spelled {
	if known, ok := s.known[sig]; ok {
		return known
	}
	w := &spelling{speller: s}
	w.signature(sig)
	as := spelled{text: w.String(), varies: w.varies, arity: sig.Params().Len()<<16 | sig.Results().Len()<<1}
	if sig.Variadic() {
		as.arity++
	}
	if w.invalid {
		as.text = ""
	}
	s.known[sig] = as
	return as
}

type spelling struct {
	strings.Builder
	*speller
	invalid bool
	varies  bool
	stable  bool // names are written so that they are equal in every index
	depth   int
}

func (w *spelling) signature(sig *types.Signature) {
	w.tuple(sig.Params())
	if sig.Variadic() {
		w.WriteString("...")
	}
	w.tuple(sig.Results())
}

func (w *spelling) tuple(t *types.Tuple) {
	w.WriteByte('(')
	for v := range t.Variables() {
		w.write(v.Type())
		w.WriteByte(',')
	}
	w.WriteByte(')')
}

func (w *spelling) write(t types.Type) {
	if w.depth++; w.depth > 100 {
		w.invalid = true // no real signature is as deep
		return
	}
	defer func() { w.depth-- }()
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.Invalid {
			w.invalid = true
		}
		if t.Kind() < types.UntypedBool && t.Kind() != types.UnsafePointer {
			t = types.Typ[t.Kind()] // byte is uint8, rune is int32
		}
		w.WriteString(t.Name())
	case *types.Pointer:
		w.WriteByte('*')
		w.write(t.Elem())
	case *types.Slice:
		w.WriteString("[]")
		w.write(t.Elem())
	case *types.Array:
		w.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		w.write(t.Elem())
	case *types.Map:
		w.WriteString("map[")
		w.write(t.Key())
		w.WriteByte(']')
		w.write(t.Elem())
	case *types.Chan:
		w.WriteString([...]string{"chan ", "chan<- ", "<-chan "}[t.Dir()])
		w.WriteByte('(')
		w.write(t.Elem())
		w.WriteByte(')')
	case *types.Signature:
		w.WriteString("func")
		w.signature(t)
	case *types.Struct:
		w.structure(t)
	case *types.Interface:
		w.iface(t)
	case *types.Named:
		w.named(t)
	case *types.TypeParam:
		w.varies = true
		if w.stable {
			w.WriteString("$" + strconv.Itoa(t.Index()))
			return
		}
		w.object(t.Obj())
	default:
		w.invalid = true
	}
}

func (w *spelling) structure(t *types.Struct) {
	w.WriteString("struct{")
	for i := range t.NumFields() {
		f := t.Field(i)
		if f.Embedded() {
			w.WriteByte('!')
		}
		w.WriteString(f.Id() + " ")
		w.write(f.Type())
		w.WriteString(strconv.Quote(t.Tag(i)) + ";")
	}
	w.WriteByte('}')
}

func (w *spelling) iface(t *types.Interface) {
	w.WriteString("interface{")
	methods := slices.Collect(t.Methods())
	slices.SortFunc(methods, func(a, b *types.Func) int { return strings.Compare(a.Id(), b.Id()) })
	for _, m := range methods {
		w.WriteString(m.Id())
		w.signature(m.Signature())
		w.WriteByte(';')
	}
	switch {
	case t.IsMethodSet():
	case w.stable:
		w.stableElements(t)
	default:
		w.WriteString(t.String())
	}
	w.WriteByte('}')
}

func (w *spelling) named(t *types.Named) {
	w.object(t.Obj())
	if args := t.TypeArgs(); args.Len() > 0 {
		w.WriteByte('[')
		for a := range args.Types() {
			w.write(a)
			w.WriteByte(',')
		}
		w.WriteByte(']')
	}
}

// object writes a declaration of the tree or one inside another by the place of its name, and any other by its path and name. A
// declaration of the tree and the same one of a published version of its package are one symbol: both are written alike.
func (w *spelling) object(obj types.Object) {
	if w.stable {
		w.stableObject(obj)
		return
	}
	f, offset := w.x.Position(obj.Pos())
	switch {
	case f != nil && f.Source != nil && atPackageLevel(obj) && w.x.Published[obj.Pkg().Path()] == f.Source.Dir && f.Source.Dir != "":
		w.WriteString(obj.Pkg().Path() + "." + obj.Name())
	case f != nil && f.Source != nil:
		w.WriteString("@" + strconv.Itoa(int(f.Source.SymbolID(offset))))
	case obj.Pkg() == nil:
		w.WriteString(obj.Name())
	case f != nil && !atPackageLevel(obj):
		w.WriteString(f.Name + "@" + strconv.Itoa(offset))
	default:
		w.WriteString(obj.Pkg().Path() + "." + obj.Name())
	}
}

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
	return syntax.Positive(xxhash.Sum64String(w.String()))
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
