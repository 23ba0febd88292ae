package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
	"github.com/fzipp/gocyclo"
)

// Longer texts are cut: a signature or a comment of any length may be in a
// file, and the writer's pages have a limit.
const (
	maxSignature = 1000
	maxDoc       = 16384
)

// found is the rows of some files, and the notes that finish completes with the whole tree.
type found struct {
	rows     schema.Rows
	methods  []methodOf
	implicit implicit
	structs  []unnamed      // that embed something; nil when their methods are noted
	untyped  *untyped.Types // nil where the file is type-checked
	names    untyped.Names
	gaps     []unknowns.Gap
	flows    flows
	bodies   []unknowns.UnreadBody
	exposed  []exposure
	links    []link
}

// methodOf names the type that a method is declared on. Any file of the package may declare it.
type methodOf struct {
	method int32
	types  []string // symbols to look for, the first that exists decides
}

// describer writes the rows that follow from the declarations of one file. With
// type information it also fills in the references of types.
type describer struct {
	x    *extraction
	s    *load.Source
	ast  *ast.File
	tok  *token.File
	info *types.Info // nil when the file is not type-checked
	r    *resolver
	out  *found

	decls     []syntax.Declaration
	lines     syntax.CodeLines
	seen      map[int32]int32 // annotations of a symbol
	constants map[int32]constantPlace
}

func (d *describer) run() {
	d.decls = syntax.Declarations(d.ast)
	d.lines = syntax.NewCodeLines(d.tok, d.ast, d.s.File.Content)
	d.seen, d.constants = map[int32]int32{}, map[int32]constantPlace{}
	for _, decl := range d.ast.Decls {
		if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.CONST {
			d.iotaPositions(g)
			d.constantPlaces(g)
		}
	}
	for i := range d.decls {
		d.declaration(&d.decls[i])
	}
	for _, decl := range d.ast.Decls {
		if g, ok := decl.(*ast.GenDecl); ok {
			d.literals(g)
		}
	}
	d.linknames()
	d.scopes()
}

func (d *describer) id(decl *syntax.Declaration) int32 { return d.nameID(decl.Ident) }

func (d *describer) nameID(name *ast.Ident) int32 { return d.s.SymbolID(d.tok.Offset(name.Pos())) }

func (d *describer) place(pos token.Pos) (line, column int32) {
	p := d.tok.PositionFor(pos, false)
	return int32(p.Line), int32(p.Column)
}

func (d *describer) line(n ast.Node) int32 {
	line, _ := d.place(n.Pos())
	return line
}

func (d *describer) declaration(decl *syntax.Declaration) {
	node := decl.Node()
	row := schema.Symbol{
		SymbolID: d.id(decl), Name: decl.Ident.Name, Kind: decl.Kind, Language: "go",
		Symbol:        d.spell(decl),
		QualifiedName: packageName(d.s.PackageName, d.s.Prefix) + "." + strings.Join(decl.Names, "."),
		FileID:        d.s.File.Row.FileID, FilePath: d.s.Path, ModulePath: d.s.Dir,
		StartPos: int32(d.tok.Offset(node.Pos())), EndPos: int32(d.tok.Offset(node.End())),
		IsExported: decl.Ident.IsExported() && (!decl.Local || decl.Kind == schema.KindField || decl.Kind == schema.KindInterfaceMethod || decl.Kind == schema.KindMethod),
		IsTest:     d.s.IsTest, PackagePath: d.x.Layout.PackagePath(d.s.Dir),
	}
	row.StartLine, row.StartColumn = d.place(node.Pos())
	row.EndLine, _ = d.place(node.End())
	row.NameLine, row.NameColumn = d.place(decl.Ident.Pos())
	if decl.Container >= 0 {
		row.ContainerID = d.id(&d.decls[decl.Container])
	}
	row.Kind = d.kind(decl)
	row.Signature = cut(d.signature(decl), maxSignature)
	row.IsAPI = d.isAPI(decl)
	row.SequenceID, row.RepeatsID = d.constants[row.SymbolID].sequence, d.constants[row.SymbolID].repeats
	if d.info != nil && d.info.Defs[decl.Ident] != nil {
		row.SignatureHash = d.signatureHash(d.info.Defs[decl.Ident])
		if d.x.isPublic(d.s) {
			d.expose(row.SymbolID, d.info.Defs[decl.Ident])
		}
	}
	doc := d.annotate(decl, row.SymbolID)
	row.Doc = cut(doc, maxDoc)
	d.out.rows.Symbols = append(d.out.rows.Symbols, row)
	switch spec := decl.Spec.(type) {
	case *ast.FuncDecl:
		d.function(decl, row, spec)
	case *ast.TypeSpec:
		d.typeRow(row, spec)
	case *ast.Field:
		if ft, ok := spec.Type.(*ast.FuncType); ok && decl.Kind == schema.KindInterfaceMethod {
			d.parameters(row.SymbolID, nil, ft)
		}
	}
}

