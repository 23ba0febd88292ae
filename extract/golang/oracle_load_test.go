package golang_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"

	"github.com/cortex-index/cortex/schema"
)

// oracle is a loaded tree.
type oracle struct {
	root   string
	fset   *token.FileSet
	tree   map[string]bool           // the paths of the Go files of the tree, as the index lists them
	syntax map[*token.File]*ast.File // of every file of every package
	pkgs   []*packages.Package       // the packages of the tree and their own test variants
	all    []*packages.Package       // and everything they import
	plain  map[*types.Package]string // of every package but test variants, the module whose load shows it
	owned  []owned
	judged map[string]bool // by path: some package owns the file
	blind  map[string]bool // by path: files of the build that are not judged
	cgo    sync.Map        // names on the machine of files that cgo has written
	names  map[types.Object]string

	interfaces []*shape
}

// owned is a file of the tree and the package that it is judged in.
type owned struct {
	path string
	file *ast.File
	pkg  *packages.Package
}

// load loads every module of the tree, its tests included.
func load(t *testing.T, root string, files []schema.File, mustCompile bool) *oracle {
	t.Helper()
	o := &oracle{root: root, fset: token.NewFileSet(), tree: map[string]bool{}, syntax: map[*token.File]*ast.File{},
		plain: map[*types.Package]string{}, judged: map[string]bool{}, blind: map[string]bool{},
		names: map[types.Object]string{}}
	for _, f := range files {
		if f.Language == "go" {
			o.tree[f.FilePath] = true
		}
	}
	for _, dir := range o.modules(t) {
		cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule | packages.NeedForTest, Dir: dir, Tests: true, Fset: o.fset, ParseFile: o.parse,
			Env: append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=1", "GOOS=linux", "GOARCH=amd64", "GOTOOLCHAIN=local", "GOPACKAGESDRIVER=off")}
		pkgs, err := packages.Load(cfg, "./...")
		if err != nil {
			t.Fatalf("load %s: %v", dir, err)
		}
		// The main packages that the go command makes for tests are no code of the
		// tree, and what only they import is not imported by it.
		pkgs = slices.DeleteFunc(pkgs, func(p *packages.Package) bool { return p.Name == "main" && strings.HasSuffix(p.ID, ".test") })
		packages.Visit(pkgs, nil, func(p *packages.Package) {
			o.all = append(o.all, p)
			if p.ForTest == "" {
				o.plain[p.Types] = dir
			}
			for _, f := range p.Syntax {
				o.syntax[o.fset.File(f.FileStart)] = f
			}
		})
		for _, p := range pkgs {
			if own := p.ForTest == "" || p.ForTest == strings.TrimSuffix(p.PkgPath, "_test"); !own || p.Types == nil {
				continue // a package as another's tests see it
			}
			switch {
			case len(p.Errors) == 0:
				o.own(p)
			case mustCompile:
				t.Fatalf("%s does not compile: %v", p.ID, p.Errors)
			default:
				t.Logf("left out: %s does not compile: %v", p.ID, p.Errors[0])
			}
			for _, name := range p.GoFiles {
				if rel := o.relative(name); rel != "" && !o.judged[rel] {
					o.blind[rel] = true // it does not compile, or cgo has rewritten it
				}
			}
		}
	}
	var not []string
	for name := range o.tree {
		if o.judged[name] {
			continue
		}
		not = append(not, name)
		if mustCompile && !o.blind[name] && o.inBuild(t, name) {
			t.Errorf("%s is part of the build, and was not judged", name)
		}
	}
	slices.Sort(not)
	t.Logf("%d files judged, and %d not: %s", len(o.judged), len(not), strings.Join(not, " "))
	return o
}

// inBuild reports whether the go command puts a file into a package.
func (o *oracle) inBuild(t *testing.T, name string) bool {
	t.Helper()
	b := build.Default
	b.GOOS, b.GOARCH, b.CgoEnabled, b.BuildTags = "linux", "amd64", true, nil
	dir, file := filepath.Split(filepath.Join(o.root, name))
	in, err := b.MatchFile(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return in && !slices.Contains(strings.Split(name, "/"), "testdata")
}

// modules returns the directories of the tree that have a go.mod.
func (o *oracle) modules(t *testing.T) []string {
	t.Helper()
	var dirs []string
	err := filepath.WalkDir(o.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && slices.Contains([]string{".git", "vendor", "node_modules"}, d.Name()) {
			return fs.SkipDir
		}
		if d.Name() == "go.mod" {
			dirs = append(dirs, filepath.Dir(name))
		}
		return nil
	})
	if err != nil || len(dirs) == 0 {
		t.Fatalf("%s has %d modules: %v", o.root, len(dirs), err)
	}
	return dirs
}

