package cli

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
)

// counted is what the manifest of an index does not say.
type counted struct {
	Functions int64 // that stand in the source: a synthetic one stands for code outside of any
	Untyped   int64 // files of Go that were read without types
}

//go:embed counted.sql
var countedSQL string

// countOf counts in the tables of an index.
func countOf(ctx context.Context, ix *queries.Index) (n counted, err error) {
	answer, err := files.SQL().Run(ctx, ix, map[string]any{"query": countedSQL})
	if err != nil {
		return n, fmt.Errorf("count what is in the index: %w", err)
	}
	row := answer.Table().Rows[0]
	n.Functions, _ = row[0].(int64)
	n.Untyped, _ = row[1].(int64)
	return n, nil
}
