package python

import (
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

func (l *lowering) new(n sitter.Node, op resolve.Op) *resolve.Expr {
	e := &resolve.Expr{Op: op, Start: l.start(n), End: l.end(n), Scope: l.scope, In: l.in, Role: schema.RoleRead}
	if l.isType {
		e.Role = schema.RoleType
	}
	return e
}

// with adds the expressions of nodes as operands.
func (l *lowering) with(e *resolve.Expr, nodes func(func(sitter.Node) bool)) *resolve.Expr {
	for c := range nodes {
		e.Args = append(e.Args, l.expr(c))
	}
	return e
}

// typ returns the expression of a type.
func (l *lowering) typ(n sitter.Node) *resolve.Expr {
	before := l.isType
	l.isType = true
	e := l.expr(n)
	l.isType = before
	return e
}

// expr returns the expression of a node.
func (l *lowering) expr(n sitter.Node) *resolve.Expr {
	t := l.t
	switch t.Kind(n) {
	case "identifier":
		e := l.new(n, resolve.Name)
		e.Name = t.Of(n)
		return e
	case "dotted_name":
		return l.dotted(n)
	case "attribute", "member_type":
		object, attribute := t.Child(n, "object"), t.Child(n, "attribute")
		if object == sitter.None || attribute == sitter.None {
			return l.with(l.new(n, resolve.Other), t.Children(n))
		}
		e := l.new(attribute, resolve.Member)
		e.Name, e.X = t.Of(attribute), l.value(object)
		return e
	case "call":
		return l.call(n)
	case "subscript":
		value := t.Child(n, "value")
		e := l.new(n, resolve.Index)
		e.X = l.expr(value)
		for c := range t.Children(n) {
			if c != value {
				e.Args = append(e.Args, l.expr(c))
			}
		}
		return e
	case "generic_type":
		e := l.new(n, resolve.Index)
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
				l.u.Exprs = append(l.u.Exprs, e)
			}
		}
		if first == nil {
			return l.new(n, resolve.Other)
		}
		return first
	case "union_type":
		return l.with(l.new(n, resolve.Either), t.Children(n))
	case "binary_operator":
		if l.isType {
			return l.with(l.new(n, resolve.Either), t.Children(n))
		}
	case "boolean_operator":
		l.decides()
		return l.with(l.new(n, resolve.Either), t.Children(n))
	case "conditional_expression":
		l.decides()
		e := l.with(l.new(n, resolve.Either), t.Children(n))
		if len(e.Args) == 3 {
			l.u.Exprs = append(l.u.Exprs, e.Args[1])
			e.Args = []*resolve.Expr{e.Args[0], e.Args[2]}
		}
		return e
	case "named_expression":
		value := l.value(t.Child(n, "value"))
		if name := t.Child(n, "name"); name != sitter.None {
			l.assign(name, resolve.Binding{Value: value}, l.end(n), false)
		}
		return value
	case "none":
		return l.new(n, resolve.Nothing)
	case "string":
		return l.text(n)
	case "concatenated_string", "integer", "float", "true", "false", "list", "set", "tuple", "dictionary", "comparison_operator", "not_operator":
		return l.with(l.new(n, resolve.Literal), t.Children(n))
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
		return l.new(n, resolve.Other)
	case "function_definition", "class_definition", "decorated_definition", "import_statement", "import_from_statement", "if_statement", "for_statement",
		"while_statement", "try_statement", "with_statement", "return_statement", "expression_statement", "block", "ERROR", "else_clause", "elif_clause":
		l.stmt(n)
		return l.new(n, resolve.Other)
	}
	return l.with(l.new(n, resolve.Other), t.Children(n))
}

// value returns the expression of a node that is no type, or nothing for a missing node.
func (l *lowering) value(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return &resolve.Expr{Scope: l.scope, In: l.in}
	}
	return l.expr(n)
}