// parse is parser.ParseFile, without the bodies of functions outside the tree,
// which would have to be type-checked too. What cgo has written may come from the tree.
func (o *oracle) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.AllErrors)
	if bytes.Contains(src, []byte("// Code generated by cmd/cgo; DO NOT EDIT.")) && o.relative(name) == "" {
		o.cgo.Store(name, true)
		return f, err
	}
	if f == nil || o.relative(name) != "" {
		return f, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name != "init" {
			fn.Body = nil
		}
	}
	return f, err
}

// relative returns the path of a file of the tree, empty for any other.
func (o *oracle) relative(name string) string {
	rel, err := filepath.Rel(o.root, name)
	if rel = filepath.ToSlash(rel); err != nil || !o.tree[rel] && !filepath.IsLocal(rel) || o.inFolder(rel) {
		return ""
	}
	return rel
}

// inFolder reports whether a path is in a folder of vendored code, which is no part of the tree.
func (o *oracle) inFolder(rel string) bool {
	return slices.Contains(strings.Split(rel, "/"), "vendor")
}

// own judges the files of a package that no other package was judged by: a plain
// package its files but for tests, and a test variant the tests.
func (o *oracle) own(p *packages.Package) {
	o.pkgs = append(o.pkgs, p)
	for _, f := range p.Syntax {
		rel := o.relative(o.fset.File(f.FileStart).Name())
		isTest := strings.HasSuffix(rel, "_test.go")
		if rel == "" || o.judged[rel] || isTest != (p.ForTest != "") {
			continue
		}
		o.judged[rel] = true
		o.owned = append(o.owned, owned{path: rel, file: f, pkg: p})
	}
}

// at writes a position in the tree; empty outside it.
func (o *oracle) at(pos token.Pos) string {
	p := o.position(pos)
	if rel := o.relative(p.Filename); pos.IsValid() && rel != "" {
		return fmt.Sprintf("%s:%d:%d", rel, p.Line, p.Column)
	}
	return ""
}

// position is the place in the text itself, whatever a line directive says; but
// in what cgo writes, the place in what it was written from.
func (o *oracle) position(pos token.Pos) token.Position {
	p := o.fset.PositionFor(pos, false)
	if _, ok := o.cgo.Load(p.Filename); ok {
		return o.fset.Position(pos)
	}
	return p
}

// key identifies a declaration: by where its name implements the tree, else by its
// package and its name behind those of its containers.
func (o *oracle) key(obj types.Object) string {
	switch f := obj.(type) {
	case *types.Func:
		obj = f.Origin()
	case *types.Var:
		obj = f.Origin()
	}
	if k, ok := o.names[obj]; ok {
		return k
	}
	var k string
	switch {
	case obj.Pkg() == nil && obj.Name() == "Error":
		k = "builtin.error.Error"
	case obj.Pkg() == nil:
		k = "builtin." + obj.Name()
	case !obj.Pos().IsValid():
		k = obj.Pkg().Path() + "." + obj.Name() // of package unsafe
	default:
		if k = o.at(obj.Pos()); k == "" {
			k = obj.Pkg().Path() + "." + strings.Join(o.containers(obj), ".")
		}
	}
	o.names[obj] = k
	return k
}

// containers returns the names of the declarations around an object, and its own.
func (o *oracle) containers(obj types.Object) []string {
	file := o.syntax[o.fset.File(obj.Pos())]
	if file == nil {
		return []string{"(no syntax)", obj.Name()}
	}
	around, _ := astutil.PathEnclosingInterval(file, obj.Pos(), obj.Pos())
	slices.Reverse(around)
	var names []string
	for i, n := range around {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil {
				ast.Inspect(n.Recv.List[0].Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && len(names) == 0 {
						names = append(names, id.Name)
					}
					return true
				})
			}
			names = append(names, n.Name.Name)
		case *ast.TypeSpec:
			names = append(names, n.Name.Name)
		case *ast.ValueSpec:
			if _, local := around[i-2].(*ast.DeclStmt); !local {
				names = append(names, valueName(n, around[i+1]).Name)
			}
		case *ast.Field:
			switch around[i-2].(type) {
			case *ast.StructType, *ast.InterfaceType:
				if len(n.Names) > 0 && !slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return id == around[i+1] }) {
					names = append(names, n.Names[0].Name)
				}
			}
		}
	}
	if last := len(names) - 1; last < 0 || names[last] != obj.Name() || isMember(obj) {
		names = append(names, obj.Name())
	}
	return names
}

// isMember reports whether an object is a field or a method of an interface:
// those add their name to those of the declarations around them.
func isMember(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.IsField()
	case *types.Func:
		return obj.Signature().Recv() != nil && types.IsInterface(obj.Signature().Recv().Type())
	}
	return false
}

// valueName returns the name of a specification that a part of it belongs to: the
// name itself, of a value the name in the same place, and of anything else the first.
func valueName(s *ast.ValueSpec, part ast.Node) *ast.Ident {
	for i, id := range s.Names {
		if part == id || len(s.Values) == len(s.Names) && part == s.Values[i] {
			return id
		}
	}
	return s.Names[0]
}
