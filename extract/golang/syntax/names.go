package syntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/schema"
)

// CalleeIdent returns the last identifier of a callee, and the one identifier
// before it when there is just one; nil when the callee is an expression that no
// identifier names, such as the result of another call or an element of a map.
func CalleeIdent(fun ast.Expr, info *types.Info) (name, operand *ast.Ident) {
	switch x := fun.(type) {
	case *ast.Ident:
		return x, nil
	case *ast.SelectorExpr:
		operand, _ = x.X.(*ast.Ident)
		return x.Sel, operand
	case *ast.ParenExpr:
		return CalleeIdent(x.X, info)
	case *ast.IndexExpr:
		if id := TypeIdent(x.X); id != nil && isGenericFunc(id, info) {
			return CalleeIdent(x.X, info)
		}
	case *ast.IndexListExpr:
		return CalleeIdent(x.X, info)
	}
	return nil, nil
}

func isGenericFunc(id *ast.Ident, info *types.Info) bool {
	if info == nil {
		return false
	}
	_, ok := info.Instances[id]
	return ok
}

// CalleeName returns the text of the names that [CalleeIdent] found, as the code writes them.
func CalleeName(name, operand *ast.Ident) string {
	switch {
	case name == nil:
		return ""
	case operand == nil:
		return name.Name
	}
	return operand.Name + "." + name.Name
}

// NotACall reports whether the syntax alone shows a conversion, or the call of a built-in function that is no symbol.
func NotACall(fun ast.Expr) bool {
	switch x := fun.(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType, *ast.StarExpr:
		return true
	case *ast.Ident:
		if x.Obj != nil {
			return x.Obj.Kind == ast.Typ
		}
		switch types.Universe.Lookup(x.Name).(type) {
		case *types.Builtin:
			return !schema.IsBuiltinFunction(x.Name)
		case *types.TypeName:
			return true
		}
	}
	return false
}

// IdentOffsets are the offsets of some identifiers in the syntax of a file.
func IdentOffsets(f *ast.File, tok *token.File, with func(*ast.Ident) bool) map[int]bool {
	offsets := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && with(id) {
			offsets[tok.Offset(id.Pos())] = true
		}
		return true
	})
	return offsets
}

// Identifiers are the words of a text.
func Identifiers(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !isIdentifierRune(c) })
}

func isIdentifierRune(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// IdentsOf are all names in an expression.
func IdentsOf(e ast.Expr) []string {
	var names []string
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}

// IsLiteral reports whether a type is spelled out, and no other's name.
func IsLiteral(t ast.Expr) bool {
	switch t.(type) {
	case *ast.StructType, *ast.InterfaceType, *ast.FuncType, *ast.MapType, *ast.ArrayType, *ast.ChanType:
		return true
	}
	return false
}
