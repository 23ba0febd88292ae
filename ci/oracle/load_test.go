package oracle

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// oracle has the facts of other programs about a tree.
type oracle struct {
	root   string
	files  map[string]bool // of the tree, from the index
	loaded map[string]bool // the files of packages

	kinds           map[string]string          // of every symbol, by key
	uses            map[string]map[place]bool  // of every symbol
	implementations map[string]map[string]bool // the types of each interface; true for the pointer only
	related         hierarchy                  // of types
	apart           map[string]bool            // implementations that no program has, because test variants differ
	static          map[edge]string            // the values are the reasons why the index may lack an edge
	dispatch        map[edge]string
	ran             map[edge]string            // all calls of live functions in rapid type analysis, with the reasons why answers may lack them
	written         map[edge]bool              // calls by syntax and types: each callee and its implementations
	wide            map[edge]bool              // calls of implementations for interfaces that satisfy the called one
	generic         map[string]map[string]bool // implementations of methods of generic interfaces, for any instance
	reached         map[string]bool            // live functions in rapid type analysis
	modules         []string                   // the folders of Go modules
}

// loading is one Go module of the tree with its imports.
type loading struct {
	*oracle
	fset   *token.FileSet
	pkgs   []*packages.Package
	inside []*packages.Package // packages with files in the tree, test variants included
	paths  map[*token.File]string
	names  map[types.Object]string
	fields map[*types.Package]map[*types.Var]string

	concrete, contracts []typed // named types: concrete ones, and interfaces with methods that are not generic
	instances           instances
	compared            map[string]bool              // methods of generic interfaces whose instances are done
	possible            map[dispatched][]*types.Func // direct implementations of a method
	sites               map[token.Pos]string         // of every call in the tree, the reason why the index may lack an edge
}

// loadOracle loads the modules of the tree one by one, and keeps only the facts.
func loadOracle(t *testing.T, root string, files map[string]bool) *oracle {
	t.Helper()
	o := &oracle{root: root, files: files, loaded: map[string]bool{}, kinds: map[string]string{}, uses: map[string]map[place]bool{},
		implementations: map[string]map[string]bool{}, related: newHierarchy(), apart: map[string]bool{}, static: map[edge]string{}, dispatch: map[edge]string{}, ran: map[edge]string{}, written: map[edge]bool{}, wide: map[edge]bool{}, generic: map[string]map[string]bool{}, reached: map[string]bool{}}
	for _, f := range slices.Sorted(maps.Keys(files)) {
		if path.Base(f) == "go.mod" {
			o.modules = append(o.modules, path.Dir(f))
			o.load(t, filepath.Join(root, filepath.Dir(f)))
		}
	}
	t.Logf("%d Go files loaded", len(o.loaded))
	return o
}

func (o *oracle) load(t *testing.T, dir string) {
	t.Helper()
	l := &loading{oracle: o, fset: token.NewFileSet(), paths: map[*token.File]string{}, names: map[types.Object]string{},
		fields: map[*types.Package]map[*types.Var]string{}, possible: map[dispatched][]*types.Func{}, sites: map[token.Pos]string{}, compared: map[string]bool{}, instances: instances{of: map[string][]*types.Interface{}}}
	cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Tests: true, Fset: l.fset,
		Env: append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=1", "GOOS=linux", "GOARCH=amd64", "GOTOOLCHAIN=local", "GOPACKAGESDRIVER=off")}
	var err error
	if l.pkgs, err = packages.Load(cfg, "./..."); err != nil {
		t.Fatalf("load %s: %v", dir, err)
	}
	broken := 0
	packages.Visit(l.pkgs, nil, func(p *packages.Package) {
		if p.IllTyped {
			broken++
		}
		if slices.ContainsFunc(p.Syntax, func(f *ast.File) bool { return l.path(f.FileStart) != "" }) {
			l.inside = append(l.inside, p)
		}
	})
	t.Logf("%s: %d packages, of which %d do not compile", dir, len(l.pkgs), broken)
	for _, p := range l.inside {
		for _, f := range p.Syntax {
			if name := l.path(f.FileStart); name != "" {
				l.loaded[name] = true
			}
		}
		l.symbols(p)
	}
	l.implementing()
	l.relating()
	l.calls()
}

// path returns the path of a position's file; empty outside the tree.
func (l *loading) path(pos token.Pos) string {
	file := l.fset.File(pos)
	if file == nil {
		return ""
	}
	name, ok := l.paths[file]
	if !ok {
		if rel, err := filepath.Rel(l.root, file.Name()); err == nil && l.files[filepath.ToSlash(rel)] {
			name = filepath.ToSlash(rel)
		}
		l.paths[file] = name
	}
	return name
}

