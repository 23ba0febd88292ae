package freshness

import "testing"

// A value names a file alone or a position in it, and a file's name may contain colons.
func TestChangedIn(t *testing.T) {
	s := &State{files: map[string]bool{"a.go": true, "a:b.go": true, "a:7": true, "old.go": false}}
	for value, want := range map[string]string{"a.go": "a.go", "a.go:3": "a.go", "a.go:3:4": "a.go", "a:b.go:3": "a:b.go", "a:7:8:9": "a:7", "a.go:3 4 5 …": "a.go"} {
		if got, ok := s.ChangedIn(value); got != want || !ok {
			t.Errorf("%s: got %s, %t", value, got, ok)
		}
	}
	for _, value := range []string{"old.go:3", "b.go", "", "a"} {
		if _, ok := s.ChangedIn(value); ok {
			t.Errorf("%s has changed", value)
		}
	}
	if _, ok := (*State)(nil).ChangedIn("a.go"); ok {
		t.Error("without a state a file has changed")
	}
}
