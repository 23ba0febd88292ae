package ruby

import (
	"flag"
	"testing"

	"github.com/cortex-index/cortex/extract/sitter/patterns/patternstest"
)

var file = flag.String("file", "testdata/tree.rb", "print the tree of `FILE`")

// TestTree prints a tree with the captures. Run it with -v.
func TestTree(t *testing.T) {
	patternstest.LogTree(t, language(), *file)
}

func FuzzExtract(f *testing.F) {
	patternstest.Fuzz(f, language(), "module A; class B < ::C; include D, E; extend self; attr_accessor :a, :b; private; def c(d, e = 1, *f, g:, **h, &i) = @j ||= K.new(d); end; end",
		"class A::B; class << self; def c; super; self.class.d { |e, (f, g)| h } rescue nil; end; end; private :c; alias i j; alias_method :k, :l; end",
		"S = Struct.new(:a) do def b; @c, d = e.f = 1; end end; module M; module_function; def n; end; end; require_relative 'o/p'; autoload :Q, 'r'",
		"class A; def self.b; end; end\nclass A; extend A; include A; class A < A; end; end; case x; in {a:, b: [c, *]} => d then super(e) end; def (f).g; end; define_method(:")
}
