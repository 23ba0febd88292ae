package php

import (
	"flag"
	"testing"

	"github.com/cortex-index/cortex/extract/sitter/patterns/patternstest"
)

var file = flag.String("file", "testdata/Tree.php", "print the tree of `FILE`")

// TestTree prints a tree with the captures. Run it with -v.
func TestTree(t *testing.T) {
	patternstest.LogTree(t, language(), *file)
}

func FuzzExtract(f *testing.F) {
	patternstest.Fuzz(f, language(), "<?php namespace a\\b; use c\\{d, e as f}; class A extends \\B implements c\\D { use T; const X = 1; private ?A $b, $c; }",
		"<?php trait T { function f(private A $a, int ...$b): static { return $this->a?->g()::h(...$b); } }",
		"<?php enum E: int { case A = 1; } function f() { foreach ($a as $k => [$b, $c]) { $d = fn($e) => new class($e) extends F { use G; }; } }",
		"<?php use Exception; use function f; f(); \\g(); namespace\\h(); new self; A::class; A::$b; $$c = $d->$e(); ?> <p> <?= $a ?>")
}
