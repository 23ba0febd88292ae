package ecma

import (
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

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

// value returns the expression of a node that is no type.
func (l *lowering) value(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return &resolve.Expr{Scope: l.Scope, In: l.In}
	}
	before := l.IsType
	l.IsType = false
	e := l.expr(n)
	l.IsType = before
	return e
}

// first returns the expression of the first child; the others are read too.
func (l *lowering) first(n sitter.Node) *resolve.Expr {
	var first *resolve.Expr
	for c := range l.T.Children(n) {
		if e := l.expr(c); first == nil {
			first = e
		} else {
			l.add(e)
		}
	}
	if first == nil {
		return l.New(n, resolve.Other)
	}
	return first
}

func (l *lowering) name(n sitter.Node, text string) *resolve.Expr {
	e := l.New(n, resolve.Name)
	e.Name = text
	return e
}

// expr returns the expression of a node.
func (l *lowering) expr(n sitter.Node) *resolve.Expr {
	t := l.T
	switch t.Kind(n) {
	case "identifier", "type_identifier", "shorthand_property_identifier", "this", "this_type":
		return l.name(n, t.Of(n))
	case "member_expression", "nested_type_identifier", "nested_identifier":
		object, property := t.Child(n, "object"), t.Child(n, "property")
		if object == sitter.None {
			object, property = t.Child(n, "module"), t.Child(n, "name")
		}
		if object == sitter.None || property == sitter.None {
			return l.with(l.New(n, resolve.Other), t.Children(n))
		}
		e := l.New(property, resolve.Member)
		e.Name, e.X = t.Of(property), l.expr(object)
		return e
	case "super":
		return l.New(n, resolve.Super)
	case "call_expression", "new_expression":
		return l.call(n)
	case "generic_type":
		e := l.New(n, resolve.Index)
		name, arguments := t.Child(n, "name"), t.Child(n, "type_arguments")
		if name == sitter.None {
			return l.with(e, t.Children(n))
		}
		if e.X = l.expr(name); arguments != sitter.None {
			l.with(e, t.Children(arguments))
		}
		return e
	case "array_type":
		e := l.with(l.New(n, resolve.Index), t.Children(n))
		e.X = l.name(n, "Array")
		return e
	case "union_type", "intersection_type":
		return l.with(l.New(n, resolve.Either), t.Children(n))
	case "type_query":
		e := l.New(n, resolve.Other)
		l.IsType = false
		l.with(e, t.Children(n))
		l.IsType = true
		return e
	case "subscript_expression":
		e := l.New(n, resolve.Index)
		e.X = l.value(t.Child(n, "object"))
		e.Args = append(e.Args, l.value(t.Child(n, "index")))
		return e
	case "type_annotation", "readonly_type", "parenthesized_type", "parenthesized_expression", "await_expression", "non_null_expression", "constraint", "default_type",
		"instantiation_expression", "sequence_expression", "type_predicate_annotation":
		return l.first(n)
	case "as_expression", "satisfies_expression":
		e := l.New(n, resolve.Declared)
		for c := range t.Children(n) {
			if len(e.Args) == 0 {
				e.Args = append(e.Args, l.value(c))
			} else {
				e.X = l.typ(c)
			}
		}
		return e
	case "type_assertion":
		e := l.New(n, resolve.Declared)
		for c := range t.Children(n) {
			if t.Kind(c) == "type_arguments" {
				e.X = l.typ(t.First(c) + 1)
			} else {
				e.Args = append(e.Args, l.value(c))
			}
		}
		return e
	case "binary_expression":
		op := t.Child(n, "operator")
		e := l.with(l.New(n, resolve.Literal), t.Children(n))
		if op != sitter.None {
			switch t.Of(op) {
			case "&&", "||", "??":
				l.Decides()
				if e.Op = resolve.Either; t.Of(op) == "&&" && len(e.Args) == 2 {
					l.add(e.Args[0])
					e.Args = e.Args[1:]
				}
			}
		}
		return e
	case "ternary_expression":
		l.Decides()
		l.root(t.Child(n, "condition"))
		e := l.New(n, resolve.Either)
		e.Args = []*resolve.Expr{l.value(t.Child(n, "consequence")), l.value(t.Child(n, "alternative"))}
		return e
	case "assignment_expression":
		if l.commonFunction(n, t.Child(n, "left"), t.Child(n, "right")) {
			return l.New(n, resolve.Other)
		}
		right := l.value(t.Child(n, "right"))
		l.pattern(t.Child(n, "left"), resolve.Binding{Value: right}, l.To(n), false)
		return right
	case "augmented_assignment_expression":
		l.root(t.Child(n, "right"))
		l.pattern(t.Child(n, "left"), resolve.Binding{}, l.To(n), false)
		return l.New(n, resolve.Other)
	case "null", "undefined":
		return l.New(n, resolve.Nothing)
	case "string":
		for c := range t.Children(n) {
			l.Words(c, false)
		}
		return l.New(n, resolve.Literal)
	case "literal_type":
		for c := range t.Children(n) {
			if t.Kind(c) == "null" || t.Kind(c) == "undefined" {
				return l.New(n, resolve.Nothing)
			}
		}
		return l.New(n, resolve.Literal)
	case "number", "true", "false", "regex", "predefined_type":
		return l.New(n, resolve.Literal)
	case "template_string", "array", "unary_expression", "update_expression":
		return l.with(l.New(n, resolve.Literal), t.Children(n))
	case "object":
		return l.object(n)
	case "arrow_function", "function_expression", "generator_function", "method_definition":
		e := l.New(n, resolve.Other)
		l.function(n, nil, resolve.NoParam)
		return e
	case "class":
		l.anonymous(n)
		return l.New(n, resolve.Other)
	case "function_type", "constructor_type", "object_type", "mapped_type_clause", "conditional_type", "infer_type":
		return l.inner(n)
	case "property_signature", "method_signature", "index_signature", "call_signature", "construct_signature", "required_parameter", "optional_parameter", "pair", "labeled_statement":
		e := l.New(n, resolve.Other)
		for c := range t.Children(n) {
			if f := t.Field(c); f != "name" && f != "pattern" && f != "key" || t.Kind(c) == "computed_property_name" {
				e.Args = append(e.Args, l.expr(c))
			}
		}
		return e
	case "jsx_self_closing_element", "jsx_opening_element":
		return l.element(n)
	case "yield_expression":
		l.isCursor = true
	case "property_identifier", "private_property_identifier", "type_parameters", "jsx_closing_element", "jsx_text", "meta_property":
		return l.New(n, resolve.Other)
	}
	if isStatement(t.Kind(n)) {
		l.stmt(n)
		return l.New(n, resolve.Other)
	}
	return l.with(l.New(n, resolve.Other), t.Children(n))
}

