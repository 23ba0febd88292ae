package golang

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"strconv"

	"github.com/cortex-index/cortex/schema"
)

// nameKind says which symbols a name can mean, by the syntax around it.
type nameKind int

const (
	anyName    nameKind = iota // nothing is known of the syntax
	plainName                  // a declaration of a package
	memberName                 // a field or a method
)

// Kinds of facts that finish turns into rows of other kinds.
const (
	aboutDeclarations schema.About = "declarations" // lost source text may declare types and methods
	aboutLiteral      schema.About = "literal"      // a literal without keys or a conversion may use all fields of a struct
)

// openName is a name that code uses and that has no row in refs or calls.
type openName struct {
	about  schema.About
	name   string
	scope  string // the package path of the meant symbols; empty for any package
	kind   nameKind
	reason schema.Reason
}

// place is how often a gap occurs and where first.
type place struct{ count, file, line, column int32 }

func (p place) before(q place) bool {
	switch {
	case p.file != q.file:
		return q.file == 0 || p.file != 0 && p.file < q.file
	case p.line != q.line:
		return p.line < q.line
	}
	return p.column < q.column
}

// openNames collects the open names of some files.
type openNames map[openName]place

func (o openNames) add(n openName, p place) {
	old, ok := o[n]
	if !ok || p.before(old) {
		p.count += old.count
		o[n] = p
		return
	}
	old.count += p.count
	o[n] = old
}

func (o openNames) merge(more openNames) {
	for n, p := range more {
		o.add(n, p)
	}
}

// nameReader collects the open names of one file.
type nameReader struct {
	t        *nameTree
	path     string // the package path of the file; empty outside every module
	file     int32  // the file's id; 0 when it has no row
	reason   schema.Reason
	tok      *token.File
	imports  map[string]string   // import paths by name in the file; empty where the name is a guess
	opened   []string            // paths of the dot imports
	syntax   *ast.File           // nil where the file has no syntax
	resolved map[*ast.Ident]bool // the names that have a row
	out      openNames
	inType   bool
}

// newNameReader returns a reader of one file, which adds to out. The path is that of the file's package.
func (t *nameTree) newNameReader(path string, file int32, reason schema.Reason, out openNames) *nameReader {
	return &nameReader{t: t, path: path, file: file, reason: reason, imports: map[string]string{}, out: out}
}

// read collects the names in the syntax of a file that was parsed with object resolution. Source text outside the syntax, because
// it has errors, is read as a list of tokens.
func (r *nameReader) read(f *ast.File, tok *token.File, content []byte, broken bool) {
	if f == nil {
		r.tokens(content, nil)
		return
	}
	r.tok, r.syntax = tok, f
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
		r.tokens(content, identOffsets(f, tok))
	}
}

func (r *nameReader) walk(n ast.Node) { ast.Inspect(n, r.visit) }

// walkType walks an expression that denotes a type.
func (r *nameReader) walkType(e ast.Expr) {
	if e == nil {
		return
	}
	outer := r.inType
	r.inType = true
	r.walk(e)
	r.inType = outer
}

func (r *nameReader) visit(n ast.Node) bool {
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
		outer := r.inType
		r.inType = false
		r.walk(n.Type)
		r.walk(n.Body)
		r.inType = outer
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
		r.names(n.Fun, aboutLiteral)
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
func (r *nameReader) literal(n *ast.CompositeLit) {
	r.walkType(n.Type)
	if n.Type != nil && withoutKeys(n) {
		r.names(n.Type, aboutLiteral)
	}
	for _, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			r.walk(e)
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			r.add(schema.AboutReferences, key, r.memberScope(key), memberName)
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

func (r *nameReader) selector(n *ast.SelectorExpr) {
	if p, ok := r.imported(n.X); ok {
		kind := plainName
		if p == "" { // the name of the import is a guess
			kind = anyName
		}
		if !r.resolved[n.Sel] && n.Sel.IsExported() {
			r.use(n.Sel, p, kind)
		}
		return
	}
	outer := r.inType
	r.inType = false
	r.walk(n.X)
	r.inType = outer
	if !r.resolved[n.Sel] {
		r.use(n.Sel, r.memberScope(n.Sel), memberName)
	}
}

// imported returns the path of the import that an expression names.
func (r *nameReader) imported(e ast.Expr) (string, bool) {
	id, ok := e.(*ast.Ident)
	if !ok || id.Obj != nil {
		return "", false
	}
	p, ok := r.imports[id.Name]
	return p, ok
}

// memberScope is the package of the members with a name: a name that is not exported belongs to the file's own.
func (r *nameReader) memberScope(id *ast.Ident) string {
	if id.IsExported() {
		return ""
	}
	return r.path
}

// plain reads a name without a qualifier. Local variables, parameters and names of imports are no symbols.
func (r *nameReader) plain(id *ast.Ident) {
	if r.resolved[id] || id.Name == "_" || id.Obj != nil && id.Obj.Kind != ast.Typ && r.syntax.Scope.Lookup(id.Name) != id.Obj {
		return
	}
	if _, ok := r.imports[id.Name]; ok && id.Obj == nil {
		return
	}
	r.use(id, r.path, plainName)
	if id.Name == "error" && id.Obj == nil {
		r.use(id, "", plainName) // the predeclared one belongs to no package
	}
	for _, p := range r.opened {
		if id.Obj == nil && id.IsExported() {
			r.use(id, p, plainName)
		}
	}
}

// use adds a use of a name. Outside types the code may call the function that it names.
func (r *nameReader) use(id *ast.Ident, scope string, kind nameKind) {
	r.add(schema.AboutReferences, id, scope, kind)
	if !r.inType {
		r.add(schema.AboutCallers, id, scope, kind)
	}
}

func (r *nameReader) add(about schema.About, id *ast.Ident, scope string, kind nameKind) {
	p := r.tok.PositionFor(id.Pos(), false)
	r.out.add(openName{about, id.Name, scope, kind, r.reason}, r.place(p.Line, p.Column))
}

func (r *nameReader) place(line, column int) place {
	if r.file == 0 {
		return place{count: 1}
	}
	return place{1, r.file, int32(line), int32(column)}
}

// names adds the names of declarations in the expression of a type.
func (r *nameReader) names(e ast.Expr, about schema.About) {
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
				r.add(about, n.Sel, p, plainName)
			}
			return false
		case *ast.Ident:
			r.add(about, n, r.path, plainName)
			if n.Name == "error" {
				r.add(about, n, "", plainName)
			}
			for _, p := range r.opened {
				r.add(about, n, p, plainName)
			}
		}
		return true
	})
}

// tokens collects the identifiers of a source text, except those at known offsets. Such text may use and declare anything.
func (r *nameReader) tokens(content []byte, known map[int]bool) {
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
		scope := r.path
		if ast.IsExported(name) || name == "error" {
			scope = ""
		}
		p := tok.PositionFor(pos, false)
		for _, about := range []schema.About{schema.AboutReferences, schema.AboutCallers, schema.AboutHolders, aboutDeclarations} {
			r.out.add(openName{about, name, scope, anyName, r.reason}, r.place(p.Line, p.Column))
		}
	}
}
