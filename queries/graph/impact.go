package graph

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed impact.sql
var impactSQL string

//go:embed impact_sites.sql
var impactSitesSQL string

//go:embed value_steps.sql
var valueStepsSQL string

//go:embed impact_naming.sql
var impactNamingSQL string

//go:embed impact_values.sql
var impactValuesSQL string

//go:embed impact_values_sites.sql
var impactValuesSitesSQL string

//go:embed impact_telling.sql
var impactTellingSQL string

//go:embed impact_survey.sql
var impactSurveySQL string

//go:embed impact_summary.sql
var impactSummarySQL string

type impactArgs struct {
	walkArgs
	ChangeType string `arg:"change_type" default:"signature" values:"signature,behavior,removal" help:"what is going to change"`
}

// impact is how much is affected: of all that was found, also when results are cut.
type impact struct {
	Implementations   int `json:"implementations"`
	DirectCallers     int `json:"direct_callers"`
	TransitiveCallers int `json:"transitive_callers"`
	AffectedTests     int `json:"affected_tests"`
	ExternalPackages  int `json:"external_packages"` // other modules that hold an affected symbol
}

// Impact is the question what a change affects.
func Impact() queries.Operation {
	q := question{
		name: "impact", kinds: allKinds(), graph: true, tables: []string{"refs", "type_relations"}, doubts: impactDoubts, surveyed: true, into: true,
		columns: []column{position, depth, impacted, severity, kind, symbol, via},
		sites:   siting{calls: callersSitesSQL, uses: impactSitesSQL},
		counted: countImpact,
	}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "what is affected when a symbol changes",
		Help: `What implements the target or stands in for it, who calls or uses it, who calls
those or uses them where they are variables or constants, and which of them are tests.
Values that functions set, types that hold a constant, and values of a type where
nothing names it are not followed.
"must_update" is what names the target or implements it, when its signature changes or
it is removed, and what calls a method that gets another signature with that of its
interface, one call further; all else is "review_needed": candidates through an
interface, callers of callers, and everything when only behavior changes. What stands
in the target itself is not listed.
"summary" counts all of it, also when results are cut. Uses by reflection and from
templates are not seen, nor who runs a function literal beside the function around it,
and they are not counted as doubts.` + filtersHelp,
		Example: "impact main.main --change-type removal",
	}, func(ctx context.Context, ix *queries.Index, args impactArgs) (*answer, error) {
		s := newSession(q, ix, args.arguments).level(args.levelled)
		s.dispatch = args.Dispatch
		switch args.ChangeType {
		case "signature":
			s.doubts = signatureDoubts
		case "removal":
			s.doubts = removalDoubts
		}
		s.find = func(ctx context.Context, s *session) error { return s.findImpact(ctx, args.ChangeType == "removal") }
		s.finish = func(_ context.Context, s *session) error {
			s.splitImpact(args.ChangeType)
			return nil
		}
		return s.run(ctx)
	})
}

func (s *session) findImpact(ctx context.Context, removed bool) error {
	uses, err := s.spread(ctx, removed)
	if err != nil {
		return err
	}
	if err := s.walkImpact(ctx, toCallers, uses); err != nil {
		return err
	}
	values, err := s.reachesValues(ctx)
	if err != nil || !values {
		s.loading.enough()
		return err
	}
	return s.followValues(ctx, uses)
}

// walkImpact makes the tables walk and nodes, or surveys what it reached, unless that may be followed
// further.
func (s *session) walkImpact(ctx context.Context, w way, uses []int32) error {
	g, beside := errgroup.WithContext(ctx)
	g.Go(func() error {
		if s.leadsNowhere(w, s.dispatched.and(ids(s.targets)), uses) {
			return nil
		}
		if _, err := s.describing.Fill(beside, "telling", impactTellingSQL); err != nil {
			return fmt.Errorf("tell what has to change: %w", err)
		}
		return nil
	})
	err := s.walk(ctx, w, ids(s.targets), uses)
	if err := cmp.Or(err, g.Wait()); err != nil {
		return err
	}
	if s.surveys() {
		s.takeSurvey(ctx, impactSurveySQL)
		if _, err := s.survey.wait(); err != nil {
			return err
		}
		if s.survey.values == 0 {
			return nil
		}
		s.nodes, s.survey = 0, nil
	}
	if _, err := s.fill(ctx, "nodes", impactSQL); err != nil {
		return fmt.Errorf("name the symbols on the walk: %w", err)
	}
	return nil
}

