package graph

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
)

//go:embed callers.sql
var callersSQL string

//go:embed callers_wide.sql
var callersWideSQL string

//go:embed callers_sites.sql
var callersSitesSQL string

func findCallers(ctx context.Context, s *session) error {
	return s.findWalk(ctx, toCallers, s.targets)
}

// Callers is the question who calls a function.
func Callers() queries.Operation {
	q := question{
		name: "callers", kinds: callables, graph: true, doubts: callersDoubts, surveyed: true, sited: true, into: true,
		columns: []column{position, depth, basis, kind, symbol, via},
		find:    findCallers,
		sites:   siting{calls: callersSitesSQL},
	}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "who calls a function or method, directly or through others",
		Help: `Each caller once, at its smallest depth, with the call that leads to the target.
A caller that reaches it through an interface has the evidence "interface": it may
call the target, or another method that stands in, or of a generic interface one for
another instance. Through an interface that types from outside could satisfy, as
io.ReadCloser, it may call whatever stands in for the method. "exact" means complete
for the code in the index; otherwise the answer says what could hide more callers.
Calls by reflection and from templates are not seen, and not counted as doubts. A call
in a function literal counts for the function around it, or for init of the package;
who else runs the literal is not followed.` + filtersHelp,
		Example: "callers main.main --depth 2",
	}, q.runWalk)
}
