package graph

import (
	"context"
	_ "embed"
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed callers.sql
	callersSQL string
	//go:embed callers_sites.sql
	callersSitesSQL string
	//go:embed callers_values.sql
	callersValuesSQL string
	//go:embed callees.sql
	calleesSQL string
	//go:embed callees_sites.sql
	calleesSitesSQL string
	//go:embed standard.sql
	standardSQL string
	//go:embed callees_literals.sql
	calleesLiteralsSQL string
	//go:embed walk_found.sql
	walkFoundSQL string
	//go:embed not_followed_callers.sql
	notFollowedCallersSQL string
	//go:embed not_followed_callees.sql
	notFollowedCalleesSQL string
)

// Callers is the operation that finds who calls a function.
func Callers() queries.Operation {
	o := operation{
		name: "callers", kinds: callables, walks: true, into: true, unused: true,
		columns:   []column{position, depth, basis, kind, symbol, via},
		statement: func(s *session) (string, []any) { return callersSQL, s.walkArguments() },
		find:      findWalkAnd(callersValuesSQL),
		asks:      func(s *session) []completeness.Asked { return []completeness.Asked{s.askedCallers(s.targets, s.depth)} },
		judge:     judgeCallers,
		sites:     []siting{{callersSitesSQL, true}},
	}
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Explain: true,
		Summary: "list the callers of a function or method, direct and transitive",
		Help: `Each caller appears once, at its smallest depth, with the call that leads to the target.
The evidence "interface" means dynamic dispatch: the call may run the target, another
implementation, or the same method of another instance of a generic interface. "exact"
means complete for the code in the index; otherwise the answer lists the reasons why
callers may be missing. Calls by reflection and from templates are not found. A call
in a function literal counts for the function around it, or for init of the package. The
evidence "value" means that code takes the function as a value: a handler, a callback, a
method value. Such rows have a depth of 1, and the walk does not go on from them.` + filtersHelp,
		Example: "callers queries.Open --depth 2",
	}, o.runCalls)
}

// Callees is the operation that finds the functions that a function calls.
func Callees() queries.Operation {
	o := operation{
		name: "callees", kinds: callables, walks: true,
		columns:   []column{position, depth, basis, kind, symbol, via},
		statement: func(s *session) (string, []any) { return calleesSQL, s.walkArguments() },
		find:      findWalkAnd(calleesLiteralsSQL),
		asks:      askCallees,
		judge:     judgeCallees,
		sites:     []siting{{calleesSitesSQL, true}},
		finish:    markStandard,
	}
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Explain: true,
		Summary: "list the functions and methods that a function calls, direct and transitive",
		Help: `Each callee appears once, at its smallest depth, with the call that leads to it. A call
through an interface has the interface method as a callee, and each method that it could
dispatch to, with the evidence "interface". Calls in a function literal count for the
function around it. A call of the literal itself has the evidence "literal" and the name
of that function with .func. A function that is passed as a value is no callee; "callers"
of it has a row with the evidence "value". Methods of types outside the repository are
not looked for; the reason outside_types says where they may run.` + filtersHelp,
		Example: "callees queries.Open --depth 2",
	}, o.runCalls)
}

// markStandard marks the callees that come with their language.
func markStandard(ctx context.Context, s *session) error {
	found, err := queries.Collect(ctx, s.conn.QueryContext, func(id *int32) []any { return []any{id} }, standardSQL)
	if err != nil {
		return err
	}
	for i := range s.answer.Results {
		r := &s.answer.Results[i]
		r.standard = slices.Contains(found, r.id)
	}
	return nil
}

// runCalls answers callers and callees.
func (o operation) runCalls(ctx context.Context, ix *queries.Index, args callArgs) (*answer, error) {
	args.walkArgs.Depth = args.Depth
	return o.runWalk(ctx, ix, args.walkArgs)
}

// runWalk answers an operation that walks over calls.
func (o operation) runWalk(ctx context.Context, ix *queries.Index, args walkArgs) (*answer, error) {
	s := newSession(o, ix, args.arguments)
	s.depth, s.maxPerLevel, s.dispatch = args.Depth, args.MaxPerLevel, args.Dispatch
	return s.run(ctx)
}

// walkArguments are the arguments of a walk from the targets.
func (s *session) walkArguments() []any {
	return []any{ids(s.targets), s.depth + s.further, s.dispatch}
}

// findWalkAnd returns a function that finds the symbols of a walk, and the results of a statement that takes the argument dispatch.
func findWalkAnd(more string) func(ctx context.Context, s *session) error {
	return func(ctx context.Context, s *session) error {
		if err := s.walk(ctx); err != nil {
			return err
		}
		if err := s.exec(ctx, walkFoundSQL); err != nil {
			return err
		}
		return s.exec(ctx, more, s.dispatch)
	}
}

// above are the ids of the reached symbols above a depth, from which the walk went on.
func (s *session) above(depth int) []int32 {
	var out []int32
	for _, r := range s.reached {
		if r.depth < depth {
			out = append(out, r.id)
		}
	}
	return out
}

// judgeCallers adds the reasons of a walk to callers.
func judgeCallers(ctx context.Context, s *session) error {
	if !s.dispatch {
		n, err := s.count(ctx, notFollowedCallersSQL)
		if err != nil {
			return err
		}
		s.add(schema.ReasonDispatchNotFollowed, n)
	}
	return s.judgeAcross(ctx)
}

// judgeAcross notes the methods that were asked about where there are several indexes.
func (s *session) judgeAcross(ctx context.Context) error {
	if s.ix.Parts() == 1 {
		return nil
	}
	n, err := s.count(ctx, "SELECT count(DISTINCT a.symbol_id) FROM asked a JOIN symbols s ON s.symbol_id = a.symbol_id WHERE s.kind IN ('method', 'interface_method') AND (a.about <> 'callees' OR s.kind = 'interface_method')")
	s.add(schema.ReasonAcrossIndexes, n)
	return err
}

// askCallees asks for the calls of the targets and of reached functions, and for the functions that may run where reached symbols are
// called. Without dynamic dispatch, no method of an interface method runs.
func askCallees(s *session) []completeness.Asked {
	asked := []completeness.Asked{{About: schema.AboutCallees, IDs: append(ids(s.targets), s.above(s.depth)...)}}
	called := ids(s.targets)
	for _, r := range s.reached {
		if s.dispatch || !r.abstract {
			called = append(called, r.id)
		}
	}
	return append(asked, completeness.Asked{About: schema.AboutPossibleCallees, IDs: called})
}

func judgeCallees(ctx context.Context, s *session) error {
	for _, t := range s.targets {
		if t.File == "" {
			s.add(schema.ReasonOutsideBody, 1, completeness.Place{Symbol: t.Symbol})
		}
	}
	if s.dispatch {
		return s.judgeAcross(ctx)
	}
	n, err := s.count(ctx, notFollowedCalleesSQL)
	s.add(schema.ReasonDispatchNotFollowed, n)
	return err
}
