package graph

import (
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// arguments are those that every question takes.
type arguments struct {
	Target          string   `arg:"target" required:"" positional:"" help:"the symbol, package or file: a name, file:line[:column], a pattern, or several with commas"`
	Kind            string   `arg:"kind" help:"only targets of this kind"`
	Scope           string   `arg:"scope" help:"return only results in these files: a path, a glob, or a LIKE pattern"`
	ExcludePatterns []string `arg:"exclude_patterns" help:"leave out results in these files"`
	IncludeTests    bool     `arg:"include_tests" default:"true" help:"return results in test files too"`
	IncludeContext  bool     `arg:"include_context" default:"false" help:"return the code around each result"`
	ContextLines    int      `arg:"context_lines" default:"3" min:"0" max:"20" help:"with include_context, lines before and after"`
	MaxResults      int      `arg:"max_results" default:"100" min:"1" max:"100000" help:"the number of results"`
}

// levelled are the arguments of questions whose answers have depths.
type levelled struct {
	arguments
	Depth       int `arg:"depth" default:"3" min:"1" max:"100" zero:"default" help:"how many steps to follow, 0 for the default"`
	MaxPerLevel int `arg:"max_per_level" default:"50" min:"1" max:"100000" help:"the number of results of each depth"`
}

// importArgs are as levelled, but for a depth of 1 when none is given.
type importArgs struct {
	arguments
	Depth       int `arg:"depth" default:"1" min:"1" max:"100" zero:"default" help:"how many imports to follow, 0 for the default"`
	MaxPerLevel int `arg:"max_per_level" default:"50" min:"1" max:"100000" help:"the number of results of each depth"`
}

// walkArgs are the arguments of walks over calls.
type walkArgs struct {
	levelled
	Dispatch bool `arg:"dispatch" default:"true" help:"follow dynamic dispatch: calls through interfaces to and from possible callees"`
}

// callArgs are walkArgs for one call when no depth is given.
type callArgs struct {
	walkArgs
	Depth int `arg:"depth" default:"1" min:"1" max:"100" zero:"default" help:"how many calls to follow, 0 for the default"`
}

// filtersHelp ends the help of the questions that walk.
const filtersHelp = `

scope, exclude_patterns and include_tests filter the results. The walk still goes through
the symbols that they leave out.`

// callables are the kinds of symbols that have callers and callees.
var callables = []schema.Kind{schema.KindFunction, schema.KindMethod, schema.KindInterfaceMethod, schema.KindMacro}

// allKinds are the kinds of all symbols.
func allKinds() []schema.Kind {
	var out []schema.Kind
	for _, k := range schema.Kind("").Values() {
		out = append(out, schema.Kind(k))
	}
	return out
}

// only is the kinds that a target can have: of those that a question takes, the one
// that was asked for, if any.
func (a arguments) only(taken []schema.Kind) ([]schema.Kind, error) {
	if a.Kind == "" {
		return taken, nil
	}
	if k := schema.Kind(a.Kind); slices.Contains(taken, k) {
		return []schema.Kind{k}, nil
	}
	names := make([]string, len(taken))
	for i, k := range taken {
		names[i] = string(k)
	}
	return nil, queries.Arg{Name: "kind"}.NotOne(a.Kind, names)
}
