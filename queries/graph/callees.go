package graph

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
)

//go:embed callees.sql
var calleesSQL string

//go:embed callees_wide.sql
var calleesWideSQL string

//go:embed callees_sites.sql
var calleesSitesSQL string

// Callees is the question what a function calls.
func Callees() queries.Operation {
	q := question{
		name: "callees", kinds: callables, graph: true, doubts: calleesDoubts, sited: true, down: true,
		columns: []column{position, depth, basis, kind, symbol, via},
		find: func(ctx context.Context, s *session) error {
			return s.findWalk(ctx, toCallees, s.targets)
		},
		sites: siting{calls: calleesSitesSQL, dispatch: true},
	}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "what a function or method calls, directly or through others",
		Help: `Each callee once, at its smallest depth, with the call that leads to it. Where a
call goes through an interface, the interface method is a callee, and so are the
methods that can stand in for it, with the evidence "interface": which of them runs
is decided at run time. Calls in a function literal count for the function around it,
whether that runs the literal or hands it on. A named function or method that is handed
on as a value is no callee, and not counted as a doubt here: who runs it, "callers" of it
doubts. Of a method that an interface of the repository has from another, what types
have for it that satisfy that interface can stand in; of one that types outside could
satisfy too, as io.ReadCloser, whatever stands in for the method. What types from outside
have for a method is not looked for: where they may have one, "outside_types" says so.` + filtersHelp,
		Example: "callees main.main --depth 1",
	}, q.runWalk)
}
