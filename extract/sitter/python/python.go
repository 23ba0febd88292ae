// Package python is the front end of Python: it makes a unit of each file, and finds the files of modules.
//
// # Limitations
//
// Names that exec, setattr, globals or a metaclass make are not there. Operators and statements call special methods without a call
// site. A loop variable outside of functions is no symbol.
package python

import (
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of Python.
func New() extract.Extractor { return resolve.New(language()) }

func language() *resolve.Language {
	return &resolve.Language{Name: "python", Scheme: "py", Link: link, Builtins: builtins, Constructor: []string{"__init__", "__new__"}, Caller: "__call__",
		Enter: "__enter__", ModuleCode: "<module>", Types: typeNames,
		Reader: func() resolve.Reader { return &reader{sitter.NewParser(sitter.Python())} }}
}

type reader struct{ parser *sitter.Parser }

func (r *reader) Close() { r.parser.Close() }

// A file of more than minified bytes whose lines have more bytes than lineBytes on average was not written by people.
const (
	minified  = 50_000
	lineBytes = 5_000
)

// Read returns the unit of a file.
func (r *reader) Read(f *extract.File) *resolve.Unit {
	u := &resolve.Unit{File: f, Lines: resolve.NewLines(f.Content), Words: map[string]uint32{}}
	u.Top = &resolve.Scope{Kind: schema.ScopeFile, Names: map[string][]*resolve.Binding{}, End: uint32(len(f.Content))}
	if n := len(f.Content); n > minified && n/int(max(f.Row.LinesTotal, 1)) > lineBytes {
		u.Errors = append(u.Errors, resolve.Problem{Code: schema.CodeLimit, Skipped: true,
			Message: fmt.Sprintf("lines of %d bytes on average: a program wrote the file, and it is not read", n/int(max(f.Row.LinesTotal, 1)))})
		return u
	}
	tree := r.parser.Parse(f.Content)
	if tree == nil {
		u.Errors = append(u.Errors, resolve.Problem{Code: schema.CodeLimit, Skipped: true, Message: "parsing takes more than 5 seconds, and the file is not read"})
		return u
	}
	l := &lowering{reader: r, t: tree, u: u, scope: u.Top}
	l.block.end = u.Top.End
	l.tokens()
	l.stmts(0)
	u.DropOverloads()
	return u
}

// lowering is one file on its way from a tree to a unit.
type lowering struct {
	*reader
	t     *sitter.Tree
	u     *resolve.Unit
	shift uint32 // of the offsets of a text in a string
	scope *resolve.Scope
	in    *resolve.Def // the innermost definition
	fn    *resolve.Def // the innermost function
	block struct {
		start, end uint32
		isMaybe    bool
	}
	self     string // the name of the innermost receiver, and its class
	class    *resolve.Def
	isType   bool // the expression is a type
	isWrite  bool // the expression is assigned to
	isCursor bool // fn has a yield
}

func (l *lowering) start(n sitter.Node) uint32 { return l.t.Start(n) + l.shift }
func (l *lowering) end(n sitter.Node) uint32   { return l.t.End(n) + l.shift }

// tokens notes syntax errors, and the lines with code.
func (l *lowering) tokens() {
	errors, first := 0, uint32(0)
	for i := range l.t.Len() {
		n := sitter.Node(i)
		switch {
		case l.t.IsError(n):
			if errors++; errors == 1 {
				first = l.t.Start(n)
			}
		case l.t.IsLeaf(n) && l.t.Kind(n) != "comment" && l.t.End(n) > l.t.Start(n), l.t.Kind(n) == "string":
			l.u.Lines.MarkCode(l.t.Start(n), l.t.End(n))
		}
	}
	l.u.Lines.SumCode()
	if errors > 0 {
		l.u.Errors = append(l.u.Errors, resolve.Problem{At: first, Code: schema.CodeParseError, Message: "the syntax is broken here: declarations and uses may be missing"})
	}
	if l.t.Cut > 0 {
		l.u.Errors = append(l.u.Errors, resolve.Problem{Code: schema.CodeLimit, Message: fmt.Sprintf("code is nested deeper than %d levels, and is not read there", sitter.MaxDepth)})
	}
}

// bind adds a binding of a name to the scope, from an offset on.
func (l *lowering) bind(name string, at uint32, b resolve.Binding) *resolve.Binding {
	b.At, b.Start, b.End, b.IsMaybe = at, l.block.start, l.block.end, l.block.isMaybe
	scope := l.scope
	if isTop, ok := scope.Outer[name]; ok {
		if b.IsMaybe, b.Start, b.End = true, 0, 0; isTop {
			scope = l.u.Top
		} else {
			for scope = scope.Parent; scope.Parent != nil && (scope.Kind != schema.ScopeFunction || scope.Names[name] == nil); scope = scope.Parent {
			}
		}
	}
	scope.Bind(name, &b)
	return &b
}

// define adds a definition.
func (l *lowering) define(d *resolve.Def) *resolve.Def {
	d.Unit, d.Container = l.u, l.in
	for d.Container != nil && (d.Container.Kind == schema.KindVariable || d.Container.Kind == schema.KindField) {
		d.Container = d.Container.Container
	}
	d.IsLocal = l.scope.Kind == schema.ScopeFunction || l.scope.Kind == schema.ScopeBlock || l.in != nil && l.in.IsLocal
	d.IsSpecial = strings.HasPrefix(d.Name, "__") && strings.HasSuffix(d.Name, "__") && len(d.Name) > 4
	d.IsPrivate = strings.HasPrefix(d.Name, "_") && !d.IsSpecial
	l.u.Defs = append(l.u.Defs, d)
	return d
}

// within runs do in a block that may not run, unless it is always.
func (l *lowering) within(n sitter.Node, isMaybe bool, do func()) {
	before := l.block
	if isMaybe {
		l.block.start, l.block.end, l.block.isMaybe = l.start(n), l.end(n), true
	}
	do()
	l.block = before
}

func (l *lowering) stmts(n sitter.Node) {
	for c := range l.t.Children(n) {
		l.stmt(c)
	}
}

func (l *lowering) branch(n sitter.Node) { l.within(n, true, func() { l.stmts(n) }) }

func (l *lowering) decides() {
	if l.fn != nil {
		l.fn.Complexity++
	}
}

// root adds the expression of a node to the unit.
func (l *lowering) root(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return nil
	}
	e := l.expr(n)
	l.u.Exprs = append(l.u.Exprs, e)
	return e
}

