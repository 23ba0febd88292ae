package cli

import "testing"

func TestInTree(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{".", "./a/b"},
		{"..", "./a"},
		{"../..", "."},
		{"./x.go:12:3", "./a/b/x.go:12:3"},
		{"../x/...", "./a/x/..."},
		{"./**", "./a/b/**"},
		{"/tree/a/x.go", "./a/x.go"},
		{"/tree", "."},
		{"../../..", "../../.."},
		{"/treehouse/x.go", "/treehouse/x.go"},
		{"x.go", "x.go"},
		{"a.T.M", "a.T.M"},
		{"...", "..."},
		{".hidden", ".hidden"},
		{"**/x.go", "**/x.go"},
		{"", ""},
	} {
		if got := inTree(c.text, "/tree/a/b", "/tree"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
