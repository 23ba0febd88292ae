package python

import (
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

// with adds the expressions of nodes as operands.
func (l *lowering) with(e *resolve.Expr, nodes func(func(sitter.Node) bool)) *resolve.Expr {
	for c := range nodes {
		e.Args = append(e.Args, l.expr(c))
	}
	return e
}

// typ returns the expression of a type.
func (l *lowering) typ(n sitter.Node) *resolve.Expr {
	before := l.IsType
	l.IsType = true
	e := l.expr(n)
	l.IsType = before
	return e
}

// expr returns the expression of a node.
func (l *lowering) expr(n sitter.Node) *resolve.Expr {
	t := l.T
	switch t.Kind(n) {
	case "identifier":
		e := l.New(n, resolve.Name)
		e.Name = t.Of(n)
		return e
	case "dotted_name":
		return l.dotted(n)
	case "attribute", "member_type":
		object, attribute := t.Child(n, "object"), t.Child(n, "attribute")
		if object == sitter.None || attribute == sitter.None {
			return l.with(l.New(n, resolve.Other), t.Children(n))
		}
		e := l.New(attribute, resolve.Member)
		e.Name, e.X = t.Of(attribute), l.value(object)
		return e
	case "call":
		return l.call(n)
	case "subscript":
		value := t.Child(n, "value")
		e := l.New(n, resolve.Index)
		e.X = l.expr(value)
		for c := range t.Children(n) {
			if c != value {
				e.Args = append(e.Args, l.expr(c))
			}
		}
		return e
	case "generic_type":
		e := l.New(n, resolve.Index)
		for c := range t.Children(n) {
			if e.X == nil {
				e.X = l.expr(c)
			} else {
				l.with(e, t.Children(c))
			}
		}
		return e
	case "type", "parenthesized_expression", "await", "constrained_type", "type_parameter", "with_item", "as_pattern_target":
		var first *resolve.Expr
		for c := range t.Children(n) {
			if e := l.expr(c); first == nil {
				first = e
			} else {
				l.U.Exprs = append(l.U.Exprs, e)
			}
		}
		if first == nil {
			return l.New(n, resolve.Other)
		}
		return first
	case "union_type":
		return l.with(l.New(n, resolve.Either), t.Children(n))
	case "binary_operator":
		if l.IsType {
			return l.with(l.New(n, resolve.Either), t.Children(n))
		}
	case "boolean_operator":
		l.Decides()
		return l.with(l.New(n, resolve.Either), t.Children(n))
	case "conditional_expression":
		l.Decides()
		e := l.with(l.New(n, resolve.Either), t.Children(n))
		if len(e.Args) == 3 {
			l.U.Exprs = append(l.U.Exprs, e.Args[1])
			e.Args = []*resolve.Expr{e.Args[0], e.Args[2]}
		}
		return e
	case "named_expression":
		value := l.value(t.Child(n, "value"))
		if name := t.Child(n, "name"); name != sitter.None {
			l.assign(name, resolve.Binding{Value: value}, l.To(n), false)
		}
		return value
	case "none":
		return l.New(n, resolve.Nothing)
	case "string":
		return l.text(n)
	case "concatenated_string", "integer", "float", "true", "false", "list", "set", "tuple", "dictionary", "comparison_operator", "not_operator":
		return l.with(l.New(n, resolve.Literal), t.Children(n))
	case "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression":
		return l.comprehension(n)
	case "lambda":
		return l.lambda(n)
	case "keyword_argument":
		e := l.expr(t.Child(n, "value"))
		e.Key = t.Of(t.Child(n, "name"))
		return e
	case "yield":
		l.isCursor = true
	case "assignment":
		l.assignment(n)
		return l.New(n, resolve.Other)
	case "function_definition", "class_definition", "decorated_definition", "import_statement", "import_from_statement", "if_statement", "for_statement",
		"while_statement", "try_statement", "with_statement", "return_statement", "expression_statement", "block", "ERROR", "else_clause", "elif_clause":
		l.stmt(n)
		return l.New(n, resolve.Other)
	}
	return l.with(l.New(n, resolve.Other), t.Children(n))
}

// value returns the expression of a node that is no type, or nothing for a missing node.
func (l *lowering) value(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return &resolve.Expr{Scope: l.Scope, In: l.In}
	}
	return l.expr(n)
}

