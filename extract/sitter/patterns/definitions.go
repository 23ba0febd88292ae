package patterns

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
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
	case "module":
		l.module(n, f)
	case "local":
		l.local(n, f)
	case "extension":
		l.extension(n, f)
	case "pattern":
		l.pattern(n, f)
	case "macro":
		if d := l.newDef(n, f, schema.KindMacro, ""); d != nil {
			l.declare(d, f)
			l.Bind(d.Name+l.of.MacroMark, 0, resolve.Binding{Def: d})
		}
		l.root2(n)
	case "held":
		l.held(n, f)
	default:
		l.variable(n, f, schema.Kind(role))
	}
}

// declarators replaces each @declarator by the @name in it.
func (l *lowering) declarators() {
	for _, f := range l.found {
		for _, n := range f.parts["declarator"] {
			if name := l.declared(n); name != sitter.None {
				f.parts["name"] = append(f.parts["name"], name)
			}
		}
	}
}

// declared returns the name that a declarator of C declares: the last of a chain; None for a type without a name.
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
			return sitter.None
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
	text, start := l.name(at)
	if name == "" {
		name = text
	}
	d := &resolve.Def{Name: name, Kind: kind, Start: l.From(n), End: l.To(n), At: start, Doc: l.doc(l.head(n, f))}
	if len(l.pending) > 0 {
		d.Doc = l.doc(l.From(l.pending[0]))
	}
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
	annotations := append(f.parts["annotation"], l.pending...)
	l.pending = nil
	for _, a := range annotations {
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
		if l.Scope.Kind == schema.ScopeType {
			modifiers = l.section
		}
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
	l.Bind(d.Name, 0, resolve.Binding{Def: d})
	before, section := l.File, l.section
	l.In, l.section = d, ""
	if kind == schema.KindTypeAlias {
		if value := l.typ(f.part("value")); value != nil {
			all := before.Scope.Names[d.Name]
			all[len(all)-1].Value = value
		}
	}
	l.openType(d, n)
	l.classNames(d)
	if l.of.hasOpenSelf() {
		slices.Reverse(f.parts["mixin"]) // the last one comes first
		slices.Reverse(f.parts["prepended"])
	}
	for _, b := range f.parts["prepended"] {
		if base := l.typ(b); base != nil {
			d.Prepends = append(d.Prepends, base)
		}
	}
	for _, b := range slices.Concat(f.parts["mixin"], f.parts["base"]) {
		if base := l.typ(b); base != nil {
			d.Bases = append(d.Bases, base)
		}
	}
	for _, i := range f.parts["interface"] {
		d.Interfaces = append(d.Interfaces, l.typ(i))
	}
	l.numbered(d, f)
	for i, p := range d.Params {
		l.Bind(strconv.Itoa(i), 0, resolve.Binding{Type: p.Type})
	}
	for _, b := range f.parts["extends"] {
		if base := l.root(b); base != nil {
			l.isRead[b] = true
			side := d.OpenSide()
			side.Bases = append(side.Bases, base)
		}
	}
	l.root2(n)
	d.SigHash = l.hash(n)
	l.File, l.section = before, section
}

// side reads the part of a type that defines the members that only the type itself has.
func (l *lowering) side(n sitter.Node) *resolve.Expr {
	before, section := l.File, l.section
	if class := l.Scope.Def; class != nil && l.Scope.Kind == schema.ScopeType && !class.IsSide() {
		l.Scope, l.section = class.OpenSide().Scope, ""
		l.Bind(l.of.Self, 0, resolve.Binding{Param: resolve.OtherParam})
	} else {
		l.Open(schema.ScopeBlock, nil, n)
	}
	e := l.with(l.New(n, resolve.Other), n)
	l.File, l.section = before, section
	return e
}

