package graph

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
)

// classifyUses adds the usage to each use of a type, where the index has the source and it parses.
func classifyUses(ctx context.Context, s *session) error {
	if !s.ix.Manifest().Options.Content && len(s.answer.Results) > 0 {
		s.answer.known.remark = "what each use is there for is not told: the index was extracted without sources"
		return nil
	}
	var files []int32
	for _, r := range s.answer.Results {
		files = append(files, r.Site.fileID)
	}
	texts, err := s.ix.Sources(ctx, files)
	if err != nil {
		return err
	}
	usages := map[int32]map[[2]int]string{}
	for id, text := range texts {
		usages[id] = typeUsages(text)
	}
	for i, r := range s.answer.Results {
		s.answer.Results[i].Usage = usages[r.Site.fileID][[2]int{r.Site.Line, r.Site.Column}]
	}
	return nil
}

// typeUsages returns the usage of each identifier in a Go file, by its line and column, as if the identifier names a type. Files of other
// languages have no usages.
func typeUsages(text string) map[[2]int]string {
	set := token.NewFileSet()
	// What can be parsed of a broken file is used all the same.
	f, _ := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if f == nil {
		return nil
	}
	u := usageFinder{set: set, at: map[[2]int]string{}}
	for _, d := range f.Decls {
		ast.Inspect(d, u.visit)
	}
	return u.at
}

// body is the usage of every identifier in a block that has no other usage.
const body = "body"

type usageFinder struct {
	set *token.FileSet
	at  map[[2]int]string
}

// mark notes the usage of each identifier in a node that has none yet. It leaves out nodes with a usage of their identifiers: an index
// or a callee may be no type.
func (u usageFinder) mark(n ast.Node, usage string) {
	if n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			p := u.set.PositionFor(n.Pos(), false)
			if k := [2]int{p.Line, p.Column}; u.at[k] == "" {
				u.at[k] = usage
			}
		case *ast.StructType, *ast.InterfaceType, *ast.FuncLit:
			return false // which is visited by itself
		case *ast.CallExpr, *ast.CompositeLit, *ast.TypeAssertExpr:
			return usage == body
		}
		return true
	})
}

func (u usageFinder) fields(l *ast.FieldList, usage string) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		if usage == "field" && f.Names == nil {
			u.mark(f.Type, "embedded")
			continue
		}
		u.mark(f.Type, usage)
	}
}

// visit marks the usages that a node gives the types in it. The outermost such node decides.
func (u usageFinder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		u.fields(n.Recv, "receiver")
		u.signature(n.Type)
	case *ast.FuncLit:
		u.signature(n.Type)
	case *ast.StructType:
		u.fields(n.Fields, "field")
	case *ast.InterfaceType:
		u.elements(n)
	case *ast.TypeSpec:
		u.fields(n.TypeParams, "type_parameter")
		u.mark(n.Type, "element")
	case *ast.GenDecl:
		u.values(n)
	case *ast.CallExpr:
		u.conversion(n)
	case *ast.CompositeLit:
		u.mark(n.Type, "literal")
	case *ast.TypeAssertExpr:
		u.mark(n.Type, "assertion")
	case *ast.TypeSwitchStmt:
		u.cases(n.Body)
	case *ast.IndexExpr:
		u.mark(n.Index, "type_argument")
	case *ast.IndexListExpr:
		for _, e := range n.Indices {
			u.mark(e, "type_argument")
		}
	case *ast.BlockStmt:
		defer u.mark(n, body)
		for _, s := range n.List {
			ast.Inspect(s, u.visit)
		}
		return false
	}
	return true
}

func (u usageFinder) signature(t *ast.FuncType) {
	u.fields(t.TypeParams, "type_parameter")
	u.fields(t.Params, "parameter")
	u.fields(t.Results, "result")
}

func (u usageFinder) elements(t *ast.InterfaceType) {
	for _, f := range t.Methods.List {
		if signature, ok := f.Type.(*ast.FuncType); ok {
			u.signature(signature)
			continue
		}
		u.mark(f.Type, "embedded")
	}
}

func (u usageFinder) values(d *ast.GenDecl) {
	for _, s := range d.Specs {
		if v, ok := s.(*ast.ValueSpec); ok && v.Type != nil {
			usage := "variable"
			if d.Tok == token.CONST {
				usage = "constant"
			}
			u.mark(v.Type, usage)
		}
	}
}

// conversion marks the callee, which is a conversion if it is a type, and the first argument of new and make.
func (u usageFinder) conversion(c *ast.CallExpr) {
	if name, ok := c.Fun.(*ast.Ident); ok && (name.Name == "new" || name.Name == "make") && len(c.Args) > 0 {
		u.mark(c.Args[0], "literal")
		return
	}
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.IndexExpr:
		u.mark(f.X, "conversion")
	case *ast.IndexListExpr:
		u.mark(f.X, "conversion")
	case *ast.SelectorExpr: // a method of the expression before the dot
		u.mark(f.Sel, "conversion")
	default:
		u.mark(f, "conversion")
	}
}

// cases marks the types that the clauses of a type switch name.
func (u usageFinder) cases(body *ast.BlockStmt) {
	for _, clause := range body.List {
		if c, ok := clause.(*ast.CaseClause); ok {
			for _, e := range c.List {
				u.mark(e, "assertion")
			}
		}
	}
}
