package patterns

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/lower"
	"github.com/cortex-index/cortex/schema"
)

// Language is a language that queries describe.
type Language struct {
	resolve.Language
	Grammar func() *sitter.Grammar
	Queries string
	// Self is the name of the receiver in methods; empty when methods declare it. When Class has it too, it is the class elsewhere, and a
	// call without an object is one of a member of it.
	Self string
	// Class has the names of the class around code, as a type and for its static members; empty for none.
	Class []string
	// Itself is the member of a class that means the class, as class in A::class; empty for none.
	Itself string
	// Field begins the names of fields where they are defined, in a language that keeps fields and methods apart. Members that only
	// fields can be have it added.
	Field string
	// SelfType is the name of the type in its methods; empty when it has none.
	SelfType string
	// MacroMark is the text that a use of a macro has after the name: macros have names of their own.
	MacroMark string
	// NameMark begins a name in some places, and is no part of it: a symbol of Ruby.
	NameMark string
	// Unwraps has the patterns whose only name has an element of the value.
	Unwraps map[string]bool
	// IsConstant reports whether a name in a pattern means a constant, and no new variable.
	IsConstant func(name string) bool
	// Import makes the imports of one import statement. Nil takes the captures as they are.
	Import func(i resolve.Import) []*resolve.Import
	// Define sets the facts that queries cannot say: visibility, entry points, special names. Nil sets none.
	Define func(d *resolve.Def, modifiers string)
}

// New returns the extractor of a language. It panics when the queries do not fit the grammar, which the language's tests show.
func New(l Language) extract.Extractor { return resolve.New(l.Front()) }

// Front returns the front end of the language.
func (l Language) Front() *resolve.Language {
	of := l.Language
	query := sync.OnceValue(func() *sitter.Query {
		q, err := sitter.NewQuery(l.Grammar(), l.Queries)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", l.Names[0], err))
		}
		return q
	})
	of.Reader = func(ctx context.Context) resolve.Reader {
		p := sitter.NewParser(ctx, l.Grammar())
		p.Search(query())
		return &reader{parser: p, of: &l}
	}
	return &of
}

type reader struct {
	parser *sitter.Parser
	of     *Language
}

func (r *reader) Close() { r.parser.Close() }

// Read returns the unit of a file.
func (r *reader) Read(f *extract.File) *resolve.Unit {
	file, isRead := lower.Open(r.parser, f)
	if !isRead {
		return file.U
	}
	l := &lowering{reader: r, File: file, found: map[sitter.Node]*found{}, isRead: map[sitter.Node]bool{}, types: map[sitter.Node]*resolve.Expr{}, results: map[sitter.Node]bool{}}
	l.collect()
	l.declarators()
	l.root(0)
	return l.U
}

// found is the patterns that fit at one node.
type found struct {
	role  string
	first int // the number of the pattern that gives the role
	parts map[string][]sitter.Node
}

// lowering is one file on its way from a tree to a unit.
type lowering struct {
	*reader
	lower.File
	found    map[sitter.Node]*found
	isRead   map[sitter.Node]bool          // parts that are read before their siblings
	types    map[sitter.Node]*resolve.Expr // the declared types of definitions; nil until one is read
	comments []sitter.Node
	pending  []sitter.Node        // annotations of the next definition
	section  string               // the modifiers of the definitions that follow in the type
	results  map[sitter.Node]bool // the last expressions of functions
}

// collect joins the matches by their main nodes.
func (l *lowering) collect() {
	for n := sitter.Node(0); int(n) < l.T.Len(); n++ {
		if l.T.IsComment(n) {
			l.comments = append(l.comments, n)
			n = l.T.After(n) - 1
		}
	}
	for _, m := range l.T.Matches {
		i := slices.IndexFunc(m.Captures, func(c sitter.Capture) bool { return strings.Contains(c.Name, ".") })
		if i < 0 {
			continue
		}
		main := m.Captures[i]
		f := l.found[main.Node]
		if f == nil || m.Pattern < f.first && main.Name != f.role {
			f = &found{role: main.Name, first: m.Pattern, parts: map[string][]sitter.Node{}}
			l.found[main.Node] = f
		}
		if f.role != main.Name {
			continue
		}
		for _, c := range m.Captures {
			if c != main && !slices.Contains(f.parts[c.Name], c.Node) {
				f.parts[c.Name] = append(f.parts[c.Name], c.Node)
				if c.Name == "type" && strings.HasPrefix(f.role, "definition.") {
					l.types[c.Node] = nil
				}
				if c.Name == "last" {
					l.results[c.Node] = true
				}
			}
		}
	}
}

