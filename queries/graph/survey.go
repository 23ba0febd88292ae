package graph

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/derive"
)

//go:embed survey.sql
var surveySQL string

//go:embed facts.sql
var factsSQL string

//go:embed looked_for.sql
var lookedForSQL string

//go:embed namesakes_uncertain.sql
var namesakesUncertainSQL string

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
	done    chan struct{} // closed when the rest is there
	err     error
	levels  []level
	results []result       // the first of each level, as far as they are returned: id, depth, rank and label
	counts  map[string]int // of what doubts ask, by their reasons
	impact  impact         // the counts of an impact
	taking  []surveyed     // the first on which doubts are asked and whose values are taken, and more
	values  int            // how many are variables or constants, or make the value of one
}

// surveyed is a symbol that a survey found: its ordinal, id and rank, and its traits.
type surveyed struct {
	packed int64
	traits traits
}

// facts is the name under which an index remembers that it has what surveys read.
const facts = "facts"

// loadFacts makes what surveys read, of an index that was loaded.
func loadFacts(ctx context.Context, ix *queries.Index) error {
	if err := loadBodiless(ctx, ix); err != nil {
		return err
	}
	for _, script := range []string{lookedForSQL, testBuildSQL, derive.OutsideBuild, derive.InterfaceMethods, handedOverSQL, takenSQL, factsSQL, derive.Uncertain, namesakesUncertainSQL, derive.Values, derive.UncertainCallers} {
		if err := prepareFact(ctx, ix, script); err != nil {
			return err
		}
	}
	_, err := ix.Remember(facts, func() (any, error) { return true, nil })
	return err
}

// takeSurvey begins to read what a walk found by a statement, in the place of making the table nodes.
func (s *session) takeSurvey(ctx context.Context, statement string) {
	v := &survey{done: make(chan struct{}), counts: map[string]int{}}
	s.nodes, s.survey = s.reached, v
	go func() {
		defer close(v.done)
		if err := v.take(ctx, s.describing, statement, s.maxPerLevel, s.MaxResults); err != nil {
			v.err = fmt.Errorf("survey the walk: %w", err)
		}
	}()
}

// surveys reports whether a walk is surveyed.
func (s *session) surveys() bool {
	_, has := s.ix.Remembered(facts)
	return has && s.surveyed && s.reached > fewReached && !s.filters()
}

// wait returns what doubts ask, when the survey is taken.
func (v *survey) wait() (counts map[string]int, err error) {
	if v == nil {
		return nil, nil
	}
	<-v.done
	return v.counts, v.err
}

// take reads the statement, whose rows are sorted by depth.
func (v *survey) take(ctx context.Context, seat *queries.Seat, statement string, maxPerLevel, maxResults int) error {
	rows, err := seat.Query(ctx, statement, max(maxPerLevel, maxUses))
	if err != nil {
		return err
	}
	defer rows.Close()
	var nearest []surveyed   // of the last level
	var own, affected []byte // modules, a bit for each
	for rows.Next() {
		var depth *int
		var asked bool
		var t traits
		var symbols, taken int
		var modules []byte
		var atTargets bool
		var first any
		if err := rows.Scan(&depth, &asked, &t, &symbols, &taken, &modules, &atTargets, &first); err != nil {
			return err
		}
		if asked {
			v.count(t, symbols, taken)
		}
		if t&isValue != 0 {
			v.values += symbols
		}
		var symbolsOf []surveyed
		for _, packed := range first.([]any) {
			symbolsOf = append(symbolsOf, surveyed{packed.(int64), t})
		}
		if asked && t&isTaken != 0 {
			v.taking = append(v.taking, symbolsOf...)
		}
		if atTargets {
			own = join(own, modules)
		}
		if depth == nil {
			continue
		}
		affected = join(affected, modules)
		if len(v.levels) == 0 || v.levels[len(v.levels)-1].depth != *depth {
			v.keep(nearest, maxPerLevel, maxResults)
			v.levels, nearest = append(v.levels, level{depth: *depth}), nil
		}
		v.levels[len(v.levels)-1].found += symbols
		v.impact.add(t, *depth, symbols)
		nearest = append(nearest, symbolsOf...)
	}
	v.keep(nearest, maxPerLevel, maxResults)
	for i, b := range affected {
		if i < len(own) {
			b &^= own[i]
		}
		v.impact.ExternalPackages += bits.OnesCount8(b)
	}
	return rows.Err()
}

