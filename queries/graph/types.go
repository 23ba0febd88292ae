package graph

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed type_usages.sql
var typeUsagesSQL string

//go:embed implementations.sql
var implementationsSQL string

//go:embed implementations_nodes.sql
var implementationsNodesSQL string

//go:embed implements_nodes.sql
var implementsNodesSQL string

//go:embed implements.sql
var implementsSQL string

// typeKinds are the kinds of types.
func typeKinds() []schema.Kind {
	var out []schema.Kind
	for _, k := range allKinds() {
		if k.IsType() {
			out = append(out, k)
		}
	}
	return out
}

// relatable are the kinds of symbols that satisfy others or are satisfied: types and methods.
var relatable = append(typeKinds(), schema.KindMethod, schema.KindInterfaceMethod)

// TypeUsages is the question where a type is used.
func TypeUsages() queries.Operation {
	q := question{
		name: "type_usages", kinds: typeKinds(), tables: []string{"refs"}, doubts: typeUsagesDoubts, sited: true, into: true,
		columns: []column{position, usage, kind, symbol},
		find:    statements(filling{"used", typeUsagesSQL}, filling{"nodes", usedNodesSQL}), finish: classifyUses,
	}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "where a type is used: parameters, results, fields, variables, conversions",
		Help: `One result for each use of the type's name, in the function or type around it, with
its usage: receiver, parameter, result, type_parameter, field, embedded, element (of
another type), variable, constant, literal, conversion, assertion, type_argument, or
body (all else in a function). Usages are known where the index holds the source and
can parse it.`,
		Example: "type_usages queries.Index",
	}, q.runFlat)
}

// typeUsagesDoubts are those that could make the uses of a type more than were found.
func typeUsagesDoubts(m schema.Manifest) []doubting { return append(usesDoubts(m), aliasUses) }

// Implementations is the question what implements an interface.
func Implementations() queries.Operation {
	q := question{
		name: "implementations", kinds: []schema.Kind{schema.KindInterface, schema.KindInterfaceMethod, schema.KindTypeAlias},
		tables: []string{"type_relations", "overrides"}, doubts: implementationsDoubts, into: true,
		find: statements(filling{"found", implementationsSQL}, filling{"nodes", implementationsNodesSQL}), finish: markPointers, counted: remarkOutside, columns: []column{position, kind, symbol, viaPointer},
	}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "the concrete types that implement an interface, or the methods that stand in for one of its methods",
		Help: `"via_pointer" says that only the pointer to the type has all the methods. The
interface may be one from outside: io.Reader.`,
		Example: "implementations error",
	}, q.runFlat)
}

// Implements is the question what a type implements.
func Implements() queries.Operation {
	q := question{
		name: "implements", kinds: relatable,
		tables: []string{"type_relations", "overrides"}, doubts: implementsDoubts,
		find: statements(filling{"found", implementsSQL}, filling{"nodes", implementsNodesSQL}), finish: markPointers, columns: []column{position, kind, symbol, viaPointer},
	}
	return queries.Declare(queries.Operation{
		Name:    q.name,
		Tool:    tool,
		Drawn:   true,
		Summary: "the interfaces that a type implements, or the interface methods that a method satisfies",
		Help: `Interfaces of the repository, those from outside that it names or hands values
to, and the exported ones of the packages that it imports. "via_pointer" says that only
the pointer to the type has all the methods.`,
		Example: "implements queries.UsageError",
	}, q.runFlat)
}

// remarkOutside says where types from outside may be missing, which no index holds.
func remarkOutside(ctx context.Context, s *session) error {
	if !s.concerns(outsideTypes) {
		return nil
	}
	found, err := s.askStatement(ctx, s.judging, outsideTypes)
	if err == nil && found[outsideTypes.name] > 0 {
		s.answer.known.remark = "types from outside may implement it too: only those of the repository are compared"
	}
	return err
}

func markPointers(_ context.Context, s *session) error {
	for i := range s.answer.Results {
		s.answer.Results[i].ViaPointer = s.answer.Results[i].label == "pointer"
	}
	return nil
}
