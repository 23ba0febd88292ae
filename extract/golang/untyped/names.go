package untyped

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"strconv"

	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

// NameKind says which symbols a name can mean, by the syntax around it.
type NameKind int

const (
	AnyName    NameKind = iota // nothing is known of the syntax
	PlainName                  // a declaration of a package
	MemberName                 // a field or a method
)

// Kinds of facts that finish turns into rows of other kinds.
const (
	AboutDeclarations schema.About = "declarations" // lost source text may declare types and methods
	AboutLiteral      schema.About = "literal"      // a literal without keys or a conversion may use all fields of a struct
)

// Name is a name that code uses and that has no row in refs or calls.
type Name struct {
	About  schema.About
	Name   string
	Scope  string // the package path of the meant symbols; empty for any package
	Kind   NameKind
	Reason schema.Reason
}

// Place is how often a gap occurs, where first, and the symbol that causes it there; 0 for none.
type Place struct{ Count, File, Line, Column, Cause int32 }

// Before reports whether a place comes first: places in files with rows come before others.
func (p Place) Before(q Place) bool {
	switch {
	case p.File != q.File:
		return q.File == 0 || p.File != 0 && p.File < q.File
	case p.Line != q.Line:
		return p.Line < q.Line
	}
	return p.Column < q.Column
}

// Names collects the open names of some files.
type Names map[Name]Place

// Add adds the occurrences of a name. The first place is kept.
func (o Names) Add(n Name, p Place) {
	old, ok := o[n]
	if !ok || p.Before(old) {
		p.Count += old.Count
		o[n] = p
		return
	}
	old.Count += p.Count
	o[n] = old
}

// Merge adds all names of another collection.
func (o Names) Merge(more Names) {
	for n, p := range more {
		o.Add(n, p)
	}
}

// Reader collects the open names of one file.
type Reader struct {
	t        *Tree
	Path     string // the package path of the file; empty outside every module
	file     int32  // the file's id; 0 when it has no row
	reason   schema.Reason
	Tok      *token.File
	imports  map[string]string   // import paths by name in the file; empty where the name is a guess
	opened   []string            // paths of the dot imports
	syntax   *ast.File           // nil where the file has no syntax
	Resolved map[*ast.Ident]bool // the names that have a row
	out      Names
	InType   bool
}

// NewReader returns a reader of one file, which adds to out. The path is that of the file's package.
func (t *Tree) NewReader(path string, file int32, reason schema.Reason, out Names) *Reader {
	return &Reader{t: t, Path: path, file: file, reason: reason, imports: map[string]string{}, out: out}
}

// Read collects the names in the syntax of a file that was parsed with object resolution. Source text outside the syntax, because
// it has errors, is read as a list of tokens.
func (r *Reader) Read(f *ast.File, tok *token.File, content []byte, broken bool) {
	if f == nil {
		r.Tokens(content, nil)
		return
	}
	r.Tok, r.syntax = tok, f
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		switch {
		case spec.Name == nil && r.t.knowsName(p):
			r.imports[r.t.importName(p)] = p
		case spec.Name == nil:
			r.imports[r.t.importName(p)] = ""
		case spec.Name.Name == ".":
			r.opened = append(r.opened, p)
		default:
			r.imports[spec.Name.Name] = p
		}
	}
	for _, d := range f.Decls {
		r.walk(d)
	}
	if broken {
		r.Tokens(content, syntax.IdentOffsets(f, tok, func(id *ast.Ident) bool {
			if id.Obj == nil {
				return true
			}
			_, parameter := id.Obj.Decl.(*ast.Field) // a swallowed call may look like one
			return !parameter
		}))
	}
}

func (r *Reader) walk(n ast.Node) { ast.Inspect(n, r.visit) }

// walkType walks an expression that denotes a type.
func (r *Reader) walkType(e ast.Expr) {
	if e == nil {
		return
	}
	outer := r.InType
	r.InType = true
	r.walk(e)
	r.InType = outer
}

func (r *Reader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Recv != nil {
			r.walk(n.Recv)
		}
		r.walk(n.Type)
		if n.Body != nil {
			r.walk(n.Body)
		}
		return false
	case *ast.FuncLit:
		outer := r.InType
		r.InType = false
		r.walk(n.Type)
		r.walk(n.Body)
		r.InType = outer
		return false
	case *ast.TypeSpec:
		if n.TypeParams != nil {
			r.walk(n.TypeParams)
		}
		r.walkType(n.Type)
		if n.Assign.IsValid() {
			r.names(n.Type, schema.AboutHolders)
		}
		return false
	case *ast.ValueSpec:
		r.walkType(n.Type)
		for _, v := range n.Values {
			r.walk(v)
		}
		return false
	case *ast.Field:
		r.walkType(n.Type)
		return false
	case *ast.StructType:
		for _, f := range n.Fields.List {
			r.names(f.Type, schema.AboutHolders)
		}
	case *ast.InterfaceType:
		for _, f := range n.Methods.List {
			if len(f.Names) == 0 {
				r.names(f.Type, schema.AboutHolders)
			}
		}
	case *ast.CompositeLit:
		r.literal(n)
		return false
	case *ast.CallExpr:
		r.names(n.Fun, AboutLiteral)
	case *ast.ImportSpec, *ast.BranchStmt:
		return false
	case *ast.LabeledStmt:
		r.walk(n.Stmt)
		return false
	case *ast.SelectorExpr:
		r.selector(n)
		return false
	case *ast.Ident:
		r.plain(n)
	}
	return true
}