// sections reads modifiers of the definitions that follow, or of those with a @name.
func (l *lowering) sections(n sitter.Node, f *found) {
	modifiers := l.text(f.part("modifiers"))
	if len(f.parts["name"]) == 0 {
		l.section = modifiers
		return
	}
	if l.Scope.Kind != schema.ScopeType || l.Scope.Def == nil {
		return
	}
	for _, n := range f.parts["name"] {
		name, _ := l.name(n)
		method := &resolve.Def{Name: name, Kind: schema.KindMethod}
		s := l.Scope
		if f.part("side") != sitter.None {
			s = s.Def.OpenSide().Scope
		}
		for _, b := range slices.Concat(s.Names[name], s.Names[l.of.Key(method)]) {
			if b.Def != nil && b.Def.Container != nil {
				l.of.Define(b.Def, modifiers)
			}
		}
	}
}

// local reads an assignment to a local name, which a scope of the function around may have.
func (l *lowering) local(n sitter.Node, f *found) {
	name := f.part("name")
	value := f.part("value")
	l.isRead[name] = true
	b := resolve.Binding{Param: resolve.OtherParam}
	at := l.To(name)
	if b.Type = l.typ(f.part("type")); b.Type != nil {
		b.Param = resolve.NoParam
	}
	if value != sitter.None {
		b.Param, b.Value, at = resolve.NoParam, l.root(value), l.To(value)
		l.isRead[value] = true
		l.result(n, b.Value)
	}
	before := l.File
	text := l.T.Of(name)
	for s := l.Scope; s != nil; s = s.Parent {
		if len(s.Names[text]) > 0 {
			if s != l.Scope {
				b.IsMaybe, l.Scope = true, s
			}
			break
		}
		if s.Kind != schema.ScopeBlock && (s.Kind != schema.ScopeFunction || s.Def != nil) {
			break
		}
	}
	l.Bind(text, at, b)
	l.File = before
	l.root2(n)
}

// result notes the value of an assignment that ends a function.
func (l *lowering) result(n sitter.Node, value *resolve.Expr) {
	if l.results[n] && l.Fn != nil && value != nil {
		l.Fn.Returns = append(l.Fn.Returns, value)
	}
}

// holder returns the scope of the type around code, which has the fields of the receiver, and otherwise that of the file.
func (l *lowering) holder() *resolve.Scope {
	s := l.Scope
	for s.Parent != nil && s.Kind != schema.ScopeType {
		s = s.Parent
	}
	if s.Def != nil && s.Def.IsSide() {
		s = s.Def.Container.Scope
	}
	return s
}

// held reads an assignment to a field of the receiver. The first one defines the field.
func (l *lowering) held(n sitter.Node, f *found) {
	name := f.part("name")
	l.isRead[name] = true
	b := resolve.Binding{IsMaybe: true}
	if value := f.part("value"); value != sitter.None {
		b.Value = l.root(value)
		l.isRead[value] = true
		l.result(n, b.Value)
	} else {
		b.Param = resolve.OtherParam
	}
	before := l.File
	s := l.holder()
	all := s.Names[l.T.Of(name)]
	if len(all) > 0 || s.Def == nil {
		if len(all) > 0 {
			b.Def = all[0].Def
		}
		e := l.named(name)
		if s.Def != nil {
			e.Op, e.X = resolve.Member, l.self(name)
		}
		e.Role = schema.RoleWrite
		l.U.Exprs = append(l.U.Exprs, e)
	} else {
		d := l.newDef(n, f, schema.KindField, "")
		l.In, l.Scope = s.Def, s
		l.declare(d, f)
		d.IsLocal = false
		b.Def = d
	}
	b.End = l.U.Top.End
	s.Bind(l.T.Of(name), &b)
	l.File = before
	l.root2(n)
}

// classNames binds the names that a class has in its own code.
func (l *lowering) classNames(class *resolve.Def) {
	for _, name := range l.of.Class {
		l.Bind(name, 0, resolve.Binding{Param: resolve.ReceiverClass, Class: class})
	}
}

// numbered reads the types of the values that a member of an enum or a type holds without names.
func (l *lowering) numbered(d *resolve.Def, f *found) {
	for _, p := range f.parts["part"] {
		d.Params = append(d.Params, resolve.Parameter{Kind: schema.ParameterValue, Type: l.typ(p)})
	}
}

// openType opens the scope of a type, in one for its type parameters.
func (l *lowering) openType(d *resolve.Def, n sitter.Node) {
	l.Open(schema.ScopeBlock, nil, n)
	l.Open(schema.ScopeType, d, n)
	if l.of.SelfType != "" {
		l.Scope.Parent.Bind(l.of.SelfType, &resolve.Binding{Def: d})
	}
}

