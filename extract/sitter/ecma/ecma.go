// Package ecma is the front end of TypeScript and JavaScript, with their markup: it makes a unit of each file, and finds the files of
// modules.
//
// # Limitations
//
// Parameters of callbacks get no type from their context. Members of object literals and of types without a name are no symbols. Names
// that code assigns to prototypes or globals are not there.
package ecma

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/lower"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of TypeScript and JavaScript.
func New() extract.Extractor { return resolve.New(language()) }

func language() *resolve.Language {
	return &resolve.Language{Names: []string{"typescript", "tsx", "javascript"}, Scheme: "npm", Link: link, Builtins: builtins, Constructor: []string{constructor}, Default: "default",
		ModuleCode: "<module>", Types: typeNames, Outside: outside, Reader: func(ctx context.Context) resolve.Reader { return &reader{ctx: ctx} }}
}

const constructor = "constructor"

// reader has a parser for each grammar that its files need.
type reader struct {
	ctx             context.Context // of the extraction
	typescript, tsx *sitter.Parser
}

func (r *reader) Close() {
	for _, p := range []*sitter.Parser{r.typescript, r.tsx} {
		if p != nil {
			p.Close()
		}
	}
}

// parser returns the parser of a file. The grammar with markup reads JavaScript too.
func (r *reader) parser(language string) *sitter.Parser {
	if language == "typescript" {
		if r.typescript == nil {
			r.typescript = sitter.NewParser(r.ctx, sitter.TypeScript())
		}
		return r.typescript
	}
	if r.tsx == nil {
		r.tsx = sitter.NewParser(r.ctx, sitter.TSX())
	}
	return r.tsx
}

// Read returns the unit of a file.
func (r *reader) Read(f *extract.File) *resolve.Unit {
	file, isRead := lower.Open(r.parser(f.Row.Language), f)
	if !isRead {
		return file.U
	}
	l := &lowering{File: file}
	l.U.Exports = &resolve.Scope{Kind: schema.ScopeFile, Names: map[string][]*resolve.Binding{}}
	l.file(r.parser(f.Row.Language))
	for _, e := range l.exports {
		for _, b := range l.U.Top.Names[e.local] {
			l.U.Exports.Bind(e.name, b)
		}
	}
	if len(l.U.Exports.Names)+len(l.U.Exports.Stars) == 0 {
		l.U.Exports = nil // a script
	}
	l.U.DropOverloads()
	return l.U
}

// lowering is one file on its way from a tree to a unit.
type lowering struct {
	lower.File
	class    *resolve.Def // of the innermost this
	exports  []export
	isCursor bool // the function has a yield
}

// export is a local name that the file exports.
type export struct{ name, local string }

// maxAgain bounds the bytes that are parsed again in a broken file.
const maxAgain = 4 << 20

// file reads the statements of a file. Where the grammar fails, it gives no statements up to the end of the file: then parsing starts
// again at the next line that begins a statement.
//
// DESIGN: the grammar fails for some valid types. Without a new start one of them hid a tenth of the types of a repository.
func (l *lowering) file(p *sitter.Parser) {
	from, size := uint32(0), uint32(len(l.T.Text))
	for again := 0; ; {
		next := size
		if again += len(l.T.Text); again < maxAgain {
			for c := range l.T.Children(0) {
				if at := l.T.Start(c); at >= from && (l.T.Kind(0) == "ERROR" && !isStatement(l.T.Kind(c)) || l.T.Kind(c) == "ERROR") {
					if n := nextStatement(l.T.Text, at); l.T.Kind(0) == "ERROR" || n < l.T.End(c) {
						next = n
						break
					}
				}
			}
		}
		for c := range l.T.Children(0) {
			if at := l.T.Start(c); at >= from && at < next {
				l.stmt(c)
			}
		}
		if next == size {
			return
		}
		tree := p.Parse(blank(l.T.Text, next))
		if tree == nil {
			return
		}
		l.T, from = tree, next
	}
}

// beginnings matches the word at the start of a line that begins a statement.
var beginnings = regexp.MustCompile(`(?m)^(?:export|type|interface|class|function|const|let|var|import|declare|abstract|async|enum|namespace)\b`)

