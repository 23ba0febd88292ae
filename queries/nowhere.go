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
func (r resolver) nowhere(ctx context.Context, p place) error {
	e := &TargetError{Target: r.target}
	var lines int
	err := r.ix.db.QueryRowContext(ctx, "SELECT lines_total FROM files WHERE file_path = ?", p.file).Scan(&lines)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return r.noFile(ctx, p, e)
	case err != nil:
		return fmt.Errorf("look for %s in the index: %w", p.file, err)
	case p.line > lines:
		e.Reason = fmt.Sprintf("%s has %d lines", p.file, lines)
		return e
	}
	e.Reason = fmt.Sprintf("no %s stands at %s:%d", either(r.kinds), p.file, p.line)
	around, err := r.query(ctx, targetPositionSQL, p.file, p.line, p.column)
	if err != nil {
		return err
	}
	for _, m := range around[:min(len(around), maxNearest)] {
		e.Advice = "around it stands:"
		e.Candidates = append(e.Candidates, candidate(m.Symbol))
	}
	e.Total = len(e.Candidates)
	return e
}

// noFile completes the error about a file that the index does not hold.
func (r resolver) noFile(ctx context.Context, p place, e *TargetError) error {
	e.Reason = fmt.Sprintf("no file %s in the index", cut(p.file))
	near, err := r.ix.nearestPaths(ctx, p.file, false, maxNearest)
	if err != nil {
		return err
	}
	for _, f := range near {
		e.Advice = "the nearest files are:"
		e.Candidates = append(e.Candidates, Candidate{Symbol: f, Kind: "file", Position: fmt.Sprintf("%s:%d", f, p.line)})
	}
	e.Total = len(e.Candidates)
	return e
}

// either lists kinds in a sentence.
func either(kinds []string) string {
	last := len(kinds) - 1
	if last < 1 {
		return strings.Join(kinds, "")
	}
	return strings.Join(kinds[:last], ", ") + " or " + kinds[last]
}
