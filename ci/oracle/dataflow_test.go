package oracle

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// flowAnswer is the part of an answer of data_flow that the oracle reads.
type flowAnswer struct {
	Steps []struct {
		Role, Use, Text, Next, File, Evidence string
		Line, Column                          int
	}
	TotalFound int `json:"total_found"`
}

// flowOracle has the moves of values by go/types: of each field, the roles of its uses by their places; of each parameter, the
// arguments by the places of the calls; of each function, the calls that drop its error; of each local variable, the uses.
type flowOracle struct {
	*loading
	fields  map[string]map[string]string
	args    map[string]map[string]string
	ignored map[string]map[string]string
	locals  map[string]map[string]string
	unkeyed map[string]map[string]string // of each field, the values in literals without keys
	results map[string]map[string]string // of each result, the calls
	calls   map[string]bool              // the places of calls
	sources map[string]string
}

// TestOracleDataFlow compares the operation data_flow with go/types on a tree: each use of fields and locals, the arguments of
// parameters, and the calls that drop an error.
func TestOracleDataFlow(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks a tree")
	}
	root := filepath.Join(citest.Top(t), "testdata/graph")
	sampled := 1 << 30
	if other := os.Getenv("CORTEX_ORACLE"); other != "" {
		root, sampled = other, 100
	}
	x := indexTree(t, root)
	o := &flowOracle{loading: &loading{oracle: &oracle{root: root, files: x.files, loaded: map[string]bool{}, kinds: map[string]string{}}, fset: token.NewFileSet(), paths: map[*token.File]string{},
		names: map[types.Object]string{}, fields: map[*types.Package]map[*types.Var]string{}},
		fields: map[string]map[string]string{}, args: map[string]map[string]string{}, ignored: map[string]map[string]string{}, locals: map[string]map[string]string{},
		unkeyed: map[string]map[string]string{}, results: map[string]map[string]string{}, calls: map[string]bool{}, sources: map[string]string{}}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: root, Tests: true, Fset: o.fset}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, f := range p.Syntax {
			if name := o.path(f.FileStart); name != "" {
				o.loaded[name] = true
				o.walk(p.TypesInfo, f)
			}
		}
	})
	for _, part := range []struct {
		name  string
		wants map[string]map[string]string
		more  map[string]any
	}{
		{"fields", o.fields, nil}, {"arguments", o.args, map[string]any{"role": "write"}},
		{"results", o.results, map[string]any{"role": "read"}}, {"dropped errors", o.ignored, map[string]any{"ignored": true}}, {"locals", o.locals, nil},
	} {
		if len(part.wants) == 0 && sampled > 100 {
			continue // the small tree drops no error
		}
		keys := slices.Sorted(maps.Keys(part.wants))
		random := rand.New(rand.NewPCG(1, 2))
		random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		y := newTally(part.name)
		for _, key := range keys[:min(len(keys), sampled)] {
			args := map[string]any{"max_results": 100000}
			maps.Copy(args, part.more)
			target, ok := o.target(x, part.name, key)
			if !ok {
				continue
			}
			args["target"] = target
			answer, err := x.operations["data_flow"].Run(t.Context(), x.ix, args)
			if err != nil {
				t.Errorf("%s %s: %v", part.name, target, err)
				continue
			}
			var a flowAnswer
			document, err := json.Marshal(answer)
			if err == nil {
				err = json.Unmarshal(document, &a)
			}
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, s := range a.Steps {
				if !o.loaded[s.File] {
					continue // it is not built here
				}
				at := place{s.File, s.Line, s.Column}.String()
				switch part.name {
				case "results":
					if o.calls[at] && s.Role == "read" && s.Evidence == "static" {
						got[at] = ""
					}
				case "fields":
					if _, unkeyed := o.unkeyed[key][at+" write"]; !unkeyed { // which the answer may lack
						got[at+" "+strings.Replace(s.Role, "address", "read", 1)] = ""
					}
				case "arguments":
					if s.Evidence == "static" && s.Use == "argument" && !strings.HasSuffix(s.Text, "…") { // a cut one
						got[at+" "+s.Text] = ""
					}
				case "dropped errors":
					if s.Evidence == "static" {
						got[at] = ""
					}
				default:
					got[at] = ""
				}
			}
			want := map[string]string{}
			for fact := range part.wants[key] {
				want[target+": "+fact] = ""
			}
			of := map[string]string{}
			for fact := range got {
				of[target+": "+fact] = ""
			}
			compareFacts(y, want, of, func(string) string { return "" })
		}
		y.report(t)
	}
}

