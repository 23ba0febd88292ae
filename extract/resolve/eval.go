package resolve

import (
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// target is one meaning of a name or member.
type target struct {
	def      *Def     // the definition; nil for a local name, a module and an external name
	bind     *Binding // of a variable, field, parameter or local name
	module   *Module
	path     string // the global name of an external definition
	receiver *Def   // the class whose instance or class the member is read from
	isKnown  bool   // it is outside the repository, and has no symbol
	isModule bool   // path is that of a module
}

// value is one object that an expression may have.
type value struct {
	form     form
	def      *Def
	module   *Module
	path     string  // of something external
	receiver *Def    // of a method: the class of the receiver; of super: the class of the object
	args     []*Expr // of a container: the types in it
	names    string  // of a container: its name
}

func (v value) same(w value) bool {
	return v.form == w.form && v.def == w.def && v.path == w.path && v.names == w.names && (v.module == w.module || v.module != nil && w.module != nil && v.module.same(w.module))
}

type form uint8

// The forms of values.
const (
	aFunction form = iota + 1
	aClass
	anInstance
	aSuper
	aModule
	anExternal // an object that has an external name
	anExternalInstance
	aLiteral
	aContainer
	aSelf // an instance of the class of the receiver
)

// maxAlternatives bounds the alternatives of an expression, and maxDepth the length of a chain of evaluations.
const (
	maxAlternatives = 8
	maxDepth        = 200
	maxBases        = 100
)

// program is all units with the state of resolution.
type program struct {
	language *Language
	linker   Linker
	units    []*Unit
	depth    int
	prepends map[*Def][]*Def // by module; nil until it is needed
}

const (
	targetsKnown = 1 << iota
	targetsBusy
	valuesKnown
	valuesBusy
	typesKnown
	typesBusy
)

// targetsOf returns the meanings of a name or member.
func (p *program) targetsOf(e *Expr) []target {
	if e == nil || e.state&targetsKnown != 0 {
		if e == nil {
			return nil
		}
		return e.targets
	}
	if e.state&targetsBusy != 0 || p.depth > maxDepth {
		return nil
	}
	e.state |= targetsBusy
	p.depth++
	var found []target
	switch e.Op {
	case Name:
		found = p.nameTargets(e)
	case Member:
		found = p.memberTargets(e)
	}
	p.depth--
	e.state &^= targetsBusy
	e.targets, e.state = found, e.state|targetsKnown
	return found
}

// lookup returns the bindings that a name can have at an offset, with the unit of the scope that has them.
func (p *program) lookup(scope *Scope, name string, at uint32) []*Binding {
	direct := true
	for s := scope; s != nil; s = s.Parent {
		if isTop, ok := s.Outer[name]; ok {
			if isTop {
				for s.Parent != nil {
					s = s.Parent
				}
				return reaching(s.Names[name], at, false)
			}
			direct = false
			continue
		}
		bs := s.Names[name]
		if direct && s.Kind == schema.ScopeBlock && !slices.ContainsFunc(bs, func(b *Binding) bool { return b.At <= at }) {
			continue // the block has no such name, or declares it below the use
		}
		if len(bs) > 0 && (s.Kind != schema.ScopeType || direct && !p.language.HidesMembers) {
			return reaching(bs, at, direct)
		}
		if s.Kind != schema.ScopeBlock {
			direct = false
		}
	}
	return nil
}

// reaching returns the bindings that a name can have. In the scope itself those before the offset count, otherwise all: a binding that
// certainly happens hides the ones before it.
func reaching(all []*Binding, at uint32, direct bool) []*Binding {
	var out []*Binding
	for _, b := range all {
		if direct && b.At > at {
			continue
		}
		if !b.IsMaybe || direct && b.Start <= at && at < b.End {
			out = out[:0:0]
		}
		out = append(out, b)
	}
	if out == nil {
		return all
	}
	return out
}

func (p *program) nameTargets(e *Expr) []target {
	if e.Scope == nil {
		return nil
	}
	if e.Path != nil {
		return p.importTargets(e.Path)
	}
	if p.language.HasImplicitReceiver {
		if found := p.implicit(e); slices.ContainsFunc(found, func(t target) bool { return t.def != nil || t.bind != nil }) {
			return found
		}
	}
	name := p.key(e)
	var inherited []target
	if e.Receiver != nil {
		found := p.membersOf(e.Receiver, name, e.IsCalled)
		if slices.ContainsFunc(found, func(t target) bool { return t.def != nil }) {
			return found
		}
		inherited = found // nearer names come first
	} else if p.language.HasNesting {
		if found := p.nested(e.Scope, name); len(found) > 0 {
			return found
		}
	}
	for s := e.Scope; s.Parent != nil && len(s.Names[name]) == 0; s = s.Parent {
		if found := p.allStarTargets(s, name); len(found) > 0 {
			return found
		}
	}
	if bs := p.lookup(e.Scope, name, e.Start); len(bs) > 0 {
		return p.bindingTargets(bs, nil)
	}
	if name != e.Name {
		bs := slices.DeleteFunc(slices.Clone(p.lookup(e.Scope, e.Name, e.Start)), func(b *Binding) bool { return b.Import == nil })
		if len(bs) > 0 {
			return p.bindingTargets(bs, nil)
		}
	}
	top := e.Scope
	for top.Parent != nil {
		top = top.Parent
	}
	if found := p.allStarTargets(top, name); len(found) > 0 {
		return found
	}
	if top.Around != nil {
		if found := p.moduleMember(top.Around, name); len(found) > 0 {
			return found
		}
	}
	if p.language.Builtins[e.Name] {
		return []target{{isKnown: true, path: builtinPath + e.Name}}
	}
	return inherited
}

// nested returns the meanings of a name in the types around code, from the innermost, and then in the types above that one. A scope between
// may have the name.
func (p *program) nested(scope *Scope, name string) []target {
	var inner *Def
	for s := scope; s != nil; s = s.Parent {
		switch bs := s.Names[name]; {
		case s.Kind != schema.ScopeType && len(bs) > 0 && s.Parent != nil:
			return nil
		case s.Kind != schema.ScopeType || s.Def == nil:
		case len(bs) > 0:
			return p.bindingTargets(reaching(bs, 0, false), nil)
		case inner == nil:
			inner = s.Def.entire()
		}
	}
	if inner == nil {
		return nil
	}
	for _, c := range p.orderOf(inner) {
		if bs := c.Scope.Names[name]; len(bs) > 0 {
			return p.bindingTargets(reaching(bs, 0, false), nil)
		}
	}
	return nil
}

// implicit returns the members that a name means in the methods of a class, unless a scope between has the name.
func (p *program) implicit(e *Expr) []target {
	name := p.key(e)
	for s := e.Scope; s != nil; s = s.Parent {
		if s.Kind == schema.ScopeType && s.Def != nil {
			if found := p.classMember(p.orderOf(s.Def), s.Def, name, true); len(found) > 0 {
				return found
			}
		} else if len(s.Names[name]) > 0 {
			return nil
		}
	}
	return nil
}

// builtinPath begins the names of built-in definitions.
const builtinPath = "builtins."

// Builtin returns the global name of a built-in definition.
func Builtin(name string) string { return builtinPath + name }

// outside returns the target of an external name. A built-in definition has a known name, but members of built-in objects have none.
func outside(path string) target {
	rest, isBuiltin := strings.CutPrefix(path, builtinPath)
	if isBuiltin && strings.Contains(rest, ".") {
		path = ""
	}
	return target{path: path, isKnown: isBuiltin}
}

// allStarTargets returns the meanings of a name that the imports of all names in a scope give, the last one first.
func (p *program) allStarTargets(s *Scope, name string) []target {
	for i := len(s.Stars) - 1; i >= 0; i-- {
		if found := p.starTargets(s.Stars[i], name); len(found) > 0 {
			return found
		}
	}
	return nil
}

// starTargets returns the meanings of a name that an import of all names gives.
func (p *program) starTargets(i *Import, name string) []target {
	if i.module == nil || name == p.language.Default || p.language.Default == "" && strings.HasPrefix(name, "_") {
		return nil
	}
	return p.moduleMember(i.module, name)
}

// bindingTargets returns the meanings of bindings.
func (p *program) bindingTargets(bs []*Binding, receiver *Def) (out []target) {
	for _, b := range bs {
		switch {
		case b.Import != nil:
			out = append(out, p.importTargets(b.Import)...)
		case b.Module != nil:
			out = append(out, target{module: b.Module})
		case b.Def != nil && !b.Def.isHeld():
			if d := b.Def.entire(); d.isNamed() {
				out = append(out, target{def: d, receiver: receiver})
			}
		default:
			out = append(out, target{def: b.Def, bind: b, receiver: receiver})
		}
		if len(out) >= maxAlternatives && !p.language.HasOverloads {
			break
		}
	}
	return out
}

// importTargets returns the meanings of an imported name.
func (p *program) importTargets(i *Import) []target {
	switch {
	case i.Name == "" && i.IsRoot:
		first, _, _ := strings.Cut(i.Path, ".")
		if m := p.linker.Find(i.unit(), first); m != nil {
			return []target{{module: m}}
		}
		return []target{{path: first, isModule: true}}
	case i.Name == "" && i.module != nil:
		if i.IsValue {
			if found := p.moduleMember(i.module, "module.exports"); len(found) > 0 {
				return found
			}
		}
		return []target{{module: i.module}}
	case i.Name == "":
		if global := p.linker.Global(i.unit(), i.Path); global != "" {
			return []target{{path: global, isModule: true}}
		}
		return nil
	case i.module == nil:
		global := p.linker.Global(i.unit(), i.Path)
		if first, _, _ := strings.Cut(global, "."); global == "" || strings.HasPrefix(i.Path, ".") || p.linker.Find(i.unit(), first) != nil {
			return nil // a module that the package should have, and has not
		}
		return []target{outside(global + "." + i.Name)}
	}
	if found := p.moduleMember(i.module, i.Name); len(found) > 0 || i.Name != p.language.Default {
		return found
	}
	return p.moduleMember(i.module, "module.exports")
}

// moduleMember returns the meanings of a name in a module.
func (p *program) moduleMember(m *Module, name string) []target {
	if p.depth > maxDepth {
		return nil
	}
	p.depth++
	defer func() { p.depth-- }()
	if m.Names != nil && !m.Names.busy[name] {
		if m.Names.busy == nil {
			m.Names.busy = map[string]bool{}
		}
		m.Names.busy[name] = true
		defer delete(m.Names.busy, name)
		bs := m.Names.Names[name]
		if len(bs) == 0 && p.language.HasMethodNames && !strings.HasSuffix(name, methodKey) { // an import names methods too
			bs = m.Names.Names[name+methodKey]
		}
		if len(bs) > 0 {
			if found := p.bindingTargets(reaching(bs, 0, false), nil); len(found) > 0 {
				return found
			}
		}
		if found := p.allStarTargets(m.Names, name); len(found) > 0 {
			return found
		}
	}
	if m.Find != nil {
		if bs := m.Find(name); len(bs) > 0 {
			return p.bindingTargets(bs, nil)
		}
	}
	if m.Unit != nil && !m.Unit.busy[name] {
		u := m.Unit
		if u.busy == nil {
			u.busy = map[string]bool{}
		}
		u.busy[name] = true
		defer delete(u.busy, name)
		names := u.Top
		if u.Exports != nil {
			names = u.Exports
		}
		if bs := names.Names[name]; len(bs) > 0 {
			if found := p.bindingTargets(reaching(bs, 0, false), nil); len(found) > 0 {
				return found
			}
		}
		if found := p.allStarTargets(names, name); len(found) > 0 {
			return found
		}
	}
	if inner := p.linker.Within(m, name); inner != nil {
		return []target{{module: inner}}
	}
	return nil
}

func (p *program) memberTargets(e *Expr) []target { return p.membersOf(e.X, p.key(e), e.IsCalled) }

// membersOf returns the meanings of a member of an expression.
func (p *program) membersOf(x *Expr, name string, isCalled bool) (out []target) {
	for _, v := range p.valuesOf(x) {
		found := p.member(v, name)
		if len(found) == 0 {
			continue
		}
		if len(out) > 0 && !overlap(out, found) {
			return nil // members of one name in several types: the object decides
		}
		out = append(out, found...)
	}
	if p.language.SeparatesMethods && len(out) > 1 {
		if fit := slices.DeleteFunc(slices.Clone(out), func(t target) bool { return (t.bind != nil) == isCalled }); len(fit) > 0 {
			return fit
		}
	}
	return out
}

// overlap reports whether two lists have a target in common.
func overlap(a, b []target) bool {
	return slices.ContainsFunc(a, func(t target) bool {
		return slices.ContainsFunc(b, func(o target) bool {
			return t.def == o.def && t.path == o.path && t.module == o.module && t.isKnown == o.isKnown
		})
	})
}

// member returns the meanings of a member of a value.
func (p *program) member(v value, name string) []target {
	switch v.form {
	case aModule:
		return p.moduleMember(v.module, name)
	case anExternal, anExternalInstance:
		path := v.path
		if v.form == anExternal && p.language.Default != "" {
			path = strings.TrimSuffix(path, "."+p.language.Default) // the members of the module
		}
		return []target{outside(path + "." + strings.TrimSuffix(name, methodKey))}
	case aLiteral, aContainer:
		return []target{{isKnown: true}}
	case aClass, anInstance:
		return p.objectMember(v, name)
	case aSuper:
		order := p.orderOf(v.receiver)
		if v.def.IsSide() {
			order = p.sides(v.receiver)
		}
		if above := p.above(v.def, order); len(above) > 0 {
			if found := p.classMember(above, v.receiver, name, true); len(found) > 0 {
				return found
			}
		}
		if p.language.Object[strings.TrimSuffix(name, methodKey)] {
			return []target{{isKnown: true}}
		}
	}
	return nil
}

// objectMember returns the meanings of a member of a class or an instance.
func (p *program) objectMember(v value, name string) []target {
	method, isMethod := strings.CutSuffix(name, methodKey)
	isSide := v.form == aClass && isMethod && v.def.Side != nil
	order := p.orderOf(v.def)
	if isSide {
		order = p.sides(v.def)
	}
	found := p.classMember(order, v.def, name, v.form == anInstance)
	if isMethod && p.language.Object[method] && !slices.ContainsFunc(found, func(t target) bool { return t.def != nil }) {
		return []target{{isKnown: true}}
	}
	if len(found) == 0 && isSide {
		return p.external(p.orderOf(v.def), name)
	}
	return found
}

// sides returns the method resolution order of the members that only a class itself has.
func (p *program) sides(d *Def) (out []*Def) {
	for _, c := range p.orderOf(d) {
		if c.Side != nil && (c == d || c.Kind == schema.KindClass) {
			out = append(out, p.orderOf(c.Side)...)
		}
	}
	return out
}

// classMember returns the meanings of a member of the first class in an order that has it.
func (p *program) classMember(order []*Def, receiver *Def, name string, isInstance bool) (overloads []target) {
	hasMore := p.language.HasOverloads && !slices.Contains(p.language.Constructor, name)
	for _, c := range order {
		if bs := c.Scope.Names[name]; len(bs) > 0 {
			found := p.bindingTargets(reaching(bs, 0, false), receiver)
			if !hasMore || len(overloads) == 0 && !slices.ContainsFunc(found, func(t target) bool { return t.def != nil && t.def.isMethod() }) {
				return found
			}
			overloads = p.add(overloads, found)
			continue
		}
		if !hasMore && p.language.HasOverloads {
			return nil // a constructor is not inherited
		}
		if bs := c.Fields[name]; len(bs) > 0 && isInstance {
			return p.bindingTargets(bs, receiver)
		}
	}
	if p.language.InheritsInterfaces && p.depth < maxDepth {
		p.depth++
		defer func() { p.depth-- }()
		for _, c := range order {
			for _, i := range c.Interfaces {
				for _, v := range p.baseOf(i) {
					if v.form == aClass && v.def != c {
						found := p.classMember(p.orderOf(v.def), receiver, name, isInstance)
						if len(found) > 0 && (!hasMore || len(overloads) == 0 && found[0].bind != nil) {
							return found
						}
						overloads = p.add(overloads, found)
					}
				}
			}
		}
	}
	if len(overloads) == 0 && (isInstance || p.language.InheritsStatic) {
		return p.external(order, name)
	}
	return overloads
}

// external returns the meaning of a member of the first base outside the repository. Where types get members in several ways, that of several
// such bases is not known.
func (p *program) external(order []*Def, name string) (out []target) {
	for _, c := range order {
		for _, b := range c.Bases {
			for _, t := range p.targetsOf(b) {
				if t.path == "" || t.isKnown {
					continue
				}
				if len(out) > 0 {
					return nil
				}
				out = []target{outside(t.path + "." + strings.TrimSuffix(name, methodKey))}
				if !p.language.HasNesting {
					return out
				}
			}
		}
	}
	return out
}

// valuesOf returns the values that an expression may have, as far as they are known.
func (p *program) valuesOf(e *Expr) []value {
	if e == nil {
		return nil
	}
	if e.state&valuesKnown != 0 {
		return e.values
	}
	if e.state&valuesBusy != 0 || p.depth > maxDepth {
		return nil
	}
	e.state |= valuesBusy
	p.depth++
	var out []value
	switch e.Op {
	case Name, Member:
		for _, t := range p.targetsOf(e) {
			out = merge(out, p.targetValues(t))
		}
	case Call:
		out = p.callValues(e)
		if len(out) == 0 && e.X != nil && e.X.Op == Member {
			out = p.common(e.X)
		}
	case Index:
		for _, v := range p.valuesOf(e.X) {
			switch {
			case v.form == aClass:
				out = merge(out, []value{v}) // a generic class with its arguments
			case v.form == aContainer:
				if i := p.language.Types.Container[v.names]; i < len(v.args) {
					out = merge(out, p.typeOf(v.args[i]))
				}
			}
		}
	case Either:
		for _, a := range e.Args {
			out = merge(out, p.valuesOf(a))
		}
	case Literal:
		out = []value{{form: aLiteral, names: e.Name}}
		for _, a := range e.Args {
			if !p.language.HasOverloads || e.Name != "" {
				break
			}
			for _, v := range p.valuesOf(a) { // a sum with a string is one
				if v.form == aLiteral && (out[0].names == "" || v.names == "String") {
					out[0].names = v.names
				}
			}
		}
	case Super:
		if c := classAround(e.In); c != nil {
			out = []value{{form: aSuper, def: c, receiver: c}}
			if all := p.prepending(c); len(all) == 1 {
				out[0].receiver = all[0]
			}
			if isStatic(e.In) {
				out[0].def = c.OpenSide()
			}
		}
	case Declared:
		if out = p.bound(p.typeOf(e.X), nil); len(out) == 0 {
			for _, a := range e.Args {
				out = merge(out, p.valuesOf(a))
			}
		}
	case ClassOf:
		for _, v := range p.valuesOf(e.X) {
			if v.form == anInstance {
				out = merge(out, []value{{form: aClass, def: v.def}})
			}
		}
	}
	p.depth--
	e.state &^= valuesBusy
	e.values, e.state = out, e.state|valuesKnown
	return out
}

// common returns the values of a call of a method that many types have, and that the repository does not define.
func (p *program) common(x *Expr) (out []value) {
	types := &p.language.Types
	if !types.Same[x.Name] && !types.Element[x.Name] || slices.ContainsFunc(p.targetsOf(x), func(t target) bool { return t.def != nil }) {
		return nil
	}
	for _, v := range p.valuesOf(x.X) {
		if types.Element[x.Name] && v.form == aContainer {
			if i := types.Container[v.names]; i < len(v.args) {
				out = merge(out, p.typeOf(v.args[i]))
			}
		} else if types.Same[x.Name] && (v.form == aClass || v.form == anInstance || v.form == aContainer) {
			if v.form == aClass {
				v.form = anInstance // of a function of the type
			}
			out = merge(out, []value{v})
		}
	}
	return out
}

// callValues returns the values of a call.
func (p *program) callValues(e *Expr) (out []value) {
	if e.X == nil || e.X.Op != Name && e.X.Op != Member || !p.language.HasOverloads {
		for _, v := range p.valuesOf(e.X) {
			out = merge(out, p.result(v, e))
		}
		return out
	}
	for _, t := range p.fitting(p.targetsOf(e.X), e) {
		for _, v := range p.targetValues(t) {
			out = merge(out, p.result(v, e))
		}
	}
	return out
}

// classAround returns the class of the innermost method around a definition.
func classAround(d *Def) *Def {
	for ; d != nil; d = d.Container {
		if d.isMethod() || d.Kind == schema.KindField && d.Container != nil {
			return d.Container
		}
	}
	return nil
}

// isStatic reports whether the innermost method around a definition is one of the side of its class.
func isStatic(d *Def) bool {
	for d != nil && !d.isMethod() {
		d = d.Container
	}
	return d != nil && d.IsStatic
}

// merge adds values that are not there yet.
func merge(all, more []value) []value {
	for _, v := range more {
		if len(all) < maxAlternatives && !slices.ContainsFunc(all, v.same) {
			all = append(all, v)
		}
	}
	return all
}

// targetValues returns the values of a meaning.
func (p *program) targetValues(t target) []value {
	switch {
	case t.module != nil:
		return []value{{form: aModule, module: t.module}}
	case t.isKnown && t.path == "":
		return nil
	case t.path != "":
		return []value{{form: anExternal, path: t.path}}
	case t.bind != nil:
		out := p.bindingValues(t.bind, t.receiver)
		if len(out) == 0 && t.def != nil && t.def.Kind == schema.KindEnumMember && t.def.Container != nil {
			out = []value{{form: anInstance, def: t.def.Container}}
		}
		return out
	case t.def.isType():
		return []value{{form: aClass, def: t.def}}
	case t.def.IsProperty:
		return p.functionResult(t.def, t.receiver)
	}
	return []value{{form: aFunction, def: t.def, receiver: t.receiver}}
}

// bindingValues returns the values of a binding.
func (p *program) bindingValues(b *Binding, receiver *Def) (out []value) {
	if b.isBusy || p.depth > maxDepth {
		return nil
	}
	b.isBusy = true
	p.depth++
	defer func() { b.isBusy = false; p.depth-- }()
	switch b.Param {
	case Receiver, ReceiverClass:
		if b.Class == nil || !b.Class.entire().isNamed() {
			return nil
		}
		f := anInstance
		if b.Param == ReceiverClass {
			f = aClass
		}
		return []value{{form: f, def: b.Class.entire()}}
	}
	if b.Type != nil {
		if out = p.bound(p.typeOf(b.Type), receiver); len(out) > 0 {
			return out
		}
	}
	if b.Via == Part {
		for _, t := range p.targetsOf(b.Value) {
			if t.def != nil && !t.def.Kind.IsCallable() && b.Index < len(t.def.Params) {
				out = merge(out, p.typeOf(t.def.Params[b.Index].Type))
			}
		}
		return out
	}
	for _, v := range p.valuesOf(b.Value) {
		switch b.Via {
		case Plain:
			out = merge(out, []value{v})
		case Element:
			out = merge(out, p.element(v))
		case Instance:
			switch v.form {
			case aClass:
				out = merge(out, []value{{form: anInstance, def: v.def}})
			case anExternal:
				out = merge(out, []value{{form: anExternalInstance, path: v.path}})
			}
		case Entered:
			if v.form == aContainer {
				out = merge(out, p.element(v))
				continue
			}
			for _, t := range p.member(v, p.language.Enter) {
				if t.def != nil && t.bind == nil {
					out = merge(out, p.functionResult(t.def, t.receiver))
				}
			}
		}
	}
	return out
}

// element returns the elements of a container.
func (p *program) element(v value) []value {
	if v.form != aContainer || len(v.args) == 0 {
		return nil
	}
	return p.typeOf(v.args[0])
}

// bound replaces the type of the receiver.
func (p *program) bound(values []value, receiver *Def) (out []value) {
	for _, v := range values {
		if v.form == aSelf {
			if receiver == nil {
				continue
			}
			v = value{form: anInstance, def: receiver}
		}
		out = append(out, v)
	}
	return out
}

// result returns the values of a call of a value.
func (p *program) result(v value, call *Expr) []value {
	switch v.form {
	case aClass:
		return []value{{form: anInstance, def: v.def}}
	case aFunction:
		return p.functionResult(v.def, v.receiver)
	case anInstance:
		if p.language.Caller == "" {
			return []value{v} // a member of an enum with values
		}
		for _, t := range p.member(v, p.language.Caller) {
			if t.def != nil && t.bind == nil {
				return p.functionResult(t.def, t.receiver)
			}
		}
	case anExternal:
		if call.IsNew {
			return []value{{form: anExternalInstance, path: v.path}}
		}
		if p.language.Types.Cast[lastPart(v.path)] && len(call.Args) == 2 {
			return p.typeOf(call.Args[0])
		}
	}
	return nil
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// functionResult returns the values of the result of a function: of its declared type, or of what it returns.
func (p *program) functionResult(d *Def, receiver *Def) (out []value) {
	if d.Result != nil {
		if receiver != nil && d.Result.Op == Name && len(d.Params) > 0 && d.Params[0].Kind == schema.ParameterReceiver && d.Params[0].Type != nil &&
			d.Params[0].Type.Op == Name && d.Params[0].Type.Name == d.Result.Name {
			return []value{{form: anInstance, def: receiver}} // both have the type of one type variable
		}
		return p.bound(p.typeOf(d.Result), receiver)
	}
	if d.isResolving || p.depth > maxDepth || d.IsWrapped {
		return nil
	}
	d.isResolving = true
	p.depth++
	for _, r := range d.Returns {
		for _, v := range p.valuesOf(r) {
			if receiver != nil && v.form == anInstance && d.Container != nil && v.def == d.Container && isReceiver(r) {
				v.def = receiver
			}
			out = merge(out, []value{v})
		}
	}
	p.depth--
	d.isResolving = false
	return out
}

// isReceiver reports whether an expression is the receiver of the method around it.
func isReceiver(e *Expr) bool {
	return e.Op == Name && len(e.targets) == 1 && e.targets[0].bind != nil && e.targets[0].bind.Param == Receiver
}

// typeOf returns the values of an expression that declares a type.
func (p *program) typeOf(e *Expr) []value {
	if e == nil || e.state&(typesKnown|typesBusy) != 0 {
		if e == nil {
			return nil
		}
		return e.types
	}
	if p.depth > maxDepth {
		return nil
	}
	e.state |= typesBusy
	p.depth++
	e.types = p.declaredType(e)
	p.depth--
	e.state = e.state&^typesBusy | typesKnown
	return e.types
}

func (p *program) declaredType(e *Expr) (out []value) {
	types := &p.language.Types
	switch e.Op {
	case Name, Member:
		for _, t := range p.targetsOf(e) {
			switch {
			case t.def != nil && t.def.isType():
				out = merge(out, []value{{form: anInstance, def: t.def}})
			case t.bind != nil && t.bind.Param == ReceiverClass && t.bind.Class != nil && types.Self[e.Name]:
				out = merge(out, []value{{form: aSelf}})
			case t.bind != nil && t.bind.Param == ReceiverClass && t.bind.Class != nil:
				out = merge(out, []value{{form: anInstance, def: t.bind.Class}})
			case t.bind != nil && t.bind.Value != nil:
				out = merge(out, p.aliasOf(t.bind))
			case t.path != "" && types.Self[lastPart(t.path)], e.Op == Name && e.Name == "this" && types.Self[e.Name]:
				out = merge(out, []value{{form: aSelf}})
			case t.isKnown:
				switch name := lastPart(t.path); {
				case p.language.HasOverloads:
					out = merge(out, []value{{form: aLiteral, names: name}})
				case name != "object":
					out = merge(out, []value{{form: aLiteral}})
				}
			case t.path != "" && !types.Inner[lastPart(t.path)] && lastPart(t.path) != "Any":
				out = merge(out, []value{{form: anExternalInstance, path: t.path}})
			}
		}
	case Index:
		for _, t := range p.targetsOf(e.X) {
			name := lastPart(t.path)
			switch {
			case t.def != nil:
				out = merge(out, withArguments(p.typeOf(e.X), e.Args))
			case types.Inner[name]:
				for _, a := range e.Args {
					out = merge(out, p.typeOf(a))
				}
			case types.Class[name]:
				for _, a := range e.Args {
					for _, v := range p.typeOf(a) {
						if v.form == anInstance {
							out = merge(out, []value{{form: aClass, def: v.def}})
						}
					}
				}
			case types.Last[name] && len(e.Args) > 0:
				out = merge(out, p.typeOf(e.Args[len(e.Args)-1]))
			case t.path != "":
				if _, ok := types.Container[name]; ok {
					out = merge(out, []value{{form: aContainer, names: name, args: e.Args}})
				} else if t.isKnown {
					out = merge(out, []value{{form: aLiteral}})
				} else {
					out = merge(out, []value{{form: anExternalInstance, path: t.path}})
				}
			}
		}
	case Either:
		for _, a := range e.Args {
			out = merge(out, p.typeOf(a))
		}
	}
	return out
}

// withArguments gives a container that an alias names the arguments of the alias.
func withArguments(values []value, args []*Expr) (out []value) {
	for _, v := range values {
		if v.form == aContainer {
			v.args = args
		}
		out = append(out, v)
	}
	return out
}

// aliasOf returns the values of the type that a variable names: another type, or the bound of a type variable.
func (p *program) aliasOf(b *Binding) (out []value) {
	if b.isBusy {
		return nil
	}
	b.isBusy = true
	defer func() { b.isBusy = false }()
	v := b.Value
	if v.Op != Call {
		return p.typeOf(v)
	}
	for _, t := range p.targetsOf(v.X) {
		if !p.language.Types.Variable[lastPart(t.path)] {
			continue
		}
		for _, a := range v.Args {
			if a.Key == "bound" {
				out = merge(out, p.typeOf(a))
			}
		}
	}
	return out
}

// baseOf returns the classes that an expression in the head of a class means. A type with arguments means the type.
func (p *program) baseOf(e *Expr) (out []value) {
	if e.Op == Index {
		e = e.X
	}
	for _, v := range p.valuesOf(e) {
		if v.form == aClass || v.form == anExternal {
			out = append(out, v)
		}
	}
	return out
}

// above returns the classes that super means in a class, of a method resolution order with the class.
func (p *program) above(d *Def, order []*Def) []*Def {
	if p.language.HasOneParent {
		if i := slices.IndexFunc(d.bases, func(b *Def) bool { return b.Kind != schema.KindTrait }); i >= 0 {
			return p.orderOf(d.bases[i])
		}
		return nil
	}
	if i := slices.Index(order, d); i >= 0 {
		return order[i+1:]
	}
	return nil
}

// prepending returns the classes that a module comes before.
func (p *program) prepending(module *Def) []*Def {
	if p.prepends == nil {
		p.prepends = map[*Def][]*Def{}
		for _, u := range p.units {
			for _, d := range u.Defs {
				for _, e := range d.Prepends {
					for _, v := range p.baseOf(e) {
						if v.form == aClass && !slices.Contains(p.prepends[v.def], d) {
							p.prepends[v.def] = append(p.prepends[v.def], d)
						}
					}
				}
			}
		}
	}
	return p.prepends[module]
}

// orderOf returns the method resolution order of a class, as far as its bases are in the repository.
func (p *program) orderOf(d *Def) []*Def {
	if d.order != nil || d.isResolving || p.depth > maxDepth {
		return d.order
	}
	p.depth++
	defer func() { p.depth-- }()
	d.isResolving = true
	lists := [][]*Def{}
	var bases []*Def
	for _, b := range d.Bases[:min(len(d.Bases), maxBases)] {
		found := false
		for _, v := range p.baseOf(b) {
			if v.form == aClass && v.def != d {
				found = true
				if !slices.Contains(bases, v.def) {
					bases = append(bases, v.def)
					lists = append(lists, slices.Clone(p.orderOf(v.def)))
					d.isOpen = d.isOpen || v.def.isOpen
				}
				break
			}
		}
		if !found && !isObject(p.targetsOf(b)) {
			d.isOpen = true
		}
	}
	var before [][]*Def
	for _, e := range d.Prepends[:min(len(d.Prepends), maxBases)] {
		vs := p.baseOf(e)
		if len(vs) == 1 && vs[0].form == aClass && vs[0].def != d {
			before = append(before, slices.Clone(p.orderOf(vs[0].def)))
		} else {
			d.isOpen = true
		}
	}
	d.isResolving = false
	d.bases = bases
	first := slices.DeleteFunc(linearize(before), func(o *Def) bool { return o == d })
	rest := slices.DeleteFunc(linearize(append(lists, slices.Clone(bases))), func(o *Def) bool { return slices.Contains(first, o) })
	d.order = slices.Concat(first, []*Def{d}, rest)
	d.order = d.order[:min(len(d.order), maxBases)]
	return d.order
}

func isObject(ts []target) bool { return len(ts) == 1 && ts[0].path == builtinPath+"object" }

// linearize merges lists by the C3 algorithm; where it fails the first list goes first.
func linearize(lists [][]*Def) (out []*Def) {
	for {
		lists = slices.DeleteFunc(lists, func(l []*Def) bool { return len(l) == 0 })
		if len(lists) == 0 {
			return out
		}
		next := lists[0][0]
		for _, l := range lists {
			if !slices.ContainsFunc(lists, func(o []*Def) bool { return slices.Contains(o[1:], l[0]) }) {
				next = l[0]
				break
			}
		}
		out = append(out, next)
		for i := range lists {
			lists[i] = slices.DeleteFunc(lists[i], func(d *Def) bool { return d == next })
		}
	}
}
