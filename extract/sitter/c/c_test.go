package c

import (
	"flag"
	"testing"

	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns/patternstest"
)

var file = flag.String("file", "testdata/tree.c", "print the tree of `FILE`")

// TestTree prints a tree with the captures. Run it with -v.
func TestTree(t *testing.T) {
	patternstest.LogTree(t, language(sitter.CPP, cppQueries+queries), *file)
}

func FuzzC(f *testing.F) {
	patternstest.Fuzz(f, language(sitter.C, queries+rest), "#include \"a.h\"\n#define F(a, ...) a\nstatic int *f(struct s *p, void (*g)(int), ...) { return p->q[F(1)].r; }",
		"typedef struct { int a, *b; union { int c; } u; } t; enum e { A, B = 1 }; extern t v; int f(void);",
		"#if X\nint f(a) int a; { for (int i = 0; i < 3; i++) g(&(t){.a = 1}); }\n#else\nint f( {\n#endif")
}

func FuzzCPP(f *testing.F) {
	patternstest.Fuzz(f, language(sitter.CPP, cppQueries+queries), "namespace a::b { template <class T> class C : public D<T> { C(int a = 1); ~C(); virtual int f() const = 0; T x; }; }",
		"a::C<int>::C(int a) : x(a) { this->f(); auto *c = new C<int>(1); c->x = a::g<int>(b); for (auto &y : z) y.f(); }",
		"struct A { A &operator=(const A &o) = default; friend void f(A); enum class E { X }; using T = int; }; auto l = [&](int a) { return A::E::X; }; A::(")
}

func FuzzHidden(f *testing.F) {
	f.Add("class LIB_API C final : B<int> { LIB_INLINE C(int) LIB_NOEXCEPT; };\n#define A \\\nB\nLIB_BEGIN\n/* X */ int F(\"a\\\"\") ATTR(1, 2);")
	f.Fuzz(func(t *testing.T, text string) {
		all := hidden([]byte(text))
		if got := hide([]byte(text), all); len(got) != len(text) {
			t.Errorf("hide: %d bytes of %d", len(got), len(text))
		}
	})
}
