package schema

import "testing"

func TestSpelling(t *testing.T) {
	for _, test := range []struct {
		spelling   Spelling
		want, base string
	}{
		{Spelling{Prefix: "example.org/m/tsdb", Names: []string{"Head", "Init"}}, "example.org/m/tsdb.Head.Init", "example.org/m/tsdb.Head.Init"},
		{Spelling{Prefix: "example.org/m", Names: []string{"T"}, Suffixes: []string{TestSuffix}}, "example.org/m.T#_test", "example.org/m.T"},
		{Spelling{Prefix: "m", Names: []string{"init"}, Suffixes: []string{"cmd/a_linux.go"}}, "m.init#cmd/a_linux.go", "m.init"},
		{Spelling{Prefix: "m", Names: []string{"init"}, Suffixes: []string{TestSuffix, "a_test.go"}, Repeat: 2}, "m.init#_test#a_test.go~2", "m.init"},
		{Spelling{Prefix: "m", Names: []string{"f", "x"}, Repeat: 3}, "m.f.x~3", "m.f.x"},
		{Spelling{Prefix: "m", Names: []string{"f"}, Repeat: 1}, "m.f", "m.f"},
		{Spelling{Prefix: "m", Names: []string{"init"}, Suffixes: []string{InitXTest}}, "m.init#package_xtest", "m.init"},
		{Spelling{Prefix: "builtin", Names: []string{"error", "Error"}}, BuiltinErrorMethod, BuiltinErrorMethod},
		{Spelling{Names: []string{"a", "b"}}, "a.b", "a.b"},
		{Spelling{Prefix: "a/b"}, "a/b", "a/b"},
		{Spelling{}, "", ""},
	} {
		got := test.spelling.String()
		if got != test.want {
			t.Errorf("%+v is written %q, want %q", test.spelling, got, test.want)
		}
		if base := BaseSymbol(got); base != test.base {
			t.Errorf("the base of %q is %q, want %q", got, base, test.base)
		}
	}
}

// TestBaseSymbolCutsNothingElse shows that BaseSymbol keeps a # or ~ that is part of the name.
func TestBaseSymbolCutsNothingElse(t *testing.T) {
	for symbol, want := range map[string]string{
		"git.sr.ht/~user/m.F":   "git.sr.ht/~user/m.F", // a ~ in an import path
		"git.sr.ht/~user/m.F~2": "git.sr.ht/~user/m.F",
		"m.F~":                  "m.F~",
		"m.F~2x":                "m.F~2x",
		"~2":                    "~2",
		"m.F~2~3":               "m.F~2",
		"m.F#a~2":               "m.F",
		"m.F~2#a/b.go":          "m.F",
		"#a":                    "",
	} {
		if got := BaseSymbol(symbol); got != want {
			t.Errorf("the base of %q is %q, want %q", symbol, got, want)
		}
	}
}
