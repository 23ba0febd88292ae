package ecma

import (
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

// named defines a function with the node whole around it, and reads it.
func (l *lowering) named(n, whole, nameNode sitter.Node, kind schema.Kind) {
	t := l.T
	d := &resolve.Def{Name: "default", Kind: kind, Start: l.From(whole), End: l.To(whole), At: l.From(n), Complexity: 1, Doc: l.doc(whole)}
	if nameNode != sitter.None && t.Of(nameNode) != "" {
		d.Name, d.At = t.Of(nameNode), l.From(nameNode)
	}
	end := l.To(n)
	if body := t.Child(n, "body"); body != sitter.None {
		end = l.From(body)
	}
	d.Signature = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(l.OneLine(l.From(whole), max(end, l.From(whole))), "{")), "=>"))
	d.IsOverload = strings.HasSuffix(t.Kind(n), "_signature") && kind != schema.KindInterfaceMethod
	l.dropOverloads(l.Scope, d.Name)
	l.Define(d)
	l.Bind(d.Name, 0, resolve.Binding{Def: d}) // hoisted
	l.function(n, d, resolve.NoParam)
}

// dropOverloads drops the overloads of a function, which are declarations of it.
func (l *lowering) dropOverloads(scope *resolve.Scope, name string) {
	kept := scope.Names[name][:0]
	for _, b := range scope.Names[name] {
		if b.Def != nil && b.Def.IsOverload {
			b.Def.IsDropped = true
			continue
		}
		kept = append(kept, b)
	}
	if len(kept) > 0 || scope.Names[name] != nil {
		scope.Names[name] = kept
	}
}

// function reads the parameters and the body of a function; d is nil for one without a name.
func (l *lowering) function(n sitter.Node, d *resolve.Def, receiver resolve.Param) {
	t := l.T
	before := *l
	if d != nil {
		l.Open(schema.ScopeFunction, d, n)
		l.In, l.Fn, l.isCursor = d, d, false
	} else {
		l.Open(schema.ScopeFunction, nil, n)
		l.Fn = nil
	}
	isArrow := t.Kind(n) == "arrow_function"
	switch {
	case receiver != resolve.NoParam:
		l.Bind("this", 0, resolve.Binding{Param: receiver, Class: l.class})
	case !isArrow:
		l.class = nil
		l.Bind("this", 0, resolve.Binding{Param: resolve.OtherParam})
	}
	l.typeParameters(n)
	params, result, body := t.Child(n, "parameters"), t.Child(n, "return_type"), t.Child(n, "body")
	if params != sitter.None {
		l.parameters(params, d)
	} else if one := t.Child(n, "parameter"); one != sitter.None {
		l.Bind(t.Of(one), 0, resolve.Binding{Param: resolve.OtherParam})
		if d != nil {
			d.Params = append(d.Params, resolve.Parameter{Name: t.Of(one), Kind: schema.ParameterValue})
		}
	}
	if result != sitter.None {
		e := l.typ(result)
		l.add(e)
		if d != nil {
			d.Result = e
			d.Params = append(d.Params, resolve.Parameter{Kind: schema.ParameterResult, Type: e, Text: strings.TrimSpace(strings.TrimPrefix(l.OneLine(l.From(result), l.To(result)), ":"))})
		}
	}
	if body != sitter.None {
		if t.Kind(body) == "statement_block" {
			l.stmts(body)
		} else if e := l.root(body); d != nil {
			d.Returns = append(d.Returns, e)
		}
	}
	if d != nil {
		if body != sitter.None {
			d.BodyHash = l.hash(body)
		}
		d.SigHash = l.hash(params, result)
		d.CodeLines = l.U.Lines.Code(d.Start, max(d.Start, d.End-1))
		if l.isCursor || len(d.Returns) > 6 {
			d.Returns = nil
		}
	}
	exports := l.exports
	*l = before
	l.exports = exports
}

func (l *lowering) hash(nodes ...sitter.Node) int64 {
	return l.Hash(func(sitter.Node) bool { return false }, nodes...)
}

