package files

import (
	"context"
	"fmt"
	"strings"
	"testing"

	duckdb "github.com/marcboeker/go-duckdb/v2"
)

// TestMemoryErrorsAdviseWhatCanBeDone shows that an error about memory omits DuckDB's advice on
// settings, which users cannot change here.
func TestMemoryErrorsAdviseWhatCanBeDone(t *testing.T) {
	err := failed(context.Background(), fmt.Errorf("read: %w", &duckdb.Error{Type: duckdb.ErrorTypeOutOfMemory, Msg: "Out of Memory Error: failed to allocate\nSET preserve_insertion_order=false"}))
	e, ok := err.(*RefusedError)
	if !ok || !strings.Contains(e.Error(), "memory") || strings.Contains(e.Error()+e.Hint(), "SET") || !strings.Contains(e.Hint(), "ask for less") {
		t.Errorf("got %v", err)
	}
	other := failed(context.Background(), &duckdb.Error{Type: duckdb.ErrorTypeBinder, Msg: "Binder Error: x not found"})
	if !strings.Contains(other.Error(), "x not found") {
		t.Errorf("got %v", other)
	}
}
