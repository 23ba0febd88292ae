package graph

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed impact.sql
	impactSQL string
	//go:embed impact_starts.sql
	impactStartsSQL string
	//go:embed impact_shifts.sql
	impactShiftsSQL string
	//go:embed impact_added.sql
	impactAddedSQL string
	//go:embed impact_conversions.sql
	impactConversionsSQL string
	//go:embed impact_found.sql
	impactFoundSQL string
	//go:embed impact_sites.sql
	impactSitesSQL string
	//go:embed impact_summary.sql
	impactSummarySQL string
	//go:embed impact_members.sql
	impactMembersSQL string
	//go:embed impact_satisfied.sql
	impactSatisfiedSQL string
)

// mustUpdate is the severity of a result that has to change.
const mustUpdate = "must_update"

// The kinds of changes.
const (
	changeSignature = "signature"
	changeBehavior  = "behavior"
	changeRemoval   = "removal"
	changeAddMethod = "add-method"
)

var errNoInterface = &queries.UsageError{Message: "the target is no interface, and add-method changes one", Advice: "use change type signature, behavior or removal"}

type impactArgs struct {
	walkArgs
	ChangeType string `arg:"change_type" default:"signature" values:"signature,behavior,removal,add-method" help:"the kind of change"`
}

// impact counts all results, also when the answer shows fewer.
type impact struct {
	Implementations   int `json:"implementations"`
	DirectCallers     int `json:"direct_callers"`
	TransitiveCallers int `json:"transitive_callers"`
	AffectedTests     int `json:"affected_tests"`
	ExternalPackages  int `json:"external_packages"` // other modules with an affected symbol

	changing, changingImplementations int // results outside tests that must change, and the implementations among them
	changingTests                     int // tests that must change
}

// Impact is the operation that finds the symbols that a change may affect.
func Impact() queries.Operation {
	return queries.Declare(queries.Operation{
		Name:    "impact",
		Tool:    tool,
		Drawn:   true,
		Explain: true,
		Summary: "list the symbols that a change of a symbol may affect",
		Help: `Implementations of the target, its callers and other users, and from there callers, and
users of variables and constants. Tests are marked. "must_update" means that the symbol
names or implements the target, and the change is a new signature or a removal. A new
signature also changes callers of an implementation, and interface methods of the target
("interface") with the code that converts values to their interfaces. A method that is
added to an interface breaks its implementations where code converts their values to the
interface, and no users. Everything else is "review_needed": dynamic dispatch, callers of
callers, external symbols, and every result of a change in behavior only. Results inside
the target are not listed. "summary" counts all results, those that the answer does not
show included. Uses by reflection and from templates are not found.` + filtersHelp,
		Example: "impact schema.Manifest --change-type removal",
	}, func(ctx context.Context, ix *queries.Index, args impactArgs) (*answer, error) {
		change := args.ChangeType
		var starts []int32
		o := operation{
			name: "impact", kinds: allKinds(), walks: true, into: true, unused: true,
			columns: []column{position, depth, impacted, severity, kind, symbol, via},
			statement: func(s *session) (string, []any) {
				return impactSQL, append(s.walkArguments(), append([]int32{0}, starts...)) // the driver cannot bind an empty list
			},
			prepare: func(ctx context.Context, s *session) (err error) {
				if starts, err = s.impactStarts(ctx, change); errors.Is(err, errNoInterface) {
					return err
				} else if err != nil {
					return fmt.Errorf("find uses and implementations: %w", err)
				}
				return nil
			},
			find: func(ctx context.Context, s *session) error {
				if err := s.walk(ctx); err != nil {
					return err
				}
				return s.exec(ctx, impactFoundSQL)
			},
			asks:  func(s *session) []completeness.Asked { return s.askImpact(change) },
			judge: func(ctx context.Context, s *session) error { return s.judgeImpact(ctx, change) },
			sites: []siting{{impactSitesSQL, false}, {callersSitesSQL, true}},
			finish: func(ctx context.Context, s *session) error {
				s.splitImpact(change)
				return nil
			},
		}
		return o.runWalk(ctx, ix, args.walkArgs)
	})
}

