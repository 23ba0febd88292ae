package queries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// nowhere says why no symbol of the kinds stands at a place: there is no such file or
// line, or something else stands there.
func (r resolver) nowhere(ctx context.Context, p Place) error {
	e := &TargetError{Target: r.target}
	var lines int
	err := r.ix.db.QueryRowContext(ctx, "SELECT lines_total FROM files WHERE file_path = ?", p.File).Scan(&lines)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return r.noFile(ctx, p, e)
	case err != nil:
		return fmt.Errorf("look for %s in the index: %w", p.File, err)
	case p.Line > lines:
		e.Reason, e.Nothing = fmt.Sprintf("%s has %d lines", p.File, lines), true
		return e
	}
	if err := r.ix.CheckColumn(ctx, r.target, p); err != nil {
		return err
	}
	e.Reason = fmt.Sprintf("no %s stands at %s", either(r.kinds), p)
	around, err := r.standing(ctx, p)
	if err != nil {
		return err
	}
	for _, m := range around[:min(len(around), maxNearest)] {
		e.Advice = "around it stands:"
		e.Candidates = append(e.Candidates, candidate(m.Symbol))
	}
	e.Total = len(e.Candidates)
	if e.Total > 0 || p.End > 0 {
		return e
	}
	if err := r.ix.Attach(ctx, "imports"); err != nil {
		return err
	}
	var imported string
	err = r.ix.db.QueryRowContext(ctx, "SELECT imported_module FROM imports WHERE file_path = ? AND start_line = ?", p.File, p.Line).Scan(&imported)
	switch {
	case err == nil:
		e.Advice = fmt.Sprintf("%s is imported there: dependents says who imports it, and dependencies what it imports", cut(imported))
	case !errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("look for an import at %s: %w", p, err)
	}
	return e
}

// noFile completes the error about a file that the index does not hold.
func (r resolver) noFile(ctx context.Context, p Place, e *TargetError) error {
	e.Reason, e.Nothing = fmt.Sprintf("no file %s in the index", cut(p.File)), true
	near, err := r.ix.nearestPaths(ctx, p.File, false, maxNearest)
	if err != nil {
		return err
	}
	if e.Candidates, err = r.ix.inFiles(ctx, near, p); err != nil {
		return err
	}
	if e.Total = len(near); e.Total > 0 {
		e.Advice = "the nearest files are:"
	}
	return e
}

// either lists kinds in a sentence.
func either(kinds []string) string {
	if len(kinds) == len(allKinds()) {
		return "symbol"
	}
	last := len(kinds) - 1
	if last < 1 {
		return strings.Join(kinds, "")
	}
	return strings.Join(kinds[:last], ", ") + " or " + kinds[last]
}
