package flow

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// End is the next end of a step.
type End struct {
	Kind   EndKind
	At     Place // of an identifier
	Number int   // of an argument, result or field, from 0
	Local  bool  // the identifier declares a local variable
}

// EndKind is the meaning of the identifier of an [End].
type EndKind int

// The kinds of ends.
const (
	Nowhere  EndKind = iota
	Named            // the identifier itself
	Receiver         // the receiver of the function that the identifier calls
	Argument         // an argument of it
	Result           // a result of it
	Returned         // a result of the function that the identifier declares
	Field            // a field of the struct type that the identifier names
)

// Step is one move of a value.
type Step struct {
	Write   bool
	Both    bool   // a write that reads the old value too
	Address bool   // the address is taken, and other code may read and write the value through it
	Use     string // a word or a few
	Text    string // of a write the value as written, and of a read the code around the use
	Next    End
}

// Uses of a value.
const (
	Ignored  = "ignored"
	argument = "argument"
	assigned = "assigned"
	returned = "returned"
	element  = "element"
	compared = "compared"
	address  = "address taken"
	asserted = "type asserted"
	read     = "read"
	declared = "declared"
)

// At returns the step of the variable, field or function value that the identifier at a place means. It is false without such an
// identifier.
func (f *File) At(at Place) (Step, bool) {
	id := f.idents[at]
	if id == nil {
		return Step{}, false
	}
	return f.use(f.operand(id), 0), true
}

// operand returns the whole expression of an identifier: the selector that it ends.
func (f *File) operand(id *ast.Ident) ast.Expr {
	if s, ok := f.up[id].(*ast.SelectorExpr); ok && s.Sel == id {
		return s
	}
	return id
}

// call returns the call whose callee is named at a place.
func (f *File) call(at Place) *ast.CallExpr {
	id := f.idents[at]
	if id == nil {
		return nil
	}
	var e ast.Node = f.operand(id)
	for {
		switch p := f.up[e].(type) {
		case *ast.ParenExpr:
			e = p
		case *ast.IndexExpr:
			if p.X != e {
				return nil
			}
			e = p
		case *ast.IndexListExpr:
			e = p
		case *ast.CallExpr:
			if p.Fun != e {
				return nil
			}
			return p
		default:
			return nil
		}
	}
}

// Result returns the step of a result, counted from 0, of the call at a place.
func (f *File) Result(at Place, number int) (Step, bool) {
	c := f.call(at)
	if c == nil {
		return Step{}, false
	}
	return f.use(c, number), true
}

// ReceiverOf returns the step of the receiver of the call at a place.
func (f *File) ReceiverOf(at Place) (Step, bool) {
	c := f.call(at)
	if c == nil {
		return Step{}, false
	}
	if f.isMethodExpression(c) {
		if len(c.Args) == 0 {
			return Step{}, false
		}
		return f.passed(c.Args[0], 0), true
	}
	s, ok := callee(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return Step{}, false
	}
	return f.passed(s.X, 0), true
}

// Arguments returns the steps of a parameter, counted from 0, of the call at a place: one, or any number for a variadic one.
func (f *File) Arguments(at Place, number int, variadic bool) ([]Step, bool) {
	c := f.call(at)
	if c == nil {
		return nil, false
	}
	return f.arguments(c, number, variadic), true
}

func (f *File) arguments(c *ast.CallExpr, number int, variadic bool) []Step {
	args := c.Args
	if f.isMethodExpression(c) && len(args) > 1 {
		args = args[1:]
	}
	if spread, ok := f.spread(args); ok && !c.Ellipsis.IsValid() { // f(g()), where g may have several results
		return []Step{f.passed(spread, number)}
	}
	var out []Step
	for i := number; i < len(args) && (i == number || variadic); i++ {
		s := f.passed(args[i], 0)
		if variadic && c.Ellipsis.IsValid() {
			s.Text += "..."
		}
		out = append(out, s)
	}
	if out == nil {
		out = []Step{{Write: true, Use: "no argument"}}
	}
	return out
}

// spread returns the only argument, when it is a call: it may have several results.
func (f *File) spread(args []ast.Expr) (*ast.CallExpr, bool) {
	if len(args) != 1 {
		return nil, false
	}
	c, ok := ast.Unparen(args[0]).(*ast.CallExpr)
	return c, ok && !f.isConversion(c)
}

