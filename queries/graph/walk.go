package graph

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed edges.sql
var edgesSQL string

//go:embed nodes.sql
var nodesSQL string

//go:embed found.sql
var foundSQL string

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
	doubts        func(m schema.Manifest, dispatch bool) []string // names of statements
}

func (w walk) run(ctx context.Context, ix *queries.Index, args walkArgs) (queries.Answer, error) {
	began := time.Now()
	targets, err := w.prepare(ctx, ix, args)
	if err != nil {
		return nil, err
	}
	if err := ix.CheckScope(ctx, args.Scope); err != nil {
		return nil, err
	}
	a := &answer{Operation: w.operation, Target: args.Target, Resolved: targets[:min(len(targets), maxResolved)],
		Results: []result{}, Because: []doubt{}}
	if err := w.answer(ctx, ix, args, targets, a); err != nil {
		return nil, fmt.Errorf("%s of %s: %w", w.operation, args.Target, err)
	}
	a.suggest(args, len(targets))
	a.note()
	m := ix.Manifest().Repository
	a.Metadata = metadata{TookMS: time.Since(began).Milliseconds(), Source: "graph", Repository: m.Name, Commit: m.Commit}
	return a, nil
}

// prepare resolves the target while the graph is loaded.
//
// DESIGN: on two cores that, and reading the source while completeness is judged,
// takes 25 ms off the 120 that a first question took.
func (w walk) prepare(ctx context.Context, ix *queries.Index, args walkArgs) (targets []queries.Symbol, err error) {
	if err := ix.Attach(ctx, "symbols", "types", "members", "calls", "overrides", "files", "refs", "scopes", "annotations", "diagnostics", "contents"); err != nil {
		return nil, err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return ix.Prepare(ctx, edgesSQL) })
	g.Go(func() error {
		targets, err = ix.Resolve(ctx, args.Target, args.kinds())
		return err
	})
	return targets, g.Wait()
}

func (w walk) answer(ctx context.Context, ix *queries.Index, args walkArgs, targets []queries.Symbol, a *answer) error {
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
	if _, err := conn.ExecContext(ctx, form, ids, args.Depth, args.Dispatch); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	if _, err := conn.ExecContext(ctx, nodesSQL, args.Depth); err != nil {
		return fmt.Errorf("name the symbols on the walk: %w", err)
	}
	if err := a.find(ctx, conn, args); err != nil {
		return fmt.Errorf("filter and cut: %w", err)
	}
	if err := a.locate(ctx, conn, w.sites, args.Dispatch); err != nil {
		return fmt.Errorf("locate the calls: %w", err)
	}
	return w.judge(ctx, ix, conn, args, a)
}

// judge says how complete the answer is, and reads the source beside it.
func (w walk) judge(ctx context.Context, ix *queries.Index, conn *sql.Conn, args walkArgs, a *answer) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := a.doubt(ctx, conn, w, args, ix.Manifest()); err != nil {
			return fmt.Errorf("judge completeness: %w", err)
		}
		return nil
	})
	if args.IncludeContext {
		g.Go(func() error {
			if err := a.addContext(ctx, ix, args.ContextLines); err != nil {
				return fmt.Errorf("read the source: %w", err)
			}
			return nil
		})
	}
	return g.Wait()
}

// find reads the symbols that the walk found, and cuts them.
func (a *answer) find(ctx context.Context, conn *sql.Conn, args walkArgs) error {
	rows, err := conn.QueryContext(ctx, foundSQL, args.scope(), args.excluded(), args.IncludeTests, args.MaxPerLevel)
	if err != nil {
		return err
	}
	defer rows.Close()
	level, returned := 0, 0 // the depth at hand, and how many of it are returned
	for rows.Next() {
		var r result
		var rank, ofLevel int
		var file sql.NullString
		var start, end sql.NullInt64
		if err := rows.Scan(&r.Depth, &rank, &r.id, &r.Node.ID, &r.Node.Symbol, &r.Node.Kind, &r.Node.External, &file, &start, &end,
			&r.Node.Signature, &ofLevel); err != nil {
			return err
		}
		if r.Depth != level {
			level, returned = r.Depth, 0
			a.TotalFound += ofLevel
		}
		if len(a.Results) == args.MaxResults {
			a.StoppedBy = byMaxResults
			a.cutAt(level)
			continue
		}
		r.Evidence = evidence(rank)
		r.Node.File, r.Node.StartLine, r.Node.EndLine = file.String, int(start.Int64), int(end.Int64)
		a.Results = append(a.Results, r)
		if returned++; returned == args.MaxPerLevel && returned < ofLevel {
			a.cutAt(level)
		}
	}
	a.TotalReturned = len(a.Results)
	a.Truncated = a.TotalReturned < a.TotalFound
	if a.Truncated && a.StoppedBy == "" {
		a.StoppedBy = byMaxPerLevel
	}
	return rows.Err()
}

// cutAt notes that results at that depth are left out.
func (a *answer) cutAt(depth int) {
	if a.TruncatedAtDepth == 0 {
		a.TruncatedAtDepth = depth
	}
}

// locate finds the call of each result.
func (a *answer) locate(ctx context.Context, conn *sql.Conn, sites string, dispatch bool) error {
	if len(a.Results) == 0 {
		return nil
	}
	ids := make([]int32, len(a.Results))
	place := map[int32]int{}
	for i, r := range a.Results {
		ids[i] = r.id
		place[r.id] = i
	}
	rows, err := conn.QueryContext(ctx, sites, ids, dispatch)
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
