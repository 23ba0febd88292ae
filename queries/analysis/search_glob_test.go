package analysis

import (
	"math/rand/v2"
	"testing"
)

// The shorter ways to compare a name with a pattern agree with its regular expression.
func TestGlob(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := func(letters string, n int) string {
		out := make([]byte, n)
		for i := range out {
			out[i] = letters[r.IntN(len(letters))]
		}
		return string(out)
	}
	matched := 0
	for range 20000 {
		wildcard := []string{"*", "%", "?", "**", "*?", "%_"}[r.IntN(6)]
		pattern := text("aAb/."+wildcard, r.IntN(5)) + wildcard + text("ab/"+wildcard, r.IntN(4))
		g, err := newGlob(pattern)
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		for range 5 {
			name := text("aAb/.", r.IntN(6))
			want := g.whole.MatchString(name)
			if want {
				matched++
			}
			if got := g.match(name); got != want {
				t.Fatalf("%q matches %q: %t, and its expression says %t", pattern, name, got, want)
			}
		}
	}
	if matched < 1000 {
		t.Fatalf("only %d names matched", matched)
	}
}
