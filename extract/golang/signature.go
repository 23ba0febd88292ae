package golang

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

func (d *describer) signature(decl *declared) string {
	name := decl.ident.Name
	switch spec := decl.spec.(type) {
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
		case decl.kind == schema.KindStruct, decl.kind == schema.KindInterface:
			return head + " " + string(decl.kind)
		}
		return head + " " + exprText(spec.Type)
	case *ast.ValueSpec:
		return d.valueSignature(decl, spec)
	case *ast.Field:
		if ft, ok := spec.Type.(*ast.FuncType); ok && decl.kind == schema.KindInterfaceMethod {
			return "func " + name + funcTypeString(ft)
		}
		if decl.embedded {
			return exprText(spec.Type)
		}
		return name + " " + exprText(spec.Type)
	}
	return name
}

func (d *describer) valueSignature(decl *declared, spec *ast.ValueSpec) string {
	if d.info != nil {
		if obj := d.info.Defs[decl.ident]; obj != nil && obj.Type() != types.Typ[types.Invalid] {
			return objectSignature(obj)
		}
	}
	sig := "var " + decl.ident.Name
	if decl.kind == schema.KindConstant {
		sig = "const " + decl.ident.Name
	}
	if spec.Type != nil {
		sig += " " + exprText(spec.Type)
	}
	if decl.kind == schema.KindConstant && decl.index < len(spec.Values) {
		sig += " = " + exprText(spec.Values[decl.index])
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
