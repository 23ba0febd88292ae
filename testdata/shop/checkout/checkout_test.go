package checkout

import "testing"

func TestTotal(t *testing.T) {
	b := Basket{Pricer: Flat{}}
	b.Add(Item{Cents: 5})
	if got := b.Total(); got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}
