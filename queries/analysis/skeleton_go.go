package analysis

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// piece is a part of a skeleton: a declaration and its doc, folded.
type piece struct {
	File      string `json:"file"`
	StartLine int    `json:"start_line"` // of what the text stands for, its doc included
	EndLine   int    `json:"end_line"`
	Text      string `json:"text"`
}

// parsedGo is the folder of a Go file, or nil when its syntax is broken.
func parsedGo(text string) *folder {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return &folder{text: text, place: set.File(parsed.FileStart), parsed: parsed}
}

// skeleton returns the declarations of the file, those of them that visible lets
// through, behind its package clause. Imports are left out.
func (f *folder) skeleton(path string, visible visibility, l levels) []piece {
	f.level = l.shown
	clause := piece{File: path, StartLine: f.line(f.parsed.Package), EndLine: f.line(f.parsed.Name.End()), Text: "package " + f.parsed.Name.Name}
	if doc := f.parsed.Doc; doc != nil && f.level.docs != noDocs {
		clause.StartLine = f.line(doc.Pos())
		clause.Text = f.declaration(f.parsed.Name, doc)
	}
	all := []piece{clause}
	f.specs = visible.keeps()
	f.only(visible)
	for _, d := range f.parsed.Decls {
		if !visible.shows(d) {
			continue
		}
		f.level = l.hidden
		if visibility("public").shows(d) {
			f.level = l.shown
		}
		all = append(all, f.piece(path, d))
	}
	return all
}

// only leaves the members of types out that other packages cannot name, if only those that
// they can are asked for.
func (f *folder) only(visible visibility) {
	if f.public = visible == "public"; f.public {
		f.fields = visible.keeps()
	}
}

// ofType returns the declarations in the file of the types and methods whose names stand
// at one of the places: of methods those that are visible so.
func (f *folder) ofType(path string, at []place, visible visibility, level grain) []piece {
	f.level = level
	f.only(visible)
	var all []piece
	wanted := func(name *ast.Ident) bool {
		p := f.place.PositionFor(name.Pos(), false)
		return slices.ContainsFunc(at, func(w place) bool { return w.line == p.Line && w.column == p.Column })
	}
	ast.Inspect(f.parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if wanted(n.Name) && visible.shows(n) {
				all = append(all, f.piece(path, n))
			}
		case *ast.GenDecl:
			if spec, ok := alone(n).(*ast.TypeSpec); ok && wanted(spec.Name) {
				all = append(all, f.piece(path, n))
				return false
			}
		case *ast.TypeSpec:
			if wanted(n.Name) {
				f.before = "type "
				all = append(all, f.piece(path, n))
				f.before = ""
			}
		}
		return true
	})
	return all
}

// alone is the one spec of a declaration without parentheses.
func alone(d *ast.GenDecl) ast.Spec {
	if d.Lparen.IsValid() || len(d.Specs) == 0 {
		return nil
	}
	return d.Specs[0]
}

func (f *folder) piece(path string, n ast.Node) piece {
	doc := docOf(n)
	p := piece{File: path, StartLine: f.line(n.Pos()), EndLine: f.line(n.End()), Text: f.declaration(n, doc)}
	if doc != nil {
		p.StartLine = f.line(doc.Pos())
	}
	return p
}

// visibility is "public", "private", or empty for both.
type visibility string

// shows reports whether something of a declaration is visible so. A method is as visible
// as the lesser of its name and its receiver's type.
func (v visibility) shows(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		exported := d.Name.IsExported()
		if d.Recv != nil && len(d.Recv.List) > 0 {
			base := baseName(d.Recv.List[0].Type)
			exported = exported && (base == nil || base.IsExported())
		}
		return v == "" || exported == (v == "public")
	case *ast.GenDecl:
		return d.Tok != token.IMPORT && slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return v.keeps() == nil || v.keeps()(names(s)) })
	}
	return false
}

// keeps reports of names that are declared together whether one of them is visible so;
// nil when all are.
func (v visibility) keeps() keeper {
	if v == "" {
		return nil
	}
	return func(names []*ast.Ident) bool {
		return slices.ContainsFunc(names, func(n *ast.Ident) bool { return n.IsExported() == (v == "public") })
	}
}