// spell returns the symbol; where two files of one package declare the same,
// finish tells them apart.
func (d *describer) spell(decl *syntax.Declaration) string {
	return schema.Spelling{Prefix: d.s.Prefix, Names: decl.Names, Suffixes: d.suffixes(decl), Repeat: decl.Repeat}.String()
}

func (d *describer) suffixes(decl *syntax.Declaration) []string {
	top := decl.Names[0]
	isInit := decl.Names[len(decl.Names)-1] == "_" || top == "_" ||
		top == "init" && (decl.Kind == schema.KindFunction || len(decl.Names) > 1)
	if isInit || !d.s.InBuild {
		return []string{d.s.Path}
	}
	return d.s.Suffix
}

// kind is the declared kind. With type information, a type that is declared as another has the kind of that.
func (d *describer) kind(decl *syntax.Declaration) schema.Kind {
	if decl.Kind != schema.KindType || d.info == nil {
		return decl.Kind
	}
	if obj := d.info.Defs[decl.Ident]; obj != nil {
		return typeKind(obj.Type())
	}
	return decl.Kind
}

func (d *describer) function(decl *syntax.Declaration, row schema.Symbol, fn *ast.FuncDecl) {
	f := schema.Function{FunctionID: row.SymbolID, IsMethod: fn.Recv != nil, IsGenerated: d.s.File.Row.IsGenerated,
		ParamCount: countNames(fn.Type.Params), ReturnCount: countNames(fn.Type.Results),
		Lines: d.lines.Between(row.StartLine, row.EndLine), Complexity: int32(gocyclo.Complexity(fn))}
	if fn.Body != nil {
		f.BodyHash = syntax.HashBody(d.s.File.Content[d.tok.Offset(fn.Body.Pos()):d.tok.Offset(fn.Body.End())])
	}
	if fn.Recv != nil && len(fn.Recv.List) > 0 {
		f.ReceiverType = exprText(fn.Recv.List[0].Type)
		base := schema.Spelling{Prefix: d.s.Prefix, Names: decl.Names[:len(decl.Names)-1]}
		here, plain := base, base
		here.Suffixes = []string{d.s.Path}
		plain.Suffixes = d.s.Suffix
		d.out.methods = append(d.out.methods, methodOf{method: row.SymbolID, types: []string{here.String(), plain.String(), base.String()}})
	}
	d.out.rows.Functions = append(d.out.rows.Functions, f)
	d.parameters(row.SymbolID, fn.Recv, fn.Type)
}

// literals adds the function literals at package level to the lines and the complexity of the synthetic function that their calls
// belong to.
func (d *describer) literals(g *ast.GenDecl) {
	last := int32(0)
	ast.Inspect(g, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if ok {
			end, _ := d.place(lit.End())
			d.x.inInit(d.s, d.lines.Between(max(d.line(lit), last+1), end), int32(gocyclo.Complexity(lit)-1))
			last = end
		}
		return !ok
	})
}

func countNames(l *ast.FieldList) int32 {
	if l == nil {
		return 0
	}
	return int32(l.NumFields())
}