// impactStarts fills the temporary table start, and returns its symbols.
func (s *session) impactStarts(ctx context.Context, change string) ([]int32, error) {
	if err := s.exec(ctx, impactStartsSQL); err != nil {
		return nil, err
	}
	if change == changeRemoval && s.targetsAre(schema.KindConstant) {
		if err := s.exec(ctx, impactShiftsSQL); err != nil {
			return nil, err
		}
	}
	switch change {
	case changeAddMethod:
		if !s.targetsAre(schema.KindInterface) {
			return nil, errNoInterface
		}
		if err := s.exec(ctx, impactAddedSQL); err != nil {
			return nil, err
		}
	case changeSignature, changeRemoval:
		if err := s.exec(ctx, impactConversionsSQL, change == changeSignature); err != nil {
			return nil, err
		}
	}
	return queries.Collect(ctx, s.conn.QueryContext, func(id *int32) []any { return []any{id} }, "SELECT symbol_id FROM start UNION SELECT symbol_id FROM needed ORDER BY symbol_id")
}

// askImpact asks for callers and other uses. A change that breaks users needs relations and uses without a name too.
func (s *session) askImpact(change string) []completeness.Asked {
	asked := []completeness.Asked{s.askedCallers(s.targets, s.depth)}
	if change == changeAddMethod {
		return append(asked, asking(schema.AboutSubtypes)(s)...)
	}
	about := []schema.About{schema.AboutReferences, schema.AboutSubtypes}
	if change != changeBehavior {
		about = append(about, schema.AboutSupertypes, schema.AboutChange)
	}
	return append(asked, asking(about...)(s)...)
}

func (s *session) judgeImpact(ctx context.Context, change string) error {
	if err := s.summarize(ctx, change); err != nil {
		return fmt.Errorf("count the results: %w", err)
	}
	if change != changeRemoval {
		s.reasons = slices.DeleteFunc(s.reasons, func(r completeness.Reason) bool { return r.Reason == string(schema.ReasonIotaPositions) })
	}
	if err := judgeCallers(ctx, s); err != nil {
		return err
	}
	if change != changeBehavior { // a new signature has to go to the declarations of other builds too
		n, err := s.count(ctx, otherBuildsSQL)
		if err != nil {
			return err
		}
		s.add(schema.ReasonExcludedByBuild, n)
	}
	if change != changeAddMethod && s.targetsAre(typeKinds()...) {
		type row struct {
			reason string
			count  int
			first  completeness.Place
		}
		rows, err := queries.Collect(ctx, s.conn.QueryContext, func(r *row) []any {
			return []any{&r.reason, &r.count, &r.first.By, &r.first.File, &r.first.Line, &r.first.Column}
		}, impactMembersSQL)
		if err != nil {
			return fmt.Errorf("count uses of members: %w", err)
		}
		for _, r := range rows {
			r.first.Symbol = s.targets[0].Symbol
			s.add(schema.Reason(r.reason), r.count, r.first)
		}
	}
	if change != changeBehavior && s.targetsAre(schema.KindMethod, schema.KindInterfaceMethod) {
		return s.judgeSatisfied(ctx)
	}
	return nil
}

// judgeSatisfied adds the other interface methods that the targets implement.
func (s *session) judgeSatisfied(ctx context.Context) error {
	places, err := queries.Collect(ctx, s.conn.QueryContext, func(p *completeness.Place) []any { return []any{&p.Symbol, &p.File, &p.Line, &p.Column} }, impactSatisfiedSQL)
	if err != nil || len(places) == 0 {
		return err
	}
	s.add(schema.ReasonSatisfiedInterface, len(places), places...)
	return nil
}

// summarize counts the results that the filters keep.
func (s *session) summarize(ctx context.Context, change string) error {
	n := &impact{}
	s.answer.Summary = n
	return s.conn.QueryRowContext(ctx, impactSummarySQL, change).Scan(&n.Implementations, &n.DirectCallers, &n.TransitiveCallers, &n.AffectedTests, &n.ExternalPackages,
		&n.changing, &n.changingImplementations, &n.changingTests)
}

// splitImpact reads the labels of the results. An implementation of the target gets its new signature, so its callers break too; when the
// target is removed, the implementation may stay.
func (s *session) splitImpact(change string) {
	for i := range s.answer.Results {
		r := &s.answer.Results[i]
		label := strings.Fields(r.label)
		r.ImpactType, r.Severity = label[0], label[1]
		if r.Severity == "follows" && (change == changeSignature || change == changeAddMethod) {
			r.Severity = mustUpdate
		}
		if r.Severity == "follows" || change == changeBehavior || r.Node.External {
			r.Severity = "review_needed"
		}
		r.implements = len(label) > 2
		if r.implements && r.Via == "" && len(s.targets) == 1 {
			r.Via = s.targets[0].Symbol
		}
	}
}