func (l *lowering) call(n sitter.Node) *resolve.Expr {
	t := l.T
	function, arguments := t.Child(n, "function"), t.Child(n, "arguments")
	if function == sitter.None || arguments == sitter.None {
		return l.with(l.New(n, resolve.Other), t.Children(n))
	}
	before := l.IsType
	l.IsType = false
	defer func() { l.IsType = before }()
	e := l.New(n, resolve.Call)
	name := ""
	if t.Kind(function) == "identifier" {
		name = t.Of(function)
	}
	if name == "super" {
		e.Op = resolve.Super
	} else {
		e.X = l.expr(function)
	}
	l.IsType = typeNames.Variable[name] || e.X != nil && typeNames.Variable[e.X.Name]
	if t.Kind(arguments) == "generator_expression" {
		e.Args = append(e.Args, l.expr(arguments))
	} else {
		l.with(e, t.Children(arguments))
	}
	if name == "__import__" || e.X != nil && importing[e.X.Name] {
		l.importNamed(arguments)
	}
	if name == "type" && len(e.Args) == 1 {
		e.Op, e.X, e.Args = resolve.ClassOf, e.Args[0], nil
	}
	return e
}

// importing are the functions that import the module that a string names.
var importing = map[string]bool{"import_module": true, "importorskip": true}

// importNamed reads the arguments of such a function. The second one may be the package that a relative name begins at.
func (l *lowering) importNamed(arguments sitter.Node) {
	var names []string
	at := sitter.None
	for c := range l.T.Children(arguments) {
		if at == sitter.None {
			at = c
		}
		names = append(names, l.literal(c))
	}
	if at == sitter.None || names[0] == "" {
		return
	}
	if strings.HasPrefix(names[0], ".") && len(names) > 1 {
		names[0] = names[1] + names[0] // names[1] is empty for __package__ and __name__
	}
	l.importAt(names[0], at)
}

// importAt adds the import of a module whose name a string holds.
func (l *lowering) importAt(module string, at sitter.Node) {
	if module != "" {
		l.U.Imports = append(l.U.Imports, &resolve.Import{Path: module, At: l.From(at), NameAt: l.From(at), In: l.In})
	}
}

// literal returns the text of a string without parts that code computes; empty for others.
func (l *lowering) literal(n sitter.Node) (text string) {
	if l.T.Kind(n) != "string" {
		return ""
	}
	for c := range l.T.Children(n) {
		switch l.T.Kind(c) {
		case "interpolation":
			return ""
		case "string_content":
			text += l.T.Of(c)
		}
	}
	return text
}

// text returns the expression of a string. In a type it is the type that the string holds.
func (l *lowering) text(n sitter.Node) *resolve.Expr {
	t := l.T
	var content []sitter.Node
	e := l.New(n, resolve.Literal)
	for c := range t.Children(n) {
		switch t.Kind(c) {
		case "string_content":
			content = append(content, c)
		case "interpolation":
			isType := l.IsType
			l.IsType = false
			l.with(e, t.Children(c))
			l.IsType = isType
		}
	}
	if len(content) == 1 && l.IsType && l.Shift == 0 {
		if x := l.typeIn(content[0]); x != nil {
			return x
		}
	}
	for i, c := range content {
		l.Words(c, i == 0 && len(e.Args) > 0 || i < len(content)-1)
	}
	return e
}

// typeIn returns the type in a string, or nil.
func (l *lowering) typeIn(n sitter.Node) *resolve.Expr {
	text := []byte(l.T.Of(n))
	if len(text) == 0 || len(text) > 1000 {
		return nil
	}
	tree := l.parser.Parse(text)
	if tree == nil || tree.Len() < 3 || tree.Kind(1) != "expression_statement" || tree.After(1) != tree.After(0) {
		return nil
	}
	inner := *l
	inner.T, inner.Shift = tree, l.From(n)
	return inner.expr(2)
}

func (l *lowering) comprehension(n sitter.Node) *resolve.Expr {
	t := l.T
	before := l.Scope
	l.Open(schema.ScopeBlock, nil, n)
	e := l.New(n, resolve.Literal)
	body := sitter.None
	for c := range t.Children(n) {
		switch {
		case t.Field(c) == "body":
			body = c
		case t.Kind(c) == "for_in_clause":
			l.Decides()
			right := l.value(t.Child(c, "right"))
			l.U.Exprs = append(l.U.Exprs, right)
			l.assign(t.Child(c, "left"), resolve.Binding{Value: right, Via: resolve.Element}, 0, false)
		case t.Kind(c) == "if_clause":
			l.Decides()
			for x := range t.Children(c) {
				l.root(x)
			}
		default:
			l.root(c)
		}
	}
	if body != sitter.None {
		e.Args = append(e.Args, l.expr(body))
	}
	l.Scope = before
	return e
}

func (l *lowering) lambda(n sitter.Node) *resolve.Expr {
	before := *l
	e := l.New(n, resolve.Other)
	l.Open(schema.ScopeBlock, nil, n)
	if params := l.T.Child(n, "parameters"); params != sitter.None {
		l.parameters(params, nil, resolve.NoParam, before.Scope)
	}
	l.root(l.T.Child(n, "body"))
	l.Scope, l.self, l.class = before.Scope, before.self, before.class
	return e
}
