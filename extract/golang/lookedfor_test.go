package golang

import (
	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The standard library looks for no method that lookedForNames lacks, through an interface that no index has.
func TestLookedForKnowsTheStandardLibrary(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(strings.TrimSpace(string(root)), "src")
	found := map[string]string{} // a place for each name
	packages := 0
	err = filepath.WalkDir(src, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return err
		case p == filepath.Join(src, "cmd"), p == filepath.Join(src, "testing"), d.Name() == "testdata", d.Name() == "testenv":
			return filepath.SkipDir
		}
		packages++
		return looksFor(p, found)
	})
	if err != nil || packages < 100 {
		t.Fatal(packages, err)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !passedOver[name] && !slices.Contains(unknowns.LookedForNames, name) {
			t.Errorf("%s is missing: %s", name, found[name])
		}
	}
}

// passedOver are the names of methods that an exported interface has too, so that types are compared with that (String, Close,
// RoundTrip, MarshalBinary, UnmarshalBinary), and of those of values that no code outside the library makes.
var passedOver = map[string]bool{
	"String": true, "Close": true, "RoundTrip": true, "MarshalBinary": true, "UnmarshalBinary": true,
	"Available": true, "Err": true, "InFlight": true, "Release": true, "Reserve": true, // all of one interface: HTTP/2 connections
	"Basic": true, "Bytes": true, "ConstantTimeSum": true, "Name": true, "Network": true, "Obj": true, "PollFD": true, "Pos": true, "TypeParams": true,
}

// looksFor notes the exported methods of the interfaces without a name, or without an exported one, that the package in a
// folder asserts values to, or that its exported functions take.
func looksFor(dir string, found map[string]string) error {
	sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	declared := map[string]*ast.InterfaceType{}
	named := map[string]string{}
	note := func(it *ast.InterfaceType, at string) {
		for _, m := range it.Methods.List {
			for _, n := range m.Names {
				if n.IsExported() {
					found[n.Name] = at
				}
			}
		}
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		use := func(e ast.Expr) {
			switch e := e.(type) {
			case *ast.InterfaceType:
				note(e, source)
			case *ast.Ident:
				named[e.Name] = source
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if it, is := n.Type.(*ast.InterfaceType); is && !n.Name.IsExported() {
					declared[n.Name.Name] = it
				}
			case *ast.TypeAssertExpr:
				use(n.Type)
			case *ast.CaseClause:
				for _, e := range n.List {
					use(e)
				}
			case *ast.FuncDecl:
				if n.Name.IsExported() && !strings.Contains(source, string(filepath.Separator)+"internal"+string(filepath.Separator)) {
					for _, p := range n.Type.Params.List {
						use(p.Type)
					}
				}
			}
			return true
		})
	}
	for name, source := range named {
		if it := declared[name]; it != nil {
			note(it, source)
		}
	}
	return nil
}