// extension reads a part of a type that stands outside of it.
func (l *lowering) extension(n sitter.Node, f *found) {
	l.pending = nil
	before := l.File
	typ := f.part("type")
	name, _, _ := strings.Cut(strings.TrimLeft(l.text(typ), "&*"), "<")
	d := &resolve.Def{Unit: l.U, Name: name[strings.LastIndexAny(name, ":. ")+1:], Kind: schema.KindStruct, Container: l.In, Start: l.From(n), End: l.To(n), IsDropped: true}
	l.U.Parts = append(l.U.Parts, d)
	l.In = d
	l.openType(d, n)
	if d.Extends = l.typ(typ); d.Extends == nil {
		d.Extends = l.New(n, resolve.Other)
	}
	for _, i := range f.parts["interface"] {
		d.Interfaces = append(d.Interfaces, l.typ(i))
	}
	l.root2(n)
	l.File = before
}

// module reads a module in the file: its code does not see the names around it.
func (l *lowering) module(n sitter.Node, f *found) {
	d := l.newDef(n, f, "", "")
	if d == nil {
		l.root2(n)
		return
	}
	l.declare(d, f)
	l.U.Defs = l.U.Defs[:len(l.U.Defs)-1]
	d.IsDropped = true
	l.U.Spaces = append(l.U.Spaces, d)
	before := l.File
	l.In, l.Fn = d, nil
	l.Scope = nil
	l.Open(schema.ScopeFile, d, n)
	l.Scope.Def = nil
	l.root2(n)
	l.File = before
}

