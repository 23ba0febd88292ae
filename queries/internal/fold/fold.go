// Package fold shortens Go declarations: it omits bodies, long literals, members and comments. It cuts
// the output out of the text of the file, and the layout stays.
package fold

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Braces replace the folded content of a pair of braces.
const Braces = "{ … }"

// Docs is the part of a doc comment that stays.
type Docs int

// The values of Docs.
const (
	NoDocs Docs = iota
	FirstSentence
	WholeDocs
)

// Detail is the part of a declaration that stays. The zero value keeps the least.
type Detail struct {
	Docs    Docs
	Members bool // structs list their fields, and interfaces their methods
	Notes   bool // comments and tags of members stay
	Short   int  // bodies with fewer lines between their braces stay
}

// The levels of detail, from the least to the most.
var (
	SignaturesOnly = Detail{}
	Bare           = Detail{Docs: FirstSentence}
	Compact        = Detail{Docs: FirstSentence, Members: true, Short: 1}
	Full           = Detail{Docs: WholeDocs, Members: true, Notes: true, Short: 5}
)

// Levels are the levels of detail of the declarations of a file.
type Levels struct {
	Shown  Detail // of declarations that other packages can name
	Hidden Detail // of the others
}

// Piece is a folded declaration with its doc.
type Piece struct {
	StartLine int // of the whole declaration, its doc included
	EndLine   int
	Text      string
}

// Place is the place of a name, from line 1 and byte column 1.
type Place struct{ Line, Column int }

// Keeper reports whether names that are declared together stay; nil keeps all.
type Keeper func(names []string) bool

// File is a parsed Go file.
type File struct {
	text   string
	place  *token.File
	parsed *ast.File

	level    Detail
	specs    Keeper // the specs of a declaration in parentheses that stay
	fields   Keeper // the members of a type that stay
	marked   bool   // a line marks omitted members
	public   bool   // fields keeps exported names: embedded members stay too, and the mark counts the others
	before   string // text between a doc and its declaration, which moves to the margin
	declared ast.Expr
	docs     []*ast.CommentGroup // of the specs in parentheses that keep theirs
	cuts     []cut
	bodies   []cut // that stay
}

// cut is a part of the text, in byte offsets, and its replacement.
type cut struct {
	from, to int
	instead  string
}

func (c cut) holds(offset int) bool { return c.from <= offset && offset < c.to }

// Reads reports whether the package can parse the files of a language.
func Reads(language string) bool { return language == "go" }

// Parse returns the file of a text, or nil when its syntax is broken.
func Parse(text string) *File {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return &File{text: text, place: set.File(parsed.FileStart), parsed: parsed}
}

// Skeleton returns the package clause and the declarations of the file, without imports.
func (f *File) Skeleton(visible Visibility, l Levels) []Piece {
	f.level = l.Shown
	clause := Piece{StartLine: f.line(f.parsed.Package), EndLine: f.line(f.parsed.Name.End()), Text: "package " + f.parsed.Name.Name}
	if doc := f.parsed.Doc; doc != nil && f.level.Docs != NoDocs {
		clause.StartLine = f.line(doc.Pos())
		clause.Text = f.declaration(f.parsed.Name, doc)
	}
	all := []Piece{clause}
	f.specs = visible.keeper()
	f.only(visible)
	for _, d := range f.parsed.Decls {
		if !visible.shows(d) {
			continue
		}
		f.level = l.Hidden
		if Public.shows(d) {
			f.level = l.Shown
		}
		all = append(all, f.piece(d))
	}
	return all
}

// OfType returns the declarations of the types and methods that have their names at the places. Methods must be visible.
func (f *File) OfType(at []Place, visible Visibility, level Detail) []Piece {
	f.level = level
	f.only(visible)
	var all []Piece
	wanted := func(name *ast.Ident) bool {
		p := f.place.PositionFor(name.Pos(), false)
		return slices.Contains(at, Place{p.Line, p.Column})
	}
	ast.Inspect(f.parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if wanted(n.Name) && visible.shows(n) {
				all = append(all, f.piece(n))
			}
		case *ast.GenDecl:
			if n.Lparen.IsValid() || len(n.Specs) == 0 {
				break
			}
			if spec, ok := n.Specs[0].(*ast.TypeSpec); ok && wanted(spec.Name) {
				all = append(all, f.piece(n))
				return false
			}
		case *ast.TypeSpec:
			if wanted(n.Name) {
				f.before = "type "
				all = append(all, f.piece(n))
				f.before = ""
			}
		}
		return true
	})
	return all
}