func (l *lowering) call(n sitter.Node) *resolve.Expr {
	t := l.t
	function, arguments := t.Child(n, "function"), t.Child(n, "arguments")
	if function == sitter.None || arguments == sitter.None {
		return l.with(l.new(n, resolve.Other), t.Children(n))
	}
	before := l.isType
	l.isType = false
	defer func() { l.isType = before }()
	e := l.new(n, resolve.Call)
	name := ""
	if t.Kind(function) == "identifier" {
		name = t.Of(function)
	}
	if name == "super" {
		e.Op = resolve.Super
	} else {
		e.X = l.expr(function)
	}
	l.isType = typeNames.Variable[name] || e.X != nil && typeNames.Variable[e.X.Name]
	if t.Kind(arguments) == "generator_expression" {
		e.Args = append(e.Args, l.expr(arguments))
	} else {
		l.with(e, t.Children(arguments))
	}
	if name == "type" && len(e.Args) == 1 {
		e.Op, e.X, e.Args = resolve.ClassOf, e.Args[0], nil
	}
	return e
}

// text returns the expression of a string. In a type it is the type that the string holds.
func (l *lowering) text(n sitter.Node) *resolve.Expr {
	t := l.t
	var content []sitter.Node
	e := l.new(n, resolve.Literal)
	for c := range t.Children(n) {
		switch t.Kind(c) {
		case "string_content":
			content = append(content, c)
		case "interpolation":
			isType := l.isType
			l.isType = false
			l.with(e, t.Children(c))
			l.isType = isType
		}
	}
	if len(content) == 1 && l.isType && l.shift == 0 {
		if x := l.typeIn(content[0]); x != nil {
			return x
		}
	}
	for i, c := range content {
		l.words(c, i == 0 && len(e.Args) > 0 || i < len(content)-1)
	}
	return e
}

// maxText is the length of a string up to which its words may be names.
const maxText = 100

// words notes the identifiers of a string without spaces. At an interpolation a word is the beginning of a name, and gets a star.
func (l *lowering) words(n sitter.Node, isOpen bool) {
	s := l.t.Of(n)
	if len(s) > maxText || strings.ContainsAny(s, " \t\n") {
		return
	}
	isWord := func(c rune) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127
	}
	fields := strings.FieldsFunc(s, func(c rune) bool { return !isWord(c) })
	for i, w := range fields {
		if isOpen && i == len(fields)-1 && strings.HasSuffix(s, w) {
			w += "*"
		}
		if _, known := l.u.Words[w]; !known {
			l.u.Words[w] = l.start(n)
		}
	}
}

// typeIn returns the type in a string, or nil.
func (l *lowering) typeIn(n sitter.Node) *resolve.Expr {
	text := []byte(l.t.Of(n))
	if len(text) == 0 || len(text) > 1000 {
		return nil
	}
	tree := l.parser.Parse(text)
	if tree == nil || tree.Len() < 3 || tree.Kind(1) != "expression_statement" || tree.After(1) != tree.After(0) {
		return nil
	}
	inner := *l
	inner.t, inner.shift = tree, l.start(n)
	return inner.expr(2)
}

func (l *lowering) comprehension(n sitter.Node) *resolve.Expr {
	t := l.t
	before := l.scope
	l.scope = &resolve.Scope{Kind: schema.ScopeBlock, Parent: before, Names: map[string][]*resolve.Binding{}, Start: l.start(n), End: l.end(n)}
	e := l.new(n, resolve.Literal)
	body := sitter.None
	for c := range t.Children(n) {
		switch {
		case t.Field(c) == "body":
			body = c
		case t.Kind(c) == "for_in_clause":
			l.decides()
			right := l.value(t.Child(c, "right"))
			l.u.Exprs = append(l.u.Exprs, right)
			l.assign(t.Child(c, "left"), resolve.Binding{Value: right, Via: resolve.Element}, 0, false)
		case t.Kind(c) == "if_clause":
			l.decides()
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
	l.scope = before
	return e
}

func (l *lowering) lambda(n sitter.Node) *resolve.Expr {
	before := *l
	e := l.new(n, resolve.Other)
	l.scope = &resolve.Scope{Kind: schema.ScopeBlock, Parent: before.scope, Names: map[string][]*resolve.Binding{}, Start: l.start(n), End: l.end(n)}
	if params := l.t.Child(n, "parameters"); params != sitter.None {
		l.parameters(params, nil, resolve.NoParam, before.scope)
	}
	l.root(l.t.Child(n, "body"))
	l.scope, l.self, l.class = before.scope, before.self, before.class
	return e
}
