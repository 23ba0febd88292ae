package graph

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// maxUses is how many uses of values an answer lists.
const maxUses = 10

// doubt says how far the answer is complete, and what ended the walk.
func (a *answer) doubt(ctx context.Context, ix *queries.Index, conn *sql.Conn, w walk, args walkArgs) error {
	m := ix.Manifest()
	found := map[string]int{}
	for _, d := range w.doubts(m) {
		if err := d.ask(ctx, ix, conn, args, found); err != nil {
			return err
		}
	}
	if w.operation == "callers" && !m.Options.Tests {
		found[testsLeftOut] = 1
	}
	if a.StoppedBy == "" {
		a.StoppedBy = byExhausted
		if found[beyondDepth] > 0 {
			a.StoppedBy = byDepth
		}
	}
	delete(found, beyondDepth)
	for reason, count := range found {
		a.Because = append(a.Because, doubt{Reason: reason, Count: count})
	}
	slices.SortFunc(a.Because, func(x, y doubt) int { return strings.Compare(x.Reason, y.Reason) })
	a.Completeness = exact
	if len(a.Because) > 0 {
		a.Completeness = lowerBound
	}
	return a.listUses(ctx, ix, conn)
}

// ask adds how often the reasons of a statement hold.
func (d doubting) ask(ctx context.Context, ix *queries.Index, conn *sql.Conn, args walkArgs, found map[string]int) error {
	if d.when != "" {
		var holds bool
		if err := conn.QueryRowContext(ctx, d.when).Scan(&holds); err != nil || !holds {
			return err
		}
	}
	if err := ix.Prepare(ctx, d.first, d.reads...); err != nil {
		return err
	}
	statement, err := doubtFiles.ReadFile("doubts/" + d.name + ".sql")
	if err != nil {
		return err
	}
	var bound []any
	if d.walks {
		bound = []any{args.Depth, args.Dispatch}
	}
	rows, err := conn.QueryContext(ctx, string(statement), bound...)
	if err != nil {
		return err
	}
	defer rows.Close()
	reasons, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		counts := make([]sql.NullInt64, len(reasons))
		into := make([]any, len(reasons))
		for i := range counts {
			into[i] = &counts[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, n := range counts {
			if n.Int64 != 0 {
				found[reasons[i]] += int(n.Int64)
			}
		}
	}
	return rows.Err()
}

// listUses completes the doubt about values taken.
func (a *answer) listUses(ctx context.Context, ix *queries.Index, conn *sql.Conn) error {
	i := slices.IndexFunc(a.Because, func(d doubt) bool { return d.Reason == valueTaken })
	if i < 0 {
		return nil
	}
	if err := ix.Attach(ctx, "refs"); err != nil {
		return err
	}
	rows, err := conn.QueryContext(ctx, usesSQL, maxUses)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var u use
		if err := rows.Scan(&u.Symbol, &u.File, &u.Line, &u.Column, &a.Because[i].Count); err != nil {
			return err
		}
		a.Because[i].Uses = append(a.Because[i].Uses, u)
	}
	return rows.Err()
}
