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
			return head + " = " + types.ExprString(spec.Type)
		case decl.kind == schema.KindStruct, decl.kind == schema.KindInterface:
			return head + " " + string(decl.kind)
		}
		return head + " " + types.ExprString(spec.Type)
	case *ast.ValueSpec:
		return d.valueSignature(decl, spec)
	case *ast.Field:
		if ft, ok := spec.Type.(*ast.FuncType); ok && decl.kind == schema.KindInterfaceMethod {
			return "func " + name + funcTypeString(ft)
		}
		if decl.embedded {
			return types.ExprString(spec.Type)
		}
		return name + " " + types.ExprString(spec.Type)
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
		sig += " " + types.ExprString(spec.Type)
	}
	if decl.kind == schema.KindConstant && decl.index < len(spec.Values) {
		sig += " = " + types.ExprString(spec.Values[decl.index])
	}
	return sig
}

func funcTypeString(t *ast.FuncType) string {
	bare := *t
	bare.TypeParams = nil
	return strings.TrimPrefix(types.ExprString(&bare), "func")
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
	return strings.TrimSpace(strings.Join(names, ", ") + " " + types.ExprString(f.Type))
}