func (f *File) passed(e ast.Expr, result int) Step {
	return Step{Write: true, Use: argument, Text: f.write(e), Next: f.source(e, result)}
}

// callee returns the function of a call without parentheses and type arguments.
func callee(e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		default:
			return e
		}
	}
}

// last returns the identifier that ends an expression; nil when none does.
func last(e ast.Expr) *ast.Ident {
	switch x := e.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	}
	return nil
}

// namesType reports whether an expression is a type.
func (f *File) namesType(e ast.Expr) bool {
	switch x := callee(e).(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType:
		return true
	case *ast.StarExpr:
		return f.namesType(x.X)
	case *ast.SelectorExpr:
		return f.means(f.place(x.Sel)) == Type
	case *ast.Ident:
		if x.Obj != nil {
			return x.Obj.Kind == ast.Typ
		}
		return f.means(f.place(x)) == Type || slices.Contains(predeclared, x.Name) && f.means(f.place(x)) == Unknown
	}
	return false
}

var predeclared = strings.Fields("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr")

func (f *File) isConversion(c *ast.CallExpr) bool { return f.namesType(c.Fun) }

func (f *File) isMethodExpression(c *ast.CallExpr) bool {
	s, ok := callee(c.Fun).(*ast.SelectorExpr)
	return ok && f.namesType(ast.Unparen(s.X))
}

// builtin returns the name of the built-in function that a call calls; empty for every other call.
func (f *File) builtin(c *ast.CallExpr) string {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok || id.Obj != nil || f.means(f.place(id)) != Unknown || !slices.Contains(builtins, id.Name) {
		return ""
	}
	return id.Name
}

var builtins = strings.Fields("append cap clear close complex copy delete imag len make max min new panic print println real recover")

// use returns the step of a value: of an expression, or of one result of a call, counted from 0. It goes from the expression to the code
// around it, as long as that has the same value, a part of it, or one computed from it.
func (f *File) use(e ast.Expr, result int) Step {
	var n ast.Node = e
	taken, through, of := false, false, ""
	step := func(use string, text ast.Node, next End) Step {
		switch {
		case taken:
			use = address
		case of != "" && use == Ignored: // the value is not the one that code drops
			use = of
		}
		return Step{Address: taken, Use: use, Text: f.write(text), Next: next}
	}
	for {
		p := f.up[n]
		switch p.(type) {
		case *ast.TypeAssertExpr:
			of = asserted
		case *ast.StarExpr, *ast.UnaryExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.BinaryExpr:
			of = cmp.Or(of, read)
		}
		switch p := p.(type) {
		case *ast.ParenExpr, *ast.TypeAssertExpr:
		case *ast.StarExpr:
			through = true
		case *ast.UnaryExpr:
			taken = taken || p.Op == token.AND
		case *ast.SelectorExpr:
			if c, ok := f.callOf(p); ok {
				return step("receiver", c.Fun, End{Kind: Receiver, At: f.place(p.Sel)})
			}
			return step("selected", p, f.named(p.Sel))
		case *ast.IndexExpr:
			if p.Index == n {
				return step("index", p, End{})
			}
			through = true
		case *ast.SliceExpr:
			if p.X != n {
				return step("index", p, End{})
			}
		case *ast.BinaryExpr:
			switch p.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return step(compared, p, End{})
			}
		case *ast.CallExpr:
			if p.Fun == n {
				return step("called", p, End{})
			}
			if f.isConversion(p) {
				break
			}
			switch name := f.builtin(p); name {
			case "append", "max", "min":
			case "":
				return step(argument, p, f.parameter(p, n, result))
			default:
				return step("argument of "+name, p, End{})
			}
		case *ast.ReturnStmt:
			return f.returns(p, n, result, step)
		case *ast.AssignStmt:
			return f.assignment(p, n, result, through, step)
		case *ast.ValueSpec:
			return f.declaration(p, n, result, step)
		case *ast.IncDecStmt:
			return Step{Write: true, Both: true, Use: map[token.Token]string{token.INC: "incremented", token.DEC: "decremented"}[p.Tok], Text: f.write(p)}
		case *ast.RangeStmt:
			if p.X != n {
				return Step{Write: true, Use: "ranged", Text: "range " + f.write(p.X), Next: f.source(p.X, 0)}
			}
			next := End{}
			if p.Value != nil {
				next = f.target(p.Value)
			}
			return step("ranged over", p.X, next)
		case *ast.KeyValueExpr:
			id, ok := p.Key.(*ast.Ident)
			isField := ok && f.means(f.place(id)) == Written
			switch {
			case p.Key == n && isField:
				return Step{Write: true, Use: assigned, Text: f.write(p.Value), Next: f.source(p.Value, 0)}
			case p.Key == n:
				return step("key", p, End{})
			case isField:
				return step(assigned, p, f.named(id))
			}
			return step(element, p, End{})
		case *ast.CompositeLit:
			return step(element, p, f.fieldOf(p, n))
		case *ast.SendStmt:
			if p.Chan == n {
				return step("channel", p, End{})
			}
			return step("sent", p, f.source(p.Chan, 0))
		case *ast.ExprStmt:
			return step(Ignored, p, End{})
		case *ast.GoStmt:
			return step(Ignored+" by go", p, End{})
		case *ast.DeferStmt:
			return step(Ignored+" by defer", p, End{})
		case *ast.IfStmt, *ast.ForStmt:
			return step("condition", n, End{})
		case *ast.SwitchStmt, *ast.CaseClause:
			return step(compared, n, End{})
		case *ast.FuncDecl, *ast.Field, nil:
			return Step{Write: true, Use: declared, Text: f.write(n)}
		default:
			return step(read, n, End{})
		}
		n, result = p, 0
	}
}