// One returns the only declaration of a text without its package clause, folded; ok is false for any
// other text. keep selects the members that stay, and a line marks the others.
func One(text string, level Detail, keep Keeper) (folded string, ok bool) {
	f := Parse("package p\n" + text)
	if f == nil || len(f.parsed.Decls) != 1 {
		return "", false
	}
	var node ast.Node = f.parsed.Decls[0]
	if g, isGroup := node.(*ast.GenDecl); isGroup && g.Lparen.IsValid() && len(g.Specs) == 1 {
		node = g.Specs[0]
	}
	f.level, f.fields, f.marked = level, keep, keep != nil
	doc := docOf(node)
	if level.Docs == NoDocs {
		doc = nil
	}
	return f.declaration(node, doc), true
}

// Visibility is Public, Private, or empty for both.
type Visibility string

// The values of Visibility that choose.
const (
	Public  Visibility = "public"
	Private Visibility = "private"
)

// shows reports whether a part of a declaration is visible. A method is as visible as the less visible of its name and its receiver.
func (v Visibility) shows(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		exported := d.Name.IsExported()
		if d.Recv != nil && len(d.Recv.List) > 0 {
			base := baseName(d.Recv.List[0].Type)
			exported = exported && (base == "" || ast.IsExported(base))
		}
		return v == "" || exported == (v == Public)
	case *ast.GenDecl:
		return d.Tok != token.IMPORT && slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return v == "" || v.keeper()(names(s)) })
	}
	return false
}

// keeper keeps names when one of them is visible; it is nil when all are.
func (v Visibility) keeper() Keeper {
	if v == "" {
		return nil
	}
	return func(names []string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return ast.IsExported(n) == (v == Public) })
	}
}

// only omits the unexported members of types when the output is for other packages.
func (f *File) only(visible Visibility) {
	if f.public = visible == Public; f.public {
		f.fields = visible.keeper()
	}
}

func (f *File) piece(n ast.Node) Piece {
	doc := docOf(n)
	p := Piece{StartLine: f.line(n.Pos()), EndLine: f.line(n.End()), Text: f.declaration(n, doc)}
	if doc != nil {
		p.StartLine = f.line(doc.Pos())
	}
	return p
}

// declaration returns the folded text of a node with its doc.
func (f *File) declaration(node ast.Node, doc *ast.CommentGroup) string {
	from, to := f.at(node.Pos()), f.at(node.End())
	if doc != nil {
		from = f.at(doc.Pos())
	}
	f.docs, f.cuts, f.bodies = nil, nil, nil
	start := f.at(node.Pos())
	if f.before != "" {
		f.cut(start, start, f.before)
	}
	ast.Inspect(node, f.visit)
	for _, group := range f.parsed.Comments {
		at := f.at(group.Pos())
		if at < from || at >= to || slices.ContainsFunc(f.cuts, func(c cut) bool { return c.holds(at) }) {
			continue
		}
		f.comment(group, group == doc || slices.Contains(f.docs, group))
	}
	out := f.apply(from, to)
	if f.before != "" {
		out = strings.ReplaceAll(out, "\n"+f.text[f.spaceBefore(start):start], "\n")
	}
	if f.level.Docs != WholeDocs {
		out = withoutBlankLines(out)
	}
	return strings.TrimLeft(out, "\r\n")
}

func (f *File) cut(from, to int, instead string) { f.cuts = append(f.cuts, cut{from, to, instead}) }

func (f *File) at(p token.Pos) int {
	if !p.IsValid() {
		return len(f.text)
	}
	return f.place.Offset(p)
}

// line returns the line in the file, without line directives.
func (f *File) line(p token.Pos) int { return f.place.PositionFor(p, false).Line }

// visit cuts parts of a node, and reports whether to look inside it.
func (f *File) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			f.body(n.Body.Lbrace, n.Body.Rbrace, f.level.Short, len(n.Body.List))
		}
	case *ast.FuncLit:
		return f.body(n.Body.Lbrace, n.Body.Rbrace, f.level.Short, len(n.Body.List))
	case *ast.BlockStmt:
		return f.inBody(f.at(n.Pos()))
	case *ast.CompositeLit:
		return f.body(n.Lbrace, n.Rbrace, max(f.level.Short, 1), len(n.Elts))
	case *ast.BasicLit:
		if from, to := f.at(n.Pos()), f.at(n.End()); n.Kind == token.STRING && to-from > maxLiteral && !f.level.Notes {
			f.cut(from+1, to-1, "…")
		}
	case *ast.TypeSpec:
		f.declared = n.Type
	case *ast.StructType:
		return f.members(n.Fields, "field", n == f.declared)
	case *ast.InterfaceType:
		return f.members(n.Methods, "method", n == f.declared)
	case *ast.GenDecl:
		if n.Lparen.IsValid() {
			for _, s := range n.Specs {
				f.drop(s, f.specs, names(s))
				if f.level.Members && (f.specs != nil || Public.keeper()(names(s))) {
					f.docs = append(f.docs, docOf(s))
				}
			}
		}
	case *ast.Field:
		if n.Tag != nil && !f.level.Notes {
			f.cut(f.spaceBefore(f.at(n.Tag.Pos())), f.at(n.Tag.End()), "")
		}
	}
	return true
}

