package sitter

import (
	"sync"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// Python returns the grammar of Python.
var Python = sync.OnceValue(func() *Grammar { return newGrammar(python.Language()) })
