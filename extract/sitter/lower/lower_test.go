package lower

import (
	"testing"

	"github.com/cortex-index/cortex/extract/sitter"
)

// TestHash shows that the work of formatters leaves a hash as it is, and other code does not.
func TestHash(t *testing.T) {
	py, ts := sitter.NewParser(t.Context(), sitter.Python()), sitter.NewParser(t.Context(), sitter.TypeScript())
	defer py.Close()
	defer ts.Close()
	for _, x := range []struct {
		p    *sitter.Parser
		a, b string
		same bool
	}{
		{py, "f(a, b)", "f(\na,\n b, # c\n)", true},
		{py, "x = (a)", "x = a", true},
		{py, "x = (a,)", "x = (a)", false},
		{py, "x = a,", "x = a", false},
		{py, "x[a,]", "x[a]", false},
		{py, "x[a,b,]", "x[a,b]", true},
		{py, "(x,)=y", "(x)=y", false},
		{py, "x = 'a\\nb'", "x = 'c\\nb'", false},
		{py, "x = u'a'", "x = \"a\"", true},
		{py, "x = b'a'", "x = 'a'", false},
		{py, "x = ''", "x = \"\"", true},
		{py, "a; b;", "a\nb", true},
		{py, "x = (a+b)*c", "x = a+b*c", false},
		{py, "x = a+(b*c)", "x = a+b*c", true},
		{py, "x = (a<b)<c", "x = a<b<c", false},
		{py, "if a:\n  b\nc", "if a:\n  b\n  c", false},
		{py, "x = f'{a:>1}'", "x = f'{a:>2}'", false},
		{ts, "f('a')", "f(\"a\",);", true},
		{ts, "a\n;(b)", "a(b)", false},
		{ts, "[1,,]", "[1,]", false},
		{ts, "x=[,]", "x=[]", false},
		{ts, "for (;a;) ;", "for (a;;) ;", false},
		{ts, "while (a);b", "while (a) b", false},
		{ts, "x=(a?.b).c", "x=a?.b.c", false},
		{ts, "x=(a ? b : c)", "x=a ? b : c", true},
		{ts, "x=new (a())()", "x=new a()()", false},
		{ts, "return\nx", "return x", false},
		{ts, "x=()=>({})", "x=()=>{}", false},
		{ts, "x = `a`", "x = 'a'", false},
		{ts, "x = `a`", "x = `b`", false},
		{ts, "class A { x = 1; y() {}; }", "class A { x = 1\n y() {} }", true},
		{ts, "interface A { x: number; y: string }", "interface A { x: number\n y: string; }", true},
	} {
		hash := func(s string) int64 {
			l := &File{T: x.p.Parse([]byte(s))}
			return l.Hash(func(sitter.Node) bool { return false }, 0)
		}
		if same := hash(x.a) == hash(x.b); same != x.same {
			t.Errorf("%q and %q: the hashes are the same: got %v", x.a, x.b, same)
		}
	}
}