// callOf returns the call whose function is a selector.
func (f *File) callOf(s *ast.SelectorExpr) (*ast.CallExpr, bool) {
	c := f.call(f.place(s.Sel))
	return c, c != nil
}

// parameter returns the parameter that takes an argument of a call.
func (f *File) parameter(c *ast.CallExpr, n ast.Node, result int) End {
	i := slices.IndexFunc(c.Args, func(e ast.Expr) bool { return e == n }) + result
	if l, ok := callee(c.Fun).(*ast.FuncLit); ok {
		if all := names(l.Type.Params); i < len(all) && all[i] != nil {
			return f.named(all[i])
		}
		return End{}
	}
	id := last(callee(c.Fun))
	if id == nil {
		return End{}
	}
	if f.isMethodExpression(c) {
		if i--; i < 0 {
			return End{Kind: Receiver, At: f.place(id)}
		}
	}
	return End{Kind: Argument, At: f.place(id), Number: i}
}

type reading = func(use string, text ast.Node, next End) Step

func (f *File) returns(p *ast.ReturnStmt, n ast.Node, result int, step reading) Step {
	i := slices.IndexFunc(p.Results, func(e ast.Expr) bool { return e == n }) + result
	for up := f.up[p]; up != nil; up = f.up[up] {
		switch fn := up.(type) {
		case *ast.FuncLit:
			return step("returned by a function literal", p, End{})
		case *ast.FuncDecl:
			return step(returned, p, End{Kind: Returned, At: f.place(fn.Name), Number: i})
		}
	}
	return step(returned, p, End{})
}

func (f *File) assignment(p *ast.AssignStmt, n ast.Node, result int, through bool, step reading) Step {
	if i := slices.IndexFunc(p.Lhs, func(e ast.Expr) bool { return e == n }); i >= 0 {
		s := Step{Write: true, Both: p.Tok != token.ASSIGN && p.Tok != token.DEFINE, Use: assigned}
		switch {
		case through:
			s.Use = "assigned through"
		case s.Both:
			s.Use = assigned + " with " + p.Tok.String()
		}
		value, at := p.Rhs[0], i
		if len(p.Rhs) > 1 && i < len(p.Rhs) {
			value, at = p.Rhs[i], 0
		}
		s.Text, s.Next = f.write(value), f.source(value, at)
		return s
	}
	i := result
	if len(p.Rhs) > 1 {
		i = slices.IndexFunc(p.Rhs, func(e ast.Expr) bool { return e == n })
	}
	if i < 0 || i >= len(p.Lhs) {
		return step(read, p, End{})
	}
	if id, ok := p.Lhs[i].(*ast.Ident); ok && id.Name == "_" {
		return step(Ignored, p, End{})
	}
	return step(assigned, p, f.target(p.Lhs[i]))
}

