// Package flow reads the flow of values in the syntax of one Go file: the use of an expression, the source of a value, and the
// identifiers that mean a local variable.
//
// # Terms
//
// A step is one move of a value: an assignment, an argument, a return. Its next end is the place from which a further step can be
// asked. The package knows no types. Its caller says which identifiers are types and symbols.
//
//lint:file-ignore SA1019 The parser resolves local variables without types. Identifiers that it takes wrongly have rows in refs.
package flow

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// Place is the place of an identifier, from line 1 and byte column 1.
type Place struct{ Line, Column int }

// File is a parsed Go file.
type File struct {
	set    *token.FileSet
	text   string
	tree   *ast.File
	idents map[Place]*ast.Ident
	up     map[ast.Node]ast.Node
	means  func(Place) Meaning
}

// Meaning is the meaning of an identifier, as far as the index has it.
type Meaning int

// The meanings.
const (
	Unknown Meaning = iota // it means no symbol
	Type                   // it names a type
	Written                // it means a symbol, to which the code there assigns
	Other                  // it means or declares any other symbol
)

// Parse parses a Go file, as far as its syntax allows. The function returns the meaning of the identifier at a place. The result is nil
// for a text without Go syntax.
func Parse(text string, means func(Place) Meaning) *File {
	f := &File{set: token.NewFileSet(), text: text, idents: map[Place]*ast.Ident{}, up: map[ast.Node]ast.Node{}, means: means}
	f.tree, _ = parser.ParseFile(f.set, "", text, 0)
	if f.tree == nil {
		return nil
	}
	var around []ast.Node
	ast.Inspect(f.tree, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return false
		}
		if len(around) > 0 {
			f.up[n] = around[len(around)-1]
		}
		around = append(around, n)
		if id, ok := n.(*ast.Ident); ok {
			f.idents[f.place(id)] = id
		}
		return true
	})
	return f
}

func (f *File) place(n ast.Node) Place {
	p := f.set.PositionFor(n.Pos(), false)
	return Place{p.Line, p.Column}
}

// write returns a node as written, on one line. A long one is cut.
func (f *File) write(n ast.Node) string {
	from, to := f.set.PositionFor(n.Pos(), false).Offset, f.set.PositionFor(n.End(), false).Offset
	if from > to || to > len(f.text) {
		return "" // of a file with syntax errors
	}
	return queries.CutLine(strings.Join(strings.Fields(f.text[from:to]), " "))
}

// local returns the variable, constant or type that an identifier declares or means in a function; nil when it means a symbol.
func (f *File) local(id *ast.Ident) *ast.Object {
	o := id.Obj
	if o == nil || o.Kind == ast.Lbl || o.Kind == ast.Fun || f.tree.Scope.Objects[o.Name] == o || f.means(f.place(id)) != Unknown {
		return nil
	}
	return o
}

// Local is a local variable, a local constant, or a parameter.
type Local struct {
	Name   string
	At     Place   // of its declaration
	Uses   []Place // of all its identifiers, the declaration included
	Func   Place   // of the name of the declared function around it; zero outside
	Role   string  // parameter, result or receiver of that function; empty for other variables
	Number int     // of the parameters or results, from 1
	Kind   string  // of the variable, in words: parameter, local variable

	// OfLiteral is the role in the function literal, or in the function type, that declares the variable; empty for other variables.
	OfLiteral string
	literal   *ast.FuncLit
}

// Local returns the local variable, constant or parameter at a place, and whether there is one.
func (f *File) Local(at Place) (l Local, ok bool) {
	id := f.identAt(at)
	if id == nil {
		return l, false
	}
	o := f.local(id)
	if o == nil || o.Kind == ast.Typ || o.Name == "_" {
		return l, false
	}
	return f.describe(id, o), true
}

// Part returns a receiver, parameter or result, counted from 0, of the function that is declared at a place. It is false for one
// without a name.
func (f *File) Part(at Place, role string, number int) (l Local, ok bool) {
	id := f.idents[at]
	if id == nil {
		return l, false
	}
	fn := f.function(id)
	if fn == nil || fn.Name != id {
		return l, false
	}
	fields := map[string]*ast.FieldList{"receiver": fn.Recv, "parameter": fn.Type.Params, "result": fn.Type.Results}[role]
	all := names(fields)
	if number >= len(all) || all[number] == nil || all[number].Obj == nil {
		return l, false
	}
	return f.describe(all[number], all[number].Obj), true
}

