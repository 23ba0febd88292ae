package python

import (
	"context"
	"testing"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/schema"
)

// FuzzExtract checks that no text makes the front end or the resolver fail, and that each row has its place in the file.
func FuzzExtract(f *testing.F) {
	for _, text := range []string{
		"", "\ufeffx = 1\r\n", "def f(:\n  x = = 1", "class A(B, metaclass=M):\n  x: 'A | None' = None\n  def f(self):\n    self.y, self.z = 1, 2\n",
		"from . import *\nfrom .. import a as b\nimport a.b.c as d, e\n", "@a.b(c)\n@property\nasync def f(*a, b=1, **k) -> 'x': yield await f()\n",
		"match x:\n  case A(b=[c, *d], e={'f': g}) if h: pass\n", "with a as (b, c), d as e.f: pass\n", "lambda *a, b=1: [c for c in a if (d := c)]\n",
		"global x\ndel x\nx += 1\ntype X[T: int] = list[T]\n", "f'{a!r:{b}}' 'c'\nprint >>x, 'y'\nexec 'z' in a\n", "try:\n  import x\nexcept* E as e:\n  x = None\nelse: y\n",
		"class A:\n  def f(self): return super().f(self.f().g)\n  f = f\nA.f = A\n", "x = x\ny = y.y()\nfor z in z: z\n", "@overload\ndef f(): ...\n@overload\ndef f(): ...\ndef f(): ...\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		row := schema.File{FileID: 1, FilePath: "a.py", ModulePath: ".", Language: "python"}
		file := &extract.File{Row: row, Content: []byte(text)}
		reader := language().Reader(t.Context())
		reader.Read(file) // outside of the guard of the extractor
		reader.Close()
		code, err := resolve.New(language()).Extract(context.Background(), extract.Config{Jobs: 1}, &extract.Tree{Files: []*extract.File{file}})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range code.Rows.Symbols {
			if !s.IsExternal && (s.Name == "" || s.StartPos > s.EndPos || int(s.EndPos) > len(text)) {
				t.Errorf("symbol %q is from byte %d to %d of %d", s.Symbol, s.StartPos, s.EndPos, len(text))
			}
		}
		for _, r := range code.Rows.Refs {
			if r.SymbolID == 0 || r.StartLine < 1 || r.EndColumn < r.StartColumn {
				t.Errorf("reference %+v has no place", r)
			}
		}
	})
}