func (f *File) declaration(p *ast.ValueSpec, n ast.Node, result int, step reading) Step {
	if i := slices.IndexFunc(p.Names, func(id *ast.Ident) bool { return id == n }); i >= 0 {
		s := Step{Write: true, Use: declared}
		switch values := f.values(p); {
		case i < len(values):
			s.Text, s.Next = f.write(values[i]), f.source(values[i], 0)
		case len(values) == 1:
			s.Text, s.Next = f.write(values[0]), f.source(values[0], i)
		}
		return s
	}
	i := result
	if len(p.Values) > 1 {
		i = slices.IndexFunc(p.Values, func(e ast.Expr) bool { return e == n })
	}
	if i < 0 || i >= len(p.Names) || p.Type == n {
		return step(read, p, End{})
	}
	if p.Names[i].Name == "_" {
		return step(Ignored, p, End{})
	}
	return step(assigned, p, f.named(p.Names[i]))
}

// values returns the values of a declaration: a constant without any repeats the values above it.
func (f *File) values(p *ast.ValueSpec) []ast.Expr {
	d, ok := f.up[p].(*ast.GenDecl)
	if !ok || d.Tok != token.CONST {
		return p.Values
	}
	for i := slices.Index(d.Specs, ast.Spec(p)); i >= 0; i-- {
		if s, ok := d.Specs[i].(*ast.ValueSpec); ok && len(s.Values) > 0 {
			return s.Values
		}
	}
	return nil
}

// named returns the end of an identifier.
func (f *File) named(id *ast.Ident) End {
	if o := f.local(id); o != nil && o.Pos().IsValid() {
		p := f.set.PositionFor(o.Pos(), false)
		return End{Kind: Named, At: Place{p.Line, p.Column}, Local: true}
	}
	return End{Kind: Named, At: f.place(id)}
}

// target returns the variable or field that an assignment to an expression changes, or a part of which it changes.
func (f *File) target(e ast.Expr) End {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			return f.named(x.Sel)
		case *ast.Ident:
			if x.Name == "_" {
				return End{}
			}
			return f.named(x)
		default:
			return End{}
		}
	}
}

// source returns the variable, field, constant or call that a value comes from; of a call it is the result with the number.
func (f *File) source(e ast.Expr, result int) End {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			e, result = x.X, 0
		case *ast.IndexExpr:
			e, result = x.X, 0
		case *ast.SliceExpr:
			e = x.X
		case *ast.TypeAssertExpr:
			e, result = x.X, 0
		case *ast.SelectorExpr:
			return f.named(x.Sel)
		case *ast.Ident:
			return f.named(x)
		case *ast.CallExpr:
			if f.isConversion(x) && len(x.Args) == 1 {
				e = x.Args[0]
				continue
			}
			id := last(callee(x.Fun))
			if id == nil || f.builtin(x) != "" {
				return End{}
			}
			return End{Kind: Result, At: f.place(id), Number: result}
		default:
			return End{}
		}
	}
}

// Returns returns the places and steps of the values that the function declared at a place returns as a result, counted from 0.
func (f *File) Returns(at Place, number int) (places []Place, steps []Step) {
	id := f.idents[at]
	if id == nil {
		return nil, nil
	}
	fn := f.function(id)
	if fn == nil || fn.Name != id || fn.Body == nil {
		return nil, nil
	}
	return f.returned(fn.Body, number)
}

func (f *File) returned(body *ast.BlockStmt, number int) (places []Place, steps []Step) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			s := Step{Use: returned, Text: f.write(n)} // without values it reads the variable of the result
			switch {
			case number < len(n.Results):
				s = Step{Write: true, Use: returned, Text: f.write(n.Results[number]), Next: f.source(n.Results[number], 0)}
			case len(n.Results) == 1:
				s = Step{Write: true, Use: returned, Text: f.write(n.Results[0]), Next: f.source(n.Results[0], number)}
			}
			places, steps = append(places, f.place(n)), append(steps, s)
		}
		return true
	})
	return places, steps
}

// Literal returns the places and steps of a parameter or result of a function literal: at its call, or at the calls of the local variable
// that holds it. It returns too the number of places from which other code may call the literal. A parameter of a function type
// without a body has one such place.
func (f *File) Literal(l Local) (places []Place, steps []Step, others int) {
	l, _ = f.Local(l.At) // which may be of another parse
	if l.literal == nil {
		return nil, nil, 1
	}
	add := func(at Place, c *ast.CallExpr) {
		if l.OfLiteral == "result" {
			places, steps = append(places, at), append(steps, f.use(c, l.Number-1))
			return
		}
		params := l.literal.Type.Params.List
		_, variadic := params[len(params)-1].Type.(*ast.Ellipsis)
		for _, s := range f.arguments(c, l.Number-1, variadic && l.Number == len(names(l.literal.Type.Params))) {
			places, steps = append(places, at), append(steps, s)
		}
	}
	if l.OfLiteral == "result" {
		places, steps = f.returned(l.literal.Body, l.Number-1)
	}
	var n ast.Node = l.literal
	for {
		if p, ok := f.up[n].(*ast.ParenExpr); ok {
			n = p
			continue
		}
		break
	}
	var holder *ast.Ident
	switch p := f.up[n].(type) {
	case *ast.CallExpr:
		if p.Fun == n {
			add(f.place(p), p)
			return places, steps, 0
		}
	case *ast.AssignStmt:
		if i := slices.IndexFunc(p.Rhs, func(e ast.Expr) bool { return e == n }); i >= 0 && len(p.Lhs) == len(p.Rhs) {
			holder, _ = p.Lhs[i].(*ast.Ident)
		}
	case *ast.ValueSpec:
		if i := slices.IndexFunc(p.Values, func(e ast.Expr) bool { return e == n }); i >= 0 && len(p.Names) == len(p.Values) {
			holder = p.Names[i]
		}
	}
	if holder == nil || f.local(holder) == nil {
		return places, steps, 1
	}
	for _, at := range f.describe(holder, f.local(holder)).Uses {
		switch c, use := f.call(at), f.use(f.idents[at], 0); {
		case c != nil:
			add(at, c)
		case !use.Write && use.Use != Ignored:
			others++
		}
	}
	return places, steps, others
}

// fieldOf returns the field that takes an element of a literal without keys.
func (f *File) fieldOf(l *ast.CompositeLit, element ast.Node) End {
	t := l.Type
	var n ast.Node = l
	for t == nil { // of an element, whose literal has the type
		switch p := f.up[n].(type) {
		case *ast.KeyValueExpr:
			n = p
			if p.Key == l {
				return End{}
			}
		case *ast.CompositeLit:
			switch outer := p.Type.(type) {
			case *ast.ArrayType:
				t = outer.Elt
			case *ast.MapType:
				t = outer.Value
			default:
				return End{}
			}
		default:
			return End{}
		}
	}
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	id := last(callee(t))
	if id == nil {
		return End{}
	}
	return End{Kind: Field, At: f.place(id), Number: slices.IndexFunc(l.Elts, func(e ast.Expr) bool { return e == element })}
}

// Elements returns the values of the field with a number, counted from 0, in the literals without keys of the struct type at a place, or
// of slices, arrays and maps with it.
func (f *File) Elements(at Place, number int) (places []Place, steps []Step) {
	id := f.idents[at]
	if id == nil {
		return nil, nil
	}
	var n ast.Node = f.operand(id)
	add := func(l *ast.CompositeLit) {
		if number < len(l.Elts) {
			if e := l.Elts[number]; !isPair(e) {
				places, steps = append(places, f.place(e)), append(steps, Step{Write: true, Use: assigned, Text: f.write(e), Next: f.source(e, 0)})
			}
		}
	}
	inner := func(e ast.Expr) {
		if l, ok := e.(*ast.CompositeLit); ok && l.Type == nil {
			add(l)
		}
	}
	for {
		switch p := f.up[n].(type) {
		case *ast.IndexExpr, *ast.IndexListExpr, *ast.StarExpr, *ast.ParenExpr, *ast.ArrayType, *ast.MapType:
			n = p
		case *ast.CompositeLit:
			switch t := p.Type.(type) {
			case *ast.ArrayType, *ast.MapType:
				for _, e := range p.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if m, ok := t.(*ast.MapType); ok && f.within(f.idents[at], m.Key) {
							e = kv.Key
						} else {
							e = kv.Value
						}
					}
					inner(e)
				}
			default:
				if p.Type == n {
					add(p)
				}
			}
			return places, steps
		default:
			return places, steps
		}
	}
}

func isPair(e ast.Expr) bool {
	_, ok := e.(*ast.KeyValueExpr)
	return ok
}

// within reports whether a node is a part of another one.
func (f *File) within(n, outer ast.Node) bool {
	for ; n != nil; n = f.up[n] {
		if n == outer {
			return true
		}
	}
	return false
}
