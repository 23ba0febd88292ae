package graph_test

import (
	"context"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// open makes an index of the text and opens it.
func open(t testing.TB, text string, options schema.Options) *queries.Index {
	t.Helper()
	return openRows(t, indextest.Parse(t, text), options)
}

func openRows(t testing.TB, rows *schema.Rows, options schema.Options) *queries.Index {
	t.Helper()
	dir := t.TempDir()
	indextest.Write(t, dir, rows, options)
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

func parse(t testing.TB, text string) *schema.Rows { return indextest.Parse(t, text) }
