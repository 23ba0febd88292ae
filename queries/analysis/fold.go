package analysis

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// fold stands in the place of what is left out of a pair of braces.
const fold = "{ … }"

// grain says what of a declaration stays. Its zero value is the least.
type grain struct {
	docs    docs
	members bool // structs list their fields and interfaces their methods
	notes   bool // comments and tags of members stay, and docs inside groups are as docs says
	short   int  // bodies with fewer lines between their braces stay
}

// docs says how much of a doc comment stays.
type docs int

const (
	noDocs docs = iota
	firstSentence
	wholeDocs
)

// The levels of detail, from the least to the most.
var (
	signaturesOnly = grain{}
	compact        = grain{docs: firstSentence, members: true, short: 1}
	full           = grain{docs: wholeDocs, members: true, notes: true, short: 5}
)

// folder writes the declarations of a Go file without their weight. What it writes is
// cut out of the file's text, so that the layout is that of the file.
type folder struct {
	text   string
	place  *token.File
	parsed *ast.File
	level  grain
	specs  keeper // those of a declaration with parentheses that stay
	fields keeper // the members of a type that stay
	marked bool   // a line says where members were left out
	public bool   // fields are what other packages can name: what is embedded stays, and the line counts the others
	before string // what stands between a doc and its declaration, which moves to the margin

	declared ast.Expr // the type of the last declaration of one

	docs   []*ast.CommentGroup // of the specs of a declaration with parentheses that keep theirs
	cuts   []cut
	bodies []cut // that stay
}

// keeper reports of names that are declared together whether they stay; nil keeps all.
type keeper func(names []*ast.Ident) bool

// cut is a part of the text, as byte offsets, and what stands in its place.
type cut struct {
	from, to int
	instead  string
}

func (c cut) holds(offset int) bool { return c.from <= offset && offset < c.to }

// declaration returns the text of a node with the doc before it, folded.
func (f *folder) declaration(node ast.Node, doc *ast.CommentGroup) string {
	from, to := f.at(node.Pos()), f.at(node.End())
	if doc != nil {
		from = f.at(doc.Pos())
	}
	f.docs, f.cuts, f.bodies = nil, nil, nil
	if f.before != "" {
		start := f.at(node.Pos())
		f.cuts = append(f.cuts, cut{start, start, f.before})
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
		start := f.at(node.Pos())
		out = strings.ReplaceAll(out, "\n"+f.text[f.spaceBefore(start):start], "\n")
	}
	if f.level.docs != wholeDocs {
		out = withoutBlankLines(out)
	}
	return strings.TrimLeft(out, "\r\n")
}

func (f *folder) at(p token.Pos) int {
	if !p.IsValid() {
		return len(f.text)
	}
	return f.place.Offset(p)
}

// line is the line of an offset as the file has it, whatever line directives say.
func (f *folder) line(p token.Pos) int { return f.place.PositionFor(p, false).Line }

// visit notes what of a node is cut, and reports whether to look inside it.
func (f *folder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			f.body(n.Body.Lbrace, n.Body.Rbrace, f.level.short, len(n.Body.List))
		}
	case *ast.FuncLit:
		return f.body(n.Body.Lbrace, n.Body.Rbrace, f.level.short, len(n.Body.List))
	case *ast.BlockStmt:
		return slices.ContainsFunc(f.bodies, func(c cut) bool { return c.holds(f.at(n.Pos())) })
	case *ast.CompositeLit:
		return f.body(n.Lbrace, n.Rbrace, max(f.level.short, 1), len(n.Elts))
	case *ast.BasicLit:
		f.literal(n)
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
				if f.level.members && (f.specs != nil || visibility("public").keeps()(names(s))) {
					f.docs = append(f.docs, docOf(s))
				}
			}
		}
	case *ast.Field:
		if n.Tag != nil && !f.level.notes {
			f.cuts = append(f.cuts, cut{f.spaceBefore(f.at(n.Tag.Pos())), f.at(n.Tag.End()), ""})
		}
	}
	return true
}

// maxLine is how long a line of a body may be on average, in bytes, that stays.
const maxLine = 200

