// Package registry lists every operation: the one place from which the command
// line, the tools, their schemas and the help derive.
package registry

import (
	"context"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/analysis"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/queries/graph"
)

// All returns the operations, in the order in which help lists them.
func All() []queries.Operation {
	all := []queries.Operation{
		graph.Callers(),
		graph.Callees(),
		graph.Dependencies(),
		graph.Dependents(),
		graph.TypeUsages(),
		graph.Implementations(),
		graph.Implements(),
		graph.Path(),
		graph.Impact(),
		graph.References(),
		graph.Definition(),
	}
	all = append(all, analysis.All()...)
	all = append(all, files.Query(), files.SQL())
	return append(all, files.Predefined()...)
}

// Load reads what the operations need into memory, for an index that is asked many
// questions: from then on no question reads its files, but for the sources.
func Load(ctx context.Context, ix *queries.Index) error { return graph.Load(ctx, ix) }
