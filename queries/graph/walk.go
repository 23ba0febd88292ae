package graph

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed steps.sql
var stepsSQL string

//go:embed nodes.sql
var nodesSQL string

//go:embed levels.sql
var levelsSQL string

//go:embed shown.sql
var shownSQL string

//go:embed wanted.sql
var wantedSQL string

//go:embed described.sql
var describedSQL string

// maxShallow is the greatest depth for which the shallow form of a walk is used;
// callers.sql has the measurements.
const maxShallow = 6

// maxResolved is how many targets an answer names when a pattern matched more.
const maxResolved = 100

// walk is a question that is answered by walking the call graph.
type walk struct {
	operation     string
	shallow, deep string // the walk itself, into the table walk
	sites         string
	siteArgs      func(args walkArgs) []any // what sites binds; nil for nothing
	doubts        func(m schema.Manifest) []doubting
}

func (w walk) run(ctx context.Context, ix *queries.Index, args walkArgs) (queries.Answer, error) {
	began := time.Now()
	if err := ix.Attach(ctx, "symbols", "calls", "overrides", "files"); err != nil {
		return nil, err
	}
	loading := load(ctx, ix)
	targets, err := ix.Resolve(ctx, args.Target, args.kinds())
	if err != nil {
		return nil, err
	}
	if err := ix.CheckScope(ctx, args.Scope); err != nil {
		return nil, err
	}
	a := &answer{Operation: w.operation, Target: args.Target, Resolved: targets[:min(len(targets), maxResolved)],
		Results: []result{}, Because: []doubt{}}
	if err := w.answer(ctx, ix, loading, args, targets, a); err != nil {
		return nil, fmt.Errorf("%s of %s: %w", w.operation, args.Target, err)
	}
	a.suggest(args, len(targets))
	a.note()
	m := ix.Manifest().Repository
	a.Metadata = metadata{TookMS: time.Since(began).Milliseconds(), Source: "graph", Repository: m.Name, Commit: m.Commit}
	return a, nil
}

// loading is the graph on its way into memory: each channel gives one error or nil.
//
// DESIGN: a first question resolves its target while the graph is loaded, and walks
// while the facts are; it describes what it found while it locates the calls. On two
// cores that takes a third off its time.
type loading struct{ steps, facts chan error }

func load(ctx context.Context, ix *queries.Index) loading {
	l := loading{make(chan error, 1), make(chan error, 1)}
	go func() {
		l.steps <- ix.Prepare(ctx, stepsSQL)
		l.facts <- ix.Prepare(ctx, factsSQL, factTables...)
	}()
	return l
}

func (w walk) answer(ctx context.Context, ix *queries.Index, loading loading, args walkArgs, targets []queries.Symbol, a *answer) error {
	conn, err := ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	form := w.shallow
	if args.Depth > maxShallow {
		form = w.deep
	}
	ids := make([]int32, len(targets))
	for i, t := range targets {
		ids[i] = t.ID
	}
	if err := <-loading.steps; err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, form, ids, args.Depth, args.Dispatch); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	if _, err := conn.ExecContext(ctx, nodesSQL, args.Depth); err != nil {
		return fmt.Errorf("name the symbols on the walk: %w", err)
	}
	if err := a.find(ctx, conn, args); err != nil {
		return fmt.Errorf("filter and cut: %w", err)
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := a.describe(ctx, ix); err != nil {
			return fmt.Errorf("describe what was found: %w", err)
		}
		return nil
	})
	g.Go(func() error {
		if err := a.locate(ctx, conn, w, args); err != nil {
			return fmt.Errorf("locate the calls: %w", err)
		}
		if args.IncludeContext {
			g.Go(func() error {
				if err := a.addContext(ctx, ix, args.ContextLines); err != nil {
					return fmt.Errorf("read the source: %w", err)
				}
				return nil
			})
		}
		if err := <-loading.facts; err != nil {
			return err
		}
		if err := a.doubt(ctx, ix, conn, w, args); err != nil {
			return fmt.Errorf("judge completeness: %w", err)
		}
		return nil
	})
	return g.Wait()
}

// find counts what the walk found, and makes the table shown of what is returned.
func (a *answer) find(ctx context.Context, conn *sql.Conn, args walkArgs) error {
	rows, err := conn.QueryContext(ctx, levelsSQL, args.scope(), args.excluded(), args.IncludeTests)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var depth, found int
		if err := rows.Scan(&depth, &found); err != nil {
			return err
		}
		returned := min(found, args.MaxPerLevel, args.MaxResults-a.TotalReturned)
		if returned < found && a.TruncatedAtDepth == 0 {
			a.TruncatedAtDepth = depth
		}
		if returned < min(found, args.MaxPerLevel) {
			a.StoppedBy = byMaxResults
		}
		a.TotalFound += found
		a.TotalReturned += returned
	}
	if err := rows.Err(); err != nil {
		return err
	}
	a.Truncated = a.TotalReturned < a.TotalFound
	if a.Truncated && a.StoppedBy == "" {
		a.StoppedBy = byMaxPerLevel
	}
	if _, err := conn.ExecContext(ctx, shownSQL, args.scope(), args.excluded(), args.IncludeTests, args.MaxPerLevel, args.MaxResults); err != nil {
		return err
	}
	return a.list(ctx, conn)
}

// list makes a result of each symbol that is shown.
func (a *answer) list(ctx context.Context, conn *sql.Conn) error {
	rows, err := conn.QueryContext(ctx, "SELECT symbol_id, depth, rank FROM shown ORDER BY depth, symbol")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r result
		var rank int
		if err := rows.Scan(&r.id, &r.Depth, &rank); err != nil {
			return err
		}
		r.Evidence = evidence(rank)
		a.Results = append(a.Results, r)
	}
	return rows.Err()
}

// places says which result is a symbol's.
func (a *answer) places() map[int32]int {
	out := make(map[int32]int, len(a.Results))
	for i, r := range a.Results {
		out[r.id] = i
	}
	return out
}

// describe reads the symbols of the results.
func (a *answer) describe(ctx context.Context, ix *queries.Index) error {
	if len(a.Results) == 0 {
		return nil
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	place := a.places()
	if _, err := conn.ExecContext(ctx, wantedSQL, slices.Collect(maps.Keys(place))); err != nil {
		return err
	}
	rows, err := conn.QueryContext(ctx, describedSQL)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var n node
		var id int32
		var file sql.NullString
		var start, end sql.NullInt64
		if err := rows.Scan(&id, &n.ID, &n.Symbol, &n.Kind, &n.External, &file, &start, &end, &n.Signature); err != nil {
			return err
		}
		n.File, n.StartLine, n.EndLine = file.String, int(start.Int64), int(end.Int64)
		a.Results[place[id]].Node = n
	}
	return rows.Err()
}

// locate finds the call of each result.
func (a *answer) locate(ctx context.Context, conn *sql.Conn, w walk, args walkArgs) error {
	if len(a.Results) == 0 {
		return nil
	}
	place := a.places()
	var bound []any
	if w.siteArgs != nil {
		bound = w.siteArgs(args)
	}
	rows, err := conn.QueryContext(ctx, w.sites, bound...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		var s site
		if err := rows.Scan(&id, &s.fileID, &s.File, &s.Line, &s.Column); err != nil {
			return err
		}
		a.Results[place[id]].Site = &s
	}
	return rows.Err()
}

// suggest says what would bring more.
func (a *answer) suggest(args walkArgs, targets int) {
	switch a.StoppedBy {
	case byMaxResults:
		a.Suggestion = fmt.Sprintf("raise max_results (%d), or narrow with scope or exclude_patterns", args.MaxResults)
	case byMaxPerLevel:
		a.Suggestion = fmt.Sprintf("raise max_per_level (%d), or narrow with scope or exclude_patterns", args.MaxPerLevel)
	case byDepth:
		a.Suggestion = fmt.Sprintf("raise depth (%d) to follow more calls", args.Depth)
	}
	if targets > len(a.Resolved) {
		if a.Suggestion != "" {
			a.Suggestion += "; "
		}
		a.Suggestion += fmt.Sprintf("resolved lists the first %d of %d targets", len(a.Resolved), targets)
	}
}
