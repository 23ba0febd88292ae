// Package overview shows a whole codebase: its size and parts, the symbols that matter most, and the dependencies between modules, files,
// types or functions. [All] lists the operations summary, hotspots, dependency_graph and circular_dependencies.
package overview

import "github.com/cortex-index/cortex/queries"

// All returns the operations of the package.
func All() []queries.Operation {
	return []queries.Operation{summary(), hotspots(), circularDependencies(), dependencyGraph()}
}
