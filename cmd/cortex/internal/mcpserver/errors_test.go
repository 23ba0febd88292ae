package mcpserver

import (
	"testing"

	"github.com/cortex-index/cortex/queries"
)

// An error of any type has its hint in the words of tools, and an index's error hides its path.
func TestExplain(t *testing.T) {
	s, err := New(Options{Log: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for want, err := range map[string]error{
		"wrong\nhint: leave out include_tests":                              hintError{"wrong", "leave out --include-tests"},
		"no such directory\nhint: name the index with the server's --index": &queries.IndexError{Dir: "/x", Message: "no such directory", Advice: "name the index with --index"},
	} {
		if got := s.explain(err); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