// part returns the only node of a part, or None.
func (f *found) part(name string) sitter.Node {
	if all := f.parts[name]; len(all) > 0 {
		return all[0]
	}
	return sitter.None
}

// text returns the text of a part, or an empty text.
func (l *lowering) text(n sitter.Node) string {
	if n == sitter.None {
		return ""
	}
	return l.T.Of(n)
}

// root adds the expression of a node to the unit.
func (l *lowering) root(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return nil
	}
	e := l.visit(n)
	if e != nil {
		l.U.Exprs = append(l.U.Exprs, e)
	}
	return e
}

// typ adds the expression of a type to the unit, and returns it. The type can be defined there.
func (l *lowering) typ(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return nil
	}
	if e := l.types[n]; e != nil {
		return e // of several variables
	}
	before := l.IsType
	l.IsType = true
	delete(l.isRead, n)
	e := l.root(n)
	if f := l.found[n]; e == nil && f != nil && f.part("name") != sitter.None {
		e = l.named(f.part("name"))
	}
	l.IsType = before
	l.isRead[n] = true
	l.types[n] = e
	return e
}

// value returns the expression of a part, which is not read again; nil for none.
func (l *lowering) value(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return nil
	}
	e := l.visit(n)
	l.isRead[n] = true
	return e
}

// with adds the expressions of the children of a node that are not read yet.
func (l *lowering) with(e *resolve.Expr, n sitter.Node) *resolve.Expr {
	for c := range l.T.Children(n) {
		if x := l.visit(c); x != nil {
			e.Args = append(e.Args, x)
		}
	}
	return e
}

// name returns the name that a node has, and the offset of it.
func (l *lowering) name(n sitter.Node) (string, uint32) {
	text := l.text(n)
	if l.of.NameMark != "" && strings.HasPrefix(text, l.of.NameMark) {
		return text[len(l.of.NameMark):], l.From(n) + uint32(len(l.of.NameMark))
	}
	return text, l.From(n)
}

// hasOpenSelf reports whether calls without an object are calls of members of the receiver.
func (l Language) hasOpenSelf() bool { return l.Self != "" && slices.Contains(l.Class, l.Self) }

// visit reads a node. It returns nil for a definition, and for a part that is read.
func (l *lowering) visit(n sitter.Node) *resolve.Expr {
	e := l.read(n)
	if l.results[n] && e != nil && l.Fn != nil {
		l.Fn.Returns = append(l.Fn.Returns, e)
	}
	return e
}

func (l *lowering) read(n sitter.Node) *resolve.Expr {
	if _, isHeld := l.types[n]; l.isRead[n] || isHeld && !l.IsType {
		return nil // the definition reads its type
	}
	f := l.found[n]
	if f == nil {
		return l.with(l.New(n, resolve.Other), n)
	}
	if f.role != "statement.annotation" {
		defer func() { l.pending = nil }()
	}
	group, role, _ := strings.Cut(f.role, ".")
	switch group {
	case "definition":
		l.isRead[n] = true
		l.define(n, f, role)
		return nil
	case "scope":
		return l.scope(n, role)
	case "statement":
		return l.statement(n, f, role)
	}
	return l.expression(n, f, role)
}

func (l *lowering) scope(n sitter.Node, role string) (e *resolve.Expr) {
	before := l.File
	around := l.Scope
	switch role {
	case "side":
		return l.side(n)
	case "function":
		l.Open(schema.ScopeFunction, nil, n)
		l.Fn = nil
	default:
		l.Open(schema.ScopeBlock, nil, n)
	}
	if role == "object" && l.of.Self != "" {
		l.Bind(l.of.Self, 0, resolve.Binding{Param: resolve.OtherParam})
	}
	if around.Kind == schema.ScopeType && l.of.hasOpenSelf() { // the class or an instance runs the block
		l.Bind(l.of.Self, 0, resolve.Binding{Param: resolve.ReceiverClass, Class: around.Def})
		l.Bind(l.of.Self, 0, resolve.Binding{Param: resolve.Receiver, Class: around.Def, IsMaybe: true})
	}
	isBranch := role == "branch"
	if isBranch {
		l.Decides()
	}
	l.Within(n, isBranch, func() { e = l.with(l.New(n, resolve.Other), n) })
	l.File = before
	return e
}