// target returns the target of a key: a symbol, a part of one, or a place.
func (o *flowOracle) target(x *indexed, kind, key string) (string, bool) {
	if kind == "locals" {
		return key, true
	}
	at, part := key, ""
	if i := slices.Index([]byte(key), ' '); i >= 0 {
		at, part = key[:i], ":"+key[i+1:]
	}
	name, ok := x.symbols[at]
	return name + part, ok
}

func note(facts map[string]map[string]string, key, fact string) {
	if facts[key] == nil {
		facts[key] = map[string]string{}
	}
	facts[key][fact] = ""
}

// walk records the moves of a file.
func (o *flowOracle) walk(info *types.Info, f *ast.File) {
	written, also := map[*ast.Ident]bool{}, map[*ast.Ident]bool{} // also has the identifiers whose old values count too
	var mark func(e ast.Expr)
	mark = func(e ast.Expr) {
		switch x := e.(type) {
		case *ast.ParenExpr:
			mark(x.X)
		case *ast.StarExpr:
			mark(x.X)
		case *ast.IndexExpr:
			mark(x.X)
		case *ast.SelectorExpr:
			written[x.Sel] = true
		case *ast.Ident:
			written[x] = true
		}
	}
	both := func(e ast.Expr) {
		mark(e)
		if id := lastName(e); id != nil {
			also[id] = true
		}
	}
	atomic := func(c *ast.CallExpr) {
		fn, _ := calledFunction(info, c)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" {
			return
		}
		var e ast.Expr
		if s, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
			e = s.X
		} else if u, ok := ast.Unparen(c.Args[0]).(*ast.UnaryExpr); ok && u.Op == token.AND {
			e = u.X
		}
		switch {
		case e == nil || strings.HasPrefix(fn.Name(), "Load"):
		case strings.HasPrefix(fn.Name(), "Store"):
			mark(e)
		default:
			both(e)
		}
	}
	drop := func(e ast.Expr) {
		c, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return
		}
		fn, id := calledFunction(info, c)
		if fn == nil {
			return
		}
		results := fn.Signature().Results()
		if n := results.Len(); n > 0 && types.Identical(results.At(n-1).Type(), types.Universe.Lookup("error").Type()) {
			if at, ok := o.place(id.Pos()); ok && o.declared(fn) != "" {
				note(o.ignored, o.declared(fn), at.String())
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
					mark(e)
				} else {
					both(e)
				}
			}
			for i, e := range n.Lhs {
				id, ok := e.(*ast.Ident)
				if !ok || id.Name != "_" || i != len(n.Lhs)-1 && len(n.Rhs) == 1 {
					continue
				}
				if len(n.Rhs) == 1 {
					drop(n.Rhs[0])
				} else {
					drop(n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			if last := len(n.Names) - 1; n.Names[last].Name == "_" && len(n.Values) == 1 {
				drop(n.Values[0])
			}
		case *ast.IncDecStmt:
			both(n.X)
		case *ast.RangeStmt:
			mark(n.Key)
			mark(n.Value)
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				if v, ok := info.Uses[id].(*types.Var); ok && v.IsField() {
					written[id] = true
				}
			}
		case *ast.ExprStmt:
			drop(n.X)
		case *ast.GoStmt:
			drop(n.Call)
		case *ast.DeferStmt:
			drop(n.Call)
		case *ast.CallExpr:
			atomic(n)
			o.arguments(info, n)
		case *ast.CompositeLit:
			o.elements(info, n)
		}
		return true
	})
	o.variables(info, f, written, also)
}

// lastName returns the identifier of a variable or field, a part of which an expression may be; nil for none.
func lastName(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			return x.Sel
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}

// declared returns the key of a function that is declared in the tree, and no interface method; empty for others.
func (o *flowOracle) declared(fn *types.Func) string {
	if o.path(fn.Pos()) == "" {
		return ""
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return ""
	}
	return o.key(fn)
}

