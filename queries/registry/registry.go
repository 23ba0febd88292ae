// Package registry lists every operation: the one place from which the command
// line, the tools, their schemas and the help derive.
package registry

import (
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/queries/graph"
)

// All returns the operations, in the order in which help lists them.
func All() []queries.Operation {
	return []queries.Operation{
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
		files.SQL(),
	}
}