func (l *lowering) parameters(n sitter.Node, d *resolve.Def) {
	t := l.T
	for c := range t.Children(n) {
		name, typ, value := c, t.Child(c, "type"), t.Child(c, "value")
		if k := t.Kind(c); k == "required_parameter" || k == "optional_parameter" {
			if name = t.Child(c, "pattern"); name == sitter.None {
				name = t.Child(c, "name")
			}
		}
		if name == sitter.None {
			continue
		}
		b := resolve.Binding{Param: resolve.OtherParam}
		p := resolve.Parameter{Name: t.Of(name), Kind: schema.ParameterValue}
		if typ != sitter.None {
			e := l.typ(typ)
			l.add(e)
			p.Type, p.Text = e, strings.TrimSpace(strings.TrimPrefix(l.OneLine(l.From(typ), l.To(typ)), ":"))
			if t.Kind(name) != "rest_pattern" {
				b.Type = e
			}
		}
		l.root(value)
		if t.Kind(name) == "this" {
			continue
		}
		if t.Kind(name) == "assignment_pattern" {
			p.Name = t.Of(t.Child(name, "left"))
		}
		if t.Kind(name) == "rest_pattern" {
			p.Text, p.Name = "..."+p.Text, strings.TrimPrefix(p.Name, "...")
		}
		if strings.ContainsAny(p.Name, "{[") {
			p.Name = ""
		}
		if d != nil {
			d.Params = append(d.Params, p)
		}
		l.pattern(name, b, 0, true)
		for m := range t.Children(c) { // constructor(private name: Type) declares a field
			k := t.Kind(m)
			if d != nil && d.Name == constructor && d.Container != nil && (k == "accessibility_modifier" || k == "override_modifier" || k == "readonly") && t.Kind(name) == "identifier" && p.Name != "" {
				f := l.member(d.Container, &resolve.Def{Name: p.Name, Kind: schema.KindField, Start: l.From(c), End: l.To(c), At: l.From(name),
					Signature: l.OneLine(l.From(c), l.To(c)), TypeText: p.Text})
				d.Container.Scope.Bind(p.Name, &resolve.Binding{Def: f, Type: b.Type})
				break
			}
		}
	}
}

func (l *lowering) typeParameters(n sitter.Node) {
	list := l.T.Child(n, "type_parameters")
	if list == sitter.None {
		return
	}
	for c := range l.T.Children(list) {
		name, constraint := l.T.Child(c, "name"), l.T.Child(c, "constraint")
		if name == sitter.None {
			continue
		}
		b := resolve.Binding{Param: resolve.OtherParam}
		if constraint != sitter.None {
			b.Value = l.typ(constraint)
			l.add(b.Value)
		}
		if value := l.T.Child(c, "value"); value != sitter.None {
			l.add(l.typ(value))
		}
		l.Bind(l.T.Of(name), 0, b)
	}
}

// classDef reads a class, an interface or an enum, with the node whole around it.
func (l *lowering) classDef(n, whole sitter.Node, name string) {
	t := l.T
	nameNode, body := t.Child(n, "name"), t.Child(n, "body")
	d := &resolve.Def{Name: name, Kind: schema.KindClass, Start: l.From(whole), End: l.To(whole), At: l.From(n), Doc: l.doc(whole)}
	if nameNode != sitter.None && (name == "" || name == "default") {
		d.Name, d.At = t.Of(nameNode), l.From(nameNode)
	}
	if d.Name == "" || body == sitter.None {
		l.anonymous(n)
		return
	}
	switch t.Kind(n) {
	case "interface_declaration":
		d.Kind = schema.KindInterface
	case "enum_declaration":
		d.Kind = schema.KindEnum
	}
	d.Signature = l.OneLine(l.From(whole), max(l.From(whole), l.From(body)))
	l.Define(d)
	l.Bind(d.Name, 0, resolve.Binding{Def: d})
	before := *l
	l.In = d
	l.decorators(n, d)
	l.decorators(whole, d)
	l.Open(schema.ScopeType, d, n)
	l.class = d
	l.typeParameters(n)
	for c := range t.Children(n) {
		switch t.Kind(c) {
		case "class_heritage":
			for h := range t.Children(c) {
				l.heritage(h, d)
			}
		case "extends_type_clause":
			l.heritage(c, d)
		}
	}
	for _, isField := range []bool{true, false} { // a method may assign to a field that is declared below it
		for c := range t.Children(body) {
			if l.isField(c) == isField {
				l.classMember(c, d)
			}
		}
	}
	d.SigHash = l.hash(body)
	exports := l.exports
	*l = before
	l.exports = exports
}

