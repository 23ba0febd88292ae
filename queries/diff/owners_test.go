package diff

import (
	"slices"
	"testing"
)

func TestOwners(t *testing.T) {
	rules := parseOwners(`# a comment
*            @all
*.md         @docs # their files
/lib/        @lib @all
cmd/*.go     @cmd
docs/*       @pages
**/deep/**   @deep
/a?b(x).go   @odd
/lib/free.go
`)
	for file, want := range map[string][]string{
		"main.go":         {"@all"},
		"x/README.md":     {"@docs"},
		"lib/a/b.go":      {"@lib", "@all"},
		"x/lib/a.go":      {"@all"},
		"cmd/a.go":        {"@cmd"},
		"cmd/a/b.go":      {"@all"},
		"docs/a.txt":      {"@pages"},
		"docs/a/b.txt":    {"@all"},
		"x/y/deep/z/a.go": {"@deep"},
		"a1b(x).go":       {"@odd"},
		"lib/free.go":     {},
	} {
		if got := ownersOf(rules, file); !slices.Equal(got, want) {
			t.Errorf("%s: owners %q, want %q", file, got, want)
		}
	}
}