// literal reads a composite literal. A bare key may be a field or a declaration.
func (r *Reader) literal(n *ast.CompositeLit) {
	r.walkType(n.Type)
	if n.Type != nil && withoutKeys(n) {
		r.names(n.Type, AboutLiteral)
	}
	for _, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			r.walk(e)
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			r.Add(schema.AboutReferences, key, r.MemberScope(key), MemberName)
		}
		r.walk(kv.Key)
		r.walk(kv.Value)
	}
}

// withoutKeys reports whether a literal, or one in it without a type, has elements without keys.
func withoutKeys(n *ast.CompositeLit) bool {
	for _, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		if inner, ok := kv.Value.(*ast.CompositeLit); ok && inner.Type == nil && withoutKeys(inner) {
			return true
		}
	}
	return false
}

func (r *Reader) selector(n *ast.SelectorExpr) {
	if p, ok := r.imported(n.X); ok {
		kind := PlainName
		if p == "" { // the name of the import is a guess
			kind = AnyName
		}
		if !r.Resolved[n.Sel] && n.Sel.IsExported() {
			r.Use(n.Sel, p, kind)
		}
		return
	}
	outer := r.InType
	r.InType = false
	r.walk(n.X)
	r.InType = outer
	if !r.Resolved[n.Sel] {
		r.Use(n.Sel, r.MemberScope(n.Sel), MemberName)
	}
}

// imported returns the path of the import that an expression names.
func (r *Reader) imported(e ast.Expr) (string, bool) {
	id, ok := e.(*ast.Ident)
	if !ok || id.Obj != nil {
		return "", false
	}
	p, ok := r.imports[id.Name]
	return p, ok
}

// MemberScope is the package of the members with a name: a name that is not exported belongs to the file's own.
func (r *Reader) MemberScope(id *ast.Ident) string {
	if id.IsExported() {
		return ""
	}
	return r.Path
}

// plain reads a name without a qualifier. Local variables, parameters and names of imports are no symbols.
func (r *Reader) plain(id *ast.Ident) {
	if r.Resolved[id] || id.Name == "_" || id.Obj != nil && id.Obj.Kind != ast.Typ && r.syntax.Scope.Lookup(id.Name) != id.Obj {
		return
	}
	if _, ok := r.imports[id.Name]; ok && id.Obj == nil {
		return
	}
	r.Use(id, r.Path, PlainName)
	if id.Name == "error" && id.Obj == nil {
		r.Use(id, "", PlainName) // the predeclared one belongs to no package
	}
	for _, p := range r.opened {
		if id.Obj == nil && id.IsExported() {
			r.Use(id, p, PlainName)
		}
	}
}

// Use adds a use of a name. Outside types the code may call the function that it names.
func (r *Reader) Use(id *ast.Ident, scope string, kind NameKind) {
	r.Add(schema.AboutReferences, id, scope, kind)
	if !r.InType {
		r.Add(schema.AboutCallers, id, scope, kind)
	}
}

// Add adds a name that is about one kind of fact.
func (r *Reader) Add(about schema.About, id *ast.Ident, scope string, kind NameKind) {
	p := r.Tok.PositionFor(id.Pos(), false)
	r.out.Add(Name{about, id.Name, scope, kind, r.reason}, r.place(p.Line, p.Column))
}

func (r *Reader) place(line, column int) Place {
	if r.file == 0 {
		return Place{Count: 1}
	}
	return Place{Count: 1, File: r.file, Line: int32(line), Column: int32(column)}
}

// names adds the names of declarations in the expression of a type.
func (r *Reader) names(e ast.Expr, about schema.About) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.CallExpr, *ast.CompositeLit, *ast.StructType, *ast.InterfaceType:
			return false
		case *ast.FuncType:
			return about != schema.AboutHolders // a function does not hold its parameters
		case *ast.Field:
			r.names(n.Type, about)
			return false
		case *ast.SelectorExpr:
			if p, ok := r.imported(n.X); ok {
				r.Add(about, n.Sel, p, PlainName)
			}
			return false
		case *ast.Ident:
			r.Add(about, n, r.Path, PlainName)
			if n.Name == "error" {
				r.Add(about, n, "", PlainName)
			}
			for _, p := range r.opened {
				r.Add(about, n, p, PlainName)
			}
		}
		return true
	})
}

// Tokens collects the identifiers of a source text, except those at known offsets. Such text may use and declare anything.
func (r *Reader) Tokens(content []byte, known map[int]bool) {
	fset := token.NewFileSet()
	tok := fset.AddFile("", -1, len(content))
	var s scanner.Scanner
	s.Init(tok, content, func(token.Position, string) {}, 0)
	for {
		pos, t, name := s.Scan()
		if t == token.EOF {
			return
		}
		if t != token.IDENT || known[tok.Offset(pos)] || name == "_" {
			continue
		}
		scope := r.Path
		if ast.IsExported(name) || name == "error" {
			scope = ""
		}
		p := tok.PositionFor(pos, false)
		for _, about := range []schema.About{schema.AboutReferences, schema.AboutCallers, schema.AboutHolders, AboutDeclarations} {
			r.out.Add(Name{about, name, scope, AnyName, r.reason}, r.place(p.Line, p.Column))
		}
	}
}
