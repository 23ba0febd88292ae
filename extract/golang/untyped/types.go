package untyped

import (
	"go/ast"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

// Types holds the types and methods that a file without types declares, by name.
type Types struct {
	Broken  bool // it could not be parsed whole
	reason  schema.Reason
	Methods map[string][]Method // by the type that they are declared on, as TypeKey has it
	Made    []Composite
	Named   map[string]Declares // that it declares, likewise
	Demands []Interface
}

// Declares says how a type is declared.
type Declares struct {
	Alias bool
	At    Cause
}

// Cause is the reason of a gap and the symbol that it comes from, 0 where that has no row.
type Cause struct {
	Reason schema.Reason
	Symbol int32
}

// TypeKey is the package's path and the name of a type at package level; a package and its external tests
// are one.
func TypeKey(pkg, name string) string { return strings.TrimSuffix(pkg, "_test") + "." + name }

// Types collects the types that a file without types declares, and those that it makes without a name. The file may have syntax
// errors or be nil. The function gives the symbol of a declaration, 0 where the file has none.
func (t *Tree) Types(pkg string, f *ast.File, broken bool, reason schema.Reason, id func(*ast.Ident) int32) *Types {
	u := &Types{Broken: f == nil || broken, reason: reason, Methods: map[string][]Method{}, Named: map[string]Declares{}}
	if f == nil {
		return u
	}
	v := &untypedVisitor{Types: u, pkg: pkg, outside: map[string]string{}, inNamed: map[ast.Expr]bool{}, id: id}
	names, _ := t.importsOf(f)
	for name, p := range names {
		if _, inside := t.Layout.ByPath[p]; !inside {
			v.outside[name] = p
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			v.around = v.id(d.Name)
			ast.Inspect(d, v.visit)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if values, ok := spec.(*ast.ValueSpec); ok && len(values.Names) > 0 {
					v.around = v.id(values.Names[0])
				}
				ast.Inspect(spec, v.visit)
			}
		}
	}
	return u
}

// untypedVisitor visits the declarations of a file without types.
type untypedVisitor struct {
	*Types
	pkg     string
	outside map[string]string // the imports from outside, by their names in the file
	inNamed map[ast.Expr]bool // the types that declarations give a name
	around  int32             // the symbol of the declaration that is visited
	id      func(name *ast.Ident) int32
}

func (v *untypedVisitor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		v.noteMethod(n)
	case *ast.TypeSpec:
		v.inNamed[n.Type] = true
		key := TypeKey(v.pkg, n.Name.Name)
		v.Named[key] = Declares{n.Assign.IsValid(), Cause{v.reason, v.id(n.Name)}}
		v.compose(v.id(n.Name), key, n.Type)
	case *ast.StructType:
		if !v.inNamed[n] {
			v.compose(v.around, "", n)
		}
	case *ast.InterfaceType:
		if !v.inNamed[n] {
			v.compose(v.around, "", n)
		}
	}
	return true
}

// noteMethod notes a method, also under the names of type parameters, which are no types.
func (v *untypedVisitor) noteMethod(d *ast.FuncDecl) {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return
	}
	for _, name := range syntax.IdentsOf(d.Recv.List[0].Type) {
		key := TypeKey(v.pkg, name)
		v.Methods[key] = append(v.Methods[key], Method{d.Name.Name, v.around, v.reason})
	}
}

// demand notes an interface with its methods, unless it is a constraint.
func (v *untypedVisitor) demand(of int32, key string, t *ast.InterfaceType) {
	d := Interface{Of: of, Key: key, Reason: v.reason, Name: MethodName(key), Asked: map[string]int32{}}
	d.Parts = embedded(t.Methods)
	for _, m := range t.Methods.List {
		for _, name := range m.Names {
			d.Asked[name.Name] = v.id(name)
		}
		if len(m.Names) > 0 {
			continue
		}
		switch m.Type.(type) {
		case *ast.UnaryExpr, *ast.BinaryExpr:
			return
		}
		d.Outer = append(d.Outer, v.outerNames(m.Type)...)
	}
	v.Demands = append(v.Demands, d)
}

// compose notes the parts of a type. The key is empty for one without a name.
func (v *untypedVisitor) compose(of int32, key string, t ast.Expr) {
	c := Composite{Reason: v.reason, Of: of, Key: key}
	switch t := t.(type) {
	case *ast.StructType:
		c.Parts = embedded(t.Fields)
		for _, f := range t.Fields.List {
			if len(f.Names) == 0 {
				c.Outer = append(c.Outer, v.outerNames(f.Type)...)
			}
		}
	case *ast.InterfaceType:
		v.demand(of, key, t)
		return // no value has it for a type
	default:
		if !syntax.IsLiteral(t) {
			c.Parts, c.Outer = syntax.IdentsOf(t), v.outerNames(t)
		}
	}
	if key != "" || len(c.Parts) > 0 {
		v.Made = append(v.Made, c)
	}
}

// outerNames are the names in an expression that packages outside the tree declare.
func (v *untypedVisitor) outerNames(e ast.Expr) (out []OuterName) {
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && v.outside[id.Name] != "" {
				out = append(out, OuterName{v.outside[id.Name], sel.Sel.Name})
			}
		}
		return true
	})
	return out
}

// embedded returns the names in embedded fields or interfaces.
func embedded(fields *ast.FieldList) (names []string) {
	for _, f := range fields.List {
		if len(f.Names) == 0 {
			names = append(names, syntax.IdentsOf(f.Type)...)
		}
	}
	return names
}

// Composite is a type in a file without types that may have methods from its parts.
type Composite struct {
	Reason schema.Reason
	Of     int32       // its symbol; where it has no name, the function or variable around it, or 0
	Key    string      // as TypeKey has it; empty where it has no name
	Parts  []string    // names in its embedded types, or in the type that it is declared as
	Outer  []OuterName // those of them that packages outside the tree declare
}

// OuterName is a name that a package outside the tree declares.
type OuterName struct{ Path, Name string }

// Method is a method that a file without types declares.
type Method struct {
	Name   string
	Id     int32
	Reason schema.Reason
}

// Interface is an interface that a file without types declares or uses.
type Interface struct {
	Of     int32  // its symbol; where it has no name, the declaration around; 0 where that has no row
	Key    string // as TypeKey has it; empty where it has no name
	Reason schema.Reason
	Name   string
	Asked  map[string]int32 // its methods by name
	Parts  []string         // names in its embedded interfaces
	Outer  []OuterName
}

// MethodName is the name of a method by its id.
func MethodName(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }
