package golang_test

import (
	"strings"
	"testing"
)

// hashed is code of which one declaration at a time is changed.
const hashed = `
-- go.mod --
module m

go 1.24
-- a.go --
package m

import "io"

type S struct {
	A int ` + "`json:\"a\"`" + `
	b string
}

func (s *S) Method(a int) error { return nil }

type I interface{ M(r io.Reader) (n int, err error) }

type Named string

type Completion = string

const C = 1

var V []Named

func F(a int, s Completion, r ...io.Reader) (n int) {
	// A comment.
	if a > 0 {
		return len(s)
	}
	return g(a, len(r))
}

func g(a, b int) int { return a + b }

func G[T any, U comparable](t T, u U) {}
`

// Signature hashes and body hashes change with what they cover and with nothing else.
func TestHashes(t *testing.T) {
	before := hashes(t, hashed)
	tests := []struct {
		name, old, new string
		changed        []string // "signature m.F" or "body m.F"
	}{
		{"comments and layout", "\t// A comment.\n\tif a > 0 {\n\t\treturn len(s)\n\t}", "\tif a > 0 { return len(s) }", nil},
		{"a trailing comma", "g(a, len(r))", "g(\n\t\ta,\n\t\tlen(r),\n\t)", nil},
		{"the names of parameters", "func F(a int, s Completion, r ...io.Reader) (n int) {", "func F(a int, s Completion, r ...io.Reader) (total int) {", nil},
		{"an alias for its type", "a int, s Completion", "a int, s string", nil},
		{"an import's name", "import \"io\"", "import io \"io\"", nil},
		{"another type", "a int, s Completion", "a int, s Named", []string{"signature m.F"}},
		{"the body", "a + b", "a - b", []string{"body m.g"}},
		{"the last parameter", "...io.Reader", "[]io.Reader", []string{"signature m.F"}},
		{"a tag", "json:\"a\"", "json:\"b\"", []string{"signature m.S"}},
		{"a field", "b string", "b []byte", []string{"signature m.S", "signature m.S.b"}},
		{"a method's receiver", "func (s *S)", "func (s S)", []string{"signature m.S", "signature m.S.Method"}},
		{"a method", "Method(a int)", "Method(a string)", []string{"signature m.S", "signature m.S.Method"}},
		{"an interface", "(n int, err error)", "(n int64, err error)", []string{"signature m.I", "signature m.I.M"}},
		{"a constant", "C = 1", "C = 2", []string{"signature m.C"}},
		{"a constraint", "U comparable", "U any", []string{"signature m.G"}},
		{"the names of type parameters", "[T any, U comparable](t T, u U)", "[A any, B comparable](t A, u B)", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			changed := strings.Replace(hashed, test.old, test.new, 1)
			if changed == hashed {
				t.Fatal("nothing was replaced")
			}
			after := hashes(t, changed)
			want := map[string]bool{}
			for _, name := range test.changed {
				want[name] = true
			}
			for name, h := range before {
				if (after[name] != h) != want[name] {
					t.Errorf("%s: changed: %t", name, after[name] != h)
				}
			}
		})
	}
}

func hashes(t *testing.T, files string) map[string]int64 {
	t.Helper()
	rows := run(t, config(tree(t, files)))
	all := map[string]int64{}
	for _, s := range rows.Symbols {
		if s.IsExternal {
			continue
		}
		if s.SignatureHash <= 0 {
			t.Errorf("symbol %s has the signature hash %d", s.Symbol, s.SignatureHash)
		}
		all["signature "+s.Symbol] = s.SignatureHash
	}
	for _, f := range rows.Functions {
		if f.BodyHash <= 0 {
			t.Errorf("function %s has the body hash %d", f.Symbol, f.BodyHash)
		}
		all["body "+f.Symbol] = f.BodyHash
	}
	return all
}
