// Package python is the front end of Python: it makes a unit of each file, and finds the files of modules.
//
// # Limitations
//
// Names that exec, setattr, globals or a metaclass make are not there. Operators and statements call special methods without a call
// site. A loop variable outside of functions is no symbol.
package python

import (
	"context"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/lower"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of Python.
func New() extract.Extractor { return resolve.New(language()) }

func language() *resolve.Language {
	return &resolve.Language{Names: []string{"python"}, Scheme: "py", Link: link, Builtins: builtins, Constructor: []string{"__init__", "__new__"}, Caller: "__call__",
		Enter: "__enter__", ModuleCode: "<module>", Types: typeNames, Outside: outside,
		Reader: func(ctx context.Context) resolve.Reader { return &reader{sitter.NewParser(ctx, sitter.Python())} }}
}

type reader struct{ parser *sitter.Parser }

func (r *reader) Close() { r.parser.Close() }

// Read returns the unit of a file.
func (r *reader) Read(f *extract.File) *resolve.Unit {
	file, isRead := lower.Open(r.parser, f)
	if !isRead {
		return file.U
	}
	l := &lowering{reader: r, File: file}
	l.stmts(0)
	l.U.DropOverloads()
	return l.U
}

// lowering is one file on its way from a tree to a unit.
type lowering struct {
	*reader
	lower.File
	self     string // the name of the innermost receiver, and its class
	class    *resolve.Def
	isCursor bool // the function has a yield
}

func (l *lowering) stmts(n sitter.Node) {
	for c := range l.T.Children(n) {
		l.stmt(c)
	}
}

func (l *lowering) branch(n sitter.Node) { l.Within(n, true, func() { l.stmts(n) }) }

// root adds the expression of a node to the unit.
func (l *lowering) root(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return nil
	}
	e := l.expr(n)
	l.U.Exprs = append(l.U.Exprs, e)
	return e
}

// stmt reads a statement.
func (l *lowering) stmt(n sitter.Node) {
	t := l.T
	switch t.Kind(n) {
	case "function_definition":
		l.function(n, n, nil)
	case "class_definition":
		l.classDef(n, n, nil)
	case "decorated_definition":
		l.decorated(n)
	case "import_statement":
		for c := range t.Children(n) {
			l.importModule(c)
		}
	case "import_from_statement", "future_import_statement":
		l.importFrom(n)
	case "if_statement", "elif_clause", "while_statement":
		l.Decides()
		for c := range t.Children(n) {
			switch t.Field(c) {
			case "condition":
				l.root(c)
			case "consequence", "body":
				l.branch(c)
			default:
				l.stmt(c)
			}
		}
	case "else_clause", "finally_clause":
		for c := range t.Children(n) {
			l.Within(c, t.Kind(n) == "else_clause", func() { l.stmts(c) })
		}
	case "for_statement":
		l.Decides()
		right := l.root(t.Child(n, "right"))
		l.Within(n, true, func() {
			l.assign(t.Child(n, "left"), resolve.Binding{Value: right, Via: resolve.Element}, l.From(n), false)
		})
		for c := range t.Children(n) {
			switch t.Field(c) {
			case "body":
				l.branch(c)
			case "alternative":
				l.stmt(c)
			}
		}
	case "try_statement":
		for c := range t.Children(n) {
			if t.Field(c) == "body" {
				l.branch(c)
			} else {
				l.stmt(c)
			}
		}
	case "except_clause", "except_group_clause":
		l.Decides()
		l.Within(n, true, func() {
			for c := range t.Children(n) {
				switch {
				case t.Kind(c) == "block":
					l.stmts(c)
				case t.Kind(c) == "as_pattern":
					l.asPattern(c, resolve.Instance)
				case t.Field(c) == "alias":
					l.assign(c, resolve.Binding{}, l.From(c), false)
				default:
					l.root(c)
				}
			}
		})
	case "with_statement":
		for c := range t.Children(n) {
			if t.Kind(c) == "block" {
				l.stmts(c)
				continue
			}
			for item := range t.Children(c) {
				for value := range t.Children(item) {
					if t.Kind(value) == "as_pattern" {
						l.asPattern(value, resolve.Entered)
					} else {
						l.root(value)
					}
				}
			}
		}
	case "match_statement":
		for c := range t.Children(n) {
			if t.Field(c) == "subject" {
				l.root(c)
			} else {
				l.stmts(c)
			}
		}
	case "case_clause":
		l.Decides()
		l.Within(n, true, func() {
			for c := range t.Children(n) {
				switch {
				case t.Kind(c) == "case_pattern":
					l.pattern(c)
				case t.Kind(c) == "block":
					l.stmts(c)
				default:
					l.root(c)
				}
			}
		})
	case "expression_statement":
		for c := range t.Children(n) {
			switch t.Kind(c) {
			case "assignment":
				l.assignment(c)
			case "augmented_assignment":
				if l.T.Of(t.Child(c, "left")) == "__all__" && l.Scope.Kind == schema.ScopeFile {
					l.offer(t.Child(c, "right"), false)
				}
				l.root(t.Child(c, "right"))
				l.assign(t.Child(c, "left"), resolve.Binding{}, l.To(c), false)
			default:
				l.root(c)
			}
		}
	case "global_statement", "nonlocal_statement":
		if l.Scope.Outer == nil {
			l.Scope.Outer = map[string]bool{}
		}
		for c := range t.Children(n) {
			l.Scope.Outer[t.Of(c)] = t.Kind(n) == "global_statement"
		}
	case "return_statement":
		for c := range t.Children(n) {
			if e := l.root(c); l.Fn != nil && l.Scope == l.Fn.Scope {
				l.Fn.Returns = append(l.Fn.Returns, e)
			}
		}
	case "type_alias_statement":
		l.typeAlias(n)
	case "block", "ERROR", "module":
		l.stmts(n)
	default:
		for c := range t.Children(n) {
			if t.Kind(c) == "block" {
				l.branch(c)
			} else {
				l.root(c)
			}
		}
	}
}