// pattern reads a pattern that binds names. Only a pattern that is one name has a known value.
func (l *lowering) pattern(n sitter.Node, f *found) {
	p := f.part("pattern")
	b := resolve.Binding{Type: l.typ(f.part("type"))}
	if value := f.part("value"); value != sitter.None {
		b.Value = l.root(value)
		l.isRead[value] = true
	} else if element := f.part("element"); element != sitter.None {
		b.Value, b.Via = l.root(element), resolve.Element
		l.isRead[element] = true
	}
	if p == sitter.None {
		l.root2(n)
		return
	}
	at := l.To(p)
	if b.Value != nil {
		at = l.To(n)
	}
	known := f.part("known")
	if l.of.Unwraps[l.text(f.part("variant"))] {
		b.Via = resolve.Element
	} else {
		known = p
	}
	parts := map[sitter.Node]resolve.Binding{}
	for c := p; c < l.T.After(p); c++ {
		if x := l.found[c]; x != nil && x.role == "expression.parts" {
			of := l.root(x.part("type"))
			l.isRead[x.part("type")] = true
			for i, part := range x.parts["part"] {
				if g := l.found[part]; g != nil && g.role == "expression.group" {
					for inner := range l.T.Children(part) {
						part = inner // the last one
					}
				}
				parts[part] = resolve.Binding{Value: of, Via: resolve.Part, Index: i}
			}
		}
	}
	for c := p; c < l.T.After(p); c++ {
		if x := l.found[c]; (x == nil || x.role != "expression.binding") && (c != p || !l.T.IsLeaf(c)) || l.of.IsConstant(l.T.Of(c)) {
			continue
		}
		l.isRead[c] = true
		if known == c {
			l.Bind(l.T.Of(c), at, b)
		} else if part, ok := parts[c]; ok {
			l.Bind(l.T.Of(c), at, part)
		} else {
			l.Bind(l.T.Of(c), at, resolve.Binding{Param: resolve.OtherParam})
		}
	}
	l.root2(n)
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
	before, section := l.File, l.section
	if l.Scope.Kind == schema.ScopeType && l.Scope.Def != nil {
		class, d.Kind = l.Scope.Def, schema.KindMethod
		if f.part("side") != sitter.None {
			l.Scope, l.section = class.OpenSide().Scope, ""
		}
		if l.Scope.Def.IsSide() {
			class, d.IsStatic = l.Scope.Def.Container, true
		}
		if body == sitter.None && (class.Kind == schema.KindInterface || class.Kind == schema.KindTrait) && !l.of.hasOpenSelf() {
			d.Kind = schema.KindInterfaceMethod
		}
	}
	l.declare(d, f)
	l.Bind(l.of.Key(d), 0, resolve.Binding{Def: d, IsMaybe: true})
	l.Scope, l.section = before.Scope, section
	l.Open(schema.ScopeFunction, d, n)
	l.In, l.Fn = d, d
	for _, p := range f.parts["receiver"] {
		d.Params = append(d.Params, resolve.Parameter{Name: l.of.Self, Kind: schema.ParameterReceiver, Text: l.OneLine(l.From(p), l.To(p))})
	}
	if class != nil {
		l.classNames(class)
		if l.of.Self != "" && !d.IsStatic {
			l.Bind(l.of.Self, 0, resolve.Binding{Param: resolve.Receiver, Class: class})
		}
	} else if l.of.hasOpenSelf() {
		l.Bind(l.of.Self, 0, resolve.Binding{Param: resolve.OtherParam})
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
	if isType {
		b.Value = l.typ(typ) // a type variable means its bound
	} else {
		b.Type = l.typ(typ)
	}
	if d := l.Scope.Def; d != nil && d == l.Fn && !isType {
		p := resolve.Parameter{Name: l.text(name), Kind: schema.ParameterValue, Type: b.Type}
		if typ != sitter.None {
			p.Text = l.OneLine(l.From(typ), l.To(typ))
		}
		p.IsOptional, p.IsRest = f.part("value") != sitter.None, f.part("rest") != sitter.None
		d.Params = append(d.Params, p)
	}
	scope := l.Scope
	if isType {
		var bounds []*resolve.Expr
		for _, x := range f.parts["bound"] {
			if bound := l.typ(x); bound != nil {
				bounds = append(bounds, bound)
			}
		}
		if len(bounds) > 0 {
			b.Value = &resolve.Expr{Op: resolve.Either, Args: bounds, Start: l.From(n), End: l.To(n), Scope: l.Scope, In: l.In}
		}
		if scope.Kind == schema.ScopeType {
			l.Scope = scope.Parent
		}
	}
	if name != sitter.None {
		l.isRead[name] = true
		l.Bind(l.T.Of(name), 0, b)
	}
	l.Scope = scope
	if l.Fn != nil && l.Fn.Kind == schema.KindMethod && f.part("field") != sitter.None {
		l.fieldOf(l.Fn.Container, n, f, b.Type)
	}
	l.root2(n)
}

// fieldOf adds the field of a class that a parameter defines.
func (l *lowering) fieldOf(class *resolve.Def, n sitter.Node, f *found, typ *resolve.Expr) {
	d := l.newDef(n, f, schema.KindField, "")
	if t := f.part("type"); t != sitter.None {
		d.TypeText = l.OneLine(l.From(t), l.To(t))
	}
	before := l.File
	l.In, l.Scope = class, class.Scope
	l.declare(d, f)
	l.Bind(d.Name, 0, resolve.Binding{Def: d, Type: typ})
	l.File = before
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
	if v := f.part("value"); v != sitter.None {
		at = l.To(v) // the value may use the name
	}
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
			l.numbered(d, f)
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
	if b.Type != nil && inferred[b.Type.Name] {
		b.Type = nil
	}
	if kind == schema.KindEnumMember && d != nil && d.Container != nil {
		b.Param, b.Class = resolve.Receiver, d.Container // an instance of the enum
	}
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

// inferred has the words for a type that the value gives.
var inferred = map[string]bool{"var": true, "auto": true}

func (l *lowering) hash(nodes ...sitter.Node) int64 {
	return l.Hash(func(sitter.Node) bool { return false }, nodes...)
}

// head returns the offset of the first part of a definition: modifiers and a type may stand before its node.
func (l *lowering) head(n sitter.Node, f *found) uint32 {
	start := l.From(n)
	for _, name := range []string{"modifiers", "annotation", "type"} {
		for _, p := range f.parts[name] {
			start = min(start, l.From(p))
		}
	}
	return start
}

// doc returns the text of the comments right before an offset.
func (l *lowering) doc(start uint32) string {
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
