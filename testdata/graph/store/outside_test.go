package store_test

import (
	"testing"

	"example.com/graph/store"
	"example.com/graph/wire"
)

func TestEven(t *testing.T) {
	var held wire.Flusher = &wire.Buffer{}
	s := store.New(held)
	if !store.Even(2) || s.Size != 0 {
		t.Error(held.Flush())
	}
}
