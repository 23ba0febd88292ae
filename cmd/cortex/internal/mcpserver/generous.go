package mcpserver

import (
	"slices"

	"github.com/cortex-index/cortex/queries"
)

// limits are the arguments by which a call says how much it wants.
var limits = []string{"max_results", "limit", "top_n", "context_lines", "max_per_level", "token_budget", "detail_level"}

// limitsOf are those of an operation that can be more than their defaults.
func limitsOf(op queries.Operation) (names []string) {
	for _, a := range op.Args {
		if slices.Contains(limits, a.Name) && (rank(a, a.Default) < a.Max || rank(a, a.Default) < len(a.Values)-1) {
			names = append(names, a.Name)
		}
	}
	return names
}

// asksForMore reports whether a call asks for more than it would get unasked.
//
// DESIGN: that an argument is given says nothing: include_context false and max_results 5
// ask for less, and a larger budget for them made an answer of 17 kB one of 34.
func asksForMore(op queries.Operation, args map[string]any) bool {
	return slices.ContainsFunc(op.Args, func(a queries.Arg) bool {
		if a.Name == "context_lines" && args["include_context"] == false {
			return false // lines around nothing
		}
		return slices.Contains(limits, a.Name) && rank(a, args[a.Name]) > rank(a, a.Default)
	})
}

// rank is how much a value of an argument asks for: a number, or the place of a word among
// those that there are; -1 when it is neither.
func rank(a queries.Arg, v any) int {
	if n, ok := count(v); ok {
		return n
	}
	word, _ := v.(string)
	return slices.Index(a.Values, word)
}
