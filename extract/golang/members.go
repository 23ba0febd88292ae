package golang

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/schema"
)

func (d *describer) typeRow(row schema.Symbol, spec *ast.TypeSpec) {
	t := schema.TypeRow{TypeID: row.SymbolID, IsGenerated: d.s.File.Row.IsGenerated}
	d.members(&t, spec)
	d.out.rows.Types = append(d.out.rows.Types, t)
	if spec.Assign.IsValid() {
		d.relation(row, schema.RelationAlias, spec.Type)
	} else if _, own := ast.Unparen(spec.Type).(*ast.StructType); row.Kind == schema.KindStruct && !own {
		d.relation(row, schema.RelationCopies, spec.Type)
	}
}

// members adds the members of a type, and notes whether they make it generic or sealed.
func (d *describer) members(row *schema.TypeRow, spec *ast.TypeSpec) {
	id := row.TypeID
	ordinals := map[schema.MemberKind]int32{}
	add := func(m schema.Member, f ast.Node) {
		ordinals[m.Kind]++
		m.TypeID, m.Ordinal = id, ordinals[m.Kind]
		m.StartLine, _ = d.place(f.Pos())
		row.IsGeneric = row.IsGeneric || m.Kind == schema.MemberTypeParameter || m.Kind == schema.MemberTypeElement ||
			m.Kind == schema.MemberEmbedded && isConstraint(m.TypeExpr)
		row.IsSealed = row.IsSealed || m.Kind == schema.MemberInterfaceMethod && !m.IsExported
		m.TypeExpr = cut(m.TypeExpr, maxSignature)
		d.out.rows.Members = append(d.out.rows.Members, m)
	}
	if spec.TypeParams != nil {
		for _, f := range spec.TypeParams.List {
			for _, n := range f.Names {
				add(schema.Member{Kind: schema.MemberTypeParameter, Name: n.Name, TypeExpr: exprText(f.Type), MemberTypeID: d.typeOf(f.Type)}, n)
			}
		}
	}
	switch t := ast.Unparen(spec.Type).(type) {
	case *ast.StructType:
		for _, f := range t.Fields.List {
			d.field(id, f, add)
		}
	case *ast.InterfaceType:
		for _, f := range t.Methods.List {
			d.element(id, f, add)
		}
	}
}

func (d *describer) field(id int32, f *ast.Field, add func(schema.Member, ast.Node)) {
	m := schema.Member{Kind: schema.MemberField, TypeExpr: exprText(f.Type), MemberTypeID: d.typeOf(f.Type), Tag: cut(tagValue(f.Tag), maxDoc)}
	if d.info == nil {
		m.ImplicitUses = unknown
	}
	for _, n := range f.Names {
		m.Name, m.IsExported, m.MemberID = n.Name, n.IsExported(), d.s.SymbolID(d.tok.Offset(n.Pos()))
		add(m, n)
	}
	if n := syntax.TypeIdent(f.Type); len(f.Names) == 0 && n != nil {
		m.Kind, m.Name, m.IsExported, m.MemberID = schema.MemberEmbedded, n.Name, n.IsExported(), d.s.SymbolID(d.tok.Offset(n.Pos()))
		add(m, f)
		d.embeds(id, f)
	}
}

// element adds a method, an embedded interface or a type element of an interface.
func (d *describer) element(id int32, f *ast.Field, add func(schema.Member, ast.Node)) {
	m := schema.Member{Kind: schema.MemberInterfaceMethod, TypeExpr: exprText(f.Type)}
	for _, n := range f.Names {
		m.Name, m.IsExported, m.MemberID = n.Name, n.IsExported(), d.s.SymbolID(d.tok.Offset(n.Pos()))
		add(m, n)
	}
	if len(f.Names) > 0 {
		return
	}
	m.MemberTypeID = d.typeOf(f.Type)
	n := syntax.TypeIdent(f.Type)
	_, pointer := f.Type.(*ast.StarExpr)
	if m.Kind = schema.MemberTypeElement; n != nil && !pointer && d.isInterface(f.Type) {
		m.Kind, m.Name, m.IsExported = schema.MemberEmbedded, n.Name, n.IsExported()
		d.embeds(id, f)
	}
	add(m, f)
}

// isConstraint reports whether an embedded type is a constraint by its name: the type may be unknown.
func isConstraint(text string) bool {
	return text == "comparable" || text == "cmp.Ordered" || strings.HasPrefix(text, "constraints.")
}

// isInterface reports whether an element of an interface is an embedded
// interface; without type information every plain name is taken for one.
func (d *describer) isInterface(e ast.Expr) bool {
	if d.info == nil {
		return true
	}
	t := d.info.TypeOf(e)
	return t != nil && types.IsInterface(t)
}