// anonymous reads a class without a name.
func (l *lowering) anonymous(n sitter.Node) {
	for c := range l.T.Children(n) {
		if k := l.T.Kind(c); k != "type_identifier" && k != "identifier" {
			l.add(l.with(l.New(c, resolve.Other), l.T.Children(c)))
		}
	}
}

func (l *lowering) heritage(n sitter.Node, d *resolve.Def) {
	t := l.T
	kind := t.Kind(n)
	if kind != "extends_clause" && kind != "implements_clause" && kind != "extends_type_clause" {
		e := l.typ(n) // JavaScript
		l.add(e)
		d.Bases = append(d.Bases, e)
		return
	}
	for c := range t.Children(n) {
		e := l.typ(c)
		l.add(e)
		switch {
		case t.Kind(c) == "type_arguments":
		case kind == "implements_clause":
			d.Interfaces = append(d.Interfaces, e)
		default:
			d.Bases = append(d.Bases, e)
		}
	}
}

func (l *lowering) decorators(n sitter.Node, d *resolve.Def) {
	t := l.T
	for c := range t.Children(n) {
		if t.Kind(c) != "decorator" {
			continue
		}
		for e := range t.Children(c) {
			x := l.expr(e)
			if x.Op == resolve.Name || x.Op == resolve.Member {
				x = &resolve.Expr{Op: resolve.Call, X: x, Start: x.Start, End: x.End, Scope: x.Scope, In: x.In}
			}
			l.add(x)
			note := resolve.Note{Name: strings.Join(strings.Fields(t.Of(e)), ""), At: l.From(c)}
			if t.Kind(e) == "call_expression" {
				function := t.Child(e, "function")
				note.Name, note.Arguments = t.Of(function), l.OneLine(l.To(function), l.To(e))
			}
			d.Notes = append(d.Notes, note)
			d.IsWrapped = true
		}
	}
}

// isField reports whether a member of a class is declared as a field.
func (l *lowering) isField(n sitter.Node) bool {
	k, value := l.T.Kind(n), l.T.Child(n, "value")
	return (k == "public_field_definition" || k == "property_signature") && (value == sitter.None || !isFunction(l.T.Kind(value)))
}

func isFunction(kind string) bool {
	return kind == "arrow_function" || kind == "function_expression" || kind == "generator_function"
}