func (d *describer) parameters(function int32, recv *ast.FieldList, ft *ast.FuncType) {
	ordinal := int32(0)
	add := func(kind schema.ParameterKind, l *ast.FieldList) {
		if l == nil {
			return
		}
		for _, f := range l.List {
			p := schema.Parameter{FunctionID: function, Kind: kind, TypeExpr: cut(exprText(f.Type), maxSignature), TypeID: d.typeOf(f.Type)}
			names := f.Names
			if len(names) == 0 {
				names = []*ast.Ident{{}}
			}
			for _, n := range names {
				ordinal++
				p.Ordinal, p.Name = ordinal, n.Name
				d.out.rows.Parameters = append(d.out.rows.Parameters, p)
			}
		}
	}
	add(schema.ParameterReceiver, recv)
	add(schema.ParameterType, ft.TypeParams)
	add(schema.ParameterValue, ft.Params)
	add(schema.ParameterResult, ft.Results)
}

// typeOf returns the symbol of the named type behind pointers, slices, arrays,
// map values and channels; an alias is itself. 0 when there is none.
func (d *describer) typeOf(e ast.Expr) int32 {
	if d.info == nil {
		return 0
	}
	if v, ok := e.(*ast.Ellipsis); ok {
		e = v.Elt
	}
	return d.r.namedBehind(d.info.TypeOf(e))
}

func (r *resolver) namedBehind(t types.Type) int32 {
	for {
		switch x := t.(type) {
		case *types.Named:
			return r.symbol(x.Origin().Obj())
		case *types.Alias:
			if id := r.symbol(x.Origin().Obj()); id != 0 {
				return id
			}
			t = types.Unalias(x)
		case *types.Pointer:
			t = x.Elem()
		case *types.Slice:
			t = x.Elem()
		case *types.Array:
			t = x.Elem()
		case *types.Map:
			t = x.Elem()
		case *types.Chan:
			t = x.Elem()
		case *types.Basic:
			if x.Kind() == types.UnsafePointer {
				return r.symbol(types.Unsafe.Scope().Lookup("Pointer"))
			}
			return 0
		default:
			return 0
		}
	}
}

// cut shortens a text to at most n bytes, at the end of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// scopes adds the lexical scopes of the file: the file itself, types, functions
// and function literals, and the blocks in them. The body of a function is the
// function's scope.
func (d *describer) scopes() {
	start, end := d.tok.Pos(0), d.tok.Pos(d.tok.Size())
	d.scopeAt(schema.ScopeFile, start, end, 0)
	for i := range d.decls {
		decl := &d.decls[i]
		if spec, ok := decl.Spec.(*ast.TypeSpec); ok && decl.Kind != schema.KindTypeAlias {
			d.scope(schema.ScopeType, spec, d.id(decl))
		}
	}
	for _, top := range d.ast.Decls {
		switch top := top.(type) {
		case *ast.FuncDecl:
			id := d.s.SymbolID(d.tok.Offset(top.Name.Pos()))
			d.scope(schema.ScopeFunction, top, id)
			if top.Body != nil {
				d.blocks(top.Body.List, id)
			}
		case *ast.GenDecl:
			for _, s := range top.Specs {
				if vs, ok := s.(*ast.ValueSpec); ok && len(vs.Names) > 0 {
					for i, v := range vs.Values {
						d.blocksIn(v, d.s.SymbolID(d.tok.Offset(vs.Names[syntax.ValueIndex(vs, i)].Pos())))
					}
				}
			}
		}
	}
}

func (d *describer) blocks(list []ast.Stmt, id int32) {
	for _, s := range list {
		d.blocksIn(s, id)
	}
}

func (d *describer) blocksIn(n ast.Node, id int32) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			d.scope(schema.ScopeFunction, n, id)
			d.blocksIn(n.Type, id)
			d.blocks(n.Body.List, id)
			return false
		case *ast.BlockStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt,
			*ast.SelectStmt, *ast.CaseClause, *ast.CommClause:
			d.scope(schema.ScopeBlock, n, id)
		}
		return true
	})
}

func (d *describer) scope(kind schema.ScopeKind, n ast.Node, id int32) {
	d.scopeAt(kind, n.Pos(), n.End(), id)
}

func (d *describer) scopeAt(kind schema.ScopeKind, from, to token.Pos, id int32) {
	s := schema.Scope{FileID: d.s.File.Row.FileID, Kind: kind, SymbolID: id}
	s.StartLine, s.StartColumn = d.place(from)
	s.EndLine, s.EndColumn = d.place(to)
	d.out.rows.Scopes = append(d.out.rows.Scopes, s)
}
