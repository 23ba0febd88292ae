package golang

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// untypedTypes holds the types and methods that a file without types declares, by name.
type untypedTypes struct {
	broken  bool // it could not be parsed whole
	reason  schema.Reason
	methods map[string][]addition // by the type that they are declared on, as typeKey has it
	made    []composite
	types   map[string]declares // that it declares, likewise
	asked   []string            // methods of interfaces
	demands []demand
	parts   []string // names in embedded fields, embedded interfaces and the types that others are declared as: they give their methods
}

// declares says how a type is declared.
type declares struct {
	alias bool
	whole bool // the type that it is declared as has no methods from elsewhere
	at    cause
}

// cause is the reason of a gap and the symbol that it comes from, 0 where that has no row.
type cause struct {
	reason schema.Reason
	symbol int32
}

// typeKey is the package's path and the name of a type at package level; a package and its external tests
// are one.
func typeKey(pkg, name string) string { return strings.TrimSuffix(pkg, "_test") + "." + name }

// untypedIn collects the types that a file without types declares, and those that it makes without a name. The file may have syntax
// errors or be nil. The function gives the symbol of a declaration, 0 where the file has none.
func (t *nameTree) untypedIn(pkg string, f *ast.File, broken bool, reason schema.Reason, id func(*ast.Ident) int32) *untypedTypes {
	u := &untypedTypes{broken: f == nil || broken, reason: reason, methods: map[string][]addition{}, types: map[string]declares{}}
	if f == nil {
		return u
	}
	v := &untypedVisitor{untypedTypes: u, pkg: pkg, outside: map[string]string{}, named: map[ast.Expr]bool{}, id: id}
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
	*untypedTypes
	pkg     string
	outside map[string]string // the imports from outside, by their names in the file
	named   map[ast.Expr]bool // the types that declarations give a name
	around  int32             // the symbol of the declaration that is visited
	id      func(name *ast.Ident) int32
}

func (v *untypedVisitor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		v.noteMethod(n)
	case *ast.TypeSpec:
		v.named[n.Type] = true
		key := typeKey(v.pkg, n.Name.Name)
		v.types[key] = declares{n.Assign.IsValid(), hasOwnMethodsAlone(n.Type), cause{v.reason, v.id(n.Name)}}
		v.compose(v.id(n.Name), key, n.Type)
	case *ast.StructType:
		if !v.named[n] {
			v.compose(v.around, "", n)
		}
	case *ast.InterfaceType:
		if !v.named[n] {
			v.compose(v.around, "", n)
		}
		for _, m := range n.Methods.List {
			for _, name := range m.Names {
				v.asked = append(v.asked, name.Name)
			}
		}
	}
	return true
}

// noteMethod notes a method, also under the names of type parameters, which are no types.
func (v *untypedVisitor) noteMethod(d *ast.FuncDecl) {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return
	}
	for _, name := range identsOf(d.Recv.List[0].Type) {
		key := typeKey(v.pkg, name)
		v.methods[key] = append(v.methods[key], addition{d.Name.Name, v.around, v.reason})
	}
}

// demand notes an interface with its methods, unless it is a constraint.
func (v *untypedVisitor) demand(of int32, key string, t *ast.InterfaceType) {
	d := demand{of: of, named: key != "", reason: v.reason, name: nameOfID(key), asked: map[string]int32{}}
	d.parts = v.embedded(t.Methods)
	for _, m := range t.Methods.List {
		for _, name := range m.Names {
			d.asked[name.Name] = v.id(name)
		}
		if len(m.Names) > 0 {
			continue
		}
		switch m.Type.(type) {
		case *ast.UnaryExpr, *ast.BinaryExpr:
			return
		}
		d.outer = append(d.outer, v.outerNames(m.Type)...)
	}
	v.demands = append(v.demands, d)
}

// compose notes the parts of a type. The key is empty for one without a name.
func (v *untypedVisitor) compose(of int32, key string, t ast.Expr) {
	c := composite{reason: v.reason, of: of, key: key}
	switch t := t.(type) {
	case *ast.StructType:
		c.parts = v.embedded(t.Fields)
		for _, f := range t.Fields.List {
			if len(f.Names) == 0 {
				c.outer = append(c.outer, v.outerNames(f.Type)...)
			}
		}
	case *ast.InterfaceType:
		v.demand(of, key, t)
		return // no value has it for a type
	default:
		if !isLiteral(t) {
			c.parts, c.outer = identsOf(t), v.outerNames(t)
			v.parts = append(v.parts, c.parts...)
		}
	}
	if key != "" || len(c.parts) > 0 {
		v.made = append(v.made, c)
	}
}

// outerNames are the names in an expression that packages outside the tree declare.
func (v *untypedVisitor) outerNames(e ast.Expr) (out []outerName) {
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && v.outside[id.Name] != "" {
				out = append(out, outerName{v.outside[id.Name], sel.Sel.Name})
			}
		}
		return true
	})
	return out
}

// hasOwnMethodsAlone reports whether a type that is declared so has no methods from elsewhere.
func hasOwnMethodsAlone(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.StructType:
		return !slices.ContainsFunc(t.Fields.List, func(f *ast.Field) bool { return len(f.Names) == 0 })
	case *ast.InterfaceType:
		return len(t.Methods.List) == 0
	}
	return isLiteral(t)
}

// embedded notes the names in embedded fields or interfaces, and returns them.
func (u *untypedTypes) embedded(fields *ast.FieldList) (names []string) {
	for _, f := range fields.List {
		if len(f.Names) == 0 {
			names = append(names, identsOf(f.Type)...)
		}
	}
	u.parts = append(u.parts, names...)
	return names
}

// composite is a type in a file without types that may have methods from its parts.
type composite struct {
	reason schema.Reason
	of     int32       // its symbol; where it has no name, the function or variable around it, or 0
	key    string      // as typeKey has it; empty where it has no name
	parts  []string    // names in its embedded types, or in the type that it is declared as
	outer  []outerName // those of them that packages outside the tree declare
}

// outerName is a name that a package outside the tree declares.
type outerName struct{ path, name string }

// addition is a method that a file without types declares.
type addition struct {
	name   string
	id     int32
	reason schema.Reason
}

// demand is an interface that a file without types declares or uses.
type demand struct {
	of     int32 // its symbol; where it has no name, the declaration around; 0 where that has no row
	named  bool
	reason schema.Reason
	name   string
	asked  map[string]int32 // its methods by name
	parts  []string         // names in its embedded interfaces
	outer  []outerName
}

// nameOfID is the name of a method by its id.
func nameOfID(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }
