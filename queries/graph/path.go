package graph

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed path.sql
	pathSQL string
	//go:embed path_hops.sql
	pathHopsSQL string
)

const pathName = "path"

type pathArgs struct {
	walkArgs
	Depth int    `arg:"depth" default:"20" min:"1" max:"100" zero:"default" help:"how many calls to follow, 0 for the default"`
	To    string `arg:"to" required:"" positional:"" help:"the end of the path: a target too"`
}

// Path is the operation that finds how calls lead from one function to another.
func Path() queries.Operation {
	o := operation{
		name: pathName, kinds: callables, walks: true,
		columns: []column{position, step, basis, kind, symbol},
		statement: func(s *session) (string, []any) {
			return pathSQL, []any{ids(s.endings), s.depth, s.dispatch, ids(s.targets)}
		},
		find: findPath,
		asks: func(s *session) []completeness.Asked {
			length := s.pathLength()
			if length == 0 || length == 1 {
				return nil // no other code makes it shorter
			}
			if length < 0 {
				length = s.depth
			}
			return []completeness.Asked{s.askedCallers(s.endings, length)}
		},
		judge: func(ctx context.Context, s *session) error {
			if n := s.pathLength(); n == 0 || n == 1 {
				guesses, err := s.count(ctx, "SELECT count(*) FROM found WHERE depth > 0 AND rank >= evidence_rank('heuristic')")
				s.add(schema.ReasonHeuristicCalls, guesses)
				return err
			}
			return judgeCallers(ctx, s)
		},
	}
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Explain: true,
		Summary: "find a shortest path of calls from one function or method to another",
		Help: `The functions on the path, from the target at depth 0 on, each with the call that leads
to it. Of equally short paths, cortex takes one whose weakest evidence is strongest.
After a call through an interface the path goes on at a possible callee;
--dispatch=false leaves such paths out. An empty answer gives the depth within which
there is no path, and whether that is certain. A call in a function literal counts for
the function around it.` + filtersHelp,
		Example: "path cli.Run queries.Open",
	}, func(ctx context.Context, ix *queries.Index, args pathArgs) (*answer, error) {
		s := newSession(o, ix, args.arguments)
		s.depth, s.maxPerLevel, s.dispatch, s.to = args.Depth, args.MaxPerLevel, args.Dispatch, args.To
		return s.run(ctx)
	})
}

// findPath walks from the ends to their callers, up to the first start, and then along the hops back to an end.
func findPath(ctx context.Context, s *session) error {
	s.note(s.endings)
	if err := s.walk(ctx); err != nil {
		return err
	}
	if err := s.exec(ctx, pathHopsSQL, ids(s.targets), s.dispatch); err != nil {
		return fmt.Errorf("read the hops: %w", err)
	}
	var hops, dispatched int
	var first int32
	err := s.conn.QueryRowContext(ctx, "SELECT count(*), count(*) FILTER (depth > 0 AND rank = evidence_rank('interface')), coalesce(min(symbol_id) FILTER (depth = 0), 0) FROM found").
		Scan(&hops, &dispatched, &first)
	if err != nil {
		return err
	}
	s.answer.known.hops = hops
	switch {
	case dispatched > 0:
		s.answer.known.remark = "after a call with the evidence interface the path goes on at a possible callee; another one may run"
	case hops > 0 && !slices.ContainsFunc(s.targets, func(t target.Symbol) bool { return t.ID == first }):
		s.answer.known.remark = "the path begins at a possible callee of the interface method; another one may run"
	}
	if hops == 0 {
		var last int
		if err := s.conn.QueryRowContext(ctx, "SELECT coalesce(max(depth), 0) FROM reached").Scan(&last); err != nil {
			return err
		}
		s.answer.known.advice = "no path was found at any depth"
		if s.answer.known.beyond = last == s.depth; s.answer.known.beyond {
			s.answer.known.advice = fmt.Sprintf("no path of at most %s was found", plural(s.depth, "call"))
		}
	}
	return nil
}

// pathLength is the number of calls on the path that was found, or -1.
func (s *session) pathLength() int { return s.answer.known.hops - 1 }

// askedCallers asks for the callers of symbols and of the reached symbols above a depth.
func (s *session) askedCallers(of []target.Symbol, depth int) completeness.Asked {
	return completeness.Asked{About: schema.AboutCallers, IDs: append(ids(of), s.above(depth)...)}
}

// isChain reports whether the results of an operation are steps, each after the one before.
func isChain(operation string) bool { return operation == pathName || operation == whyName }