// stmt reads a statement.
func (l *lowering) stmt(n sitter.Node) {
	t := l.t
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
		l.decides()
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
			l.within(c, t.Kind(n) == "else_clause", func() { l.stmts(c) })
		}
	case "for_statement":
		l.decides()
		right := l.root(t.Child(n, "right"))
		l.within(n, true, func() {
			l.assign(t.Child(n, "left"), resolve.Binding{Value: right, Via: resolve.Element}, l.start(n), false)
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
		l.decides()
		l.within(n, true, func() {
			for c := range t.Children(n) {
				switch {
				case t.Kind(c) == "block":
					l.stmts(c)
				case t.Kind(c) == "as_pattern":
					l.asPattern(c, resolve.Instance)
				case t.Field(c) == "alias":
					l.assign(c, resolve.Binding{}, l.start(c), false)
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
		l.decides()
		l.within(n, true, func() {
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
				l.root(t.Child(c, "right"))
				l.assign(t.Child(c, "left"), resolve.Binding{}, l.end(c), false)
			default:
				l.root(c)
			}
		}
	case "global_statement", "nonlocal_statement":
		if l.scope.Outer == nil {
			l.scope.Outer = map[string]bool{}
		}
		for c := range t.Children(n) {
			l.scope.Outer[t.Of(c)] = t.Kind(n) == "global_statement"
		}
	case "return_statement":
		for c := range t.Children(n) {
			if e := l.root(c); l.fn != nil && l.scope == l.fn.Scope {
				l.fn.Returns = append(l.fn.Returns, e)
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
	for c := range l.t.Children(n) {
		if l.t.Field(c) != "alias" {
			value = l.root(c)
			continue
		}
		for name := range l.t.Children(c) {
			l.assign(name, resolve.Binding{Value: value, Via: via}, l.end(n), false)
		}
		if l.t.IsLeaf(c) {
			l.assign(c, resolve.Binding{Value: value, Via: via}, l.end(n), false)
		}
	}
}

// pattern reads a pattern of a match statement: dotted names are read, single names are bound.
func (l *lowering) pattern(n sitter.Node) {
	for c := range l.t.Children(n) {
		switch l.t.Kind(c) {
		case "dotted_name":
			if l.t.Kind(n) == "case_pattern" && !strings.Contains(l.t.Of(c), ".") {
				l.bind(l.t.Of(c), l.start(c), resolve.Binding{})
				continue
			}
			l.u.Exprs = append(l.u.Exprs, l.dotted(c))
		case "identifier":
		default:
			l.pattern(c)
		}
	}
}

// dotted returns the expression of a dotted name.
func (l *lowering) dotted(n sitter.Node) (e *resolve.Expr) {
	for c := range l.t.Children(n) {
		x := l.new(c, resolve.Member)
		if x.Name, x.X = l.t.Of(c), e; e == nil {
			x.Op = resolve.Name
		}
		e = x
	}
	if e == nil {
		e = l.new(n, resolve.Other)
	}
	return e
}

// assignment reads `left: type = right`, and chains of it.
func (l *lowering) assignment(n sitter.Node) *resolve.Expr {
	t := l.t
	left, typ, right := t.Child(n, "left"), t.Child(n, "type"), t.Child(n, "right")
	var owner *resolve.Def
	outer := l.in
	if t.Kind(left) == "identifier" {
		if owner = l.variable(left, n, typ); owner != nil {
			l.in = owner
		}
	}
	b := resolve.Binding{}
	if typ != sitter.None {
		b.Type = l.typ(typ)
		l.u.Exprs = append(l.u.Exprs, b.Type)
	}
	switch {
	case right == sitter.None:
	case t.Kind(right) == "assignment":
		l.in = outer
		b.Value = l.assignment(right)
	default:
		b.Value = l.root(right)
	}
	l.in = outer
	l.assign(left, b, l.end(n), true)
	return b.Value
}

// variable returns the symbol that an assignment outside of functions defines, or nil.
func (l *lowering) variable(name, statement, typ sitter.Node) *resolve.Def {
	if l.scope.Kind != schema.ScopeFile && l.scope.Kind != schema.ScopeType || l.t.Of(name) == "" {
		return nil
	}
	for _, b := range l.scope.Names[l.t.Of(name)] {
		if b.Def != nil {
			return nil
		}
	}
	d := &resolve.Def{Name: l.t.Of(name), Kind: schema.KindVariable, Start: l.start(statement), End: l.end(statement), At: l.start(name),
		Signature: l.oneLine(l.start(statement), l.end(statement))}
	if l.scope.Kind == schema.ScopeType {
		d.Kind = schema.KindField
	}
	if typ != sitter.None {
		d.TypeText = l.oneLine(l.start(typ), l.end(typ))
	}
	return l.define(d)
}

// assign binds the names in the target of an assignment, and reads its other parts. The names of a statement have symbols outside of
// functions.
func (l *lowering) assign(n sitter.Node, b resolve.Binding, from uint32, isStatement bool) {
	t := l.t
	if n == sitter.None {
		return
	}
	switch t.Kind(n) {
	case "identifier":
		name := t.Of(n)
		if name == "" {
			return // a parser's repair of broken code
		}
		d := l.known(name, l.start(n))
		if d == nil && isStatement {
			d = l.variable(n, n, sitter.None)
		}
		if b.Def = d; d == nil || d.At != l.start(n) {
			e := l.new(n, resolve.Name)
			e.Name, e.Role = name, schema.RoleWrite
			l.u.Exprs = append(l.u.Exprs, e)
		}
		l.bind(name, from, b)
	case "attribute":
		object, attribute := t.Child(n, "object"), t.Child(n, "attribute")
		if isStatement && l.class != nil && t.Kind(object) == "identifier" && t.Of(object) == l.self && t.Of(attribute) != "" {
			l.field(n, attribute, b)
		}
		e := l.expr(n)
		e.Role = schema.RoleWrite
		l.u.Exprs = append(l.u.Exprs, e)
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
	if n := len(l.u.Defs); n > 0 && l.u.Defs[n-1].At == at && l.u.Defs[n-1].Name == name {
		return l.u.Defs[n-1]
	}
	for i := len(l.u.Defs) - 1; i >= 0 && i > len(l.u.Defs)-8; i-- {
		if d := l.u.Defs[i]; d.At == at && d.Name == name {
			return d
		}
	}
	scope := l.scope
	if isTop, ok := scope.Outer[name]; ok && isTop {
		scope = l.u.Top
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
	c, text := l.class, l.t.Of(name)
	for _, of := range []map[string][]*resolve.Binding{c.Scope.Names, c.Fields} {
		if known := of[text]; len(known) > 0 {
			if d := known[0].Def; d != nil && d.Kind == schema.KindField {
				b.Def, b.IsMaybe = d, true
				of[text] = append(of[text], &b)
			}
			return
		}
	}
	in, scope := l.in, l.scope
	l.in, l.scope = c, c.Scope
	d := l.define(&resolve.Def{Name: text, Kind: schema.KindField, Start: l.start(n), End: l.end(n), At: l.start(name), Signature: l.oneLine(l.start(n), l.end(n))})
	l.in, l.scope = in, scope
	if b.Type != nil {
		d.TypeText = l.oneLine(b.Type.Start, b.Type.End)
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
	for c := range l.t.Children(n) {
		names = append(names, c)
	}
	if len(names) != 2 {
		return
	}
	name := names[0]
	for !l.t.IsLeaf(name) {
		name = l.t.First(name)
	}
	var d *resolve.Def
	if l.t.Kind(name) == "identifier" {
		d = l.variable(name, n, sitter.None)
	}
	value := l.typ(names[1])
	l.u.Exprs = append(l.u.Exprs, value)
	l.bind(l.t.Of(name), l.end(n), resolve.Binding{Def: d, Value: value})
}

// importModule reads a part of `import a.b as c`.
func (l *lowering) importModule(n sitter.Node) {
	t := l.t
	i := &resolve.Import{Path: t.Of(n), At: l.start(n), In: l.in}
	name := i.Path
	if t.Kind(n) == "aliased_import" {
		path := t.Child(n, "name")
		i.Path, i.At, i.Alias = t.Of(path), l.start(path), t.Of(t.Child(n, "alias"))
		name = i.Alias
	} else if before, _, dotted := strings.Cut(name, "."); dotted {
		name, i.IsRoot = before, true
	}
	i.Path, i.NameAt = spaceless(i.Path), i.At
	l.u.Imports = append(l.u.Imports, i)
	l.bind(name, l.end(n), resolve.Binding{Import: i})
}

// importFrom reads `from a import b as c`.
func (l *lowering) importFrom(n sitter.Node) {
	t := l.t
	module := t.Child(n, "module_name")
	path, at := "__future__", l.start(n)
	if module != sitter.None {
		path, at = spaceless(t.Of(module)), l.start(module)
	}
	for c := range t.Children(n) {
		i := &resolve.Import{Path: path, At: at, In: l.in, NameAt: l.start(c)}
		switch {
		case c == module:
			continue
		case t.Kind(c) == "wildcard_import":
			i.Name = "*"
			l.scope.Stars = append(l.scope.Stars, i)
		case t.Kind(c) == "aliased_import":
			name := t.Child(c, "name")
			i.Name, i.NameAt, i.Alias = t.Of(name), l.start(name), t.Of(t.Child(c, "alias"))
			l.bind(i.Alias, l.end(n), resolve.Binding{Import: i})
		default:
			i.Name = t.Of(c)
			l.bind(i.Name, l.end(n), resolve.Binding{Import: i})
		}
		l.u.Imports = append(l.u.Imports, i)
	}
}

func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }
