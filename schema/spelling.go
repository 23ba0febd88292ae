package schema

import (
	"strconv"
	"strings"
)

// Spelling has the parts of a symbol's stable name.
//
// In Go, Prefix is the import path of the directory. Names are the lexical containers (function, type,
// variable, named field) and then the identifier. In Python, Prefix is py: and the name of the module, the same in every repository:
// py:flask.helpers.redirect. In TypeScript and JavaScript it is npm:, the name in package.json and the path in the package without its
// ending: npm:@vue/reactivity/src/computed.computed. When several files have one name, all but the one with the shortest path have their path as a suffix.
type Spelling struct {
	Prefix   string
	Names    []string
	Suffixes []string // "_test", a file's path or a directory, each after a #
	Repeat   int      // 2 or more for a repeat in one container of one file, in source order
}

// String returns the stable name: prefix.names#suffix~repeat.
func (s Spelling) String() string {
	var b strings.Builder
	b.WriteString(s.Prefix)
	for _, n := range s.Names {
		if b.Len() > 0 && !strings.HasSuffix(b.String(), ":") {
			b.WriteByte('.')
		}
		b.WriteString(n)
	}
	for _, x := range s.Suffixes {
		b.WriteByte('#')
		b.WriteString(x)
	}
	if s.Repeat > 1 {
		b.WriteByte('~')
		b.WriteString(strconv.Itoa(s.Repeat))
	}
	return b.String()
}

// TestSuffix marks the symbols of a package's external tests.
const TestSuffix = "_test"

// The suffixes of the synthetic functions named init that own code at package level.
const (
	InitPackage = "package"       // of a package's files
	InitTest    = "package_test"  // of its test files
	InitXTest   = "package_xtest" // of its external tests
)

// BaseSymbol removes the optional parts of a symbol: everything from its first #, and then a ~ and
// number at the end.
func BaseSymbol(symbol string) string {
	symbol, _, _ = strings.Cut(symbol, "#")
	i := strings.LastIndexByte(symbol, '~')
	if i <= 0 || i == len(symbol)-1 || strings.Trim(symbol[i+1:], "0123456789") != "" {
		return symbol
	}
	return symbol[:i]
}

// The external symbols that no package declares: the type error, its method, and the built-in functions that end a call or resume after
// it. Their package is called builtin, as in Go's documentation.
const (
	Builtin            = "builtin"
	BuiltinError       = "builtin.error"
	BuiltinErrorMethod = "builtin.error.Error"
	BuiltinPanic       = "builtin.panic"
	BuiltinRecover     = "builtin.recover"
)

// IsBuiltinFunction reports whether a built-in function is a symbol, and its calls have rows.
func IsBuiltinFunction(name string) bool {
	symbol := Builtin + "." + name
	return symbol == BuiltinPanic || symbol == BuiltinRecover
}
