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

	"github.com/cortex-index/cortex/queries"
)

//go:embed results.sql
var resultsSQL string

//go:embed results_many.sql
var resultsManySQL string

//go:embed left_out.sql
var leftOutSQL string

//go:embed shown.sql
var shownSQL string

//go:embed located.sql
var locatedSQL string

//go:embed wanted.sql
var wantedSQL string

//go:embed described.sql
var describedSQL string

// fewNodes is how many nodes results.sql reads at most.
const fewNodes = 500

// show counts what was found, and makes a result of all that is returned.
func (s *session) show(ctx context.Context) error {
	if s.foundNothing() {
		return nil
	}
	if s.survey != nil {
		return s.showSurveyed(ctx)
	}
	if err := s.filter(ctx); err != nil {
		return err
	}
	statement, bound := resultsSQL, []any(nil)
	if s.nodes > fewNodes {
		statement, bound = resultsManySQL, []any{s.maxPerLevel}
	}
	rows, err := s.finding.Query(ctx, statement, bound...)
	if err != nil {
		return err
	}
	defer rows.Close()
	a := s.answer
	var at *level
	read := 0 // of the level
	for rows.Next() {
		r, found, err := scanResult(rows)
		if err != nil {
			return err
		}
		if i, ok := s.initialisers[r.id]; ok {
			r.Site, r.Via = &i.site, i.via
		}
		if at == nil || at.depth != r.Depth {
			a.known.levels = append(a.known.levels, level{depth: r.Depth, found: found})
			at, read = &a.known.levels[len(a.known.levels)-1], 0
		}
		read++
		at.found = max(at.found, read)
		if read <= s.maxPerLevel && len(a.Results) < s.MaxResults {
			a.Results = append(a.Results, r)
		}
	}
	return rows.Err()
}

