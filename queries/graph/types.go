package graph

import (
	"context"
	_ "embed"
	"errors"
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed implementations.sql
	implementationsSQL string
	//go:embed implements.sql
	implementsSQL string
	//go:embed overridable.sql
	overridableSQL string
)

// typeKinds are the kinds of types.
func typeKinds() []schema.Kind {
	return slices.DeleteFunc(allKinds(), func(k schema.Kind) bool { return !k.IsType() })
}

// relatable are the kinds of symbols that implement others or are implemented: types and methods.
var relatable = append(typeKinds(), schema.KindMethod, schema.KindInterfaceMethod)

// Implementations is the operation that finds the implementations of an interface.
func Implementations() queries.Operation {
	o := lookup(operation{
		name: "implementations", kinds: []schema.Kind{schema.KindInterface, schema.KindInterfaceMethod, schema.KindClass, schema.KindTrait, schema.KindTypeAlias}, into: true, unused: true, overridable: true,
		columns: []column{position, kind, symbol, viaPointer},
		asks:    asking(schema.AboutSubtypes),
		judge: func(ctx context.Context, s *session) error {
			open, err := s.count(ctx, "SELECT count(*) FROM derived_unknowns u JOIN target t USING (symbol_id) WHERE u.about = 'change' AND u.reason = 'outside_types'")
			if open > 0 {
				s.answer.known.remark = "types from outside may implement it too: only types of the repository are compared"
			}
			s.judgeRelations()
			return err
		},
		finish: markRelations,
	}, implementationsSQL)
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "list the types that implement an interface or extend a class, or the methods that implement or override a method",
		Help: `"via_pointer" means that only the pointer to the type has all the methods. The
relation "satisfies" means that the type is a type argument where the interface is the
constraint. The interface may be external: io.Reader.`,
		Example: "implementations error",
	}, o.runFlat)
}

// resolveOverridable finds methods that a subtype may override. When the target means others, it returns the error wrongKind.
func (s *session) resolveOverridable(ctx context.Context, wrongKind *target.Error) error {
	found, err := target.Resolve(ctx, s.ix, s.Target, []schema.Kind{schema.KindMethod})
	names := []string{""} // the driver binds no empty lists
	for _, f := range found {
		names = append(names, f.Symbol)
	}
	ambiguous := (*target.Error)(nil)
	if errors.As(err, &ambiguous) {
		for _, c := range ambiguous.Candidates {
			names = append(names, c.Symbol)
		}
	} else if err != nil {
		return err
	}
	overridable, failed := queries.Collect(ctx, s.ix.Query, func(name *string) []any { return []any{name} }, overridableSQL, names)
	switch {
	case failed != nil:
		return failed
	case len(overridable) == 0:
		return wrongKind
	case err != nil:
		return err
	}
	s.targets = slices.DeleteFunc(found, func(f target.Symbol) bool { return !slices.Contains(overridable, f.Symbol) })
	return nil
}

// Implements is the operation that finds the interfaces that a type implements.
func Implements() queries.Operation {
	o := lookup(operation{
		name: "implements", kinds: relatable,
		columns: []column{position, kind, symbol, viaPointer},
		asks:    asking(schema.AboutSupertypes),
		judge: func(_ context.Context, s *session) error {
			s.judgeRelations()
			return nil
		},
		finish: markRelations,
	}, implementsSQL)
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "list the interfaces that a type implements, or the methods that a method implements or overrides",
		Help: `Interfaces of the repository, external interfaces that it names or gives values to,
and the exported interfaces of the packages that it imports. "via_pointer" means that
only the pointer to the type has all the methods. The relation "satisfies" means that the
type is a type argument where the interface is the constraint.`,
		Example: "implements queries.UsageError",
	}, o.runFlat)
}

// judgeRelations adds the reasons of answers about relations: external types, and types of several indexes.
func (s *session) judgeRelations() {
	for _, t := range s.targets {
		if kind := schema.Kind(t.Kind); t.File == "" && kind != schema.KindInterface && kind != schema.KindInterfaceMethod {
			s.add(schema.ReasonOutsideType, 1, completeness.Place{Symbol: t.Symbol})
		}
	}
	if s.ix.Parts() > 1 {
		s.add(schema.ReasonAcrossIndexes, 1)
	}
}

// markRelations reads the labels of the results. The answer has a column relation where a type satisfies a constraint.
func markRelations(_ context.Context, s *session) error {
	satisfies := false
	for i := range s.answer.Results {
		r := &s.answer.Results[i]
		r.ViaPointer = r.label == "pointer"
		if r.label == string(schema.RelationSatisfies) {
			r.Relation, satisfies = r.label, true
		}
	}
	if satisfies {
		s.answer.columns = append(slices.Clone(s.answer.columns), relation)
	}
	return nil
}
