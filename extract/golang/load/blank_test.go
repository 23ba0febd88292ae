package load

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBlankBodies shows that the declarations of a file and their places are the same without the bodies of functions, in the files of
// net/http and in shapes that a lexer may get wrong.
func TestBlankBodies(t *testing.T) {
	texts := map[string][]byte{"shapes": []byte(`package p

func a() interface{ M() } { return nil }
func b() struct{} { return struct{}{} }
func c() map[string]struct{ x int } { _ = '{'; _ = "}"; _ = ` + "`}`" + `; /* } */ return nil } // }
func d(f func() struct{}) func() { return func() { _ = '\'' } }
func e[T interface{ ~int | ~string }](x T) (y [len("{")]int) { return }
func (r R) f() { L: for { break L } }
func g()
func g2() ; var list = [...]int{1, 2, 3}
type R struct{ f func() }
var h = func() int { return 1 }
func i() /* { */ { }
var text = ` + "`\nfunc j() {\n`" + `
func k() { /* func l() { */ }
func m(a int,
	b interface{}) error {
	return nil
}
`)}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src", "net", "http"), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".go") {
			texts[name], err = os.ReadFile(name)
		}
		return err
	})
	if err != nil || len(texts) < 50 {
		t.Fatalf("%d files were read: %v", len(texts), err)
	}
	blank := 0
	for name, text := range texts {
		want := outline(t, name, text)
		original := bytes.Clone(text)
		blankBodies(text)
		if got := outline(t, name, text); got != want {
			t.Errorf("%s: the declarations are\n%s\nwant\n%s", name, got, want)
		}
		if bytes.Count(text, []byte("\n")) != bytes.Count(original, []byte("\n")) {
			t.Errorf("%s: the lines moved", name)
		}
		if !bytes.Equal(text, original) {
			blank++
		}
	}
	if blank < len(texts)/2 {
		t.Errorf("only %d of %d files have blanks", blank, len(texts))
	}
}

// outline returns the syntax of a file without bodies, with all places.
func outline(t *testing.T, name string, text []byte) string {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return ""
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body.List = nil
		}
		if v, ok := d.(*ast.GenDecl); ok && v.Tok == token.VAR {
			v.Specs = nil // function literals
		}
	}
	var b strings.Builder
	if err := ast.Fprint(&b, nil, f, nil); err != nil {
		t.Error(err)
	}
	return b.String()
}
