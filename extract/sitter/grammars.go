package sitter

import (
	"sync"

	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

// The grammars of the languages, made at the first use. TSX is TypeScript with markup, and reads JavaScript too.
var (
	C          = sync.OnceValue(func() *Grammar { return newGrammar(c.Language()) })
	CPP        = sync.OnceValue(func() *Grammar { return newGrammar(cpp.Language()) })
	Java       = sync.OnceValue(func() *Grammar { return newGrammar(java.Language()) })
	PHP        = sync.OnceValue(func() *Grammar { return newGrammar(php.LanguagePHP()) })
	Python     = sync.OnceValue(func() *Grammar { return newGrammar(python.Language()) })
	Ruby       = sync.OnceValue(func() *Grammar { return newGrammar(ruby.Language()) })
	Rust       = sync.OnceValue(func() *Grammar { return newGrammar(rust.Language()) })
	TypeScript = sync.OnceValue(func() *Grammar { return newGrammar(typescript.LanguageTypescript()) })
	TSX        = sync.OnceValue(func() *Grammar { return newGrammar(typescript.LanguageTSX()) })
)
