package queries

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// standing is what stands at a place, and from where to where in its file, in bytes.
type standing struct {
	match
	column, from, to int
}

// holds reports whether another is a part of it.
func (s standing) holds(o standing) bool {
	return s.from <= o.from && o.to <= s.to && (s.from < o.from || o.to < s.to)
}

// standing returns what stands at a place, the innermost first.
func (r resolver) standing(ctx context.Context, p Place) (all []standing, err error) {
	rows, err := r.ix.db.QueryContext(ctx, targetPositionSQL, p.File, p.Line, p.Column)
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", r.target, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s standing
		var file sql.NullString
		var start, end, column, from, to sql.NullInt64
		if err := rows.Scan(&s.ID, &s.Symbol.Symbol, &s.Kind, &file, &start, &end, &s.step, &column, &from, &to); err != nil {
			return nil, fmt.Errorf("resolve target %q: %w", r.target, err)
		}
		s.File, s.StartLine, s.EndLine, s.column, s.from, s.to = file.String, int(start.Int64), int(end.Int64), int(column.Int64), int(from.Int64), int(to.Int64)
		all = append(all, s)
	}
	return all, rows.Err()
}

// innermost returns the innermost of the declarations around a place that are taken; several
// where none is a part of another, as of those that share a line or a type.
func (r resolver) innermost(ctx context.Context, p Place, all []standing) ([]standing, error) {
	around := slices.DeleteFunc(slices.Clone(all), func(s standing) bool { return !r.takes(s.match) || p.End > s.EndLine })
	if p.Column > 0 {
		return slices.DeleteFunc(slices.Clone(around), func(s standing) bool {
			return slices.ContainsFunc(around, s.holds)
		}), nil
	}
	var beginning, longer []standing
	for _, s := range around {
		switch {
		case s.StartLine < p.Line:
			longer = append(longer, s)
		case !slices.ContainsFunc(all, func(o standing) bool { return o.StartLine == p.Line && o.holds(s) }):
			beginning = append(beginning, s) // what is only a part of the line is not around it
		}
	}
	text, ok, err := r.ix.textOf(ctx, p.File)
	if err != nil {
		return nil, err
	}
	first := firstColumn(text, p.Line)
	opens := slices.ContainsFunc(beginning, func(s standing) bool { return s.column <= first })
	if !ok { // one alone is believed to be the line
		opens = len(beginning) == 1
	}
	if len(beginning) > 0 && (opens || len(longer) == 0) {
		return beginning, nil
	}
	return slices.DeleteFunc(slices.Clone(longer), func(s standing) bool {
		return slices.ContainsFunc(longer, s.holds)
	}), nil
}

// firstColumn is the column of the first character of a line that is no space.
func firstColumn(text string, line int) int {
	for ; line > 1; line-- {
		_, text, _ = strings.Cut(text, "\n")
	}
	text, _, _ = strings.Cut(text, "\n")
	return len(text) - len(strings.TrimLeft(text, " \t")) + 1
}
