package python

import (
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

// decorator is one decorator of a definition.
type decorator struct {
	resolve.Note
	last string // the last part of its name
}

// neutral lists decorators that register nothing: the definition is used as if it had none.
var neutral = map[string]bool{"staticmethod": true, "classmethod": true, "property": true, "cached_property": true, "abstractmethod": true, "override": true,
	"final": true, "wraps": true, "lru_cache": true, "cache": true, "contextmanager": true, "asynccontextmanager": true, "dataclass": true, "overload": true,
	"total_ordering": true, "runtime_checkable": true, "setter": true, "deleter": true, "getter": true, "deprecated": true}

func (l *lowering) decorated(n sitter.Node) {
	t := l.T
	var all []decorator
	for c := range t.Children(n) {
		switch t.Kind(c) {
		case "decorator":
			for e := range t.Children(c) {
				x := l.expr(e)
				l.U.Exprs = append(l.U.Exprs, applied(x))
				d := decorator{Note: resolve.Note{Name: spaceless(t.Of(e)), At: l.From(c)}}
				if t.Kind(e) == "call" {
					d.Name = spaceless(t.Of(t.Child(e, "function")))
					d.Arguments = l.OneLine(l.From(t.Child(e, "arguments")), l.To(e))
				}
				d.last = d.Name[strings.LastIndexByte(d.Name, '.')+1:]
				all = append(all, d)
			}
		case "function_definition":
			l.function(c, n, all)
		case "class_definition":
			l.classDef(c, n, all)
		}
	}
}

// applied returns the call that a decorator makes: the decorator itself when it has no arguments.
func applied(x *resolve.Expr) *resolve.Expr {
	if x.Op != resolve.Name && x.Op != resolve.Member {
		return x
	}
	return &resolve.Expr{Op: resolve.Call, X: x, Start: x.Start, End: x.End, Scope: x.Scope, In: x.In}
}

func notes(all []decorator) (out []resolve.Note) {
	for _, d := range all {
		out = append(out, d.Note)
	}
	return out
}

func has(all []decorator, last string) bool {
	return slices.ContainsFunc(all, func(d decorator) bool { return d.last == last })
}

// function reads a function definition with the node whole around its decorators.
func (l *lowering) function(n, whole sitter.Node, decorators []decorator) {
	t := l.T
	nameNode, params, body, result := t.Child(n, "name"), t.Child(n, "parameters"), t.Child(n, "body"), t.Child(n, "return_type")
	if nameNode == sitter.None || params == sitter.None || t.Of(nameNode) == "" {
		for c := range t.Children(n) {
			l.stmt(c)
		}
		return
	}
	name := t.Of(nameNode)
	d := &resolve.Def{Name: name, Kind: schema.KindFunction, Start: l.From(whole), End: l.To(whole), At: l.From(nameNode), Complexity: 1, Notes: notes(decorators)}
	end := l.To(params)
	if result != sitter.None {
		end = l.To(result)
	}
	d.Signature = l.OneLine(l.From(n), end)
	isMethod := l.Scope.Kind == schema.ScopeType
	if isMethod {
		d.Kind = schema.KindMethod
	}
	for _, x := range decorators {
		switch {
		case x.last == "setter", x.last == "deleter", x.last == "getter":
			d.IsAccessor = true
		case strings.HasSuffix(x.last, "property"):
			d.IsProperty = true
		}
		if !neutral[x.last] && !strings.HasSuffix(x.last, "property") {
			d.IsWrapped = true
		}
	}
	bound := l.Scope.Names[name]
	for _, b := range bound { // the overloads of a function are declarations of it
		if b.Def != nil && b.Def.IsOverload {
			b.Def.IsDropped = true
			bound = slices.DeleteFunc(bound, func(o *resolve.Binding) bool { return o == b })
			break
		}
	}
	l.Scope.Names[name] = bound
	l.Define(d)
	if l.U.File.Row.IsTest && strings.HasPrefix(name, "test") {
		d.Entry = schema.EntryTest
	}
	d.IsOverload = has(decorators, "overload")
	if !d.IsAccessor || len(bound) == 0 {
		l.Bind(name, l.To(whole), resolve.Binding{Def: d})
	}
	before := *l
	l.Open(schema.ScopeFunction, d, n)
	receiver := resolve.NoParam
	if isMethod && !has(decorators, "staticmethod") {
		receiver = resolve.Receiver
		if has(decorators, "classmethod") || name == "__new__" || name == "__init_subclass__" || name == "__class_getitem__" {
			receiver = resolve.ReceiverClass
		}
		l.class, l.self = before.In, ""
	}
	// Parameters are read in the scope around the function, and bound in its own.
	l.In, l.Fn, l.isCursor = d, d, false
	l.typeParameters(n)
	l.parameters(params, d, receiver, before.Scope)
	if result != sitter.None {
		l.Scope = before.Scope
		d.Result = l.typ(result)
		l.U.Exprs = append(l.U.Exprs, d.Result)
		d.Params = append(d.Params, resolve.Parameter{Kind: schema.ParameterResult, Type: d.Result, Text: l.OneLine(l.From(result), l.To(result))})
		l.Scope = d.Scope
	}
	if body != sitter.None {
		d.Doc = l.docstring(body)
		l.stmts(body)
	}
	d.BodyHash, d.SigHash = l.hash(body), l.hash(params, result)
	d.CodeLines = l.U.Lines.Code(d.Start, max(d.Start, d.End-1))
	if l.isCursor || len(d.Returns) > 6 {
		d.Returns = nil
	}
	*l = before
}

// parameters reads the parameters of a function or lambda. Defaults and types are read in the scope around it.
func (l *lowering) parameters(n sitter.Node, d *resolve.Def, receiver resolve.Param, around *resolve.Scope) {
	t := l.T
	own := l.Scope
	for c := range t.Children(n) {
		name, typ, value := c, sitter.None, sitter.None
		switch t.Kind(c) {
		case "typed_parameter":
			name, typ = t.First(c), t.Child(c, "type")
		case "default_parameter", "typed_default_parameter":
			name, typ, value = t.Child(c, "name"), t.Child(c, "type"), t.Child(c, "value")
		case "keyword_separator", "positional_separator":
			continue
		}
		b := resolve.Binding{Param: resolve.OtherParam}
		stars := ""
		if k := t.Kind(name); k == "list_splat_pattern" || k == "dictionary_splat_pattern" {
			stars = strings.Repeat("*", strings.Count(t.Of(name), "*"))
			for inner := range t.Children(name) {
				name = inner
			}
		}
		p := resolve.Parameter{Name: t.Of(name), Kind: schema.ParameterValue}
		l.Scope = around
		if typ != sitter.None {
			e := l.typ(typ)
			l.U.Exprs = append(l.U.Exprs, e)
			p.Type, p.Text = e, stars+l.OneLine(l.From(typ), l.To(typ))
			if stars == "" {
				b.Type = e
			}
		} else {
			p.Text = stars
		}
		if value != sitter.None {
			l.root(value)
		}
		l.Scope = own
		if receiver != resolve.NoParam && stars == "" {
			b.Param, b.Class, p.Kind, l.self = receiver, l.class, schema.ParameterReceiver, p.Name
			if receiver == resolve.ReceiverClass {
				l.self = ""
			}
		} else if p.Name == l.self {
			l.self, l.class = "", nil
		}
		receiver = resolve.NoParam
		if d != nil {
			d.Params = append(d.Params, p)
		}
		if t.Kind(name) == "tuple_pattern" {
			l.assign(name, resolve.Binding{}, l.From(name), false)
			continue
		}
		l.Bind(p.Name, l.From(c), b)
	}
}

// typeParameters binds the type parameters of a class or function in its scope.
func (l *lowering) typeParameters(n sitter.Node) {
	list := l.T.Child(n, "type_parameters")
	if list == sitter.None {
		return
	}
	for c := list; c < l.T.After(list); c++ {
		if l.T.Kind(c) == "identifier" {
			l.Bind(l.T.Of(c), l.From(c), resolve.Binding{Param: resolve.OtherParam})
		}
	}
}

// classDef reads a class definition.
func (l *lowering) classDef(n, whole sitter.Node, decorators []decorator) {
	t := l.T
	nameNode, bases, body := t.Child(n, "name"), t.Child(n, "superclasses"), t.Child(n, "body")
	if nameNode == sitter.None || t.Of(nameNode) == "" {
		l.stmts(n)
		return
	}
	d := &resolve.Def{Name: t.Of(nameNode), Kind: schema.KindClass, Start: l.From(whole), End: l.To(whole), At: l.From(nameNode), Notes: notes(decorators)}
	end := l.To(nameNode)
	if bases != sitter.None {
		end = l.To(bases)
	}
	d.Signature = l.OneLine(l.From(n), end)
	d.IsWrapped = slices.ContainsFunc(decorators, func(x decorator) bool { return !neutral[x.last] })
	l.Define(d)
	if l.U.File.Row.IsTest && strings.HasPrefix(d.Name, "Test") {
		d.Entry = schema.EntryTest
	}
	before := *l
	l.In = d
	if bases != sitter.None {
		for c := range t.Children(bases) {
			e := l.typ(c)
			l.U.Exprs = append(l.U.Exprs, e)
			if e.Key == "" {
				d.Bases = append(d.Bases, e)
			}
		}
	}
	l.Open(schema.ScopeType, d, n)
	l.typeParameters(n)
	if body != sitter.None {
		d.Doc = l.docstring(body)
		l.stmts(body)
	}
	d.SigHash = l.hash(bases, body)
	*l = before
	l.Bind(d.Name, l.To(whole), resolve.Binding{Def: d})
}

// docstring returns the text at the start of a body.
func (l *lowering) docstring(body sitter.Node) string {
	n := l.T.First(body)
	if n == sitter.None || l.T.Kind(n) != "expression_statement" {
		return ""
	}
	n = l.T.First(n)
	if n == sitter.None || l.T.Kind(n) != "string" {
		return ""
	}
	text := ""
	for c := range l.T.Children(n) {
		if l.T.Kind(c) == "string_content" {
			text += l.T.Of(c)
		}
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	indent := -1
	for _, line := range lines[1:] {
		if bare := strings.TrimLeft(line, " \t"); bare != "" && (indent < 0 || len(line)-len(bare) < indent) {
			indent = len(line) - len(bare)
		}
	}
	for i, line := range lines[1:] {
		lines[i+1] = strings.TrimRight(line[min(len(line), max(indent, 0)):], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// hash returns the hash of nodes without the docstring of a body.
func (l *lowering) hash(nodes ...sitter.Node) int64 {
	return l.Hash(func(n sitter.Node) bool {
		k := l.T.Kind(n)
		return k == "line_continuation" || k == "block" && l.docstring(n) != ""
	}, nodes...)
}
