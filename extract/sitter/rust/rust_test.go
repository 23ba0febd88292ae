package rust

import (
	"flag"
	"testing"

	"github.com/cortex-index/cortex/extract/sitter/patterns/patternstest"
)

var file = flag.String("file", "testdata/tree.rs", "print the tree of `FILE`")

// TestTree prints a tree with the captures. Run it with -v.
func TestTree(t *testing.T) {
	patternstest.LogTree(t, language(), *file)
}

func FuzzExtract(f *testing.F) {
	patternstest.Fuzz(f, language(), "mod a { use super::{b as c, d::*, e::{self}}; } #[test] fn f() { crate::a::g::<T>(x?).await; }",
		"impl<T: A> B<T> for C where T: D { type E = F; const G: Self = H(1); fn i(&self) -> Result<Self> { let Some(x) = self.j else { return }; } }",
		"enum K { L { m: u8 }, N(O) = 1 } trait P: Q { fn r(); } macro_rules! s { ($t:expr) => { u($t) } } s!(v);", "use ::{{*, } as", "impl &A { fn b(:}")
}
