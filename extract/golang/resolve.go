package golang

import (
	"go/types"
	"path"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// resolver finds the symbol of an object. One belongs to one goroutine.
type resolver struct {
	x       *extraction
	seen    map[types.Object]int32
	private map[int32][]witness // the witnesses of interfaces through which methods are called
}

func (x *extraction) newResolver() *resolver {
	return &resolver{x: x, seen: map[types.Object]int32{}, private: map[int32][]witness{}}
}

// symbol returns the number of the object's symbol, or 0 when it is none: a
// local variable or constant, a parameter, a type parameter, a label, a package,
// or a predeclared name other than error, its method, panic and recover.
func (r *resolver) symbol(obj types.Object) int32 {
	if obj == nil {
		return 0
	}
	if id, ok := r.seen[obj]; ok {
		return id
	}
	id := r.find(origin(obj))
	r.seen[obj] = id
	return id
}

// origin returns the generic declaration behind an instantiated object.
func origin(obj types.Object) types.Object {
	switch o := obj.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return obj
}

func (r *resolver) find(obj types.Object) int32 {
	if !isSymbol(obj) {
		return 0
	}
	if obj.Pkg() == nil {
		return r.x.externals.intern(universeName(obj), func() schema.Symbol { return universeRow(obj) })
	}
	f, offset := r.x.Position(obj.Pos())
	if f != nil && f.Source != nil {
		return f.Source.SymbolID(offset)
	}
	names := obj.Name()
	switch {
	case f != nil && (isField(obj) || isInterfaceMethod(obj)):
		if names = r.x.outsideName(f, offset); names == "" {
			return 0
		}
	case isMethod(obj):
		if base := receiverName(obj.(*types.Func)); base != "" {
			names = base + "." + names
		}
	}
	var suffixes []string
	pkgPath := obj.Pkg().Path()
	prefix := pkgPath
	if p, ok := strings.CutSuffix(pkgPath, "_test"); ok && strings.HasSuffix(obj.Pkg().Name(), "_test") {
		prefix, suffixes = p, []string{schema.TestSuffix}
	}
	base, repeat := splitRepeat(names)
	spelled := schema.Spelling{Prefix: prefix, Names: []string{base}, Suffixes: suffixes, Repeat: repeat}.String()
	return r.x.externals.intern(spelled, func() schema.Symbol { return outsideRow(obj, names) })
}

func splitRepeat(names string) (string, int) {
	base, n, ok := strings.Cut(names, "~")
	if !ok {
		return names, 1
	}
	repeat, _ := strconv.Atoi(n)
	return base, repeat
}

func isSymbol(obj types.Object) bool {
	switch o := obj.(type) {
	case *types.Func:
		return o.Pkg() != nil || o.Name() == "Error"
	case *types.TypeName:
		if _, ok := o.Type().(*types.TypeParam); ok {
			return false
		}
		return o.Pkg() != nil || o == errorObject
	case *types.Var:
		return o.IsField() || atPackageLevel(o)
	case *types.Const:
		return atPackageLevel(o)
	case *types.Builtin:
		return schema.IsBuiltinFunction(o.Name())
	}
	return false
}

var errorObject = types.Universe.Lookup("error")

func universeName(obj types.Object) string {
	if isMethod(obj) {
		return schema.BuiltinErrorMethod
	}
	return schema.Builtin + "." + obj.Name()
}

func universeRow(obj types.Object) schema.Symbol {
	s := outsideRow(obj, "")
	s.QualifiedName = strings.TrimPrefix(universeName(obj), schema.Builtin+".")
	s.IsExported = isMethod(obj)
	return s
}

func atPackageLevel(obj types.Object) bool {
	return obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
}

func isField(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}

func isMethod(obj types.Object) bool {
	f, ok := obj.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

func isInterfaceMethod(obj types.Object) bool {
	f, ok := obj.(*types.Func)
	return ok && f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type())
}

func receiverName(f *types.Func) string {
	t := f.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// packageName returns the name in front of a qualified name: the declared one,
// for main the last element of the path.
func packageName(name, pkgPath string) string {
	if name == "main" && pkgPath != "" {
		return path.Base(pkgPath)
	}
	return name
}

// isExternal reports whether a symbol's number is that of an outside symbol.
func (x *extraction) isExternal(id int32) bool { return id >= x.externalBase }