func (d *describer) embeds(id int32, f *ast.Field) {
	line, _ := d.place(f.Pos())
	if to := d.typeOf(f.Type); to != 0 && to != id {
		d.out.rows.TypeRelations = append(d.out.rows.TypeRelations, schema.TypeRelation{FromTypeID: id, ToTypeID: to,
			Relation: schema.RelationEmbeds, FileID: d.s.File.Row.FileID, StartLine: line, Evidence: schema.EvidenceStatic})
	}
}

func (d *describer) relation(row schema.Symbol, rel schema.Relation, e ast.Expr) {
	if id := syntax.TypeIdent(e); id == nil || d.info == nil || d.info.Uses[id] == nil {
		return
	}
	if _, pointer := ast.Unparen(e).(*ast.StarExpr); pointer {
		return
	}
	if to := d.typeOf(e); to != 0 && to != row.SymbolID {
		d.out.rows.TypeRelations = append(d.out.rows.TypeRelations, schema.TypeRelation{FromTypeID: row.SymbolID, ToTypeID: to,
			Relation: rel, FileID: row.FileID, StartLine: row.StartLine, Evidence: schema.EvidenceStatic})
	}
}

func (d *describer) signature(decl *syntax.Declaration) string {
	name := decl.Ident.Name
	switch spec := decl.Spec.(type) {
	case *ast.FuncDecl:
		recv := ""
		if spec.Recv != nil && len(spec.Recv.List) > 0 {
			recv = "(" + fieldString(spec.Recv.List[0]) + ") "
		}
		return "func " + recv + name + typeParamsString(spec.Type.TypeParams) + funcTypeString(spec.Type)
	case *ast.TypeSpec:
		head := "type " + name + typeParamsString(spec.TypeParams)
		switch {
		case spec.Assign.IsValid():
			return head + " = " + exprText(spec.Type)
		case decl.Kind == schema.KindStruct, decl.Kind == schema.KindInterface:
			return head + " " + string(decl.Kind)
		}
		return head + " " + exprText(spec.Type)
	case *ast.ValueSpec:
		return d.valueSignature(decl, spec)
	case *ast.Field:
		if ft, ok := spec.Type.(*ast.FuncType); ok && decl.Kind == schema.KindInterfaceMethod {
			return "func " + name + funcTypeString(ft)
		}
		if decl.Embedded {
			return exprText(spec.Type)
		}
		return name + " " + exprText(spec.Type)
	}
	return name
}

func (d *describer) valueSignature(decl *syntax.Declaration, spec *ast.ValueSpec) string {
	if d.info != nil {
		if obj := d.info.Defs[decl.Ident]; obj != nil && obj.Type() != types.Typ[types.Invalid] {
			return objectSignature(obj)
		}
	}
	sig := "var " + decl.Ident.Name
	if decl.Kind == schema.KindConstant {
		sig = "const " + decl.Ident.Name
	}
	if spec.Type != nil {
		sig += " " + exprText(spec.Type)
	}
	if decl.Kind == schema.KindConstant && decl.Index < len(spec.Values) {
		sig += " = " + exprText(spec.Values[decl.Index])
	}
	return sig
}

func funcTypeString(t *ast.FuncType) string {
	bare := *t
	bare.TypeParams = nil
	return strings.TrimPrefix(exprText(&bare), "func")
}

func typeParamsString(l *ast.FieldList) string {
	if l == nil || len(l.List) == 0 {
		return ""
	}
	parts := make([]string, len(l.List))
	for i, f := range l.List {
		parts[i] = fieldString(f)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func fieldString(f *ast.Field) string {
	names := make([]string, len(f.Names))
	for i, n := range f.Names {
		names[i] = n.Name
	}
	return strings.TrimSpace(strings.Join(names, ", ") + " " + exprText(f.Type))
}

// maxExpr is the length in bytes above which an expression is not written out.
const maxExpr = 16384

// exprText returns an expression on one line, and of a very long one only
// its kind.
//
// DESIGN: fields of structs in structs in structs are each written with all that
// is in them, so 30,000 levels in a file of 400 KB asked for 10 GB.
func exprText(e ast.Expr) string {
	if e.End()-e.Pos() <= maxExpr {
		return types.ExprString(e)
	}
	switch e.(type) {
	case *ast.StructType:
		return "struct{…}"
	case *ast.InterfaceType:
		return "interface{…}"
	case *ast.FuncType:
		return "func(…)"
	}
	return "…"
}