func (l *lowering) statement(n sitter.Node, f *found, role string) *resolve.Expr {
	switch role {
	case "decision":
		l.Decides()
	case "annotation":
		l.unread(n)
		l.pending = append(l.pending, n)
		return nil
	case "typed":
		l.typ(f.part("type"))
	case "section":
		l.sections(n, f)
	case "package":
		l.U.Package = strings.Join(strings.Fields(l.text(f.part("name"))), "")
		return nil
	case "branch":
		var e *resolve.Expr
		l.Decides()
		l.Within(n, true, func() { e = l.with(l.New(n, resolve.Other), n) })
		return e
	case "import":
		path, name := f.part("path"), f.part("name")
		i := resolve.Import{Path: l.text(path), Name: l.text(name), Alias: l.text(f.part("alias")), At: l.From(n), In: l.In, NameAt: l.From(n), NameEnd: l.To(n)}
		if path != sitter.None {
			i.At, i.NameAt, i.NameEnd = l.From(path), l.From(path), l.To(path)
		}
		if name != sitter.None {
			i.NameAt, i.NameEnd = l.From(name), l.To(name)
		}
		if f.part("all") != sitter.None {
			i.Name = "*"
		}
		for _, i := range l.imports(i) {
			l.U.Imports = append(l.U.Imports, i)
			switch name := i.Local(); {
			case name == "*":
				l.Scope.Stars = append(l.Scope.Stars, i)
			case !i.IsPlain:
				l.Bind(name, 0, resolve.Binding{Import: i})
				if l.of.MacroMark != "" {
					l.Bind(name+l.of.MacroMark, 0, resolve.Binding{Import: i})
				}
			}
		}
		return nil
	}
	return l.with(l.New(n, resolve.Other), n)
}

// imports returns the imports that a statement or a name with its path makes.
func (l *lowering) imports(i resolve.Import) []*resolve.Import {
	if l.of.Import == nil {
		return []*resolve.Import{&i}
	}
	return l.of.Import(i)
}

// path returns the expression of a name with its path: of members, or of an import that the path from the root implies.
func (l *lowering) path(n sitter.Node, f *found) (e *resolve.Expr) {
	last := sitter.None
	for c := n + 1; c < l.T.After(n); c++ {
		if !l.T.IsNamed(c) || !l.T.IsLeaf(c) || l.T.IsComment(c) {
			continue
		}
		x := l.named(c)
		if e != nil {
			x.Op, x.X = resolve.Member, e
		}
		e, last = x, c
	}
	if e == nil {
		return l.New(n, resolve.Other)
	}
	if f.part("root") != sitter.None {
		i := resolve.Import{Path: l.T.Of(n), At: l.From(n), NameAt: l.From(n), NameEnd: l.To(n), In: l.In}
		e = l.named(last)
		e.Path = l.imports(i)[0]
		l.U.Implied = append(l.U.Implied, e.Path)
	}
	return e
}

// numberType returns the built-in type of a number, by the endings that languages with the syntax of C have.
func numberType(text string) string {
	isHex := strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X")
	switch last := text[len(text)-1]; {
	case last == 'l' || last == 'L':
		return "long"
	case !isHex && (last == 'f' || last == 'F'):
		return "float"
	case !isHex && strings.ContainsAny(text, ".eEdD"):
		return "double"
	}
	return "int"
}