// asPattern reads `value as name`.
func (l *lowering) asPattern(n sitter.Node, via resolve.Via) {
	var value *resolve.Expr
	for c := range l.T.Children(n) {
		if l.T.Field(c) != "alias" {
			value = l.root(c)
			continue
		}
		for name := range l.T.Children(c) {
			l.assign(name, resolve.Binding{Value: value, Via: via}, l.To(n), false)
		}
		if l.T.IsLeaf(c) {
			l.assign(c, resolve.Binding{Value: value, Via: via}, l.To(n), false)
		}
	}
}

// pattern reads a pattern of a match statement: dotted names are read, single names are bound.
func (l *lowering) pattern(n sitter.Node) {
	for c := range l.T.Children(n) {
		switch l.T.Kind(c) {
		case "dotted_name":
			if l.T.Kind(n) == "case_pattern" && !strings.Contains(l.T.Of(c), ".") {
				l.Bind(l.T.Of(c), l.From(c), resolve.Binding{})
				continue
			}
			l.U.Exprs = append(l.U.Exprs, l.dotted(c))
		case "identifier":
		default:
			l.pattern(c)
		}
	}
}

// dotted returns the expression of a dotted name.
func (l *lowering) dotted(n sitter.Node) (e *resolve.Expr) {
	for c := range l.T.Children(n) {
		x := l.New(c, resolve.Member)
		if x.Name, x.X = l.T.Of(c), e; e == nil {
			x.Op = resolve.Name
		}
		e = x
	}
	if e == nil {
		e = l.New(n, resolve.Other)
	}
	return e
}

// assignment reads `left: type = right`, and chains of it.
func (l *lowering) assignment(n sitter.Node) *resolve.Expr {
	t := l.T
	left, typ, right := t.Child(n, "left"), t.Child(n, "type"), t.Child(n, "right")
	var owner *resolve.Def
	outer := l.In
	if t.Kind(left) == "identifier" {
		if owner = l.variable(left, n, typ); owner != nil {
			l.In = owner
		}
	}
	if l.T.Of(left) == "__all__" && l.Scope.Kind == schema.ScopeFile {
		l.offer(right, true)
	}
	if l.T.Of(left) == "pytest_plugins" && right != sitter.None { // pytest imports them
		l.importAt(l.literal(right), right)
		for c := range t.Children(right) {
			l.importAt(l.literal(c), c)
		}
	}
	b := resolve.Binding{}
	if typ != sitter.None {
		b.Type = l.typ(typ)
		l.U.Exprs = append(l.U.Exprs, b.Type)
	}
	switch {
	case right == sitter.None:
	case t.Kind(right) == "assignment":
		l.In = outer
		b.Value = l.assignment(right)
	default:
		b.Value = l.root(right)
	}
	l.In = outer
	l.assign(left, b, l.To(n), true)
	return b.Value
}

