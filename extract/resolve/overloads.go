package resolve

import (
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// key returns the name under which scopes have the methods of a name, in languages where methods and variables may share one.
func (l *Language) key(name string) string {
	if !l.HasMethodNames || slices.Contains(l.Constructor, name) {
		return name
	}
	return name + methodKey
}

// Key returns the name under which a scope has a definition.
func (l *Language) Key(d *Def) string {
	if d.Kind.IsCallable() {
		return l.key(d.Name)
	}
	return d.Name
}

const methodKey = "()"

// key returns the name that scopes have for an expression.
func (p *program) key(e *Expr) string {
	if e.IsMethod {
		return p.language.key(e.Name)
	}
	return e.Name
}

// fitting returns the functions that a call can mean, of several with one name: those that take its arguments best. All that take them
// equally well stay.
func (p *program) fitting(ts []target, call *Expr) []target {
	if !p.language.HasOverloads || len(ts) == 0 || len(ts) == 1 && !ts[0].def.isExact() {
		return ts
	}
	var fit, counted []target
	best := 0
	for _, t := range ts {
		if t.def == nil || !t.def.Kind.IsCallable() || !t.def.takes(len(call.Args)) {
			continue
		}
		counted = append(counted, t)
		score := p.score(t.def, call.Args)
		switch {
		case score < 0 || len(fit) > 0 && score < best:
			continue
		case score > best:
			fit = nil
		}
		fit, best = append(fit, t), score
	}
	switch {
	case slices.ContainsFunc(counted, func(t target) bool { return t.def.isExact() && t.def.Signature != counted[0].def.Signature }):
		return nil
	case len(fit) > 0:
		return fit
	case len(counted) > 0:
		return counted
	}
	return slices.DeleteFunc(slices.Clone(ts), func(t target) bool { return t.def.isExact() })
}

// isExact reports whether a call means the definition only if it alone takes as many arguments.
func (d *Def) isExact() bool {
	return d != nil && d.Unit.IsExact && (d.Kind == schema.KindFunction || d.isMethod())
}

// The scores of one argument. A function is better when it has the declared type of the argument than one of a type above.
const (
	scoreNever   = -1
	scoreUnknown = 0
	scoreAny     = 1 // the parameter takes every value
	scoreMaybe   = 2 // a type above may be outside the repository
	scoreBest    = 100
	scoreFixed   = 10_000 // of a function without a parameter for the rest
)

// score returns how well a function takes arguments, negative when it takes them never.
func (p *program) score(d *Def, args []*Expr) int {
	params := d.values()
	total := scoreFixed
	for i, a := range args {
		q := params[min(i, len(params)-1)]
		if q.IsRest {
			total -= scoreFixed
			if len(args) != len(params) {
				break
			}
		}
		s := p.takes(q, a)
		if s < 0 {
			return s
		}
		total += s
	}
	return max(total, 0)
}

// values returns the parameters that take arguments.
func (d *Def) values() []Parameter {
	return slices.DeleteFunc(slices.Clone(d.Params), func(q Parameter) bool { return q.Kind != schema.ParameterValue })
}

// takes returns how well a parameter takes an argument.
func (p *program) takes(q Parameter, a *Expr) int {
	name := simple(q.Text)
	if a.Op == Nothing {
		switch {
		case p.language.Primitives[name]:
			return scoreNever
		case name == "Object":
			return scoreUnknown
		}
		return scoreAny
	}
	vs := p.valuesOf(a)
	if len(vs) == 0 || q.Type == nil {
		return scoreUnknown
	}
	best := scoreNever
	for _, v := range vs {
		best = max(best, p.fit(q, name, v))
	}
	return best
}

// simple returns the name of a declared type without its package and its arguments.
func simple(text string) string {
	text, _, _ = strings.Cut(text, "<")
	text = strings.TrimSpace(text[strings.LastIndexAny(text, " ")+1:])
	return text[strings.LastIndexByte(text, '.')+1:]
}

// fit returns how well a parameter, whose type has a name, takes a value.
func (p *program) fit(q Parameter, name string, v value) int {
	if name == "Object" || p.isTypeVariable(q.Type) {
		return scoreAny
	}
	var want value
	if all := p.typeOf(q.Type); len(all) > 0 {
		want = all[0]
	}
	from := v.names
	switch v.form {
	case aLiteral, aContainer:
	case anExternalInstance:
		from = lastPart(v.path)
	case anInstance:
		if want.form == anInstance {
			if n := p.distance(v.def, want.def, maxNesting*2); n >= 0 {
				return scoreBest - n
			}
			return scoreNever
		}
		p.orderOf(v.def)
		if want.form == 0 || !p.language.Primitives[name] && name != "String" && (v.def.isOpen || want.form == anExternalInstance && len(v.def.Interfaces) > 0) {
			return scoreMaybe
		}
		return scoreNever
	default:
		return scoreUnknown
	}
	switch {
	case from == "":
		return scoreUnknown
	case want.form == aContainer && want.names == "[]" || v.form == aContainer && from == "[]":
		if want.form != v.form || want.names != from {
			return scoreNever
		}
		if x, y := v.args[0], want.args[0]; x.Name != "" && y.Name != "" && x.Name != y.Name && (p.language.Primitives[x.Name] || p.language.Primitives[y.Name]) {
			return scoreNever
		}
		return scoreMaybe
	case from == name:
		return scoreBest
	case want.form == anInstance:
		return scoreNever
	}
	return p.language.Converts(from, name)
}

// isTypeVariable reports whether a declared type is a parameter of the function or of its class.
func (p *program) isTypeVariable(e *Expr) bool {
	ts := p.targetsOf(e)
	return len(ts) == 1 && ts[0].bind != nil && ts[0].def == nil
}

// distance returns the number of steps from a class up to another, negative when it is not below.
func (p *program) distance(d, above *Def, depth int) int {
	if d == above {
		return 0
	}
	if depth == 0 {
		return -1
	}
	best := -1
	for _, base := range slices.Concat(d.Bases, d.Interfaces) {
		for _, v := range p.baseOf(base) {
			if v.form != aClass {
				continue
			}
			if n := p.distance(v.def, above, depth-1); n >= 0 && (best < 0 || n+1 < best) {
				best = n + 1
			}
		}
	}
	return best
}

// isSame reports whether two functions have parameters of the same types, as far as they are written. A type variable is every type.
func (p *program) isSame(x, y *Def) bool {
	return slices.EqualFunc(x.values(), y.values(), func(a, b Parameter) bool {
		return simple(a.Text) == simple(b.Text) || a.Type != nil && p.isTypeVariable(a.Type) || b.Type != nil && p.isTypeVariable(b.Type)
	})
}

// add adds the targets that no target before overrides.
func (p *program) add(all, more []target) []target {
	for _, t := range more {
		if !slices.ContainsFunc(all, func(o target) bool {
			return o.def != nil && t.def != nil && (o.def == t.def || o.def.Container != t.def.Container && p.isSame(o.def, t.def))
		}) {
			all = append(all, t)
		}
	}
	return all
}
