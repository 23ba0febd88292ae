package analysis

import (
	"context"

	"github.com/cortex-index/cortex/queries"
)

// tables are those that the scripts and statements of this package read.
var tables = []string{"files", "symbols", "functions", "calls", "refs", "imports", "modules", "types", "type_relations", "members", "diagnostics"}

// prepare runs scripts, once in the life of an index, after which statements can read
// what they made and the tables.
func prepare(ctx context.Context, ix *queries.Index, scripts ...string) error {
	if err := ix.Attach(ctx, tables...); err != nil {
		return err
	}
	for _, script := range scripts {
		if err := ix.Prepare(ctx, script); err != nil {
			return err
		}
	}
	return nil
}
