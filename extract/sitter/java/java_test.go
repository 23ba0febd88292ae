package java

import (
	"flag"
	"testing"

	"github.com/cortex-index/cortex/extract/sitter/patterns/patternstest"
)

var file = flag.String("file", "testdata/Tree.java", "print the tree of `FILE`")

// TestTree prints a tree with the captures. Run it with -v.
func TestTree(t *testing.T) {
	patternstest.LogTree(t, language(), *file)
}

func FuzzExtract(f *testing.F) {
	patternstest.Fuzz(f, language(), "package a; import b.*; class A<T> extends B implements C { A() { super(1); this.x = y; } }",
		"enum E { A { void f() {} }, B; int x = 1; }", "interface I { default int f(int... a) { return switch (a) { case 1 -> 2; }; } }",
		"record R(int a, String b) { R { } static int c = d.e(f -> f.g(), H::new); }", "class A { A a = new A() { void f() { g(); } }; @B(\"c\") void f(:} }")
}