// describe returns the local variable of an identifier.
func (f *File) describe(id *ast.Ident, o *ast.Object) Local {
	l := Local{Name: o.Name, At: f.place(id)}
	if declared := o.Pos(); declared.IsValid() {
		p := f.set.PositionFor(declared, false)
		l.At = Place{p.Line, p.Column}
	}
	for place, other := range f.idents {
		if f.local(other) == o {
			l.Uses = append(l.Uses, place)
		}
	}
	slices.SortFunc(l.Uses, func(a, b Place) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	l.Kind = "local variable"
	if o.Kind == ast.Con {
		l.Kind = "local constant"
	}
	declared := f.idents[l.At]
	if declared == nil {
		return l
	}
	if fn := f.function(declared); fn != nil {
		l.Func = f.place(fn.Name)
		l.Role, l.Number = part(fn.Recv, fn.Type, declared)
	}
	if field, ok := f.up[declared].(*ast.Field); ok && l.Role == "" {
		f.describeInner(&l, field, declared)
	}
	if word, ok := words[cmp.Or(l.Role, l.OfLiteral)]; ok {
		l.Kind = word
	}
	return l
}

// words are the words for the roles of local variables.
var words = map[string]string{"receiver": "receiver", "parameter": "parameter", "result": "named result"}

// describeInner completes a parameter or result of an interface method, of a function literal or of a function type.
func (f *File) describeInner(l *Local, field *ast.Field, declared *ast.Ident) {
	fields, _ := f.up[field].(*ast.FieldList)
	t, ok := f.up[fields].(*ast.FuncType)
	if !ok {
		return
	}
	role, number := part(nil, t, declared)
	switch owner := f.up[t].(type) {
	case *ast.Field:
		methods, _ := f.up[owner].(*ast.FieldList)
		if _, ok := f.up[methods].(*ast.InterfaceType); ok && len(owner.Names) == 1 {
			l.Func, l.Role, l.Number = f.place(owner.Names[0]), role, number
			return
		}
	case *ast.FuncLit:
		l.literal = owner
	}
	l.OfLiteral, l.Number = role, number
}

// identAt returns the identifier that a place is in.
func (f *File) identAt(at Place) *ast.Ident {
	for column := at.Column; column > 0; column-- {
		if id := f.idents[Place{at.Line, column}]; id != nil {
			if at.Column < column+len(id.Name) {
				return id
			}
			return nil
		}
	}
	return nil
}

// function returns the declared function around a node; nil outside of all.
func (f *File) function(n ast.Node) *ast.FuncDecl {
	for ; n != nil; n = f.up[n] {
		if fn, ok := n.(*ast.FuncDecl); ok {
			return fn
		}
	}
	return nil
}

// part returns the part of a function that an identifier declares.
func part(receiver *ast.FieldList, t *ast.FuncType, id *ast.Ident) (role string, number int) {
	for _, l := range []struct {
		role   string
		fields *ast.FieldList
	}{{"receiver", receiver}, {"parameter", t.Params}, {"result", t.Results}} {
		for i, name := range names(l.fields) {
			if name == id {
				return l.role, i + 1
			}
		}
	}
	return "", 0
}

// names returns the name of each parameter; nil for one without a name.
func names(l *ast.FieldList) (out []*ast.Ident) {
	if l == nil {
		return nil
	}
	for _, field := range l.List {
		if len(field.Names) == 0 {
			out = append(out, nil)
		}
		out = append(out, field.Names...)
	}
	return out
}

// Signature is the names of a function's receiver, parameters and results. A name is empty when there is none.
type Signature struct {
	Receiver   string
	Parameters []string
	Results    []string
	Variadic   bool
	Errors     []bool // of the results, whether the type is error
}

// ParseSignature reads a signature as the index has it.
func ParseSignature(text string) (s Signature, ok bool) {
	tree, _ := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution)
	if tree == nil || len(tree.Decls) != 1 {
		return s, false
	}
	fn, ok := tree.Decls[0].(*ast.FuncDecl)
	if !ok {
		return s, false
	}
	texts := func(l *ast.FieldList) (out []string) {
		for _, id := range names(l) {
			name := ""
			if id != nil {
				name = id.Name
			}
			out = append(out, name)
		}
		return out
	}
	s.Parameters, s.Results = texts(fn.Type.Params), texts(fn.Type.Results)
	if receiver := texts(fn.Recv); len(receiver) == 1 {
		s.Receiver = receiver[0]
	}
	if l := fn.Type.Params.List; len(l) > 0 {
		_, s.Variadic = l[len(l)-1].Type.(*ast.Ellipsis)
	}
	if fn.Type.Results != nil {
		for _, field := range fn.Type.Results.List {
			id, _ := field.Type.(*ast.Ident)
			for range max(1, len(field.Names)) {
				s.Errors = append(s.Errors, id != nil && id.Name == "error")
			}
		}
	}
	return s, true
}