// body cuts what stands between two braces, unless it has fewer lines than that and they are
// no long ones, and reports whether it stays. Where there is nothing but space and comments,
// nothing stays.
func (f *folder) body(left, right token.Pos, short, things int) bool {
	if things == 0 {
		f.cuts = append(f.cuts, cut{f.at(left), f.at(right) + 1, "{}"})
		return false
	}
	if max(f.line(right)-f.line(left)-1, 0) < short && f.at(right)-f.at(left) <= short*maxLine {
		f.bodies = append(f.bodies, cut{from: f.at(left), to: f.at(right)})
		return true
	}
	f.cuts = append(f.cuts, cut{f.at(left), f.at(right) + 1, fold})
	return false
}

// maxLiteral is how long a string may be that stays.
const maxLiteral = 80

func (f *folder) literal(n *ast.BasicLit) {
	from, to := f.at(n.Pos()), f.at(n.End())
	if n.Kind == token.STRING && to-from > maxLiteral && !f.level.notes {
		f.cuts = append(f.cuts, cut{from + 1, to - 1, "…"})
	}
}

// comment cuts what does not stay of a comment.
func (f *folder) comment(group *ast.CommentGroup, isDoc bool) {
	from := f.at(group.Pos())
	inBody := slices.ContainsFunc(f.bodies, func(c cut) bool { return c.holds(from) })
	switch {
	case inBody || !isDoc && !f.level.notes || f.level.docs == noDocs:
		for _, c := range group.List {
			f.cuts = append(f.cuts, f.removed(f.at(c.Pos())))
		}
	case f.level.docs == firstSentence:
		last := f.at(group.List[len(group.List)-1].Pos())
		to := last + commentLength(f.text[last:])
		switch n := sentence(f.text[from:to]); {
		case n == 0:
			f.cuts = append(f.cuts, cut{from, to, ""})
		case strings.HasPrefix(f.text[from:], "/*"):
			f.cuts = append(f.cuts, cut{from + n, to, " */"})
		default:
			f.cuts = append(f.cuts, cut{from + n, to, ""})
		}
	}
}

// removed is the cut that takes out a comment: with its line when nothing else stands
// there, and in such a way that what stood around it stays apart.
func (f *folder) removed(from int) cut {
	to := from + commentLength(f.text[from:])
	start := f.spaceBefore(from)
	rest := strings.IndexByte(f.text[to:], '\n')
	lineEnds := rest >= 0 && strings.TrimSpace(f.text[to:to+rest]) == ""
	switch {
	case lineEnds && (start == 0 || f.text[start-1] == '\n'):
		return cut{start, to + rest + 1, ""}
	case lineEnds:
		return cut{start, to, ""}
	case strings.Contains(f.text[from:to], "\n"):
		return cut{from, to, "\n"}
	}
	return cut{from, to, " "}
}

// commentLength is that of the comment that a text begins with. The parser's own leaves
// out carriage returns.
func commentLength(text string) int {
	end := "\n"
	if strings.HasPrefix(text, "/*") {
		end = "*/"
	}
	n := strings.Index(text, end)
	switch {
	case n < 0:
		return len(text)
	case end == "*/":
		return n + len(end)
	}
	return len(strings.TrimSuffix(text[:n], "\r"))
}

// spaceBefore is where the blanks before an offset begin, on its line.
func (f *folder) spaceBefore(offset int) int {
	return len(strings.TrimRight(f.text[:offset], " \t"))
}

// apply returns a part of the text with the cuts made. Of two cuts that overlap the one
// that begins first holds.
func (f *folder) apply(from, to int) string {
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

// names are those that a spec declares.
func names(n ast.Spec) []*ast.Ident {
	switch n := n.(type) {
	case *ast.TypeSpec:
		return []*ast.Ident{n.Name}
	case *ast.ValueSpec:
		return n.Names
	}
	return nil
}

// baseName is the identifier of a type behind pointers, packages and type arguments.
func baseName(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.StarExpr:
		return baseName(e.X)
	case *ast.ParenExpr:
		return baseName(e.X)
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return baseName(e.X)
	case *ast.IndexListExpr:
		return baseName(e.X)
	}
	return nil
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