// offer reads the list of public names. With names that are not in the text the list is not known.
func (l *lowering) offer(list sitter.Node, isFirst bool) {
	if isFirst {
		l.U.Public = map[string]bool{}
	}
	if l.U.Public == nil || list == sitter.None || l.T.Kind(list) != "list" && l.T.Kind(list) != "tuple" {
		l.U.Public = nil
		return
	}
	for c := range l.T.Children(list) {
		if l.T.Kind(c) != "string" {
			l.U.Public = nil
			return
		}
		for part := range l.T.Children(c) {
			if l.T.Kind(part) == "string_content" {
				l.U.Public[l.T.Of(part)] = true
			}
		}
	}
}

// variable returns the symbol that an assignment outside of functions defines, or nil.
func (l *lowering) variable(name, statement, typ sitter.Node) *resolve.Def {
	if l.Scope.Kind != schema.ScopeFile && l.Scope.Kind != schema.ScopeType || l.T.Of(name) == "" {
		return nil
	}
	for _, b := range l.Scope.Names[l.T.Of(name)] {
		if b.Def != nil {
			return nil
		}
	}
	d := &resolve.Def{Name: l.T.Of(name), Kind: schema.KindVariable, Start: l.From(statement), End: l.To(statement), At: l.From(name),
		Signature: l.OneLine(l.From(statement), l.To(statement))}
	if l.Scope.Kind == schema.ScopeType {
		d.Kind = schema.KindField
	}
	if typ != sitter.None {
		d.TypeText = l.OneLine(l.From(typ), l.To(typ))
	}
	return l.Define(d)
}

// assign binds the names in the target of an assignment, and reads its other parts. The names of a statement have symbols outside of
// functions.
func (l *lowering) assign(n sitter.Node, b resolve.Binding, from uint32, isStatement bool) {
	t := l.T
	if n == sitter.None {
		return
	}
	switch t.Kind(n) {
	case "identifier":
		name := t.Of(n)
		if name == "" {
			return // a parser's repair of broken code
		}
		d := l.known(name, l.From(n))
		if d == nil && isStatement {
			d = l.variable(n, n, sitter.None)
		}
		if b.Def = d; d == nil || d.At != l.From(n) {
			e := l.New(n, resolve.Name)
			e.Name, e.Role = name, schema.RoleWrite
			l.U.Exprs = append(l.U.Exprs, e)
		}
		l.Bind(name, from, b)
	case "attribute":
		object, attribute := t.Child(n, "object"), t.Child(n, "attribute")
		if isStatement && l.class != nil && t.Kind(object) == "identifier" && t.Of(object) == l.self && t.Of(attribute) != "" {
			l.field(n, attribute, b)
		}
		e := l.expr(n)
		e.Role = schema.RoleWrite
		l.U.Exprs = append(l.U.Exprs, e)
	case "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "tuple", "list", "expression_list", "parenthesized_expression", "as_pattern_target":
		if t.Kind(n) != "parenthesized_expression" && t.Kind(n) != "as_pattern_target" {
			b.Value, b.Type = nil, nil
		}
		for c := range t.Children(n) {
			l.assign(c, b, from, isStatement)
		}
	default:
		l.root(n)
	}
}

// known returns the variable of a name in the scope outside of functions, or the one defined at an offset.
func (l *lowering) known(name string, at uint32) *resolve.Def {
	if n := len(l.U.Defs); n > 0 && l.U.Defs[n-1].At == at && l.U.Defs[n-1].Name == name {
		return l.U.Defs[n-1]
	}
	for i := len(l.U.Defs) - 1; i >= 0 && i > len(l.U.Defs)-8; i-- {
		if d := l.U.Defs[i]; d.At == at && d.Name == name {
			return d
		}
	}
	scope := l.Scope
	if isTop, ok := scope.Outer[name]; ok && isTop {
		scope = l.U.Top
	}
	for _, b := range scope.Names[name] {
		if b.Def != nil && (b.Def.Kind == schema.KindVariable || b.Def.Kind == schema.KindField) {
			return b.Def
		}
	}
	return nil
}