// place returns the place of a position in the tree, without line directives.
func (l *loading) place(pos token.Pos) (place, bool) {
	name := l.path(pos)
	if name == "" {
		return place{}, false
	}
	p := l.fset.PositionFor(pos, false)
	return place{name, p.Line, p.Column}, true
}

// symbols records the declared and used symbols of a package, and their uses.
func (l *loading) symbols(p *packages.Package) {
	for _, obj := range p.TypesInfo.Defs {
		if obj != nil {
			l.symbol(obj)
		}
	}
	for id, obj := range p.TypesInfo.Uses {
		at, ok := l.place(id.Pos())
		if !ok {
			continue
		}
		if key := l.symbol(obj); key != "" {
			if l.uses[key] == nil {
				l.uses[key] = map[place]bool{}
			}
			l.uses[key][at] = true
		}
	}
}

// symbol records the kind of an object and returns its key; empty when it is no symbol.
func (l *loading) symbol(obj types.Object) string {
	key, kind := l.key(obj), kindOf(obj)
	if key == "" || kind == "" {
		return ""
	}
	l.kinds[key] = kind
	return key
}

// kindOf returns the kind of a symbol; empty for objects that are no symbols, as parameters,
// local variables and local constants.
func kindOf(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		switch recv := obj.Signature().Recv(); {
		case recv == nil:
			return "function"
		case types.IsInterface(recv.Type()):
			return "interface method"
		}
		return "method"
	case *types.Var:
		switch obj.Kind() {
		case types.FieldVar:
			return "field"
		case types.PackageVar:
			return "variable"
		}
	case *types.Const:
		if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
			return "constant"
		}
	case *types.TypeName:
		if _, parameter := obj.Type().(*types.TypeParam); parameter || obj.Pkg() == nil && obj.Name() != "error" {
			return ""
		}
		switch obj.Type().Underlying().(type) {
		case *types.Interface:
			return "interface"
		case *types.Struct:
			return "struct"
		}
		return "type"
	}
	return ""
}

// key returns the place of an object's name in the tree. An external object has its qualified
// name as key, or none when it is not at package level or a member.
func (l *loading) key(obj types.Object) string {
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		obj = o.Origin()
	}
	key, ok := l.names[obj]
	if !ok {
		if at, inside := l.place(obj.Pos()); inside {
			key = at.String()
		} else {
			key = l.external(obj)
		}
		l.names[obj] = key
	}
	return key
}

func (l *loading) external(obj types.Object) string {
	switch {
	case obj.Pkg() == nil && obj.Name() == "Error":
		return "builtin.error.Error"
	case obj.Pkg() == nil:
		return "builtin." + obj.Name()
	case obj.Parent() == obj.Pkg().Scope():
		return obj.Pkg().Path() + "." + obj.Name()
	}
	switch obj := obj.(type) {
	case *types.Func:
		recv := obj.Signature().Recv().Type()
		if p, ok := recv.(*types.Pointer); ok {
			recv = p.Elem()
		}
		if named, ok := types.Unalias(recv).(*types.Named); ok && named.Obj().Parent() == obj.Pkg().Scope() {
			return obj.Pkg().Path() + "." + named.Obj().Name() + "." + obj.Name()
		}
	case *types.Var:
		if obj.IsField() {
			return l.field(obj)
		}
	}
	return ""
}

// field returns the name of a field of a type at package level; empty for other fields.
func (l *loading) field(field *types.Var) string {
	pkg := field.Pkg()
	if l.fields[pkg] == nil {
		l.fields[pkg] = map[*types.Var]string{}
		var all []*types.TypeName
		for _, name := range pkg.Scope().Names() {
			if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !tn.IsAlias() {
				all = append(all, tn)
			}
		}
		// Two types can share a struct: its fields belong to the type that declares it.
		slices.SortFunc(all, func(a, b *types.TypeName) int { return int(a.Pos() - b.Pos()) })
		for i, tn := range all {
			end := token.Pos(1 << 40)
			if i+1 < len(all) {
				end = all[i+1].Pos()
			}
			l.fieldsOf(tn.Type().Underlying(), tn.Pos(), end, pkg.Path()+"."+tn.Name())
		}
	}
	return l.fields[pkg][field]
}

func (l *loading) fieldsOf(t types.Type, from, to token.Pos, prefix string) {
	s, ok := t.(*types.Struct)
	if !ok {
		return
	}
	for f := range s.Fields() {
		if from < f.Pos() && f.Pos() < to {
			l.fields[f.Pkg()][f] = prefix + "." + f.Name()
			l.fieldsOf(f.Type(), from, to, prefix+"."+f.Name())
		}
	}
}