// classMember reads a member of a class, an interface or an enum.
func (l *lowering) classMember(n sitter.Node, c *resolve.Def) {
	t := l.T
	name := t.Child(n, "name")
	if name == sitter.None && (t.Kind(n) == "property_identifier" || t.Kind(n) == "string") {
		name = n
	}
	if name == sitter.None {
		if t.Kind(n) == "field_definition" {
			name = t.Child(n, "property")
		}
		if name == sitter.None {
			l.inField(func() { l.stmt(n) })
			return
		}
	}
	// A private name begins with #, which ends a stable name.
	bound := strings.Trim(t.Of(name), `"'`)
	d := &resolve.Def{Name: strings.TrimPrefix(bound, "#"), Start: l.From(n), End: l.To(n), At: l.From(name), Doc: l.doc(n)}
	if t.Kind(name) == "computed_property_name" || d.Name == "" {
		l.inField(func() { l.anonymous(n) })
		return
	}
	d.IsPrivate = strings.HasPrefix(bound, "#")
	isStatic, isGet, isSet := false, false, false
	for x := n + 1; x < name; x = t.After(x) {
		switch t.Of(x) {
		case "static":
			isStatic = true
		case "get":
			isGet = true
		case "set":
			isSet = true
		case "private":
			d.IsPrivate = true
		}
	}
	value := t.Child(n, "value")
	isMethod := value != sitter.None && isFunction(t.Kind(value))
	isPrivate := d.IsPrivate
	switch kind := t.Kind(n); {
	case strings.HasPrefix(kind, "method_") || strings.HasPrefix(kind, "abstract_method") || isMethod:
		function := n
		if isMethod {
			function = value
			if typ := t.Child(n, "type"); typ != sitter.None {
				l.add(l.typ(typ))
			}
		}
		d.Kind, d.Complexity = schema.KindMethod, 1
		if c.Kind == schema.KindInterface {
			d.Kind = schema.KindInterfaceMethod
		}
		d.IsProperty, d.IsAccessor = isGet, isSet
		d.IsOverload = kind == "method_signature" && c.Kind != schema.KindInterface
		end := l.To(n)
		if body := t.Child(function, "body"); body != sitter.None {
			end = l.From(body)
		}
		d.Signature = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(l.OneLine(l.From(n), end)), "=>"))
		l.decorators(n, d)
		known := c.Scope.Names[bound]
		l.dropOverloads(c.Scope, bound)
		l.Define(d)
		d.IsLocal, d.IsPrivate, d.IsSpecial = c.IsLocal, isPrivate, d.Name == constructor
		if !isSet || len(known) == 0 {
			l.Bind(bound, 0, resolve.Binding{Def: d})
		}
		receiver := resolve.Receiver
		if isStatic {
			receiver = resolve.ReceiverClass
		}
		l.function(function, d, receiver)
	default:
		d.Kind = schema.KindField
		if c.Kind == schema.KindEnum {
			d.Kind = schema.KindEnumMember
		}
		d.Signature = l.OneLine(l.From(n), l.To(n))
		l.decorators(n, d)
		l.Define(d)
		d.IsLocal, d.IsPrivate = c.IsLocal, isPrivate
		b := resolve.Binding{Def: d}
		l.inField(func() {
			l.In = d
			if typ := t.Child(n, "type"); typ != sitter.None {
				b.Type = l.typ(typ)
				l.add(b.Type)
				d.TypeText = strings.TrimSpace(strings.TrimPrefix(l.OneLine(l.From(typ), l.To(typ)), ":"))
			}
			b.Value = l.root(value)
		})
		l.Bind(bound, 0, b)
	}
}

// inField reads code of a class outside of its methods: this is the object, and members of the class are no names.
func (l *lowering) inField(do func()) {
	in, scope := l.In, l.Scope
	l.Scope = &resolve.Scope{Kind: schema.ScopeFunction, Parent: scope, Names: map[string][]*resolve.Binding{}}
	l.Bind("this", 0, resolve.Binding{Param: resolve.Receiver, Class: l.class})
	do()
	l.In, l.Scope = in, scope
}

func (l *lowering) typeAlias(n, whole sitter.Node) {
	t := l.T
	name, value := t.Child(n, "name"), t.Child(n, "value")
	if name == sitter.None || value == sitter.None || t.Of(name) == "" {
		return
	}
	d := l.Define(&resolve.Def{Name: t.Of(name), Kind: schema.KindTypeAlias, Start: l.From(whole), End: l.To(whole), At: l.From(name),
		Signature: l.OneLine(l.From(whole), l.To(whole)), Doc: l.doc(whole)})
	before := *l
	l.In = d
	l.Open(schema.ScopeBlock, nil, n)
	l.typeParameters(n)
	e := l.typ(value)
	l.add(e)
	l.In, l.Scope = before.In, before.Scope
	d.SigHash = l.hash(value)
	l.Bind(d.Name, 0, resolve.Binding{Def: d, Value: e})
}