// nextStatement returns the offset of the first line after an offset that begins a statement.
func nextStatement(text []byte, after uint32) uint32 {
	end := bytes.IndexByte(text[after:], '\n')
	if end < 0 {
		return uint32(len(text))
	}
	at := beginnings.FindIndex(text[int(after)+end:])
	if at == nil {
		return uint32(len(text))
	}
	return after + uint32(end+at[0])
}

// blank returns a text with spaces up to an offset.
func blank(text []byte, to uint32) []byte {
	out := bytes.Repeat([]byte(" "), len(text))
	copy(out[to:], text[to:])
	return out
}

func (l *lowering) stmts(n sitter.Node) {
	for c := range l.T.Children(n) {
		l.stmt(c)
	}
}

func (l *lowering) root(n sitter.Node) *resolve.Expr {
	if n == sitter.None {
		return nil
	}
	e := l.expr(n)
	l.add(e)
	return e
}

func (l *lowering) add(e *resolve.Expr) { l.U.Exprs = append(l.U.Exprs, e) }

// block reads the statements of a block in a scope of its own.
func (l *lowering) block(n sitter.Node, do func()) {
	scope := l.Scope
	l.Within(n, true, func() {
		l.Open(schema.ScopeBlock, nil, n)
		do()
	})
	l.Scope = scope
}

// body reads a statement of a branch.
func (l *lowering) body(n sitter.Node) {
	if n == sitter.None {
		return
	}
	l.block(n, func() {
		if l.T.Kind(n) == "statement_block" {
			l.stmts(n)
		} else {
			l.stmt(n)
		}
	})
}

// stmt reads a statement.
func (l *lowering) stmt(n sitter.Node) {
	t := l.T
	switch t.Kind(n) {
	case "function_declaration", "generator_function_declaration", "function_signature":
		l.named(n, n, t.Child(n, "name"), schema.KindFunction)
	case "class_declaration", "abstract_class_declaration", "interface_declaration", "enum_declaration", "class":
		l.classDef(n, n, "")
	case "type_alias_declaration":
		l.typeAlias(n, n)
	case "lexical_declaration", "variable_declaration":
		for c := range t.Children(n) {
			if t.Kind(c) == "variable_declarator" {
				l.declarator(c, n)
			}
		}
	case "import_statement":
		l.importStatement(n)
	case "export_statement":
		l.exportStatement(n)
	case "ambient_declaration":
		l.stmts(n)
	case "internal_module", "module":
		if name := t.Child(n, "name"); name != sitter.None && t.Kind(name) == "identifier" {
			l.Bind(t.Of(name), 0, resolve.Binding{Param: resolve.OtherParam})
		}
		if b := t.Child(n, "body"); b != sitter.None {
			l.block(b, func() { l.stmts(b) })
		}
	case "statement_block":
		l.block(n, func() { l.stmts(n) })
	case "if_statement":
		l.Decides()
		l.root(t.Child(n, "condition"))
		l.body(t.Child(n, "consequence"))
		if alternative := t.Child(n, "alternative"); alternative != sitter.None {
			for c := range t.Children(alternative) {
				l.body(c)
			}
		}
	case "while_statement", "do_statement":
		l.Decides()
		l.root(t.Child(n, "condition"))
		l.body(t.Child(n, "body"))
	case "for_statement":
		l.Decides()
		l.block(n, func() {
			for c := range t.Children(n) {
				if t.Field(c) == "body" {
					l.body(c)
				} else {
					l.stmt(c)
				}
			}
		})
	case "for_in_statement":
		l.Decides()
		l.block(n, func() {
			right := l.root(t.Child(n, "right"))
			via := resolve.Element
			if op := t.Child(n, "operator"); op != sitter.None && t.Of(op) == "in" {
				right, via = nil, resolve.Plain
			}
			l.pattern(t.Child(n, "left"), resolve.Binding{Value: right, Via: via}, l.From(n), t.Child(n, "kind") != sitter.None)
			l.body(t.Child(n, "body"))
		})
	case "switch_statement":
		l.root(t.Child(n, "value"))
		if b := t.Child(n, "body"); b != sitter.None {
			l.block(b, func() { l.stmts(b) })
		}
	case "switch_case":
		l.Decides()
		l.Within(n, true, func() {
			for c := range t.Children(n) {
				if t.Field(c) == "value" {
					l.root(c)
				} else {
					l.stmt(c)
				}
			}
		})
	case "try_statement":
		l.body(t.Child(n, "body"))
		for c := range t.Children(n) {
			if t.Field(c) != "body" {
				l.stmt(c)
			}
		}
	case "catch_clause":
		l.Decides()
		l.block(n, func() {
			l.pattern(t.Child(n, "parameter"), resolve.Binding{}, l.From(n), true)
			l.body(t.Child(n, "body"))
		})
	case "return_statement":
		for c := range t.Children(n) {
			if e := l.root(c); l.Fn != nil {
				l.Fn.Returns = append(l.Fn.Returns, e)
			}
		}
	default:
		if k := t.Kind(n); !isStatement(k) && k != "program" && k != "class_static_block" && !strings.HasSuffix(k, "_clause") && k != "switch_default" {
			l.root(n)
			return
		}
		for c := range t.Children(n) {
			if isStatement(t.Kind(c)) {
				l.stmt(c)
			} else if t.Kind(c) != "statement_identifier" {
				l.root(c)
			}
		}
	}
}

