package c

import (
	"flag"
	"os"
	"testing"

	"github.com/cortex-index/cortex/extract/sitter/patterns/patternstest"
)

var file = flag.String("file", "testdata/tree.c", "print the tree of `FILE`")

// TestTree prints a tree with the captures. Run it with -v.
func TestTree(t *testing.T) {
	text, err := os.ReadFile(*file)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := patternstest.Tree(language(), text)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + tree)
}

func FuzzExtract(f *testing.F) {
	patternstest.Fuzz(f, language(), "#include \"a.h\"\n#define F(a, ...) a\nstatic int *f(struct s *p, void (*g)(int), ...) { return p->q[F(1)].r; }",
		"typedef struct { int a, *b; union { int c; } u; } t; enum e { A, B = 1 }; extern t v; int f(void);",
		"#if X\nint f(a) int a; { for (int i = 0; i < 3; i++) g(&(t){.a = 1}); }\n#else\nint f( {\n#endif")
}
