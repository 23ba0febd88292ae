package graph

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed references.sql
	referencesSQL string
	//go:embed references_through.sql
	referencesThroughSQL string
	//go:embed type_usages.sql
	typeUsagesSQL string
	//go:embed other_builds.sql
	otherBuildsSQL string
	//go:embed definition.sql
	definitionSQL string
)

// lookup is an operation whose one statement finds the results by the table target.
func lookup(o operation, text string) operation {
	o.statement = func(*session) (string, []any) { return text, nil }
	o.find = func(ctx context.Context, s *session) error { return s.exec(ctx, text) }
	return o
}

// runFlat answers an operation whose answers have no depths.
func (o operation) runFlat(ctx context.Context, ix *queries.Index, args arguments) (*answer, error) {
	return newSession(o, ix, args).run(ctx)
}

// asking asks for kinds of facts about the targets.
func asking(about ...schema.About) func(*session) []completeness.Asked {
	return func(s *session) []completeness.Asked {
		var asked []completeness.Asked
		for _, a := range about {
			asked = append(asked, completeness.Asked{About: a, IDs: ids(s.targets)})
		}
		return asked
	}
}

// References is the operation that finds the uses of a symbol.
func References() queries.Operation {
	o := lookup(operation{
		name: "references", kinds: allKinds(), into: true, unused: true, locals: true,
		columns: []column{position, role, basis, kind, symbol},
		asks:    asking(schema.AboutReferences),
		judge:   judgeDispatch,
		finish: func(_ context.Context, s *session) error {
			for i := range s.answer.Results {
				s.answer.Results[i].Role = s.answer.Results[i].label
			}
			return nil
		},
	}, referencesSQL)
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "list every use of a symbol, with its role",
		Help: `One result for each use, in the function, type or variable around it. Roles: write,
call, type (the name of a type), read (everything else), import. Uses by reflection, from
templates, and uses of a field without its name are not found. In Go the place of a local
variable is a target too.`,
		Example: "references schema.FormatVersion",
	}, o.runFlat)
}

// maxThrough is the number of interface methods whose uses an answer shows.
const maxThrough = 3

// judgeDispatch adds the uses of interface methods that may run the targets.
func judgeDispatch(ctx context.Context, s *session) error {
	type row struct {
		symbol string
		count  int
		use    use
	}
	rows, err := queries.Collect(ctx, s.conn.QueryContext, func(r *row) []any {
		return []any{&r.symbol, &r.count, &r.use.File, &r.use.Line, &r.use.Symbol}
	}, referencesThroughSQL)
	if err != nil {
		return err
	}
	var all []interfaceUses
	for _, r := range rows {
		if n := len(all); n == 0 || all[n-1].Symbol != r.symbol {
			all = append(all, interfaceUses{Symbol: r.symbol, Uses: r.count})
			s.add(schema.ReasonDispatchNotFollowed, r.count)
		}
		t := &all[len(all)-1]
		t.First = append(t.First, r.use)
	}
	s.answer.Through = all[:min(len(all), maxThrough)]
	if len(all) > maxThrough {
		s.answer.known.advice = fmt.Sprintf("%d more interface methods may run it: ask for callers", len(all)-maxThrough)
	}
	return nil
}

// TypeUsages is the operation that finds the uses of a type.
func TypeUsages() queries.Operation {
	o := lookup(operation{
		name: "type_usages", kinds: typeKinds(), into: true, unused: true,
		columns: []column{position, usage, kind, symbol},
		asks:    asking(schema.AboutReferences),
		finish:  classifyUses,
	}, typeUsagesSQL)
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "list the uses of a type: parameters, results, fields, variables, conversions",
		Help: `One result for each use of the type's name, in the function or type around it, with its
usage. That is receiver, parameter, result, type_parameter, field, embedded, element (of
another type), variable, constant, literal, conversion, assertion, type_argument, or body.
body is everything else in a function. The usage is known where the index has the source
and can parse it.`,
		Example: "type_usages queries.Index",
	}, o.runFlat)
}

// Definition is the operation that finds where a symbol is defined.
func Definition() queries.Operation {
	o := lookup(operation{
		name: "definition", kinds: allKinds(), locals: true,
		columns: []column{position, kind, symbol, signature},
		judge: func(ctx context.Context, s *session) error {
			n, err := s.count(ctx, otherBuildsSQL)
			s.add(schema.ReasonExcludedByBuild, n)
			if err != nil {
				return err
			}
			files := []string{}
			for _, t := range s.targets {
				files = append(files, t.File)
			}
			reasons, err := completeness.Rules(ctx, s.ix, files)
			for _, r := range reasons {
				s.add(schema.Reason(r.Reason), r.Count)
			}
			return err
		},
	}, definitionSQL)
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Summary: "show where a symbol, or the symbol at file:line:column, is defined",
		Help: `JSON has the source of the whole declaration, at most 60 lines of it. In Go the place of a
local variable is a target too.`,
		Example: "definition queries.Open",
	}, o.runFlat)
}