// isStatement reports whether nodes of a kind are statements.
func isStatement(kind string) bool {
	return strings.HasSuffix(kind, "_statement") || strings.HasSuffix(kind, "_declaration") || kind == "statement_block" || kind == "function_signature" || kind == "internal_module" || kind == "ERROR"
}

// declarator reads `name: type = value` of a declaration.
func (l *lowering) declarator(n, whole sitter.Node) {
	t := l.T
	name, typ, value := t.Child(n, "name"), t.Child(n, "type"), t.Child(n, "value")
	if name == sitter.None {
		return
	}
	if t.Kind(name) == "identifier" && value != sitter.None {
		switch t.Kind(value) {
		case "arrow_function", "function_expression", "generator_function": // as isFunction
			if typ != sitter.None {
				l.add(l.typ(typ))
			}
			l.named(value, whole, name, schema.KindFunction)
			return
		case "class":
			l.classDef(value, whole, t.Of(name))
			return
		}
	}
	if path := l.required(value); path != nil {
		switch t.Kind(name) {
		case "identifier":
			l.imports(*path, "", name, name).IsValue = t.Kind(value) != "await_expression"
			return
		case "object_pattern":
			l.importPattern(name, path)
			return
		}
	}
	b := resolve.Binding{}
	outer := l.In
	if t.Kind(name) == "identifier" {
		if d := l.variable(name, whole, typ); d != nil {
			l.In, b.Def = d, d
		}
	}
	if typ != sitter.None {
		b.Type = l.typ(typ)
		l.add(b.Type)
	}
	b.Value = l.root(value)
	l.In = outer
	l.pattern(name, b, l.To(n), true)
}

// variable defines the symbol of a declaration outside of functions.
func (l *lowering) variable(name, whole, typ sitter.Node) *resolve.Def {
	if l.Scope.Kind != schema.ScopeFile || l.T.Of(name) == "" {
		return nil
	}
	d := l.Define(&resolve.Def{Name: l.T.Of(name), Kind: schema.KindVariable, Start: l.From(whole), End: l.To(whole), At: l.From(name),
		Signature: l.OneLine(l.From(whole), l.To(whole)), Doc: l.doc(whole)})
	if strings.HasPrefix(d.Signature, "const") {
		d.Kind = schema.KindConstant
	}
	if typ != sitter.None {
		d.TypeText = l.OneLine(l.From(typ)+1, l.To(typ))
	}
	return d
}

