package analysis

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// nameExpression is the regular expression of a name or pattern. Case counts when it holds a
// capital.
func nameExpression(pattern string) string {
	if strings.ToLower(pattern) == pattern {
		return "(?i)" + queries.PathExpression(pattern)
	}
	return queries.PathExpression(pattern)
}

// glob compares names with a pattern, a glob or a LIKE pattern: the whole name, or the whole
// qualified name or symbol when the pattern holds a dot or slash. Case counts when it holds a
// capital.
type glob struct {
	anyCase   bool
	qualified bool     // compare qualified names and symbols
	pieces    []string // between the wildcards, the first and the last at the ends of the name
	stars     byte     // the wildcard, when the pattern holds no other
	whole     *regexp.Regexp
}

// newGlob takes a pattern with at least one wildcard.
func newGlob(pattern string) (*glob, error) {
	g := &glob{anyCase: strings.ToLower(pattern) == pattern, qualified: strings.ContainsAny(pattern, "./")}
	var err error
	if g.whole, err = regexp.Compile("^(?:" + nameExpression(pattern) + ")$"); err != nil {
		return nil, fmt.Errorf("the pattern %q: %w", pattern, err)
	}
	like := strings.Contains(pattern, "%")
	single := "?"
	g.stars = '*'
	if like {
		single, g.stars = "_", '%'
	}
	if !like {
		pattern = strings.TrimPrefix(pattern, "./")
	}
	if strings.Contains(pattern, single) {
		g.stars = 0
	}
	if !like && strings.Contains(pattern, "**") { // which can stand for less than nothing: a/**/b matches a/b
		g.pieces, g.stars = []string{"", ""}, 0
		return g, nil
	}
	for {
		i := strings.IndexAny(pattern, map[bool]string{true: "%_", false: "*?"}[like])
		if i < 0 {
			g.pieces = append(g.pieces, pattern)
			return g, nil
		}
		g.pieces, pattern = append(g.pieces, pattern[:i]), pattern[i+1:]
	}
}

// newPart is a glob of all qualified names and symbols that hold a text as it stands.
func newPart(text string) *glob {
	return &glob{anyCase: strings.ToLower(text) == text, qualified: true, pieces: []string{"", text, ""}, stars: '%'}
}

// tier is that of an exact match for a symbol that matches, and -1 for others.
func (g *glob) tier(s *spelling) int {
	if g.qualified && (g.match(s.qualified) || g.match(s.symbol)) || !g.qualified && g.match(s.name) {
		return tierExact
	}
	return -1
}

// match reports whether a text matches.
//
// DESIGN: a regular expression takes 0.5 µs for each name, and its pieces in their order a
// tenth of that. Where nothing but % stands between these, or * and the name has no slash at
// which that would stop, they are all there is to it.
func (g *glob) match(text string) bool {
	rest := text
	if g.anyCase {
		rest = strings.ToLower(text)
	}
	last := len(g.pieces) - 1
	if !strings.HasPrefix(rest, g.pieces[0]) {
		return false
	}
	rest = rest[len(g.pieces[0]):]
	for _, p := range g.pieces[1:last] {
		i := strings.Index(rest, p)
		if i < 0 {
			return false
		}
		rest = rest[i+len(p):]
	}
	if !strings.HasSuffix(rest, g.pieces[last]) {
		return false
	}
	return g.stars == '%' || g.stars == '*' && !strings.ContainsRune(text, '/') || g.whole.MatchString(text)
}
