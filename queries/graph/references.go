package graph

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed references.sql
var referencesSQL string

//go:embed used_nodes.sql
var usedNodesSQL string

//go:embed seeds.sql
var seedsSQL string

//go:embed definition.sql
var definitionSQL string

// References is the question where a symbol is used.
func References() queries.Operation {
	q := question{
		name: "references", kinds: allKinds(), tables: []string{"refs", "calls"}, doubts: referencesDoubts, sited: true, into: true,
		columns: []column{position, role, basis, kind, symbol},
		find:    statements(filling{"used", referencesSQL}, filling{"nodes", usedNodesSQL}),
		finish: func(_ context.Context, s *session) error {
			for i := range s.answer.Results {
				s.answer.Results[i].Role = s.answer.Results[i].label
			}
			return nil
		},
	}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "every use of a symbol, with its role",
		Help: `One result for each use, in the function, type or variable around it. Roles: write,
call, type (the name of a type), read (all else), import. Uses by reflection and from
templates are not seen, and not counted as doubts; nor is where a field is used and
nothing names it, as in a literal without keys.`,
		Example: "references main.version",
	}, q.runFlat)
}

// Definition is the question where a symbol is defined.
func Definition() queries.Operation {
	q := question{name: "definition", kinds: allKinds(), doubts: definitionDoubts, find: statements(filling{"nodes", definitionSQL}), columns: []column{position, kind, symbol, signature}}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Summary: "where a symbol, or what stands at file:line:column, is defined",
		Help:    `JSON has the source of the whole declaration, at most 60 lines of it.`,
		Example: "definition main.main",
	}, q.runFlat)
}

// aliasUses is for types that have other names: those are symbols of their own.
var aliasUses = doubting{name: "alias_uses", of: typeKinds(), reads: []string{"type_relations", "refs"}}

// referencesDoubts are those that could make the references of a symbol more than were found.
func referencesDoubts(m schema.Manifest) []doubting {
	return append(usesDoubts(m), testBuildUses, aliasUses)
}

// filling is a statement that binds nothing, and the table that gets what it returns.
type filling struct{ table, statement string }

// fillAll runs statements of which each reads what the one before found, as long as that is
// something.
func (s *session) fillAll(ctx context.Context, all ...filling) error {
	for _, f := range all {
		if rows, err := s.fill(ctx, f.table, f.statement); err != nil || rows == 0 {
			return err
		}
	}
	return nil
}

// statements finds by statements that start at the table seeds; see fillAll.
func statements(all ...filling) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		if err := s.seed(ctx); err != nil {
			return err
		}
		return s.fillAll(ctx, all...)
	}
}

// seed makes the table seeds of the targets.
func (s *session) seed(ctx context.Context) error {
	names, kinds := make([]string, len(s.targets)), make([]string, len(s.targets))
	for i, t := range s.targets {
		names[i], kinds[i] = t.Symbol, t.Kind
	}
	_, err := s.fill(ctx, "seeds", seedsSQL, ids(s.targets), names, kinds)
	return err
}

// runFlat answers a question whose answers have no depths.
func (q question) runFlat(ctx context.Context, ix *queries.Index, args arguments) (*answer, error) {
	return newSession(q, ix, args).run(ctx)
}
