package graph

import (
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// walkArgs are the arguments of a walk over calls.
type walkArgs struct {
	Target          string   `arg:"target" required:"" positional:"" help:"what to ask about: a name, file:line[:column], or a pattern"`
	Kind            string   `arg:"kind" values:"function,method,interface_method" help:"only targets of this kind"`
	Depth           int      `arg:"depth" default:"3" min:"1" max:"100" zero:"default" help:"how many calls to follow"`
	Scope           string   `arg:"scope" help:"return only what is in these files: a path, a glob, or a LIKE pattern"`
	ExcludePatterns []string `arg:"exclude_patterns" help:"leave out what is in these files"`
	IncludeTests    bool     `arg:"include_tests" default:"true" help:"return what is in test files too"`
	Dispatch        bool     `arg:"dispatch" default:"true" help:"follow calls through interfaces"`
	IncludeContext  bool     `arg:"include_context" default:"true" help:"return the code around each call"`
	ContextLines    int      `arg:"context_lines" default:"3" min:"0" max:"20" help:"lines of code before and after"`
	MaxResults      int      `arg:"max_results" default:"100" min:"1" max:"500" help:"how much to return"`
	MaxPerLevel     int      `arg:"max_per_level" default:"50" min:"1" max:"500" help:"how much to return of each depth"`
}

// callables are the kinds of targets that have callers and callees.
var callables = []schema.Kind{schema.KindFunction, schema.KindMethod, schema.KindInterfaceMethod}

func (a walkArgs) kinds() []schema.Kind {
	if a.Kind != "" {
		return []schema.Kind{schema.Kind(a.Kind)}
	}
	return callables
}

// scope is the regular expression of the paths that are returned, or nil for all.
func (a walkArgs) scope() any {
	if a.Scope == "" {
		return nil
	}
	return queries.PathExpression(a.Scope)
}

// excluded is the regular expression of the paths that are left out, or nil for none.
func (a walkArgs) excluded() any {
	var all []string
	for _, p := range a.ExcludePatterns {
		if p != "" {
			all = append(all, "(?:"+queries.PathExpression(p)+")")
		}
	}
	if all == nil {
		return nil
	}
	return strings.Join(all, "|")
}