// pattern binds the names of a pattern, or of the target of an assignment.
func (l *lowering) pattern(n sitter.Node, b resolve.Binding, from uint32, isDeclared bool) {
	t := l.T
	if n == sitter.None {
		return
	}
	switch t.Kind(n) {
	case "identifier", "shorthand_property_identifier_pattern":
		name := t.Of(n)
		if !isDeclared {
			e := l.New(n, resolve.Name)
			e.Name, e.Role = name, schema.RoleWrite
			l.add(e)
			return
		}
		if b.Def == nil && t.Kind(n) != "identifier" {
			b.Def = l.variable(n, n, sitter.None)
		}
		l.Bind(name, from, b)
	case "object_pattern":
		for c := range t.Children(n) {
			key, target := c, c
			switch t.Kind(c) {
			case "pair_pattern":
				key, target = t.Child(c, "key"), t.Child(c, "value")
			case "object_assignment_pattern":
				key = t.Child(c, "left")
				target = key
				l.root(t.Child(c, "right"))
			case "rest_pattern":
				l.pattern(c, resolve.Binding{}, from, isDeclared)
				continue
			}
			inner := resolve.Binding{}
			if k := t.Kind(key); (b.Value != nil || b.Type != nil) && (k == "property_identifier" || k == "shorthand_property_identifier_pattern") && b.Via == resolve.Plain {
				e := l.New(key, resolve.Member)
				if e.Name, e.X = t.Of(key), b.Value; b.Type != nil {
					e.X = &resolve.Expr{Op: resolve.Declared, X: b.Type, Scope: l.Scope, In: l.In}
				}
				l.add(e)
				inner.Value = e
			}
			l.pattern(target, inner, from, isDeclared)
		}
	case "assignment_pattern":
		l.root(t.Child(n, "right"))
		l.pattern(t.Child(n, "left"), b, from, isDeclared)
	case "array_pattern", "rest_pattern":
		for c := range t.Children(n) {
			l.pattern(c, resolve.Binding{}, from, isDeclared)
		}
	case "member_expression", "subscript_expression":
		e := l.expr(n)
		e.Role = schema.RoleWrite
		l.add(e)
		if t.Kind(n) == "member_expression" && t.Kind(t.Child(n, "object")) == "this" {
			l.field(n, t.Child(n, "property"), b)
		}
		l.commonExport(n, b)
	default:
		l.root(n)
	}
}

// field adds a field that a method assigns to this.
func (l *lowering) field(n, name sitter.Node, b resolve.Binding) {
	c := l.class
	if c == nil || c.Scope == nil || name == sitter.None || l.T.Of(name) == "" {
		return
	}
	text := l.T.Of(name)
	b.IsMaybe = true
	for _, of := range []map[string][]*resolve.Binding{c.Scope.Names, c.Fields} {
		if known := of[text]; len(known) > 0 {
			if d := known[0].Def; d != nil && d.Kind == schema.KindField && b.Value != nil && len(known) < 20 {
				b.Def = d
				of[text] = append(of[text], &b)
			}
			return
		}
	}
	b.Def = l.member(c, &resolve.Def{Name: strings.TrimPrefix(text, "#"), Kind: schema.KindField, Start: l.From(n), End: l.To(n), At: l.From(name), Signature: l.OneLine(l.From(n), l.To(n))})
	if c.Fields == nil {
		c.Fields = map[string][]*resolve.Binding{}
	}
	c.Fields[text] = append(c.Fields[text], &b)
}

// member defines a member of a class.
func (l *lowering) member(c, d *resolve.Def) *resolve.Def {
	in, scope := l.In, l.Scope
	l.In, l.Scope = c, c.Scope
	l.Define(d)
	d.IsLocal = c.IsLocal
	l.In, l.Scope = in, scope
	return d
}

// text returns the text of a string without its quotes.
func (l *lowering) text(n sitter.Node) string {
	s := l.T.Of(n)
	if len(s) < 2 {
		return ""
	}
	return s[1 : len(s)-1]
}

func (l *lowering) importStatement(n sitter.Node) {
	t := l.T
	source := t.Child(n, "source")
	for c := range t.Children(n) {
		if t.Kind(c) == "import_require_clause" {
			if source = t.Child(c, "source"); source != sitter.None {
				for name := range t.Children(c) {
					if t.Kind(name) == "identifier" {
						l.imports(source, "", name, name)
					}
				}
			}
			return
		}
	}
	if source == sitter.None {
		return
	}
	found := false
	for clause := range t.Children(n) {
		if t.Kind(clause) != "import_clause" {
			continue
		}
		for c := range t.Children(clause) {
			found = true
			switch t.Kind(c) {
			case "identifier":
				l.imports(source, "default", c, c)
			case "namespace_import":
				for name := range t.Children(c) {
					l.imports(source, "", name, name)
				}
			case "named_imports":
				for s := range t.Children(c) {
					name, local := t.Child(s, "name"), t.Child(s, "alias")
					if name == sitter.None {
						continue
					}
					if local == sitter.None {
						local = name
					}
					l.imports(source, t.Of(name), name, local)
				}
			}
		}
	}
	if !found {
		l.U.Imports = append(l.U.Imports, &resolve.Import{Path: l.text(source), At: l.From(source), NameAt: l.From(source), In: l.In})
	}
}