// call reads a call, the creation of an object or the use of a macro.
func (l *lowering) call(n sitter.Node, f *found, role string) *resolve.Expr {
	name, object := f.part("name"), f.part("object")
	before := l.IsType
	l.IsType = false
	e := l.New(n, resolve.Call)
	e.IsNew = role == "new"
	switch t := f.part("type"); {
	case t != sitter.None:
		l.IsType = true
		l.isRead[name] = true
		if e.X = l.value(t); e.X != nil && e.X.Op == resolve.Index {
			e.X = e.X.X // a class with its arguments
		}
		l.IsType = false
	case role == "new" && name != sitter.None:
		e.X = l.self(name)
		l.isRead[name] = true
	case name != sitter.None && object == sitter.None && l.of.hasOpenSelf():
		e.X = l.bare(name)
		l.isRead[name] = true
	case name != sitter.None:
		e.X = l.member(object, name)
		if role == "macro" {
			e.X.Name += l.of.MacroMark
		}
		e.X.IsMethod = true
	default:
		e.X = l.value(f.part("function"))
		if x := e.X; x != nil && len(l.of.Constructor) > 0 && (x.Op == resolve.Super || x.Op == resolve.Name && x.Name == l.of.Self) {
			// A constructor calls another one.
			e.X = &resolve.Expr{Op: resolve.Member, Name: l.of.Constructor[0], X: x, Start: x.Start, End: x.End, Scope: x.Scope, In: x.In}
		}
	}
	if e.X != nil {
		e.X.IsCalled = true
	}
	if arguments := f.part("arguments"); arguments != sitter.None {
		l.with(e, arguments)
		l.isRead[arguments] = true
	}
	// The rest is no argument: types, and the body of a class without a name.
	if rest := l.with(l.New(n, resolve.Other), n); len(rest.Args) > 0 {
		l.U.Exprs = append(l.U.Exprs, rest)
	}
	l.IsType = before
	return e
}

// expression reads an expression with a meaning.
func (l *lowering) expression(n sitter.Node, f *found, role string) *resolve.Expr {
	role, of, _ := strings.Cut(role, ".")
	name, object := f.part("name"), f.part("object")
	switch role {
	case "name", "binding":
		return l.named(n)
	case "self":
		return l.self(n)
	case "super":
		return l.New(n, resolve.Super)
	case "word":
		if name, _ := l.name(n); l.isLocal(name) {
			return l.named(n)
		}
		e := l.New(n, resolve.Call)
		e.X = l.bare(n)
		return e
	case "field":
		e := l.named(n)
		if l.holder().Def != nil {
			e.Op, e.X = resolve.Member, l.self(n)
		}
		return e
	case "type_of":
		e := l.New(n, resolve.ClassOf)
		e.X = l.value(object)
		l.isRead[name] = true
		return l.with(e, n)
	case "overridden":
		e := l.New(n, resolve.Call)
		e.X = l.New(n, resolve.Super)
		if name != sitter.None {
			e.X = l.New(name, resolve.Super)
			l.isRead[name] = true
		}
		e.X = &resolve.Expr{Op: resolve.Member, X: e.X, Start: e.X.Start, End: e.X.End, Scope: l.Scope, In: l.In, Role: schema.RoleRead, IsCalled: true, IsMethod: true}
		if l.Fn != nil {
			e.X.Name = l.Fn.Name
		}
		return l.with(e, n)
	case "setter":
		e := l.New(n, resolve.Call)
		e.X = l.member(object, name)
		e.X.Name += "="
		e.X.IsMethod, e.X.IsCalled = true, true
		return l.with(e, n)
	case "path":
		return l.path(n, f)
	case "member":
		if field := f.part("field"); field != sitter.None {
			e := l.member(object, field)
			e.Name = l.of.Field + e.Name
			return l.with(e, n)
		}
		if name == sitter.None {
			break
		}
		if l.of.Itself != "" && l.T.Of(name) == l.of.Itself {
			l.isRead[name] = true
			return l.value(object)
		}
		e := l.member(object, name)
		e.IsMethod = of == "method"
		return l.with(e, n)
	case "ignored":
		return nil
	case "unread":
		l.unread(n)
		return nil
	case "call", "new", "macro":
		return l.call(n, f, role)
	case "index":
		e := l.New(n, resolve.Index)
		e.X = l.value(object)
		return l.with(e, n)
	case "generic":
		before := l.IsType
		l.IsType = true
		e := l.New(n, resolve.Index)
		e.X = l.value(f.part("type"))
		if arguments := f.part("arguments"); arguments != sitter.None {
			l.with(e, arguments)
			l.isRead[arguments] = true
		}
		l.with(e, n)
		l.IsType = before
		return e
	case "type":
		before := l.IsType
		l.IsType = true
		if l.T.IsLeaf(n) {
			e := l.named(n)
			l.IsType = before
			return e
		}
		e := l.with(l.New(n, resolve.Other), n)
		l.IsType = before
		return e
	case "cast":
		e := l.New(n, resolve.Declared)
		before := l.IsType
		l.IsType = true
		e.X = l.value(f.part("type"))
		l.IsType = before
		return l.with(e, n)
	case "assign":
		target, value := f.part("target"), f.part("value")
		if x := l.value(target); x != nil {
			x.Role = schema.RoleWrite
			l.U.Exprs = append(l.U.Exprs, x)
		}
		return l.value(value)
	case "string", "literal":
		e := l.New(n, resolve.Literal)
		if e.Name = of; of == "number" {
			e.Name = numberType(l.T.Of(n))
		}
		if role == "string" {
			l.Words(n, false)
		}
		return l.with(e, n)
	case "array":
		e := l.New(n, resolve.Index)
		e.X = l.New(n, resolve.Name)
		e.X.Name, e.X.End = "[]", e.X.Start
		before := l.IsType
		l.IsType = true
		if x := l.value(f.part("type")); x != nil {
			e.Args = append(e.Args, x)
		}
		l.IsType = before
		if !l.IsType { // a new array
			all := l.New(n, resolve.Declared)
			all.X = e
			return l.with(all, n)
		}
		return l.with(e, n)
	case "text":
		for _, w := range strings.FieldsFunc(l.T.Of(n), func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
			if _, known := l.U.Words[w]; !known {
				l.U.Words[w] = l.From(n)
			}
		}
	case "nothing":
		return l.New(n, resolve.Nothing)
	case "either":
		return l.with(l.New(n, resolve.Either), n)
	case "group":
		if object != sitter.None {
			e := l.value(object)
			l.U.Exprs = append(l.U.Exprs, l.with(l.New(n, resolve.Other), n))
			return e
		}
		all := l.with(l.New(n, resolve.Other), n)
		if len(all.Args) == 1 {
			return all.Args[0]
		}
		return all
	case "return":
		e := l.root(f.part("value"))
		if l.Fn != nil && e != nil {
			l.Fn.Returns = append(l.Fn.Returns, e)
		}
		return nil
	}
	return l.with(l.New(n, resolve.Other), n)
}

