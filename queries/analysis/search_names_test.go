package analysis

import (
	"fmt"
	"strings"
	"testing"
)

// Letters may be shorter or longer in lower case, and both at once: Ⱥ has two bytes and ⱥ three,
// İ has two and i one.
func TestParseSpelling(t *testing.T) {
	for _, c := range []struct{ qualified, name, lowered, owner string }{
		{"Head.Init", "Init", "init", "head"},
		{"Init", "Init", "init", ""},
		{"Ⱥbc.İnner", "İnner", strings.ToLower("İnner"), "ⱥbc"},
		{"İnner.Ⱥbc", "Ⱥbc", "ⱥbc", strings.ToLower("İnner")},
		{"ȺȺ.KK", "KK", "kk", "ⱥⱥ"},
	} {
		s, err := parseSpelling(fmt.Sprintf("7 field go -e 3 0 %d %d example.com/a.%s", len(c.name), len(c.qualified), c.qualified))
		if err != nil {
			t.Fatal(err)
		}
		if s.name != c.name || s.lowered != c.lowered || s.owner != c.owner {
			t.Errorf("%s: name %q, lowered %q, owner %q, want %q, %q, %q", c.qualified, s.name, s.lowered, s.owner, c.name, c.lowered, c.owner)
		}
	}
}