// imports adds an import of a name, and binds it in the scope.
func (l *lowering) imports(source sitter.Node, name string, at, local sitter.Node) *resolve.Import {
	i := &resolve.Import{Path: l.text(source), Name: name, At: l.From(source), NameAt: l.From(at), NameEnd: l.To(at), In: l.In}
	if text := l.T.Of(local); text != name {
		i.Alias = text
	}
	l.U.Imports = append(l.U.Imports, i)
	l.Bind(l.T.Of(local), 0, resolve.Binding{Import: i})
	return i
}

// importPattern adds the imports of `const {a, b: c} = require(path)`.
func (l *lowering) importPattern(n sitter.Node, path *sitter.Node) {
	for c := range l.T.Children(n) {
		key, target := c, c
		if l.T.Kind(c) == "pair_pattern" {
			key, target = l.T.Child(c, "key"), l.T.Child(c, "value")
		}
		if k := l.T.Kind(target); k == "identifier" || k == "shorthand_property_identifier_pattern" {
			l.imports(*path, l.T.Of(key), key, target)
		} else {
			l.pattern(target, resolve.Binding{}, l.To(n), true)
		}
	}
}

// required returns the string of require(path) or import(path), or nil.
func (l *lowering) required(n sitter.Node) *sitter.Node {
	t := l.T
	if n != sitter.None && t.Kind(n) == "await_expression" {
		n = t.First(n) + 1
	}
	if n == sitter.None || t.Kind(n) != "call_expression" {
		return nil
	}
	function, arguments := t.Child(n, "function"), t.Child(n, "arguments")
	if function == sitter.None || arguments == sitter.None || t.Of(function) != "require" && t.Kind(function) != "import" {
		return nil
	}
	for c := range t.Children(arguments) {
		if t.Kind(c) == "string" {
			return &c
		}
		break
	}
	return nil
}

func (l *lowering) exportStatement(n sitter.Node) {
	t := l.T
	source := t.Child(n, "source")
	isDefault := false
	for c := n + 1; c < t.After(n); c = t.After(c) {
		isDefault = isDefault || t.Kind(c) == "default"
	}
	declaration, value := t.Child(n, "declaration"), t.Child(n, "value")
	switch {
	case declaration != sitter.None:
		before := len(l.U.Defs)
		l.declared(declaration, n, isDefault)
		for _, d := range l.U.Defs[min(before, len(l.U.Defs)):] {
			if d.Container == l.In {
				name := d.Name
				if isDefault {
					name = "default"
				}
				l.exports = append(l.exports, export{name, d.Name})
			}
		}
	case value != sitter.None:
		if t.Kind(value) == "identifier" {
			l.exports = append(l.exports, export{"default", t.Of(value)})
			l.root(value)
			return
		}
		b := resolve.Binding{}
		switch t.Kind(value) {
		case "arrow_function", "function_expression", "class":
			l.declared(value, n, true)
			l.exports = append(l.exports, export{"default", "default"})
			return
		}
		b.Value = l.root(value)
		l.U.Exports.Bind("default", &b)
	}
	hasClause := false
	for c := range t.Children(n) {
		switch t.Kind(c) {
		case "export_clause":
			hasClause = true
			for s := range t.Children(c) {
				name, alias := t.Child(s, "name"), t.Child(s, "alias")
				if name == sitter.None {
					continue
				}
				if alias == sitter.None {
					alias = name
				}
				if source == sitter.None {
					l.exports = append(l.exports, export{t.Of(alias), t.Of(name)})
					l.root(name)
					continue
				}
				i := &resolve.Import{Path: l.text(source), Name: t.Of(name), At: l.From(source), NameAt: l.From(name), NameEnd: l.To(name), In: l.In}
				l.U.Imports = append(l.U.Imports, i)
				l.U.Exports.Bind(t.Of(alias), &resolve.Binding{Import: i})
			}
		case "namespace_export":
			hasClause = true
			if source == sitter.None {
				continue
			}
			for name := range t.Children(c) {
				i := &resolve.Import{Path: l.text(source), At: l.From(source), NameAt: l.From(source), In: l.In}
				l.U.Imports = append(l.U.Imports, i)
				l.U.Exports.Bind(t.Of(name), &resolve.Binding{Import: i})
			}
		}
	}
	if source != sitter.None && !hasClause {
		i := &resolve.Import{Path: l.text(source), Name: "*", At: l.From(source), NameAt: l.From(source), In: l.In}
		l.U.Imports = append(l.U.Imports, i)
		l.U.Exports.Stars = append(l.U.Exports.Stars, i)
	}
}

