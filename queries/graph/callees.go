package graph

import (
	_ "embed"

	"github.com/cortex-index/cortex/queries"
)

//go:embed callees.sql
var calleesSQL string

//go:embed callees_deep.sql
var calleesDeepSQL string

//go:embed callees_sites.sql
var calleesSitesSQL string

// Callees is the question what a function calls.
func Callees() queries.Operation {
	w := walk{operation: "callees", shallow: calleesSQL, deep: calleesDeepSQL, sites: calleesSitesSQL, siteArgs: func(a walkArgs) []any { return []any{a.Dispatch} }, doubts: calleesDoubts}
	return queries.Declare(queries.Operation{
		Name:    w.operation,
		Tool:    "cortex_graph",
		Summary: "what a function or method calls, directly or through others",
		Help: `Each callee once, at its smallest depth, with the call that leads to it. Where a
call goes through an interface, the interface method is a callee, and so are the
methods that can stand in for it, with the evidence "interface": which of them runs
is decided at run time.`,
		Example: "callees main.main --depth 1",
	}, w.run)
}
