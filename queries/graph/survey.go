package graph

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed survey.sql
var surveySQL string

//go:embed facts.sql
var factsSQL string

//go:embed looked_for.sql
var lookedForSQL string

//go:embed named.sql
var namedSQL string

// fewReached is how many symbols a walk over a loaded index reaches at most when they are named, in
// the table nodes.
//
// DESIGN: to name them takes 0.4 ms for a thousand, and what reads that table as much again.
const fewReached = 2_000

// survey is what a question needs of a walk that reached much, whose symbols are not named. It is taken
// while what does not need it goes on.
type survey struct {
	taken   chan struct{} // closed when the rest is there
	err     error
	levels  []level
	results []result       // the first of each level, as far as they are returned: id, depth and rank
	counts  map[string]int // of what doubts ask, by their reasons
}

// facts is the name under which an index remembers that it has what surveys read.
const facts = "facts"

// loadFacts makes what surveys read, of an index that was loaded.
func loadFacts(ctx context.Context, ix *queries.Index) error {
	for _, script := range []string{lookedForSQL, interfaceMethodsSQL, factsSQL} {
		if err := ix.Prepare(ctx, script); err != nil {
			return err
		}
	}
	_, err := ix.Remember(facts, func() (any, error) { return true, nil })
	return err
}

// hasFacts reports whether walks of the question can be surveyed.
func (s *session) hasFacts() bool {
	_, has := s.ix.Remembered(facts)
	return has && s.surveyed
}

// takeSurvey begins to read what a walk found, in the place of making the table nodes.
func (s *session) takeSurvey(ctx context.Context) {
	v := &survey{taken: make(chan struct{}), counts: map[string]int{}}
	s.nodes, s.survey = s.reached, v
	go func() {
		defer close(v.taken)
		if err := v.take(ctx, s.describing, s.maxPerLevel, s.MaxResults); err != nil {
			v.err = fmt.Errorf("survey the walk: %w", err)
		}
	}()
}

// wait returns what doubts ask, when the survey is taken.
func (v *survey) wait() (counts map[string]int, err error) {
	if v == nil {
		return nil, nil
	}
	<-v.taken
	return v.counts, v.err
}

// take reads the statement, whose rows are sorted by depth.
func (v *survey) take(ctx context.Context, seat *queries.Seat, maxPerLevel, maxResults int) error {
	rows, err := seat.Query(ctx, surveySQL, maxPerLevel)
	if err != nil {
		return err
	}
	defer rows.Close()
	var nearest []int64 // of the last level
	for rows.Next() {
		var depth *int
		var asked bool
		var t traits
		var symbols, refs int
		var first any
		if err := rows.Scan(&depth, &asked, &t, &symbols, &refs, &first); err != nil {
			return err
		}
		if asked {
			v.count(t, symbols, refs)
		}
		if depth == nil {
			continue
		}
		if len(v.levels) == 0 || v.levels[len(v.levels)-1].depth != *depth {
			v.keep(nearest, maxPerLevel, maxResults)
			v.levels, nearest = append(v.levels, level{depth: *depth}), nil
		}
		v.levels[len(v.levels)-1].found += symbols
		for _, packed := range first.([]any) {
			nearest = append(nearest, packed.(int64))
		}
	}
	v.keep(nearest, maxPerLevel, maxResults)
	return rows.Err()
}

// keep makes results of the first symbols of the last level, as far as they are returned.
func (v *survey) keep(packed []int64, maxPerLevel, maxResults int) {
	slices.Sort(packed)
	for _, p := range packed[:min(len(packed), maxPerLevel, maxResults-len(v.results))] {
		v.results = append(v.results, result{Depth: v.levels[len(v.levels)-1].depth, id: int32(p >> 3 & (1<<29 - 1)), rank: int(p & 7)})
	}
}

// traits are those of a symbol in facts.sql.
type traits int

const (
	ofCallable traits = 3 // 1 for a function, 2 for a method, 3 for one of an interface
	isExternal traits = 1 << 2
	isExported traits = 1 << 3
	isApart    traits = 1 << 4 // declared in a file outside the build, or in one of external tests
	isKnown    traits = 1 << 5 // a method that the standard library looks for by its name
	isAlike    traits = 1 << 6 // it bears the name of a method that it does not stand in for
)

// count adds what doubts ask of symbols with the same traits.
func (v *survey) count(t traits, symbols, refs int) {
	callable, external := t&ofCallable, t&isExternal != 0
	for reason, holds := range map[string]bool{
		"known_by_name":               t&isKnown != 0,
		gate + "outside_build":        t&isApart != 0,
		gate + "outside_steps":        external && callable == 3,
		gate + "outside_method":       external && callable == 2,
		gate + "outside_interface":    !external && callable == 3,
		gate + "untyped_names":        callable >= 2,
		gate + "untyped_values":       callable >= 2 && t&isExported != 0,
		gate + "untyped_values_near":  callable >= 2 && t&isExported == 0,
		gate + "uncompared_interface": t&isAlike != 0,
	} {
		if holds {
			v.counts[reason] += symbols
		}
	}
	if callable > 0 {
		v.counts[valueTaken] += refs
	}
}

// showSurveyed makes results of what a survey says is returned, and names them.
func (s *session) showSurveyed(ctx context.Context) error {
	if _, err := s.survey.wait(); err != nil {
		return err
	}
	a := s.answer
	a.known.levels, a.Results = s.survey.levels, s.survey.results
	if err := s.noteShown(ctx); err != nil {
		return err
	}
	at := s.places()
	rows, err := s.finding.Query(ctx, namedSQL)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		var n node
		if err := rows.Scan(&id, &n.Symbol, &n.Kind, &n.External, &n.File); err != nil {
			return err
		}
		r := &a.Results[at[id]]
		r.Node, r.Evidence = n, evidence(r.rank)
	}
	return rows.Err()
}

// reading is a statement that reads the table nodes, or what stands for that where a walk was surveyed.
func (s *session) reading(statement string) string {
	if s.survey == nil {
		return statement
	}
	return unnamed.Replace(statement)
}

// unnamed puts what would fill the table nodes of a walk in its place.
var unnamed = func() *strings.Replacer {
	made := " (" + strings.TrimRight(nodesSQL, ";\n") + ")"
	return strings.NewReplacer("FROM nodes", "FROM"+made, "JOIN nodes", "JOIN"+made)
}()
