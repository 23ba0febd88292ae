package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode/utf8"

	"github.com/fzipp/gocyclo"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/schema"
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
	structs  []unnamed     // that embed something; nil when their methods are noted
	untyped  *untypedTypes // nil where the file is type-checked
	names    openNames
	gaps     []gap
	bodies   []unreadBody
	exposed  []exposure
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

	decls     []declared
	lines     codeLines
	seen      map[int32]int32 // annotations of a symbol
	constants map[int32]constantPlace
}

func (d *describer) run() {
	d.decls = declarations(d.ast)
	d.lines = newCodeLines(d.tok, d.ast, d.s.File.Content)
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
	d.linknames()
	d.scopes()
}

func (d *describer) id(decl *declared) int32 { return d.nameID(decl.ident) }

func (d *describer) nameID(name *ast.Ident) int32 { return d.s.SymbolID(d.tok.Offset(name.Pos())) }

func (d *describer) place(pos token.Pos) (line, column int32) {
	p := d.tok.PositionFor(pos, false)
	return int32(p.Line), int32(p.Column)
}

func (d *describer) line(n ast.Node) int32 {
	line, _ := d.place(n.Pos())
	return line
}

func (d *describer) declaration(decl *declared) {
	node := decl.node()
	row := schema.Symbol{
		SymbolID: d.id(decl), Name: decl.ident.Name, Kind: decl.kind, Language: "go",
		Symbol:        d.spell(decl),
		QualifiedName: packageName(d.s.PackageName, d.s.Prefix) + "." + strings.Join(decl.names, "."),
		FileID:        d.s.File.Row.FileID, FilePath: d.s.Path, ModulePath: d.s.Dir,
		StartPos: int32(d.tok.Offset(node.Pos())), EndPos: int32(d.tok.Offset(node.End())),
		IsExported: decl.ident.IsExported() && (!decl.local || decl.kind == schema.KindField || decl.kind == schema.KindInterfaceMethod || decl.kind == schema.KindMethod),
		IsTest:     d.s.IsTest, PackagePath: d.x.Layout.PackagePath(d.s.Dir),
	}
	row.StartLine, row.StartColumn = d.place(node.Pos())
	row.EndLine, _ = d.place(node.End())
	row.NameLine, row.NameColumn = d.place(decl.ident.Pos())
	if decl.container >= 0 {
		row.ContainerID = d.id(&d.decls[decl.container])
	}
	row.Kind = d.kind(decl)
	row.Signature = cut(d.signature(decl), maxSignature)
	row.IsAPI = d.isAPI(decl)
	row.SequenceID, row.RepeatsID = d.constants[row.SymbolID].sequence, d.constants[row.SymbolID].repeats
	if d.info != nil && d.info.Defs[decl.ident] != nil {
		row.SignatureHash = d.signatureHash(d.info.Defs[decl.ident])
		if d.x.isPublic(d.s) {
			d.expose(row.SymbolID, d.info.Defs[decl.ident])
		}
	}
	doc := d.annotate(decl, row.SymbolID)
	row.Doc = cut(doc, maxDoc)
	d.out.rows.Symbols = append(d.out.rows.Symbols, row)
	switch spec := decl.spec.(type) {
	case *ast.FuncDecl:
		d.function(decl, row, spec)
	case *ast.TypeSpec:
		d.typeRow(row, spec)
	case *ast.Field:
		if ft, ok := spec.Type.(*ast.FuncType); ok && decl.kind == schema.KindInterfaceMethod {
			d.parameters(row.SymbolID, nil, ft)
		}
	}
}

// spell returns the symbol; where two files of one package declare the same,
// finish tells them apart.
func (d *describer) spell(decl *declared) string {
	return schema.Spelling{Prefix: d.s.Prefix, Names: decl.names, Suffixes: d.suffixes(decl), Repeat: decl.repeat}.String()
}

func (d *describer) suffixes(decl *declared) []string {
	top := decl.names[0]
	isInit := decl.names[len(decl.names)-1] == "_" || top == "_" ||
		top == "init" && (decl.kind == schema.KindFunction || len(decl.names) > 1)
	if isInit || !d.s.InBuild {
		return []string{d.s.Path}
	}
	return d.s.Suffix
}

// kind is the declared kind. With type information, a type that is declared as another has the kind of that.
func (d *describer) kind(decl *declared) schema.Kind {
	if decl.kind != schema.KindType || d.info == nil {
		return decl.kind
	}
	if obj := d.info.Defs[decl.ident]; obj != nil {
		return typeKind(obj.Type())
	}
	return decl.kind
}

func (d *describer) function(decl *declared, row schema.Symbol, fn *ast.FuncDecl) {
	f := schema.Function{FunctionID: row.SymbolID, IsMethod: fn.Recv != nil, IsGenerated: d.s.File.Row.IsGenerated,
		ParamCount: countNames(fn.Type.Params), ReturnCount: countNames(fn.Type.Results),
		Lines: d.lines.between(row.StartLine, row.EndLine), Complexity: int32(gocyclo.Complexity(fn))}
	if fn.Body != nil {
		f.BodyHash = hashBody(d.s.File.Content[d.tok.Offset(fn.Body.Pos()):d.tok.Offset(fn.Body.End())])
	}
	if fn.Recv != nil && len(fn.Recv.List) > 0 {
		f.ReceiverType = exprText(fn.Recv.List[0].Type)
		base := schema.Spelling{Prefix: d.s.Prefix, Names: decl.names[:len(decl.names)-1]}
		here, plain := base, base
		here.Suffixes = []string{d.s.Path}
		plain.Suffixes = d.s.Suffix
		d.out.methods = append(d.out.methods, methodOf{method: row.SymbolID, types: []string{plain.String(), here.String(), base.String()}})
	}
	d.out.rows.Functions = append(d.out.rows.Functions, f)
	d.parameters(row.SymbolID, fn.Recv, fn.Type)
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
