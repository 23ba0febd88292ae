package golang

import (
	"go/ast"
	"regexp"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

// directive matches a comment that is meant for a tool: //go:embed, //nolint:x,
// //export, and the like. The form is that of the Go specification's doc comments.
var directive = regexp.MustCompile(`^//(export|extern|[a-z0-9]+:[a-z0-9][^ \t]*)(?:[ \t]+(.*))?$`)

// annotate adds the annotations of a declaration and returns its doc comment.
func (d *describer) annotate(decl *syntax.Declaration, id int32) string {
	groups := docGroups(decl)
	for _, g := range groups {
		for _, c := range g.List {
			if m := directive.FindStringSubmatch(c.Text); m != nil && m[1] != "go:linkname" {
				d.annotation(id, m[1], m[2], d.line(c))
			}
		}
	}
	if len(groups) == 0 {
		return ""
	}
	doc := strings.TrimSpace(groups[0].Text())
	lines := d.notices(groups[0])
	for paragraph := range strings.SplitSeq(doc, "\n\n") {
		if note, ok := strings.CutPrefix(paragraph, deprecated); ok {
			at := d.line(groups[0])
			if len(lines) > 0 {
				at, lines = lines[0], lines[1:]
			}
			d.annotation(id, "deprecated", strings.Join(strings.Fields(note), " "), at)
		}
	}
	return doc
}

// deprecated begins the paragraph of a doc comment that says so.
const deprecated = "Deprecated:"

// notices returns the lines of a comment at which such paragraphs begin.
func (d *describer) notices(g *ast.CommentGroup) []int32 {
	var lines []int32
	blank := true // the line before
	for _, c := range g.List {
		at := d.line(c)
		for i, line := range strings.Split(c.Text, "\n") {
			line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "/*"))
			if blank && strings.HasPrefix(line, deprecated) {
				lines = append(lines, at+int32(i))
			}
			blank = line == "" || directive.MatchString(c.Text)
		}
	}
	return lines
}

// docGroups returns the comments that belong to a declaration, the doc comment first.
func docGroups(decl *syntax.Declaration) []*ast.CommentGroup {
	var all []*ast.CommentGroup
	add := func(gs ...*ast.CommentGroup) {
		for _, g := range gs {
			if g != nil {
				all = append(all, g)
			}
		}
	}
	var group *ast.CommentGroup // of several declarations it is about no one of them
	if decl.Group != nil && len(decl.Group.Specs) == 1 {
		group = decl.Group.Doc
	}
	switch spec := decl.Spec.(type) {
	case *ast.FuncDecl:
		add(spec.Doc)
	case *ast.TypeSpec:
		add(spec.Doc, group, spec.Comment)
	case *ast.ValueSpec:
		add(spec.Doc, group, spec.Comment)
	case *ast.Field:
		add(spec.Doc, spec.Comment)
	}
	return all
}

func (d *describer) annotation(symbol int32, name, arguments string, line int32) {
	d.seen[symbol]++
	d.out.rows.Annotations = append(d.out.rows.Annotations, schema.Annotation{SymbolID: symbol, Ordinal: d.seen[symbol],
		Name: name, Arguments: cut(strings.TrimSpace(arguments), maxDoc), StartLine: line})
}

// linknames adds the //go:linkname directives, which name their symbol and may
// be anywhere in the file. The symbol that they link it to gets a reference later.
func (d *describer) linknames() {
	byName := map[string]int32{}
	for i := range d.decls {
		if decl := &d.decls[i]; decl.Container < 0 && len(decl.Names) == 1 {
			byName[decl.Names[0]] = d.id(decl)
		}
	}
	for _, g := range d.ast.Comments {
		for _, c := range g.List {
			rest, ok := strings.CutPrefix(c.Text, "//go:linkname ")
			if fields := strings.Fields(rest); ok && len(fields) > 0 && byName[fields[0]] != 0 {
				d.annotation(byName[fields[0]], "go:linkname", strings.Join(fields, " "), d.line(c))
				if len(fields) == 2 {
					d.out.links = append(d.out.links, d.link(byName[fields[0]], fields[1], c))
				}
			}
		}
	}
}

// link is a directive that links a symbol to another, which has a name in the linker's spelling.
type link struct {
	name string
	ref  schema.Ref // without its symbol
}

func (d *describer) link(symbol int32, name string, c *ast.Comment) link {
	line, column := d.place(c.Pos())
	column += int32(strings.LastIndex(c.Text, name))
	evidence := schema.EvidenceStatic
	if d.info == nil {
		evidence = schema.EvidenceHeuristic
	}
	return link{name, schema.Ref{FileID: d.s.File.Row.FileID, StartLine: line, StartColumn: column, EndColumn: column + int32(len(name)),
		Role: schema.RoleLinkname, Evidence: evidence, EnclosingID: symbol}}
}

// linkedReceiver is a receiver in the linker's spelling of a method.
var linkedReceiver = regexp.MustCompile(`\(\*?(\w+)\)`)

// linked writes the references of linker directives to symbols of the tree, and to those of checked packages outside.
func (x *extraction) linked(parts []*found) {
	symbols := map[string]int32{}
	for _, p := range parts {
		for _, l := range p.links {
			symbols[linkedReceiver.ReplaceAllString(l.name, "$1")] = 0
		}
	}
	for _, p := range parts {
		for _, s := range p.rows.Symbols {
			if old, ok := symbols[s.Symbol]; ok && (old == 0 || s.SymbolID < old) {
				symbols[s.Symbol] = s.SymbolID
			}
		}
	}
	for _, p := range parts {
		for _, l := range p.links {
			name := linkedReceiver.ReplaceAllString(l.name, "$1")
			if l.ref.SymbolID = symbols[name]; l.ref.SymbolID == 0 {
				l.ref.SymbolID = x.linkedOutside(name)
			}
			if l.ref.SymbolID != 0 && l.ref.SymbolID != l.ref.EnclosingID {
				p.rows.Refs = append(p.rows.Refs, l.ref)
			}
		}
	}
}

// linkedOutside returns the symbol of a function or variable of a package outside the tree.
func (x *extraction) linkedOutside(name string) int32 {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return 0
	}
	if pkg := x.names.Checked(name[:dot]); pkg != nil {
		return x.names.Symbol(pkg.Scope().Lookup(name[dot+1:]))
	}
	return 0
}

// tagValue returns a struct tag without its quotes.
func tagValue(tag *ast.BasicLit) string {
	if tag == nil {
		return ""
	}
	v, err := strconv.Unquote(tag.Value)
	if err != nil {
		return tag.Value
	}
	return v
}