// calledFunction returns the function that a call names, and its identifier.
func calledFunction(info *types.Info, c *ast.CallExpr) (*types.Func, *ast.Ident) {
	e := ast.Unparen(c.Fun)
	switch x := e.(type) {
	case *ast.IndexExpr:
		e = x.X
	case *ast.IndexListExpr:
		e = x.X
	}
	var id *ast.Ident
	switch x := e.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil, nil
	}
	fn, _ := info.Uses[id].(*types.Func)
	if fn == nil {
		return nil, nil
	}
	return fn.Origin(), id
}

// arguments records the arguments of a call of a function in the tree, for parameters with a name.
func (o *flowOracle) arguments(info *types.Info, c *ast.CallExpr) {
	fn, id := calledFunction(info, c)
	if fn == nil || o.declared(fn) == "" {
		return
	}
	at, ok := o.place(id.Pos())
	if ok {
		o.calls[at.String()] = true
		if n := fn.Signature().Results().Len(); n > 0 {
			note(o.results, fmt.Sprintf("%s result%d", o.declared(fn), n), at.String())
		}
	}
	params := fn.Signature().Params()
	args := c.Args
	if s, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && info.Selections[s] != nil && info.Selections[s].Kind() == types.MethodExpr && len(args) > 0 {
		args = args[1:]
	}
	if !ok || len(args) == 1 && params.Len() > 1 {
		return // the results of another call
	}
	for i, e := range args {
		if p := params.At(min(i, params.Len()-1)); p.Name() != "" && p.Name() != "_" {
			text := o.text(e)
			if c.Ellipsis.IsValid() && i == params.Len()-1 {
				text += "..."
			}
			if len(text) < 400 {
				note(o.args, o.declared(fn)+" "+p.Name(), at.String()+" "+text)
			}
		}
	}
}

// text returns an expression as written, on one line.
func (o *flowOracle) text(n ast.Node) string {
	source, ok := o.sources[o.path(n.Pos())]
	if !ok {
		text, err := os.ReadFile(filepath.Join(o.root, o.path(n.Pos())))
		if err != nil {
			return err.Error()
		}
		source = string(text)
		o.sources[o.path(n.Pos())] = source
	}
	return strings.Join(strings.Fields(source[o.fset.PositionFor(n.Pos(), false).Offset:o.fset.PositionFor(n.End(), false).Offset]), " ")
}

// elements records the values of a struct literal without keys, where the literal names the type.
func (o *flowOracle) elements(info *types.Info, l *ast.CompositeLit) {
	s, ok := types.Unalias(info.TypeOf(l)).Underlying().(*types.Struct)
	if !ok || len(l.Elts) == 0 {
		return
	}
	for i, e := range l.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed {
			return
		}
		at, _ := o.place(e.Pos())
		if key := o.key(s.Field(i)); key != "" {
			note(o.unkeyed, key, at.String()+" write")
		}
	}
}

// variables records the uses of fields and of local variables.
func (o *flowOracle) variables(info *types.Info, f *ast.File, written, also map[*ast.Ident]bool) {
	implicit := map[types.Object]bool{}
	for n, obj := range info.Implicits {
		if _, ok := n.(*ast.CaseClause); ok {
			implicit[obj] = true // one variable for each clause of a type switch
		}
	}
	visit := func(id *ast.Ident, obj types.Object) {
		v, ok := obj.(*types.Var)
		at, inside := o.place(id.Pos())
		if !ok || !inside || implicit[v] {
			return
		}
		switch v.Kind() {
		case types.FieldVar:
			if key := o.key(v); o.path(v.Pos()) != "" && info.Defs[id] == nil {
				role := "read"
				if written[id] {
					role = "write"
				}
				note(o.fields, key, at.String()+" "+role)
				if also[id] {
					note(o.fields, key, at.String()+" read")
				}
			}
		case types.LocalVar:
			if decl, ok := o.place(v.Pos()); ok && v.Name() != "_" {
				note(o.locals, decl.String(), at.String())
			}
		}
	}
	for id, obj := range info.Uses {
		if f.FileStart <= id.Pos() && id.Pos() < f.FileEnd {
			visit(id, obj)
		}
	}
	for id, obj := range info.Defs {
		if f.FileStart <= id.Pos() && id.Pos() < f.FileEnd {
			visit(id, obj)
		}
	}
}
