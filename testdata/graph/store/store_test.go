package store

import (
	"context"
	"testing"

	"example.com/graph/wire"
)

// checking stands between Save and Check, in a test file.
type checking struct{}

func (checking) Encode(v Entry) error { return wire.Check(v) }

func TestSave(t *testing.T) {
	if err := New(checking{}).Save(context.Background(), Entry{Key: "k"}); err != nil {
		t.Fatal(err)
	}
	Shadow(1, odd)
}