// unread notes the names in a node whose meaning is not known.
func (l *lowering) unread(n sitter.Node) {
	for c := n; c < l.T.After(n); c++ {
		if l.T.IsComment(c) {
			c = l.T.After(c) - 1
		} else if w := l.T.Of(c); l.T.IsLeaf(c) && l.T.IsNamed(c) && l.isWord(w) {
			if _, known := l.U.Words[w]; !known {
				l.U.Words[w] = l.From(c)
			}
		}
	}
}

// isWord reports whether a text begins like a name.
func (l *lowering) isWord(w string) bool {
	return w != "" && (w[0] == '_' || w[0] >= 'a' && w[0] <= 'z' || w[0] >= 'A' && w[0] <= 'Z' || w[0] > 127)
}

// named returns the expression of a name.
func (l *lowering) named(n sitter.Node) *resolve.Expr {
	e := l.New(n, resolve.Name)
	e.Name, e.Start = l.name(n)
	return e
}

// self returns the expression of the receiver.
func (l *lowering) self(n sitter.Node) *resolve.Expr {
	e := l.New(n, resolve.Name)
	e.Name = l.of.Self
	return e
}

// bare returns the function of a call without an object.
func (l *lowering) bare(n sitter.Node) *resolve.Expr {
	e := l.named(n)
	e.IsMethod, e.IsCalled = true, true
	e.Receiver = l.self(n)
	return e
}

// isLocal reports whether the function around code has a local name, up to here.
func (l *lowering) isLocal(name string) bool {
	for s := l.Scope; s != nil; s = s.Parent {
		if len(s.Names[name]) > 0 {
			return true
		}
		if s.Kind != schema.ScopeBlock && (s.Kind != schema.ScopeFunction || s.Def != nil) {
			return false
		}
	}
	return false
}

// member returns the expression of a member of an object, or of a name without one.
func (l *lowering) member(object, name sitter.Node) *resolve.Expr {
	e := l.named(name)
	l.isRead[name] = true
	if object != sitter.None {
		e.Op, e.X = resolve.Member, l.value(object)
	}
	return e
}
