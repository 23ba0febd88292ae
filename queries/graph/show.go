package graph

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed results.sql
var resultsSQL string

//go:embed shown.sql
var shownSQL string

//go:embed wanted.sql
var wantedSQL string

//go:embed described.sql
var describedSQL string

// show counts what was found, and makes a result of all that is returned.
func (s *session) show(ctx context.Context) error {
	rows, err := s.conn.QueryContext(ctx, resultsSQL, s.within(), s.excluded(), s.IncludeTests, s.maxPerLevel)
	if err != nil {
		return err
	}
	defer rows.Close()
	depth := -1
	for rows.Next() {
		r, ofDepth, err := scanResult(rows)
		if err != nil {
			return err
		}
		if r.Depth != depth {
			depth = r.Depth
			s.count(depth, ofDepth)
		}
		if len(s.answer.Results) < s.MaxResults {
			s.answer.Results = append(s.answer.Results, r)
		}
	}
	a := s.answer
	a.Truncated = a.TotalReturned < a.TotalFound
	if a.Truncated && a.StoppedBy == "" {
		a.StoppedBy = byMaxPerLevel
	}
	return rows.Err()
}

// count adds what was found at a depth, and notes what of it is cut off.
func (s *session) count(depth, found int) {
	a := s.answer
	returned := min(found, s.maxPerLevel, s.MaxResults-a.TotalReturned)
	if returned < found && a.TruncatedAtDepth == 0 {
		a.TruncatedAtDepth = depth
	}
	if returned < found && a.TotalReturned+returned == s.MaxResults {
		a.StoppedBy = byMaxResults
	}
	a.TotalFound += found
	a.TotalReturned += returned
}

// scanResult returns a row of results.sql, and how many results there are of its depth.
func scanResult(rows *sql.Rows) (r result, ofDepth int, err error) {
	var id, fileID, line, column sql.NullInt32
	var file sql.NullString
	n := &r.Node
	if err := rows.Scan(&r.Depth, &ofDepth, &r.rank, &id, &n.Symbol, &n.Kind, &n.External, &n.File, &fileID, &file, &line, &column, &r.Via, &r.label); err != nil {
		return r, 0, err
	}
	if r.Depth > 0 { // what starts a path was reached by no step
		r.Evidence = evidence(r.rank)
	}
	r.id = id.Int32
	n.ID = path.Base(n.Symbol) // of a package or file, which no statement describes
	if fileID.Valid {
		r.Site = &site{File: file.String, Line: int(line.Int32), Column: int(column.Int32), fileID: fileID.Int32}
	}
	return r, ofDepth, nil
}

// describe reads the symbols of the results.
func (a *answer) describe(ctx context.Context, conn *sql.Conn) error {
	places := map[int32][]int{}
	for i := range a.Results {
		if r := &a.Results[i]; r.id > 0 { // and no copy: locate writes the site meanwhile
			places[r.id] = append(places[r.id], i)
		}
	}
	if len(places) == 0 {
		return nil
	}
	if _, err := conn.ExecContext(ctx, wantedSQL, slices.Sorted(maps.Keys(places))); err != nil {
		return err
	}
	rows, err := conn.QueryContext(ctx, describedSQL)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		var name, signature string
		var fileID, start, end sql.NullInt32
		if err := rows.Scan(&id, &name, &fileID, &start, &end, &signature); err != nil {
			return err
		}
		for _, i := range places[id] {
			n := &a.Results[i].Node
			n.ID, n.Signature, n.fileID, n.StartLine, n.EndLine = name, signature, fileID.Int32, int(start.Int32), int(end.Int32)
		}
	}
	return rows.Err()
}

// locate finds the place of each result that has none yet.
func (s *session) locate(ctx context.Context) error {
	if len(s.answer.Results) == 0 || s.sites == nil {
		return nil
	}
	var id, depth, rank []int32
	for i := range s.answer.Results {
		r := &s.answer.Results[i] // and no copy: describe writes the node meanwhile
		id, depth, rank = append(id, r.id), append(depth, int32(r.Depth)), append(rank, int32(r.rank))
	}
	if _, err := s.conn.ExecContext(ctx, shownSQL, id, depth, rank); err != nil {
		return err
	}
	for _, by := range s.sites {
		if err := s.locateBy(ctx, by); err != nil {
			return err
		}
	}
	return nil
}

// locateBy locates by one statement what is not located yet.
func (s *session) locateBy(ctx context.Context, by siting) error {
	var bound []any
	if by.dispatch {
		bound = []any{s.dispatch}
	}
	rows, err := s.conn.QueryContext(ctx, by.sql, bound...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var position int
		var at site
		var via string
		if err := rows.Scan(&position, &at.fileID, &at.File, &at.Line, &at.Column, &via); err != nil {
			return err
		}
		if r := &s.answer.Results[position]; r.Site == nil {
			r.Site, r.Via = &at, via
		}
	}
	return rows.Err()
}

// plural is a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// within is the regular expression of the paths that are returned, or nil for all.
func (s *session) within() any {
	if s.Scope == "" {
		return nil
	}
	return s.ix.PathExpression(s.Scope)
}

// excluded is the regular expression of the paths that are left out, or nil for none.
func (s *session) excluded() any {
	var all []string
	for _, p := range s.ExcludePatterns {
		if p != "" {
			all = append(all, "(?:"+s.ix.PathExpression(p)+")")
		}
	}
	if all == nil {
		return nil
	}
	return strings.Join(all, "|")
}
