package patterns

import (
	"bytes"
	"sort"
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

// define reads a definition.
func (l *lowering) define(n sitter.Node, f *found, role string) {
	switch role {
	case "class", "interface", "enum", "struct", "trait", "union", "type_alias":
		l.typeDef(n, f, schema.Kind(role))
	case "function", "constructor", "prototype":
		l.function(n, f, role)
	case "parameter", "type_parameter":
		l.parameter(n, f, role == "type_parameter")
	case "macro":
		if d := l.newDef(n, f, schema.KindMacro, ""); d != nil {
			l.declare(d, f)
			l.Bind(d.Name, 0, resolve.Binding{Def: d})
		}
		l.root2(n)
	default:
		l.variable(n, f, schema.Kind(role))
	}
}

// declarators replaces each @declarator by the @name in it.
func (l *lowering) declarators() {
	for _, f := range l.found {
		for _, n := range f.parts["declarator"] {
			f.parts["name"] = append(f.parts["name"], l.declared(n))
		}
	}
}

// declared returns the name that a declarator of C declares: the last of a chain.
func (l *lowering) declared(n sitter.Node) sitter.Node {
	for strings.HasSuffix(l.T.Kind(n), "_declarator") {
		next := l.T.Child(n, "declarator")
		for c := range l.T.Children(n) {
			if next != sitter.None {
				break
			}
			next = c
		}
		if next == sitter.None {
			break
		}
		n = next
	}
	return n
}

// newDef returns the definition that a node declares, or nil for one without a name.
func (l *lowering) newDef(n sitter.Node, f *found, kind schema.Kind, name string) *resolve.Def {
	at := f.part("name")
	if at == sitter.None || l.T.Of(at) == "" {
		return nil
	}
	l.isRead[at] = true
	if name == "" {
		name = l.T.Of(at)
	}
	d := &resolve.Def{Name: name, Kind: kind, Start: l.From(n), End: l.To(n), At: l.From(at), Doc: l.doc(n)}
	end := l.To(n)
	if body := f.part("body"); body != sitter.None {
		end = l.From(body)
	}
	d.Signature = strings.TrimRight(l.OneLine(d.Start, max(end, d.Start)), " {:;=")
	return d
}

// declare adds a definition, and reads its annotations.
func (l *lowering) declare(d *resolve.Def, f *found) {
	l.Define(d)
	for _, a := range f.parts["annotation"] {
		text := l.T.Of(a)
		note := resolve.Note{Name: strings.TrimLeft(text, "@#[!"), At: l.From(a)}
		if before, _, ok := strings.Cut(note.Name, "("); ok {
			note.Arguments = strings.Join(strings.Fields(text[strings.IndexByte(text, '('):]), " ")
			note.Name = before
		}
		note.Name = strings.TrimSpace(strings.TrimRight(note.Name, "]"))
		d.Notes = append(d.Notes, note)
	}
	if l.of.Define != nil {
		modifiers := ""
		for _, m := range f.parts["modifiers"] {
			modifiers += " " + l.OneLine(l.From(m), l.To(m))
		}
		l.of.Define(d, strings.TrimSpace(modifiers))
	}
}

// typeDef reads the definition of a type.
func (l *lowering) typeDef(n sitter.Node, f *found, kind schema.Kind) {
	d := l.newDef(n, f, kind, "")
	if d == nil {
		l.root2(n)
		return
	}
	l.declare(d, f)
	before := l.File
	l.In = d
	l.Bind(d.Name, 0, resolve.Binding{Def: d})
	if kind == schema.KindTypeAlias {
		if value := l.typ(f.part("value")); value != nil {
			all := before.Scope.Names[d.Name]
			all[len(all)-1].Value = value
		}
	}
	l.Open(schema.ScopeType, d, n)
	for _, b := range f.parts["base"] {
		d.Bases = append(d.Bases, l.typ(b))
	}
	for _, i := range f.parts["interface"] {
		d.Interfaces = append(d.Interfaces, l.typ(i))
	}
	l.root2(n)
	d.SigHash = l.hash(n)
	l.File = before
}

// root2 adds the expressions of the children of a node to the unit.
func (l *lowering) root2(n sitter.Node) {
	for c := range l.T.Children(n) {
		l.root(c)
	}
}

// function reads the definition of a function.
func (l *lowering) function(n sitter.Node, f *found, role string) {
	name := ""
	if role == "constructor" && len(l.of.Constructor) > 0 {
		name = l.of.Constructor[0]
	}
	d := l.newDef(n, f, schema.KindFunction, name)
	if d == nil {
		l.root2(n)
		return
	}
	d.Complexity, d.IsOverload = 1, role == "prototype"
	body := f.part("body")
	var class *resolve.Def
	if l.Scope.Kind == schema.ScopeType && l.Scope.Def != nil {
		class, d.Kind = l.Scope.Def, schema.KindMethod
		if body == sitter.None && (class.Kind == schema.KindInterface || class.Kind == schema.KindTrait) {
			d.Kind = schema.KindInterfaceMethod
		}
	}
	l.declare(d, f)
	l.Bind(d.Name, 0, resolve.Binding{Def: d, IsMaybe: true})
	before := l.File
	l.Open(schema.ScopeFunction, d, n)
	l.In, l.Fn = d, d
	if class != nil && l.of.Self != "" {
		l.Bind(l.of.Self, 0, resolve.Binding{Param: resolve.Receiver, Class: class})
	}
	result := f.part("result")
	d.Result = l.typ(result)
	l.root2(n)
	if d.Result != nil {
		d.Params = append(d.Params, resolve.Parameter{Kind: schema.ParameterResult, Type: d.Result, Text: l.OneLine(l.From(result), l.To(result))})
	}
	parts := []sitter.Node{result}
	for c := range l.T.Children(n) {
		if c != body && c != f.part("name") {
			parts = append(parts, c)
		}
	}
	d.BodyHash, d.SigHash = l.hash(body), l.hash(parts...)
	d.CodeLines = l.U.Lines.Code(d.Start, max(d.Start, d.End-1))
	if len(d.Returns) > 6 {
		d.Returns = nil
	}
	l.File = before
}

// parameter reads a parameter of the innermost function, or a type parameter.
func (l *lowering) parameter(n sitter.Node, f *found, isType bool) {
	name := f.part("name")
	typ := f.part("type")
	if name == sitter.None && typ == sitter.None && f.part("rest") == sitter.None {
		l.root2(n)
		return
	}
	b := resolve.Binding{Param: resolve.OtherParam}
	b.Type = l.typ(typ)
	if d := l.Scope.Def; d != nil && d == l.Fn && !isType {
		p := resolve.Parameter{Name: l.text(name), Kind: schema.ParameterValue, Type: b.Type}
		if typ != sitter.None {
			p.Text = l.OneLine(l.From(typ), l.To(typ))
		}
		p.IsOptional, p.IsRest = f.part("value") != sitter.None, f.part("rest") != sitter.None
		d.Params = append(d.Params, p)
	}
	if name != sitter.None {
		l.isRead[name] = true
		l.Bind(l.T.Of(name), 0, b)
	}
	l.root2(n)
}

// variable reads the definition of a variable, a constant, a field or a member of an enum. In a function it is a local name.
func (l *lowering) variable(n sitter.Node, f *found, kind schema.Kind) {
	name := f.part("name")
	if name == sitter.None || l.T.Of(name) == "" {
		l.root2(n)
		return
	}
	l.isRead[name] = true
	before := l.In
	var d *resolve.Def
	at := l.From(n)
	isNew := true
	if l.Scope.Kind == schema.ScopeFile || l.Scope.Kind == schema.ScopeType {
		at = 0
		if l.Scope.Kind == schema.ScopeType && kind == schema.KindVariable {
			kind = schema.KindField
		}
		for _, b := range l.Scope.Names[l.T.Of(name)] { // another assignment
			if b.Def != nil && b.Def.Kind == kind && !b.Def.IsOverload {
				d, isNew = b.Def, false
			}
		}
		if d == nil {
			d = l.newDef(n, f, kind, "")
			if typ := f.part("type"); typ != sitter.None {
				d.TypeText = l.OneLine(l.From(typ), l.To(typ))
				if d.Signature = d.TypeText + " " + d.Name; l.From(typ) > d.At {
					d.Signature = l.OneLine(d.At, l.To(typ))
				}
			}
			l.declare(d, f)
			l.In = d
		}
	} else {
		for s := l.Scope; s != nil && isNew; s = s.Parent {
			isNew = len(s.Names[l.T.Of(name)]) == 0
		}
	}
	if !isNew {
		e := l.named(name)
		e.Role = schema.RoleWrite
		l.U.Exprs = append(l.U.Exprs, e)
	}
	b := resolve.Binding{Def: d, Type: l.typ(f.part("type"))}
	if value := f.part("value"); value != sitter.None {
		b.Value = l.root(value)
		l.isRead[value] = true
	} else if element := f.part("element"); element != sitter.None {
		b.Value, b.Via = l.root(element), resolve.Element
		l.isRead[element] = true
	}
	l.Bind(l.T.Of(name), at, b)
	l.root2(n)
	l.In = before
}

func (l *lowering) hash(nodes ...sitter.Node) int64 {
	return l.Hash(func(sitter.Node) bool { return false }, nodes...)
}

// doc returns the text of the comments right before a node.
func (l *lowering) doc(n sitter.Node) string {
	start := l.From(n)
	i := sort.Search(len(l.comments), func(i int) bool { return l.From(l.comments[i]) >= start })
	var lines []string
	for i--; i >= 0; i-- {
		c := l.comments[i]
		between := l.T.Text[min(l.To(c), start):start]
		if len(bytes.TrimSpace(between)) > 0 || bytes.Count(between, []byte("\n")) > 1 || l.isTrailing(c) {
			break
		}
		text := strings.Split(strings.TrimSuffix(strings.TrimSpace(l.T.Of(c)), "*/"), "\n")
		for j, line := range text {
			line = strings.TrimSpace(line)
			if j == 0 {
				line = strings.TrimLeft(line, "/#-")
				line = strings.TrimLeft(line, "*!")
			} else {
				line = strings.TrimPrefix(line, "*")
			}
			text[j] = strings.TrimRight(strings.TrimPrefix(line, " "), " \t\r")
		}
		lines = append(text, lines...)
		if start = l.From(c); bytes.HasPrefix(l.T.Text[start:], []byte("/*")) {
			break
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// isTrailing reports whether code stands before a comment on its line.
func (l *lowering) isTrailing(c sitter.Node) bool {
	before := l.T.Text[:l.From(c)]
	return len(bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])) > 0
}