// scanResult returns a row of results.sql or results_many.sql, and how many results there
// are of its depth, 0 where all are rows.
func scanResult(rows *sql.Rows) (r result, found int, err error) {
	var id, fileID, line, column sql.NullInt32
	var file sql.NullString
	n := &r.Node
	if err := rows.Scan(&r.Depth, &found, &r.rank, &id, &n.Symbol, &n.Kind, &n.External, &n.File, &fileID, &file, &line, &column, &r.Via, &r.label); err != nil {
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
	return r, found, nil
}

// describe reads the symbols of the results.
//
// DESIGN: a table of those that are shown takes 0.2 ms to make. Where nodes holds hardly any others, it
// is read in its place.
func (s *session) describe(ctx context.Context) error {
	a, seat := s.answer, s.describing
	places := map[int32][]int{}
	for i := range a.Results {
		if r := &a.Results[i]; r.id > 0 { // and no copy: locate writes the site meanwhile
			places[r.id] = append(places[r.id], i)
		}
	}
	if len(places) == 0 {
		return nil
	}
	statement := describedSQL
	if s.nodes <= int64(2*len(places)) {
		statement = strings.Replace(describedSQL, "FROM wanted", "FROM nodes", 1)
	} else if _, err := seat.Fill(ctx, "wanted", wantedSQL, slices.Sorted(maps.Keys(places))); err != nil {
		return err
	}
	rows, err := seat.Query(ctx, statement)
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

// fewOnWalk is how many symbols on a walk are located before it is known which of them
// an answer shows.
const fewOnWalk = 2000

// locateWalk finds the calls that lead to all that a walk found.
//
// DESIGN: of few symbols this takes as long as of those that are shown, and it can be
// done while their names are read, on a core that has nothing else to do. Where nothing was
// reached but the starts, there is hardly ever something to locate.
func (s *session) locateWalk(ctx context.Context) error {
	return s.findSites(ctx, s.describing, "walked")
}

// findSites makes the table sites, of the calls that lead to what stands in a table like
// shown.
func (s *session) findSites(ctx context.Context, seat *queries.Seat, of string) error {
	var bound []any
	if s.sites.dispatch {
		bound = []any{s.dispatch}
	}
	_, err := seat.Fill(ctx, "sites", strings.Replace(s.sites.calls, "FROM shown", "FROM "+of, 1), bound...)
	return err
}

// locate finds the place of each result that has none yet.
func (s *session) locate(ctx context.Context) error {
	if len(s.answer.Results) == 0 || s.sites.calls == "" {
		return nil
	}
	early := s.locating != nil
	if err := s.located(); err != nil {
		return err
	}
	if !early {
		if err := s.locateShown(ctx); err != nil {
			return err
		}
	}
	statement := locatedSQL
	if s.survey != nil {
		statement = strings.Replace(locatedSQL, "JOIN nodes", "JOIN symbols", 1)
	}
	places := s.places()
	if err := s.locateBy(ctx, statement, places); err != nil {
		return err
	}
	if s.sites.uses == "" || s.allLocated() {
		return nil
	}
	if early {
		if err := s.noteShown(ctx); err != nil {
			return err
		}
	}
	for _, statement := range []string{s.sites.uses, s.sites.values} {
		if statement == "" {
			continue
		}
		if err := s.locateBy(ctx, statement, places); err != nil {
			return err
		}
	}
	return nil
}

// located returns when the table sites is of the whole walk, if that was begun.
func (s *session) located() error {
	if s.locating == nil {
		return nil
	}
	err := <-s.locating
	s.locating = nil
	return err
}

// allLocated reports whether all results have a place.
func (s *session) allLocated() bool {
	for i := range s.answer.Results { // and no copy: describe writes the node meanwhile
		if s.answer.Results[i].Site == nil {
			return false
		}
	}
	return true
}

// locateShown makes the table sites of the results.
func (s *session) locateShown(ctx context.Context) error {
	if s.survey == nil { // or the results were noted to name them
		if err := s.noteShown(ctx); err != nil {
			return err
		}
	}
	return s.findSites(ctx, s.finding, "shown")
}

// noteShown makes the table shown of the results.
func (s *session) noteShown(ctx context.Context) error {
	var id, depth, rank []int32
	for i := range s.answer.Results {
		r := &s.answer.Results[i] // and no copy: describe writes the node meanwhile
		id, depth, rank = append(id, r.id), append(depth, int32(r.Depth)), append(rank, int32(r.rank))
	}
	_, err := s.finding.Fill(ctx, "shown", shownSQL, id, depth, rank)
	return err
}

// places are those of the results of a walk, by their symbols.
func (s *session) places() map[int32]int {
	out := make(map[int32]int, len(s.answer.Results))
	for i := range s.answer.Results { // and no copy, as above
		out[s.answer.Results[i].id] = i
	}
	return out
}

// locateBy locates by one statement what is not located yet; places are those of the
// results, by their symbols.
func (s *session) locateBy(ctx context.Context, statement string, places map[int32]int) error {
	rows, err := s.finding.Query(ctx, statement)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		var at site
		var via string
		if err := rows.Scan(&id, &at.fileID, &at.File, &at.Line, &at.Column, &via); err != nil {
			return err
		}
		if i, shown := places[id]; shown && s.answer.Results[i].Site == nil {
			s.answer.Results[i].Site, s.answer.Results[i].Via = &at, via
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

// filters reports whether the arguments may leave something out.
func (s *session) filters() bool {
	return s.Scope != "" || !s.IncludeTests || slices.ContainsFunc(s.ExcludePatterns, func(p string) bool { return p != "" })
}

// filter leaves out what the filters don't let through.
func (s *session) filter(ctx context.Context) error {
	if !s.filters() {
		return nil
	}
	var scope, excluded any
	if s.Scope != "" {
		scope = s.ix.PathExpression(s.Scope)
	}
	var patterns []string
	for _, p := range s.ExcludePatterns {
		if p != "" {
			patterns = append(patterns, "(?:"+s.ix.PathExpression(p)+")")
		}
	}
	if patterns != nil {
		excluded = strings.Join(patterns, "|")
	}
	if _, err := s.finding.Change(ctx, leftOutSQL, scope, excluded, s.IncludeTests); err != nil {
		return err
	}
	if s.into && s.graph && (scope != nil || excluded != nil) {
		if err := s.filterInitialisers(ctx, scope, excluded); err != nil {
			return err
		}
	}
	return s.tellFiltered(ctx, scope != nil, excluded != nil)
}

// tellFiltered has the answer say how much the filters don't let through, and which they are.
func (s *session) tellFiltered(ctx context.Context, scope, excluded bool) error {
	var names []string
	for name, given := range map[string]bool{"scope": scope, "exclude_patterns": excluded, "include_tests": !s.IncludeTests} {
		if given {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var n int
	if err := s.finding.QueryRow(ctx, []any{&n}, "SELECT count(*) FROM nodes WHERE left_out AND depth IS NOT NULL"); err != nil {
		return err
	}
	if n > 0 {
		s.answer.known.filtered = fmt.Sprintf("%d more left out by %s", n, strings.Join(names, ", "))
	}
	return nil
}
