package analysis

import (
	"math/rand/v2"
	"testing"
)

// plainEdits is the optimal string alignment distance as it is defined.
func plainEdits(a, b []rune) int {
	switch {
	case len(a) == 0:
		return len(b)
	case len(b) == 0:
		return len(a)
	}
	x, y := len(a)-1, len(b)-1
	cost := 1
	if a[x] == b[y] {
		cost = 0
	}
	least := min(plainEdits(a[:x], b)+1, plainEdits(a, b[:y])+1, plainEdits(a[:x], b[:y])+cost)
	if x > 0 && y > 0 && a[x] == b[y-1] && a[x-1] == b[y] {
		least = min(least, plainEdits(a[:x-1], b[:y-1])+1)
	}
	return least
}

// edits is that distance, and no name within it is passed over because of its pieces.
func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) []rune {
		out := make([]rune, n)
		for i := range out {
			out[i] = 'a' + rune(r.IntN(3))
		}
		return out
	}
	near := 0
	for range 3000 {
		a, b := text(r.IntN(6)+1), text(r.IntN(6)+1)
		want := plainEdits(a, b)
		for most := range 4 {
			if got := edits(a, b, most); want <= most && got != want || want > most && got <= most {
				t.Fatalf("edits(%q, %q, %d) = %d, and the distance is %d", string(a), string(b), most, got, want)
			}
		}
		for errors := 1; errors <= 2; errors++ {
			if len(a) < 3+errors {
				continue
			}
			m := newMatcher(string(a), errors)
			if want > 0 && want <= errors {
				near++
				if got := m.wrong(string(b)); got != want {
					t.Fatalf("%q is %d errors from %q, and with %d forgiven %d were found", string(b), want, string(a), errors, got)
				}
			}
		}
	}
	if near < 20 {
		t.Fatalf("only %d texts were near", near)
	}
}
