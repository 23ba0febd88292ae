package cli

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
)

// counted has counts of an index that its manifest lacks.
type counted struct {
	Functions int64 // in the source, without synthetic ones
	Untyped   int64 // Go files that were read without types
}

//go:embed counted.sql
var countedSQL string

// countOf counts rows of an index.
func countOf(ctx context.Context, ix *queries.Index) (n counted, err error) {
	answer, err := files.SQL().Run(ctx, ix, map[string]any{"query": countedSQL})
	if err != nil {
		return n, fmt.Errorf("count rows of the index: %w", err)
	}
	row := answer.Table().Rows[0]
	n.Functions, _ = row[0].(int64)
	n.Untyped, _ = row[1].(int64)
	return n, nil
}
