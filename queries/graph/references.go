package graph

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
)

//go:embed references.sql
var referencesSQL string

//go:embed seeds.sql
var seedsSQL string

//go:embed definition.sql
var definitionSQL string

// References is the question where a symbol is used.
func References() queries.Operation {
	q := question{
		name: "references", kinds: allKinds(), tables: []string{"refs", "calls"}, doubts: usesDoubts, sited: true, into: true,
		columns: []column{position, role, basis, kind, symbol},
		find:    statement(referencesSQL),
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
call, type (the name of a type), read (all else), import.`,
		Example: "references main.version",
	}, q.runFlat)
}

// Definition is the question where a symbol is defined.
func Definition() queries.Operation {
	q := question{name: "definition", kinds: allKinds(), find: statement(definitionSQL), columns: []column{position, kind, symbol, signature}}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Summary: "where a symbol, or what stands at file:line:column, is defined",
		Help:    `JSON has the source of the whole declaration, at most 60 lines of it.`,
		Example: "definition main.main",
	}, q.runFlat)
}

// statement finds by one statement that starts at the table seeds.
func statement(sql string) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		if err := s.seed(ctx); err != nil {
			return err
		}
		return queries.Exec(ctx, s.conn, sql)
	}
}

// seed makes the table seeds of the targets.
func (s *session) seed(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, seedsSQL, ids(s.targets))
	return err
}

// runFlat answers a question whose answers have no depths.
func (q question) runFlat(ctx context.Context, ix *queries.Index, args arguments) (queries.Answer, error) {
	return newSession(q, ix, args).run(ctx)
}