const (
	maxLine    = 200 // the average number of bytes in a line of a body that stays
	maxLiteral = 80  // the number of bytes of a string that stays
)

// body cuts the text between two braces, unless it has fewer lines than short and they are not long. It reports whether the text stays.
func (f *File) body(left, right token.Pos, short, elements int) bool {
	switch {
	case elements == 0:
		f.cut(f.at(left), f.at(right)+1, "{}")
		return false
	case max(f.line(right)-f.line(left)-1, 0) < short && f.at(right)-f.at(left) <= short*maxLine:
		f.bodies = append(f.bodies, cut{from: f.at(left), to: f.at(right)})
		return true
	}
	f.cut(f.at(left), f.at(right)+1, Braces)
	return false
}

func (f *File) inBody(offset int) bool {
	return slices.ContainsFunc(f.bodies, func(c cut) bool { return c.holds(offset) })
}

// comment cuts a comment, or the part after its first sentence.
func (f *File) comment(group *ast.CommentGroup, isDoc bool) {
	from := f.at(group.Pos())
	switch {
	case f.inBody(from) || !isDoc && !f.level.Notes || f.level.Docs == NoDocs:
		for _, c := range group.List {
			f.remove(f.at(c.Pos()))
		}
	case f.level.Docs == FirstSentence:
		last := f.at(group.List[len(group.List)-1].Pos())
		to := last + commentLength(f.text[last:])
		switch n := Sentence(f.text[from:to]); {
		case n > 0 && strings.HasPrefix(f.text[from:], "/*"):
			f.cut(from+n, to, " */")
		default:
			f.cut(from+n, to, "")
		}
	}
}

// remove cuts a comment: with its line when nothing else is there, otherwise with the text before and after kept apart.
func (f *File) remove(from int) {
	to := from + commentLength(f.text[from:])
	start := f.spaceBefore(from)
	rest := strings.IndexByte(f.text[to:], '\n')
	lineEnds := rest >= 0 && strings.TrimSpace(f.text[to:to+rest]) == ""
	switch {
	case lineEnds && (start == 0 || f.text[start-1] == '\n'):
		f.cut(start, to+rest+1, "")
	case lineEnds:
		f.cut(start, to, "")
	case strings.Contains(f.text[from:to], "\n"):
		f.cut(from, to, "\n")
	default:
		f.cut(from, to, " ")
	}
}

// commentLength returns the number of bytes of the comment at the beginning of a text. The parser's own text lacks carriage returns.
func commentLength(text string) int {
	if strings.HasPrefix(text, "/*") {
		if n := strings.Index(text, "*/"); n >= 0 {
			return n + len("*/")
		}
		return len(text)
	}
	line, _, ended := strings.Cut(text, "\n")
	if ended {
		line = strings.TrimSuffix(line, "\r")
	}
	return len(line)
}

// spaceBefore returns the beginning of the blanks before an offset, on its line.
func (f *File) spaceBefore(offset int) int { return len(strings.TrimRight(f.text[:offset], " \t")) }

// apply returns a part of the text with its cuts. Of two cuts that overlap the first one counts.
func (f *File) apply(from, to int) string {
	slices.SortStableFunc(f.cuts, func(a, b cut) int { return a.from - b.from })
	var b strings.Builder
	for _, c := range f.cuts {
		if c.from < from || c.from > to {
			continue
		}
		b.WriteString(f.text[from:c.from])
		b.WriteString(c.instead)
		from = c.to
	}
	if from < to {
		b.WriteString(f.text[from:to])
	}
	return b.String()
}

func withoutBlankLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(line)
		}
	}
	return b.String()
}

func texts(idents []*ast.Ident) (out []string) {
	for _, n := range idents {
		out = append(out, n.Name)
	}
	return out
}

// names returns the names that a spec declares.
func names(n ast.Spec) []string {
	switch n := n.(type) {
	case *ast.TypeSpec:
		return []string{n.Name.Name}
	case *ast.ValueSpec:
		return texts(n.Names)
	}
	return nil
}

// baseName returns the identifier of a type without pointers, packages and type arguments.
func baseName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return baseName(e.X)
	case *ast.ParenExpr:
		return baseName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return baseName(e.X)
	case *ast.IndexListExpr:
		return baseName(e.X)
	}
	return ""
}

func docOf(n ast.Node) *ast.CommentGroup {
	switch n := n.(type) {
	case *ast.Field:
		return n.Doc
	case *ast.TypeSpec:
		return n.Doc
	case *ast.ValueSpec:
		return n.Doc
	case *ast.FuncDecl:
		return n.Doc
	case *ast.GenDecl:
		return n.Doc
	}
	return nil
}
