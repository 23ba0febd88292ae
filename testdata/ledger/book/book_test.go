package book

import (
	"testing"

	"example.org/assert"
)

func TestSpread(t *testing.T) {
	if !assert.Equal(spread(1, 2, 3, 4, 5, 6), 21) {
		t.Fatal("wrong")
	}
}