// field adds a field that a method assigns to its receiver.
func (l *lowering) field(n, name sitter.Node, b resolve.Binding) {
	c, text := l.class, l.T.Of(name)
	for _, of := range []map[string][]*resolve.Binding{c.Scope.Names, c.Fields} {
		if known := of[text]; len(known) > 0 {
			if d := known[0].Def; d != nil && d.Kind == schema.KindField {
				b.Def, b.IsMaybe = d, true
				of[text] = append(of[text], &b)
			}
			return
		}
	}
	in, scope := l.In, l.Scope
	l.In, l.Scope = c, c.Scope
	d := l.Define(&resolve.Def{Name: text, Kind: schema.KindField, Start: l.From(n), End: l.To(n), At: l.From(name), Signature: l.OneLine(l.From(n), l.To(n))})
	l.In, l.Scope = in, scope
	if b.Type != nil {
		d.TypeText = l.OneLine(b.Type.Start, b.Type.End)
	}
	b.Def, b.IsMaybe = d, true
	if c.Fields == nil {
		c.Fields = map[string][]*resolve.Binding{}
	}
	c.Fields[text] = append(c.Fields[text], &b)
}

// typeAlias reads `type X = Y`.
func (l *lowering) typeAlias(n sitter.Node) {
	var names []sitter.Node
	for c := range l.T.Children(n) {
		names = append(names, c)
	}
	if len(names) != 2 {
		return
	}
	name := names[0]
	for !l.T.IsLeaf(name) {
		name = l.T.First(name)
	}
	var d *resolve.Def
	if l.T.Kind(name) == "identifier" {
		d = l.variable(name, n, sitter.None)
	}
	value := l.typ(names[1])
	l.U.Exprs = append(l.U.Exprs, value)
	l.Bind(l.T.Of(name), l.To(n), resolve.Binding{Def: d, Value: value})
}

// importModule reads a part of `import a.b as c`.
func (l *lowering) importModule(n sitter.Node) {
	t := l.T
	i := &resolve.Import{Path: t.Of(n), At: l.From(n), In: l.In}
	name := i.Path
	if t.Kind(n) == "aliased_import" {
		path := t.Child(n, "name")
		i.Path, i.At, i.Alias = t.Of(path), l.From(path), t.Of(t.Child(n, "alias"))
		name = i.Alias
	} else if before, _, dotted := strings.Cut(name, "."); dotted {
		name, i.IsRoot = before, true
	}
	i.Path, i.NameAt = spaceless(i.Path), i.At
	l.U.Imports = append(l.U.Imports, i)
	l.Bind(name, l.To(n), resolve.Binding{Import: i})
}

// importFrom reads `from a import b as c`.
func (l *lowering) importFrom(n sitter.Node) {
	t := l.T
	module := t.Child(n, "module_name")
	path, at := "__future__", l.From(n)
	if module != sitter.None {
		path, at = spaceless(t.Of(module)), l.From(module)
	}
	for c := range t.Children(n) {
		i := &resolve.Import{Path: path, At: at, In: l.In, NameAt: l.From(c), NameEnd: l.To(c)}
		switch {
		case c == module:
			continue
		case t.Kind(c) == "wildcard_import":
			i.Name = "*"
			l.Scope.Stars = append(l.Scope.Stars, i)
		case t.Kind(c) == "aliased_import":
			name := t.Child(c, "name")
			i.Name, i.NameAt, i.NameEnd, i.Alias = t.Of(name), l.From(name), l.To(name), t.Of(t.Child(c, "alias"))
			l.Bind(i.Alias, l.To(n), resolve.Binding{Import: i})
		default:
			i.Name = t.Of(c)
			l.Bind(i.Name, l.To(n), resolve.Binding{Import: i})
		}
		l.U.Imports = append(l.U.Imports, i)
	}
}

func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }
