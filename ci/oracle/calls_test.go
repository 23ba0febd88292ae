package oracle

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/callgraph/static"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/go/types/typeutil"
)

// Reasons why the index may lack an edge of SSA.
const (
	throughValue    = "a function value, which SSA follows to its assignment"
	throughArgument = "a method of a type parameter, whose argument SSA knows"
	throughGeneric  = "a method of a generic interface"
	throughOutside  = "an external struct that embeds an interface: answers are lower bounds"
	notWritten      = "a range over a function, without a written call"
)

// calls makes the call graphs of the module and keeps their edges in the tree.
//
// DESIGN: static.CallGraph does not enter function literals without a direct call, generic
// functions without an instance, and functions named _. staticCalls walks them by the same
// rule. The callers of a synthetic wrapper of SSA count as callers of its callees. Literals
// belong to the function around them.
func (l *loading) calls() {
	prog, built := ssautil.AllPackages(l.pkgs, ssa.InstantiateGenerics)
	prog.Build()
	for _, p := range l.inside {
		l.instantiate(p)
	}
	for _, p := range l.inside {
		for _, f := range p.Syntax {
			if l.path(f.FileStart) != "" {
				l.syntax(p, f)
			}
		}
	}
	l.staticCalls(prog)
	var roots []*ssa.Function
	for _, p := range built {
		if p != nil && p.Pkg.Name() == "main" && p.Func("main") != nil {
			roots = append(roots, p.Func("init"), p.Func("main"))
		}
	}
	if roots != nil {
		l.dispatchedCalls(rta.Analyze(roots, true))
	}
}

// syntax records the callee and the reason of each call of a file.
func (l *loading) syntax(p *packages.Package, f *ast.File) {
	for _, d := range f.Decls {
		caller := l.initKey(p.Types, d.Pos())
		if fn, ok := d.(*ast.FuncDecl); ok {
			at, _ := l.place(fn.Name.Pos())
			caller = at.String()
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				l.sites[n.Lparen] = reasonOf(p.TypesInfo, n)
				if callee, ok := typeutil.Callee(p.TypesInfo, n).(*types.Func); ok {
					l.write(caller, callee)
				}
			case *ast.RangeStmt:
				t := p.TypesInfo.TypeOf(n.X)
				if t == nil {
					break // code with errors
				}
				if _, ok := t.Underlying().(*types.Signature); ok {
					of := &ast.CallExpr{Fun: n.X}
					l.sites[n.Range] = reasonOf(p.TypesInfo, of)
					if callee, ok := typeutil.Callee(p.TypesInfo, of).(*types.Func); ok {
						l.write(caller, callee)
					}
				}
			case *ast.GoStmt: // SSA locates the call here
				l.sites[n.Go] = reasonOf(p.TypesInfo, n.Call)
			case *ast.DeferStmt:
				l.sites[n.Defer] = reasonOf(p.TypesInfo, n.Call)
			}
			return true
		})
	}
}

// write records a call with the callees of the type checker.
func (l *loading) write(caller string, callee *types.Func) {
	recv := callee.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		if l.path(callee.Pos()) != "" {
			l.written[edge{caller, l.key(callee)}] = true
		}
		return
	}
	found, wide := map[string]bool{}, map[string]bool{}
	l.possibleCallees(callee, false, map[*types.Func]bool{}, found)
	l.possibleCallees(callee, true, map[*types.Func]bool{}, wide)
	for to := range wide {
		l.wide[edge{caller, to}] = true
	}
	for to := range found {
		l.written[edge{caller, to}] = true
	}
	if generic, ok := callee.Origin().Signature().Recv().Type().(*types.Named); ok && generic.TypeParams().Len() > 0 {
		l.anyInstance(generic, callee)
		l.written[edge{caller, l.key(callee)}] = true
	}
}

// receiver returns the type of the operand of a method call; nil for other calls.
func receiver(info *types.Info, call *ast.CallExpr) types.Type {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && info.Selections[sel] != nil {
		return info.Selections[sel].Recv()
	}
	return nil
}

// reasonOf returns the reason why the index may lack an edge of a call; empty for none.
func reasonOf(info *types.Info, call *ast.CallExpr) string {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return throughValue
	}
	operand := receiver(info, call)
	if p, ok := operand.(*types.Pointer); ok {
		operand = p.Elem()
	}
	if _, ok := operand.(*types.TypeParam); ok {
		return throughArgument
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		if named, ok := types.Unalias(recv.Type()).(*types.Named); ok && (named.TypeArgs().Len() > 0 || named.TypeParams().Len() > 0) {
			return throughGeneric
		}
	}
	return ""
}

// initKey returns the key of the synthetic function for code at package level.
func (l *loading) initKey(p *types.Package, pos token.Pos) string {
	name := l.path(pos)
	switch {
	case name == "":
		return ""
	case !strings.HasSuffix(name, "_test.go"):
		return path.Dir(name) + " package"
	case strings.HasSuffix(p.Name(), "_test"):
		return path.Dir(name) + " package_xtest"
	}
	return path.Dir(name) + " package_test"
}

// function returns the key of the declared function around an SSA function; empty outside the
// tree and for wrappers. The site is a place in it.
func (l *loading) function(fn *ssa.Function, site token.Pos) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Synthetic == "package initializer" {
		return l.initKey(fn.Pkg.Pkg, site)
	}
	if obj, ok := fn.Object().(*types.Func); ok && !isWrapper(fn) && l.path(obj.Pos()) != "" {
		return l.key(obj)
	}
	return ""
}

// isWrapper reports whether a function is synthetic and only calls another one.
func isWrapper(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Synthetic != "" && fn.Synthetic != "package initializer" && !strings.HasPrefix(fn.Synthetic, "instance of ")
}

// collapsing adds edges to a graph, without SSA's wrappers.
type collapsing struct {
	*loading
	to   map[edge]string
	next func(wrapper *ssa.Function) []*ssa.Function // its callees
	ends map[*ssa.Function]map[string]string         // functions of the tree that a function reaches through wrappers, with reasons
}

// isInit reports whether a function is the initializer of a package or a declared init.
func isInit(fn *ssa.Function) bool {
	name, _, _ := strings.Cut(fn.Name(), "#")
	return name == "init" && fn.Signature.Recv() == nil
}

// add adds the edges of a call.
func (c *collapsing) add(caller *ssa.Function, site ssa.CallInstruction, callee *ssa.Function) {
	from := c.function(caller, site.Pos())
	if from == "" {
		return
	}
	reason, ok := c.sites[site.Pos()]
	if !ok {
		reason = notWritten
	}
	for to, by := range c.ended(callee) {
		e := edge{from, to}
		if known, ok := c.to[e]; !ok || known != "" {
			c.to[e] = cmp.Or(reason, by)
		}
	}
}

// ended returns the functions of the tree that a call of fn runs, with the reasons why the index
// may lack them.
func (c *collapsing) ended(fn *ssa.Function) map[string]string {
	if known := c.ends[fn]; known != nil {
		return known
	}
	ends := map[string]string{}
	type step struct {
		fn  *ssa.Function
		why string
	}
	seen := map[step]bool{}
	end := func(key, why string) {
		if known, ok := ends[key]; !ok || known != "" {
			ends[key] = why
		}
	}
	var reach func(fn *ssa.Function, why string)
	reach = func(fn *ssa.Function, why string) {
		switch {
		case seen[step{fn, why}]:
			return
		case c.ends[fn] != nil:
			for key, more := range c.ends[fn] {
				end(key, cmp.Or(why, more))
			}
		case isWrapper(fn):
			seen[step{fn, why}] = true
			if c.isExternal(fn.Signature.Recv()) {
				why = throughOutside
			}
			for _, n := range c.next(fn) {
				reach(n, why)
			}
		case fn.Parent() != nil || isInit(fn):
			// a literal is a part of the function around it, and no code calls init
		default:
			if key := c.function(fn, token.NoPos); key != "" {
				end(key, why)
			}
		}
	}
	reach(fn, "")
	c.ends[fn] = ends
	return ends
}

// isExternal reports whether the receiver of a wrapper is a struct declared outside the tree.
func (l *loading) isExternal(recv *types.Var) bool {
	if recv == nil {
		return false
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	switch t := t.(type) {
	case *types.Named:
		return l.path(t.Obj().Pos()) == ""
	case *types.Struct:
		return t.NumFields() > 0 && l.path(t.Field(0).Pos()) == ""
	}
	return false
}

// staticCalls adds the edges of callgraph/static.
func (l *loading) staticCalls(prog *ssa.Program) {
	c := &collapsing{loading: l, to: l.static, ends: map[*ssa.Function]map[string]string{}}
	c.next = func(wrapper *ssa.Function) []*ssa.Function { return slices.Collect(maps.Values(staticSites(wrapper))) }
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if fn == nil || seen[fn] {
			return
		}
		seen[fn] = true
		for _, literal := range fn.AnonFuncs {
			visit(literal)
		}
		for site, callee := range staticSites(fn) {
			c.add(fn, site, callee)
			visit(callee)
		}
	}
	for fn := range static.CallGraph(prog).Nodes {
		visit(fn)
	}
	for _, p := range l.inside {
		for _, obj := range p.TypesInfo.Defs {
			if fn, ok := obj.(*types.Func); ok {
				visit(prog.FuncValue(fn))
			}
		}
	}
}

// staticSites returns the calls of a function with a static callee.
func staticSites(fn *ssa.Function) map[ssa.CallInstruction]*ssa.Function {
	out := map[ssa.CallInstruction]*ssa.Function{}
	for _, b := range fn.Blocks {
		for _, instruction := range b.Instrs {
			if site, ok := instruction.(ssa.CallInstruction); ok {
				if callee := site.Common().StaticCallee(); callee != nil {
					out[site] = callee
				}
			}
		}
	}
	return out
}

// dispatchedCalls adds the edges of callgraph/rta, without those through function values.
func (l *loading) dispatchedCalls(found *rta.Result) {
	c := &collapsing{loading: l, to: l.dispatch, ends: map[*ssa.Function]map[string]string{}}
	c.next = func(wrapper *ssa.Function) (out []*ssa.Function) {
		for _, e := range found.CallGraph.Nodes[wrapper].Out {
			if !throughFunctionValue(e) {
				out = append(out, e.Callee.Func)
			}
		}
		return out
	}
	for fn, node := range found.CallGraph.Nodes {
		for _, e := range node.Out {
			l.runs(c, e)
			if throughFunctionValue(e) || l.sites[e.Pos()] == throughValue {
				continue
			}
			c.add(fn, e.Site, e.Callee.Func)
			l.reached[l.function(fn, e.Pos())] = true
		}
	}
}

// throughFunctionValue reports whether an edge is a call of a function value or by reflection.
func throughFunctionValue(e *callgraph.Edge) bool {
	return e.Site == nil || !e.Site.Common().IsInvoke() && e.Site.Common().StaticCallee() == nil
}

// invented returns a function for the reason why a call graph lacks an edge of the index. It is
// the given reason when syntax and types have the edge.
func (o *oracle) invented(reason string) func(edge) string {
	return func(e edge) string {
		if o.written[e] {
			return reason
		}
		for method, found := range o.generic {
			if found[e.to] && o.written[edge{e.from, method}] {
				return "candidates for any instance of a generic interface"
			}
		}
		if o.wide[e] {
			return "candidates for an interface that satisfies the one called, and declares the method elsewhere"
		}
		if o.moduleOf(e.from) != o.moduleOf(e.to) {
			return "candidates in another Go module of the tree, which is loaded separately"
		}
		return ""
	}
}

// moduleOf returns the folder of the Go module of a key.
func (o *oracle) moduleOf(key string) string {
	inner := ""
	for _, dir := range o.modules {
		if strings.HasPrefix(key, dir+"/") && len(dir) > len(inner) {
			inner = dir
		}
	}
	return inner
}