// join is the set of what is in one of two.
func join(a, b []byte) []byte {
	if len(a) < len(b) {
		a, b = slices.Clone(b), a
	}
	for i := range b {
		a[i] |= b[i]
	}
	return a
}

// keep makes results of the first symbols of the last level, as far as they are returned.
func (v *survey) keep(found []surveyed, maxPerLevel, maxResults int) {
	slices.SortFunc(found, byName)
	for _, f := range found[:min(len(found), maxPerLevel, maxResults-len(v.results))] {
		depth := v.levels[len(v.levels)-1].depth
		v.results = append(v.results, result{Depth: depth, id: f.id(), rank: int(f.packed & 7), label: f.traits.label(depth)})
	}
}

func byName(a, b surveyed) int { return cmp.Compare(a.packed, b.packed) }

// id is that of the symbol.
func (f surveyed) id() int32 { return int32(f.packed >> 3 & (1<<29 - 1)) }

// taken are the first symbols by name whose values are taken.
func (v *survey) taken(n int) []int32 {
	slices.SortFunc(v.taking, byName)
	var out []int32
	for _, f := range v.taking[:min(n, len(v.taking))] {
		out = append(out, f.id())
	}
	return out
}

// traits are those of a symbol in facts.sql.
type traits int

const (
	ofCallable traits = 3 // 1 for a function, 2 for a method, 3 for one of an interface
	isExternal traits = 1 << 2
	isExported traits = 1 << 3
	isApart    traits = 1 << 4 // declared in a file outside the build
	isKnown    traits = 1 << 5 // a method that the standard library looks for by its name
	isAlike    traits = 1 << 6 // it bears the name of a method that it does not stand in for
	isTest     traits = 1 << 7
	isValue    traits = 1 << 8  // a variable or constant, or what makes the values of some
	isBodiless traits = 1 << 9  // written in assembly
	isHanded   traits = 1 << 10 // a directive hands it to other code
	isTaken    traits = 1 << 11 // a function whose value is taken

	// These are of an impact alone, as impact_telling.sql has them.
	implements traits = 1 << 12
	names      traits = 1 << 13
	calls      traits = 1 << 14

	mayReplace traits = 1 << 15 // tests declare it, maybe in the place of another
)

// kind is what a symbol at a depth is to the targets of an impact, as in impact.sql.
func (t traits) kind(depth int) string {
	switch {
	case t&implements != 0:
		return "implementation"
	case t&isTest != 0:
		return "test"
	case depth == 1:
		return "direct_caller"
	}
	return "transitive"
}

// label is that of impact.sql.
func (t traits) label(depth int) string {
	severity := " review_needed"
	switch {
	case t&names != 0:
		severity = " must_update"
	case t&calls != 0:
		severity = " follows"
	}
	if t&implements != 0 {
		severity += " implementing"
	}
	return t.kind(depth) + severity
}

// add counts symbols at a depth that have the same traits.
func (n *impact) add(t traits, depth, symbols int) {
	switch t.kind(depth) {
	case "implementation":
		n.Implementations += symbols
	case "test":
		n.AffectedTests += symbols
	case "direct_caller":
		n.DirectCallers += symbols
	default:
		n.TransitiveCallers += symbols
	}
}

// count adds what doubts ask of symbols with the same traits.
func (v *survey) count(t traits, symbols, taken int) {
	v.counts[valueTaken] += taken
	callable, external := t&ofCallable, t&isExternal != 0
	for reason, holds := range map[string]bool{
		"known_by_name":               t&isKnown != 0,
		"no_body":                     t&isBodiless != 0,
		"linkname_or_export":          t&isHanded != 0,
		"outside_build":               t&isApart != 0,
		gate + "test_build":           t&mayReplace != 0,
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