// inner reads a type with names of its own.
func (l *lowering) inner(n sitter.Node) *resolve.Expr {
	before := l.Scope
	l.Open(schema.ScopeBlock, nil, n)
	l.typeParameters(n)
	for c := n + 1; c < l.T.After(n); c++ {
		if k := l.T.Kind(c); k == "infer_type" || k == "mapped_type_clause" {
			for name := range l.T.Children(c) {
				if l.T.Kind(name) == "type_identifier" {
					l.Bind(l.T.Of(name), 0, resolve.Binding{Param: resolve.OtherParam})
					break
				}
			}
		}
	}
	e := l.with(l.New(n, resolve.Other), l.T.Children(n))
	l.Scope = before
	return e
}

// object reads an object literal. Its members are no symbols; module.exports takes their names from the keys.
func (l *lowering) object(n sitter.Node) *resolve.Expr {
	e := l.New(n, resolve.Literal)
	for c := range l.T.Children(n) {
		var x *resolve.Expr
		switch l.T.Kind(c) {
		case "pair":
			x = l.value(l.T.Child(c, "value"))
			if key := l.T.Child(c, "key"); key != sitter.None {
				if x.Key = l.T.Of(key); l.T.Kind(key) == "computed_property_name" {
					x.Key = ""
					l.add(l.with(l.New(key, resolve.Other), l.T.Children(key)))
				}
			}
		case "shorthand_property_identifier":
			x = l.expr(c)
			x.Key = l.T.Of(c)
		default:
			x = l.expr(c)
		}
		e.Args = append(e.Args, x)
	}
	return e
}

func (l *lowering) call(n sitter.Node) *resolve.Expr {
	t := l.T
	function, arguments := t.Child(n, "function"), t.Child(n, "arguments")
	if function == sitter.None {
		function = t.Child(n, "constructor")
	}
	if function == sitter.None {
		return l.with(l.New(n, resolve.Other), t.Children(n))
	}
	before := l.IsType
	l.IsType = false
	defer func() { l.IsType = before }()
	if path := l.required(n); path != nil {
		i := &resolve.Import{Path: l.text(*path), At: l.From(*path), NameAt: l.From(*path), In: l.In}
		l.U.Imports = append(l.U.Imports, i)
		i.IsValue = t.Kind(function) != "import"
		e := l.name(function, t.Of(n))
		l.U.Top.Bind(e.Name, &resolve.Binding{Import: i})
		return e
	}
	e := l.New(n, resolve.Call)
	if t.Kind(function) == "super" {
		e.X = l.New(function, resolve.Member)
		e.X.Name, e.X.X = constructor, l.New(function, resolve.Super)
	} else {
		e.X = l.expr(function)
	}
	if types := t.Child(n, "type_arguments"); types != sitter.None {
		for c := range t.Children(types) {
			l.add(l.typ(c))
		}
	}
	if arguments != sitter.None {
		if t.Kind(arguments) == "template_string" {
			e.Args = append(e.Args, l.expr(arguments))
		} else {
			l.with(e, t.Children(arguments))
		}
	}
	return e
}

// element reads the start of markup: a component in it is called.
func (l *lowering) element(n sitter.Node) *resolve.Expr {
	t := l.T
	e := l.New(n, resolve.Other)
	name := t.Child(n, "name")
	for c := range t.Children(n) {
		if c != name {
			e.Args = append(e.Args, l.expr(c))
		}
	}
	if name == sitter.None {
		return e
	}
	text := t.Of(name)
	if k := t.Kind(name); k == "identifier" && (text[:1] < "A" || text[:1] > "Z") || k == "jsx_namespace_name" {
		return e
	}
	e.Op, e.X = resolve.Call, l.expr(name)
	return e
}