// declared reads an exported declaration. A default one without a name is called default.
func (l *lowering) declared(n, whole sitter.Node, isDefault bool) {
	t := l.T
	switch kind := t.Kind(n); kind {
	case "function_declaration", "generator_function_declaration", "function_signature", "function_expression", "arrow_function":
		l.named(n, whole, t.Child(n, "name"), schema.KindFunction)
	case "class_declaration", "abstract_class_declaration", "interface_declaration", "enum_declaration", "class":
		name := ""
		if isDefault && t.Child(n, "name") == sitter.None {
			name = "default"
		}
		l.classDef(n, whole, name)
	case "type_alias_declaration":
		l.typeAlias(n, whole)
	default:
		l.stmt(n)
	}
}

// commonFunction reads `module.exports = function` and `exports.name = function`, and reports whether the assignment is one.
func (l *lowering) commonFunction(n, left, right sitter.Node) bool {
	t := l.T
	if l.Scope.Kind != schema.ScopeFile || left == sitter.None || right == sitter.None || t.Kind(left) != "member_expression" || !isFunction(t.Kind(right)) {
		return false
	}
	text, name := t.Of(left), t.Child(left, "property")
	as := []string{t.Of(name)}
	switch {
	case text == "module.exports":
		name, as = t.Child(right, "name"), []string{"default", "module.exports"}
	case strings.TrimSuffix(strings.TrimPrefix(text, "module."), as[0]) != "exports.":
		return false
	}
	before := len(l.U.Defs)
	l.named(right, n, name, schema.KindFunction)
	for _, a := range as {
		l.U.Exports.Bind(a, &resolve.Binding{Def: l.U.Defs[before]})
	}
	return true
}

// commonExport reads `module.exports = x` and `exports.name = x`.
func (l *lowering) commonExport(n sitter.Node, b resolve.Binding) {
	text := l.T.Of(n)
	if b.Value == nil || l.Scope.Kind != schema.ScopeFile {
		return
	}
	if text == "module.exports" {
		b.IsMaybe = true
		l.U.Exports.Bind("default", &b)
		l.U.Exports.Bind("module.exports", &b)
		for _, a := range b.Value.Args {
			if b.Value.Op == resolve.Literal && a.Key != "" {
				l.U.Exports.Bind(a.Key, &resolve.Binding{Value: a})
			}
		}
		return
	}
	if name, ok := strings.CutPrefix(strings.TrimPrefix(text, "module."), "exports."); ok && !strings.ContainsAny(name, ".[") {
		l.U.Exports.Bind(name, &b)
	}
}

// doc returns the comment before a declaration, without its markers.
func (l *lowering) doc(n sitter.Node) string {
	text := l.U.File.Content[:l.From(n)]
	for _, word := range []string{"default", "declare", "export"} { // the words before the declaration, from the last on
		text = bytes.TrimSuffix(bytes.TrimRight(text, " \t\r\n"), []byte(word))
	}
	text = bytes.TrimRight(text, " \t\r\n")
	if !bytes.HasSuffix(text, []byte("*/")) {
		return ""
	}
	at := bytes.LastIndex(text, []byte("/*"))
	if at < 0 || !bytes.HasPrefix(text[at:], []byte("/**")) || len(text)-at < 5 {
		return ""
	}
	lines := strings.Split(string(text[at+3:len(text)-2]), "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, "*"), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func withoutEnding(p string) string {
	p = strings.TrimSuffix(p, path.Ext(p))
	return strings.TrimSuffix(p, ".d")
}
