package golang_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// A package breaks by fields more in a struct, one of which cannot be compared, where that is used
// without naming its fields, and only there, says the type checker. It says nothing of pointers that
// are cast.
func TestImplicitUses(t *testing.T) {
	c := readCase(t, "testdata/implicit_uses.txtar")
	var file, vendored string
	for _, f := range c.tree {
		switch f.Name {
		case "a.go":
			file = string(f.Data)
		case "vendor/example.com/out/out.go":
			vendored = string(f.Data)
		}
	}
	checked := map[string]*types.Package{"example.com/out": checkText(t, "example.com/out", vendored, nil)}
	if checked["example.com/out"] == nil || checkText(t, "m", file, checked) == nil {
		t.Fatal("the packages have errors as they are")
	}
	names := map[int32]string{}
	rows := c.extract(t, 1)
	for _, s := range rows.Symbols {
		names[s.SymbolID] = s.Name
	}
	found := map[string]int32{}
	for _, m := range rows.Members {
		if m.Kind == schema.MemberField {
			found[names[m.TypeID]] = m.ImplicitUses
		}
	}
	for name, at := range structsIn(t, file) {
		changed := file[:at] + " more func([7]byte); more2 [3]int64; " + file[at:]
		breaks := checkText(t, "m", changed, checked) == nil
		switch uses, ok := found[name]; {
		case !ok:
			t.Errorf("%s has no member", name)
		case breaks && uses == 0:
			t.Errorf("a field more in %s breaks the package, and it has no implicit uses", name)
		case !breaks && uses != 0 && name != "cast":
			t.Errorf("a field more in %s breaks nothing, and it has %d implicit uses", name, uses)
		}
	}
}

// structsIn returns where the fields of each named struct begin.
func structsIn(t *testing.T, text string) map[string]int {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok && !s.Assign.IsValid() {
			if body, ok := s.Type.(*ast.StructType); ok {
				at[s.Name.Name] = fset.Position(body.Fields.Opening).Offset + 1
			}
		}
		return true
	})
	return at
}

type imported map[string]*types.Package

func (i imported) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// checkText returns the package of one file, or nil when that has errors.
func checkText(t *testing.T, path, text string, from imported) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, strings.ReplaceAll(path, "/", "_")+".go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: from, Sizes: types.SizesFor("gc", "amd64")}).Check(path, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Log(err)
		return nil
	}
	return pkg
}
