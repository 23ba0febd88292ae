// Package syntax reads facts from the syntax tree of one Go file: its declarations, the lines with code, hashes of its tokens, and the
// names in its expressions. It knows nothing of types and of other files.
package syntax

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// Declaration is one definition of a file, as its syntax shows it.
type Declaration struct {
	Kind      schema.Kind
	Ident     *ast.Ident   // the name; of an embedded field the last identifier of its type
	Names     []string     // the lexical containers from the package level on, then the name
	Repeat    int          // 1, or n for the nth definition of these names in the file
	Container int          // index of the container in the file's definitions; -1 at package level and for methods
	Local     bool         // declared inside a function
	Spec      ast.Node     // *ast.FuncDecl, *ast.TypeSpec, *ast.ValueSpec or *ast.Field
	Group     *ast.GenDecl // around the spec of a type or value
	Embedded  bool         // an embedded field
	Index     int          // place among the names of its spec
}

// Node is the extent of the declaration: the whole of a declaration without
// parentheses, else its own part.
func (d *Declaration) Node() ast.Node {
	if d.Group != nil && !d.Group.Lparen.IsValid() {
		return d.Group
	}
	return d.Spec
}

// Declarations lists every symbol that a file defines, in the order of their names in the text: declarations at package level,
// methods, interface methods, the fields of all structs, and types inside functions.
func Declarations(f *ast.File) []Declaration {
	c := &collector{repeats: map[string]int{}}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.function(d)
		case *ast.GenDecl:
			c.group(d)
		}
	}
	return c.found
}

type collector struct {
	found   []Declaration
	repeats map[string]int
}

// maxContainers is the largest number of containers in a symbol's name. Written code has fewer; ~n distinguishes deeper symbols.
const maxContainers = 32

func (c *collector) add(d Declaration, containers []string, name string) within {
	containers = containers[:min(len(containers), maxContainers)]
	d.Names = append(slices.Clip(containers), name)
	key := strings.Join(d.Names, ".")
	c.repeats[key]++
	d.Repeat = c.repeats[key]
	c.found = append(c.found, d)
	return within{c: c, names: d.Names, container: len(c.found) - 1, local: d.Local}
}

func (c *collector) function(d *ast.FuncDecl) {
	decl := Declaration{Kind: schema.KindFunction, Ident: d.Name, Spec: d, Container: -1}
	var containers []string
	if d.Recv != nil {
		decl.Kind = schema.KindMethod
		if base := ReceiverBase(d); base != "" {
			containers = []string{base}
		}
	}
	in := c.add(decl, containers, d.Name.Name)
	in.local = true
	if d.Recv != nil {
		in.walk(d.Recv)
	}
	in.walk(d.Type)
	if d.Body != nil {
		in.walk(d.Body)
	}
}

// ReceiverBase returns the name of the receiver's type, without star and type arguments.
func ReceiverBase(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	if id := TypeIdent(d.Recv.List[0].Type); id != nil {
		return id.Name
	}
	return ""
}

// TypeIdent returns the identifier that names a type behind stars, parentheses,
// type arguments and a package name; nil when the type has no name.
func TypeIdent(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.SelectorExpr:
			return x.Sel
		default:
			return nil
		}
	}
}

func (c *collector) group(d *ast.GenDecl) {
	top := within{c: c, container: -1}
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			top.typeSpec(s, d)
		case *ast.ValueSpec:
			c.values(s, d)
		}
	}
}

func (c *collector) values(s *ast.ValueSpec, d *ast.GenDecl) {
	kind := schema.KindVariable
	if d.Tok == token.CONST {
		kind = schema.KindConstant
	}
	ins := make([]within, len(s.Names))
	for i, id := range s.Names {
		ins[i] = c.add(Declaration{Kind: kind, Ident: id, Spec: s, Group: d, Container: -1, Index: i}, nil, id.Name)
	}
	if s.Type != nil && len(ins) > 0 {
		ins[0].walk(s.Type)
	}
	for i, v := range s.Values {
		if len(ins) > 0 {
			ins[ValueIndex(s, i)].walk(v)
		}
	}
}

// ValueIndex returns which name of a spec its value i belongs to: the name in the
// same place, and the first where one value gives several.
func ValueIndex(s *ast.ValueSpec, i int) int {
	if len(s.Names) == len(s.Values) {
		return i
	}
	return 0
}

// within walks the syntax inside one container.
type within struct {
	c         *collector
	names     []string
	container int
	local     bool
}

func (w within) walk(n ast.Node) { ast.Walk(w, n) }

// Visit finds structs, interfaces and local types.
func (w within) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.GenDecl:
		for _, s := range n.Specs {
			if t, ok := s.(*ast.TypeSpec); ok {
				w.typeSpec(t, n)
			} else {
				w.walk(s)
			}
		}
		return nil
	case *ast.StructType:
		w.fields(n)
		return nil
	case *ast.InterfaceType:
		w.methods(n)
		return nil
	case *ast.Ident, *ast.BasicLit:
		return nil
	}
	return w
}

func (w within) typeSpec(s *ast.TypeSpec, d *ast.GenDecl) {
	kind := schema.KindType
	switch s.Type.(type) {
	case *ast.StructType:
		kind = schema.KindStruct
	case *ast.InterfaceType:
		kind = schema.KindInterface
	}
	if s.Assign.IsValid() {
		kind = schema.KindTypeAlias
	}
	in := w.c.add(Declaration{Kind: kind, Ident: s.Name, Spec: s, Group: d, Container: w.container, Local: w.local}, w.names, s.Name.Name)
	if s.TypeParams != nil {
		in.walk(s.TypeParams)
	}
	in.walk(s.Type)
}

func (w within) fields(s *ast.StructType) {
	for _, f := range s.Fields.List {
		first := w
		for i, id := range f.Names {
			in := w.c.add(Declaration{Kind: schema.KindField, Ident: id, Spec: f, Container: w.container, Local: w.local, Index: i}, w.names, id.Name)
			if i == 0 {
				first = in
			}
		}
		if len(f.Names) > 0 {
			first.walk(f.Type)
			continue
		}
		if id := TypeIdent(f.Type); id != nil {
			w.c.add(Declaration{Kind: schema.KindField, Ident: id, Spec: f, Container: w.container, Local: w.local, Embedded: true}, w.names, id.Name)
		}
	}
}

func (w within) methods(t *ast.InterfaceType) {
	for _, f := range t.Methods.List {
		in := w
		for i, id := range f.Names {
			in = w.c.add(Declaration{Kind: schema.KindInterfaceMethod, Ident: id, Spec: f, Container: w.container, Local: w.local, Index: i}, w.names, id.Name)
		}
		in.walk(f.Type)
	}
}
