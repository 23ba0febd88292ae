package graph

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/cortex-index/cortex/queries"
)

//go:embed edges.sql
var edgesSQL string

//go:embed found.sql
var foundSQL string

//go:embed value_taken.sql
var valueTakenSQL string

// maxShallow is the greatest depth for which the shallow form of a walk is used;
// callers.sql has the measurements.
const maxShallow = 6

const (
	maxResolved = 100 // symbols that an answer names when a pattern matched more
	maxUses     = 10  // uses of values that an answer lists
)

// walk is a question that is answered by walking the call graph.
type walk struct {
	operation     string
	shallow, deep string // the walk itself, into the table walk
	sites, doubts string
	siteArgs      func(a walkArgs, ids []int32) []any
	doubtArgs     func(a walkArgs, tests bool) []any
}

func (w walk) run(ctx context.Context, ix *queries.Index, args walkArgs) (queries.Answer, error) {
	began := time.Now()
	targets, err := ix.Resolve(ctx, args.Target, args.kinds())
	if err != nil {
		return nil, err
	}
	a := &answer{Operation: w.operation, Target: args.Target, Resolved: targets[:min(len(targets), maxResolved)],
		Results: []result{}, Because: []doubt{}}
	if err := w.answer(ctx, ix, args, targets, a); err != nil {
		return nil, fmt.Errorf("%s of %s: %w", w.operation, args.Target, err)
	}
	m := ix.Manifest().Repository
	a.Metadata = metadata{TookMS: time.Since(began).Milliseconds(), Source: "graph", Repository: m.Name, Commit: m.Commit}
	a.note()
	return a, nil
}

func (w walk) answer(ctx context.Context, ix *queries.Index, args walkArgs, targets []queries.Symbol, a *answer) error {
	if err := ix.Prepare(ctx, edgesSQL, "calls", "overrides"); err != nil {
		return err
	}
	if err := ix.Attach(ctx, "symbols", "files", "refs", "scopes", "annotations", "diagnostics", "contents"); err != nil {
		return err
	}
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
	if err := a.find(ctx, conn, args); err != nil {
		return fmt.Errorf("find: %w", err)
	}
	if err := a.locate(ctx, conn, w, args); err != nil {
		return fmt.Errorf("locate the calls: %w", err)
	}
	if err := a.doubt(ctx, conn, w, args, ix.Manifest().Options.Tests); err != nil {
		return fmt.Errorf("judge completeness: %w", err)
	}
	if args.IncludeContext {
		if err := a.addContext(ctx, conn, args.ContextLines); err != nil {
			return fmt.Errorf("read the source: %w", err)
		}
	}
	if n := len(targets) - len(a.Resolved); n > 0 {
		a.Suggestion = joined(a.Suggestion, fmt.Sprintf("resolved lists the first %d of %d targets", len(a.Resolved), len(targets)))
	}
	return nil
}

// find reads the symbols that the walk found, and says what was cut.
func (a *answer) find(ctx context.Context, conn *sql.Conn, args walkArgs) error {
	rows, err := conn.QueryContext(ctx, foundSQL, args.scope(), args.excluded(), args.IncludeTests, args.MaxPerLevel, args.MaxResults)
	if err != nil {
		return err
	}
	defer rows.Close()
	atLevel, total := map[int]int{}, map[int]int{}
	for rows.Next() {
		var r result
		var rank, levelFound int
		var file sql.NullString
		var start, end sql.NullInt64
		if err := rows.Scan(&r.Depth, &rank, &r.id, &r.Node.ID, &r.Node.Symbol, &r.Node.Kind, &r.Node.External, &file, &start, &end,
			&r.Node.Signature, &a.TotalFound, &levelFound); err != nil {
			return err
		}
		total[r.Depth] = levelFound
		if len(a.Results) == args.MaxResults {
			a.StoppedBy = byMaxResults
			break
		}
		r.Evidence = evidence(rank)
		r.Node.File, r.Node.StartLine, r.Node.EndLine = file.String, int(start.Int64), int(end.Int64)
		a.Results = append(a.Results, r)
		atLevel[r.Depth]++
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for depth, n := range total {
		if n > atLevel[depth] && (a.TruncatedAtDepth == 0 || depth < a.TruncatedAtDepth) {
			a.TruncatedAtDepth = depth
		}
	}
	a.TotalReturned = len(a.Results)
	a.Truncated = a.TotalReturned < a.TotalFound
	if a.Truncated && a.StoppedBy == "" {
		a.StoppedBy = byMaxPerLevel
	}
	switch a.StoppedBy {
	case byMaxResults:
		a.Suggestion = fmt.Sprintf("raise max_results (%d), or narrow with scope or exclude_patterns", args.MaxResults)
	case byMaxPerLevel:
		a.Suggestion = fmt.Sprintf("raise max_per_level (%d), or narrow with scope or exclude_patterns", args.MaxPerLevel)
	}
	return nil
}

// locate finds the call of each result.
func (a *answer) locate(ctx context.Context, conn *sql.Conn, w walk, args walkArgs) error {
	if len(a.Results) == 0 {
		return nil
	}
	ids := make([]int32, len(a.Results))
	place := map[int32]int{}
	for i, r := range a.Results {
		ids[i] = r.id
		place[r.id] = i
	}
	rows, err := conn.QueryContext(ctx, w.sites, w.siteArgs(args, ids)...)
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

// doubt says how far the answer is complete.
func (a *answer) doubt(ctx context.Context, conn *sql.Conn, w walk, args walkArgs, tests bool) error {
	rows, err := conn.QueryContext(ctx, w.doubts, w.doubtArgs(args, tests)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var d doubt
		if err := rows.Scan(&d.Reason, &d.Count); err != nil {
			return err
		}
		if d.Reason == beyondDepth {
			if a.StoppedBy == "" {
				a.StoppedBy = byDepth
				a.Suggestion = fmt.Sprintf("raise depth (%d) to follow more calls", args.Depth)
			}
			continue
		}
		a.Because = append(a.Because, d)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	a.Completeness = exact
	if len(a.Because) > 0 {
		a.Completeness = lowerBound
	}
	if a.StoppedBy == "" {
		a.StoppedBy = byExhausted
	}
	i := slices.IndexFunc(a.Because, func(d doubt) bool { return d.Reason == valueTaken })
	if i < 0 {
		return nil
	}
	a.Because[i].Uses, err = uses(ctx, conn, args.Depth)
	return err
}

// Reasons that mean more than a count.
const (
	valueTaken  = "value_taken"
	beyondDepth = "beyond_depth" // no doubt at all: more lies behind the last depth
)

func uses(ctx context.Context, conn *sql.Conn, depth int) ([]use, error) {
	rows, err := conn.QueryContext(ctx, valueTakenSQL, depth, maxUses)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []use
	for rows.Next() {
		var u use
		if err := rows.Scan(&u.Symbol, &u.File, &u.Line, &u.Column); err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, rows.Err()
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}
