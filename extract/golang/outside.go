package golang

import (
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

// outsideFile knows the names of the fields and interface methods of one file
// that is not in the tree, by their place in it. The type checker knows no
// container of these, so the syntax must say it.
//
// DESIGN: few of the thousands of outside files hold a field that the tree uses.
// Those are parsed once more when the first is asked for; to note the names of
// all files while their syntax was at hand took a tenth of an extraction.
type outsideFile struct {
	once    sync.Once
	offsets []int32
	names   []string // containers and name, and ~n behind a repeat
}

func (o *outsideFile) read(from *load.ParsedFile) {
	content, err := from.Read()
	if err != nil {
		return
	}
	f, tok, _ := load.ParseBytes(token.NewFileSet(), from.Name, content, parser.SkipObjectResolution, nil)
	if f == nil {
		return
	}
	load.StripBodies(f)
	for _, d := range syntax.Declarations(f) {
		if d.Kind != schema.KindField && d.Kind != schema.KindInterfaceMethod {
			continue
		}
		o.offsets = append(o.offsets, int32(tok.Offset(d.Ident.Pos())))
		o.names = append(o.names, schema.Spelling{Names: d.Names, Repeat: d.Repeat}.String())
	}
}

// outsideName returns the containers and the name of the declaration at an offset of
// a file that is not in the tree, empty when it is neither a field nor an
// interface method.
func (x *extraction) outsideName(f *load.ParsedFile, offset int) string {
	known, _ := x.outsideFiles.LoadOrStore(f, &outsideFile{})
	o := known.(*outsideFile)
	o.once.Do(func() { o.read(f) })
	i, ok := slices.BinarySearch(o.offsets, int32(offset))
	if !ok {
		return ""
	}
	return o.names[i]
}

// externals numbers the symbols outside the tree that its code uses.
type externals struct {
	mu   sync.Mutex
	next int32
	rows map[string]*schema.Symbol // by symbol
}

// intern returns the number of an outside symbol, the same for the same symbol.
func (o *externals) intern(symbol string, row func() schema.Symbol) int32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s, ok := o.rows[symbol]; ok {
		return s.SymbolID
	}
	s := row()
	s.SymbolID, s.Symbol, s.IsExternal, s.Language = o.next, symbol, true, "go"
	s.StartPos, s.EndPos = -1, -1
	o.next++
	o.rows[symbol] = &s
	return s.SymbolID
}

// outsideRow describes an object that is declared outside the tree.
func outsideRow(obj types.Object, names string) schema.Symbol {
	pkg := obj.Pkg()
	names, _, _ = strings.Cut(names, "~")
	s := schema.Symbol{Name: obj.Name(), Kind: objectKind(obj), IsExported: obj.Exported(), Signature: cut(objectSignature(obj), maxSignature)}
	if pkg != nil {
		s.PackagePath = pkg.Path()
		s.QualifiedName = packageName(pkg.Name(), pkg.Path()) + "." + names
	}
	return s
}

// builtinSignatures has the signatures of the built-in functions that are symbols. The type checker has none.
var builtinSignatures = map[string]string{"panic": "func panic(v any)", "recover": "func recover() any"}

// objectKind returns the kind of an object as a symbol.
func objectKind(obj types.Object) schema.Kind {
	switch obj := obj.(type) {
	case *types.Builtin:
		return schema.KindFunction
	case *types.Func:
		recv := obj.Signature().Recv()
		switch {
		case recv == nil:
			return schema.KindFunction
		case types.IsInterface(recv.Type()):
			return schema.KindInterfaceMethod
		}
		return schema.KindMethod
	case *types.Var:
		if obj.IsField() {
			return schema.KindField
		}
		return schema.KindVariable
	case *types.Const:
		return schema.KindConstant
	case *types.TypeName:
		if obj.IsAlias() {
			return schema.KindTypeAlias
		}
		return typeKind(obj.Type())
	}
	return schema.KindVariable
}

func typeKind(t types.Type) schema.Kind {
	switch t.Underlying().(type) {
	case *types.Struct:
		return schema.KindStruct
	case *types.Interface:
		return schema.KindInterface
	}
	return schema.KindType
}

// objectSignature writes the declaration of an object on one line, with the types
// of other packages behind their package's name.
func objectSignature(obj types.Object) string {
	q := func(p *types.Package) string {
		if p == obj.Pkg() {
			return ""
		}
		return p.Name()
	}
	switch obj := obj.(type) {
	case *types.TypeName:
		switch kind := objectKind(obj); kind {
		case schema.KindStruct, schema.KindInterface:
			return "type " + obj.Name() + " " + string(kind)
		case schema.KindTypeAlias:
			return "type " + obj.Name() + " = " + types.TypeString(types.Unalias(obj.Type()), q)
		}
		return "type " + obj.Name() + " " + types.TypeString(obj.Type().Underlying(), q)
	case *types.Func:
		sig := strings.TrimPrefix(types.TypeString(obj.Type(), q), "func")
		recv := obj.Signature().Recv()
		if recv == nil || types.IsInterface(recv.Type()) {
			return "func " + obj.Name() + sig
		}
		return "func (" + types.TypeString(recv.Type(), q) + ") " + obj.Name() + sig
	case *types.Builtin:
		return builtinSignatures[obj.Name()]
	case *types.Const:
		return "const " + obj.Name() + " = " + obj.Val().String()
	case *types.Var:
		if obj.IsField() {
			return obj.Name() + " " + types.TypeString(obj.Type(), q)
		}
		return "var " + obj.Name() + " " + types.TypeString(obj.Type(), q)
	}
	return obj.Name()
}

// internC returns the number of a name of C. Without a C compiler only its use
// tells its kind, so a use as a type or a call counts for more than another.
func (o *externals) internC(name string, kind schema.Kind) int32 {
	symbol := "C." + name
	id := o.intern(symbol, func() schema.Symbol {
		return schema.Symbol{Name: name, QualifiedName: symbol, PackagePath: "C", Kind: kind, IsExported: true, Signature: symbol}
	})
	o.mu.Lock()
	defer o.mu.Unlock()
	if s := o.rows[symbol]; cgoRank(kind) < cgoRank(s.Kind) {
		s.Kind = kind
	}
	return id
}

func cgoRank(k schema.Kind) int {
	switch k {
	case schema.KindFunction:
		return 0
	case schema.KindType:
		return 1
	}
	return 2
}

// containerOf returns the symbol that an outside symbol is declared in, as far as
// its name tells; empty at package level.
func containerOf(s schema.Symbol) string {
	base := schema.BaseSymbol(s.Symbol)
	container, ok := strings.CutSuffix(base, "."+s.Name)
	if !ok || container == s.PackagePath || container == "builtin" || container == "C" {
		return ""
	}
	return container + s.Symbol[len(base):]
}
