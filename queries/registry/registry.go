// Package registry lists every operation. The command line, the tools, their schemas and the help
// derive from this list.
package registry

import (
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/contextpack"
	"github.com/cortex-index/cortex/queries/dataflow"
	"github.com/cortex-index/cortex/queries/deadcode"
	"github.com/cortex-index/cortex/queries/diff"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/outline"
	"github.com/cortex-index/cortex/queries/overview"
	"github.com/cortex-index/cortex/queries/search"
	"github.com/cortex-index/cortex/queries/tests"
)

// Get returns the operation with a name, which must be one of [All].
func Get(name string) queries.Operation {
	all := All()
	return all[slices.IndexFunc(all, func(op queries.Operation) bool { return op.Name == name })]
}

// All returns the operations, in the order in which help lists them.
func All() []queries.Operation {
	return slices.Concat(
		[]queries.Operation{
			graph.Callers(),
			graph.Callees(),
			graph.Dependencies(),
			graph.Dependents(),
			graph.TypeUsages(),
			graph.Implementations(),
			graph.Implements(),
			graph.Path(),
			graph.Why(),
			graph.Impact(),
			graph.References(),
			graph.Definition(),
		},
		search.All(),
		outline.All(),
		overview.All(),
		deadcode.All(),
		tests.All(),
		contextpack.All(search.Rank),
		dataflow.All(),
		diff.All(deadcode.Mark),
		[]queries.Operation{files.Query(), files.SQL()},
		files.Predefined(),
	)
}