// valueKinds are the kinds of what an impact follows like calls.
var valueKinds = []schema.Kind{schema.KindVariable, schema.KindConstant}

// reachesValues reports whether there are variables or constants on the walk, or a call that makes
// the value of a variable.
func (s *session) reachesValues(ctx context.Context) (bool, error) {
	if s.survey != nil || s.nodes <= int64(len(s.targets)) && !s.targetsAre(valueKinds) {
		return false, nil
	}
	var values bool
	err := s.finding.QueryRow(ctx, []any{&values}, "SELECT count(*) > 0 FROM nodes WHERE kind IN ('variable', 'constant') OR kind = 'function' AND contains(symbol, '.init#package')")
	if err != nil {
		return false, fmt.Errorf("look for values: %w", err)
	}
	return values, nil
}

// followValues walks anew, also from variables and constants to what uses them.
//
// DESIGN: what uses them is read from all references and is no step of other walks, so it is made when
// one needs it.
func (s *session) followValues(ctx context.Context, uses []int32) error {
	if err := s.ix.Prepare(ctx, valueStepsSQL, "refs"); err != nil {
		return err
	}
	if _, err := s.fill(ctx, "spreading", impactNamingSQL); err != nil {
		return fmt.Errorf("note values: %w", err)
	}
	if _, err := s.early.wait(); err != nil { // about the walk that is done anew
		return err
	}
	if err := s.located(); err != nil {
		return err
	}
	for _, table := range []string{"walk", "nodes", "telling", "sites"} {
		if err := s.finding.Empty(ctx, table); err != nil {
			return err
		}
	}
	s.nodes = 0
	if err := s.walkImpact(ctx, way{wide: impactValuesSQL, into: true}, uses); err != nil {
		return err
	}
	s.sites.values = impactValuesSitesSQL
	doubts := s.doubts
	s.doubts = func(m schema.Manifest) []doubting {
		return append(doubts(m), doubting{name: "impact_values", walks: true})
	}
	return nil
}

// splitImpact tells what the labels of the results say. When nothing breaks, nothing must be
// updated. With another signature, what stands in for the target gets that too, and so breaks what
// calls it; when the target is removed, it may stay as it is.
func (s *session) splitImpact(changeType string) {
	for i := range s.answer.Results {
		r := &s.answer.Results[i]
		label := strings.Fields(r.label)
		r.ImpactType, r.Severity = label[0], label[1]
		if r.Severity == "follows" && changeType == "signature" {
			r.Severity = "must_update"
		}
		if r.Severity == "follows" || changeType == "behavior" {
			r.Severity = "review_needed"
		}
		if len(label) > 2 && r.Via == "" && len(s.targets) == 1 {
			r.Via = s.targets[0].Symbol
		}
	}
}

// countImpact counts what is affected, shown or not.
func countImpact(ctx context.Context, s *session) error {
	if s.survey != nil {
		s.answer.Summary = &s.survey.impact
		return nil
	}
	if s.foundNothing() {
		s.answer.Summary = &impact{}
		return nil
	}
	rows, err := s.describing.Query(ctx, impactSummarySQL)
	if err != nil {
		return fmt.Errorf("count what is affected: %w", err)
	}
	defer rows.Close()
	var n impact
	for rows.Next() {
		var of impact
		var affected, target bool
		if err := rows.Scan(&of.Implementations, &of.DirectCallers, &of.TransitiveCallers, &of.AffectedTests, &affected, &target); err != nil {
			return err
		}
		n.Implementations += of.Implementations
		n.DirectCallers += of.DirectCallers
		n.TransitiveCallers += of.TransitiveCallers
		n.AffectedTests += of.AffectedTests
		if affected && !target {
			n.ExternalPackages++
		}
	}
	s.answer.Summary = &n
	return rows.Err()
}
