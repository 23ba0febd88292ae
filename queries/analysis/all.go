package analysis

import "github.com/cortex-index/cortex/queries"

// All returns the operations, in the order in which help lists them.
func All() []queries.Operation {
	return []queries.Operation{
		symbols(),
		search(),
		detail(),
		scope(),
		summaryOperation(),
		packageSummaryOperation(),
		typeHierarchy(),
		hotspots(),
		unusedSymbols(),
		circularDependencies(),
		dependencyGraph(),
		skeleton(),
		contextOperation(),
	}
}
