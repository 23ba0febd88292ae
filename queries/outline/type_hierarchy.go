package outline

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed type_hierarchy.sql
	typeHierarchySQL string
	//go:embed type_hierarchy_aliases.sql
	typeHierarchyAliasesSQL string
)

// hierarchy has the types that a type is related to.
type hierarchy struct {
	Symbol        string    `json:"symbol"`
	AliasOf       string    `json:"alias_of,omitempty"` // the type that an alias means, with these relations
	Implements    []related `json:"implements"`
	ImplementedBy []related `json:"implemented_by"`
	Composes      []related `json:"composes"`
	ComposedBy    []related `json:"composed_by"`
	TotalFound    int       `json:"total_found"` // of all four
	TestCount     int       `json:"test_count"`  // of all, those in tests
	TotalReturned int       `json:"total_returned"`
}

type related struct {
	Symbol     answer.SymbolInfo `json:"symbol"`
	Kind       string            `json:"kind"` // interface_impl, satisfies (of a constraint), inheritance, embedding or composition
	Depth      int               `json:"depth"`
	ViaPointer bool              `json:"via_pointer,omitempty"` // only the pointer to the type implements the interface

	part string
}

type hierarchyAnswer struct {
	*answer.Head
	Hierarchy hierarchy `json:"hierarchy"`
}

type hierarchyArgs struct {
	Target       string `arg:"target" required:"" positional:"" help:"a type: a name, file:line[:column]"`
	IncludeTests bool   `arg:"include_tests" default:"true" help:"return types in test files too"`
	answer.Pages
}

func typeHierarchy() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "type_hierarchy",
		Summary: "list the types that a type implements and embeds, and the types that implement and embed it",
		Help: `Types that an embedded type embeds have depth 2, and so on. Fields of another type are its
composition, at depth 1: pointers to it, slices and maps of it count. A type implements an
interface when it has all its methods: that depth is always 1. The relation "satisfies"
means that the type is a type argument where the interface is the constraint.`,
		Example: "type_hierarchy error",
	}, func(ctx context.Context, ix *queries.Index, args hierarchyArgs, h *answer.Head) (*hierarchyAnswer, error) {
		s, err := h.One(ctx, ix, args.Target, answer.TypeKinds())
		if err != nil {
			return nil, err
		}
		a := &hierarchyAnswer{Head: h}
		if err := a.read(ctx, ix, s, args); err != nil {
			return nil, fmt.Errorf("type hierarchy of %s: %w", s.Symbol, err)
		}
		return a, nil
	})
}

func (a *hierarchyAnswer) read(ctx context.Context, ix *queries.Index, s target.Symbol, args hierarchyArgs) error {
	t := &a.Hierarchy
	*t = hierarchy{Symbol: s.Symbol, Implements: []related{}, ImplementedBy: []related{}, Composes: []related{}, ComposedBy: []related{}}
	all, total, err := answer.ReadPage(ctx, ix, args.Pages, func(r *related) []any {
		return append(r.Symbol.Fields(), &r.part, &r.Kind, &r.Depth, &r.ViaPointer, &t.TestCount)
	}, typeHierarchySQL, s.ID, answer.Tests(ctx, args.IncludeTests))
	if err != nil {
		return err
	}
	a.Layout(queries.Table{Columns: []string{"position", "relation", "how", "depth", "kind", "symbol", "via_pointer"}, GroupBy: 2, Order: 1, Subject: 5})
	slices.SortStableFunc(all, func(a, b related) int { return cmp.Compare(a.part, b.part) })
	parts := map[string]*[]related{"implements": &t.Implements, "implemented_by": &t.ImplementedBy, "composes": &t.Composes, "composed_by": &t.ComposedBy}
	for _, r := range all {
		*parts[r.part] = append(*parts[r.part], r)
		a.Add(r, r.Symbol.Position(), r.part, r.Kind, int64(r.Depth), r.Symbol.Kind, r.Symbol.Symbol, r.ViaPointer)
	}
	t.TotalFound, t.TotalReturned = total, len(all)
	a.Page("", total, len(all), args.Offset)
	ids := []int32{s.ID}
	if s.Kind == string(schema.KindTypeAlias) {
		meant, err := a.unalias(ctx, ix, s)
		if err != nil {
			return err
		}
		ids = append(ids, meant...)
	}
	return a.Ask(ctx, ix, completeness.Asked{About: schema.AboutSubtypes, IDs: ids}, completeness.Asked{About: schema.AboutSupertypes, IDs: ids},
		completeness.Asked{About: schema.AboutHolders, IDs: ids})
}

// Report lists the related types below each relation.
func (a *hierarchyAnswer) Report(r queries.Reading) queries.Report {
	t := a.Hierarchy
	fold := r.Tests == queries.TestsFolded && slices.ContainsFunc(slices.Concat(t.Implements, t.ImplementedBy, t.Composes, t.ComposedBy), func(x related) bool { return !x.Symbol.Test })
	var sections []queries.Section
	for _, relation := range []struct {
		title string
		types []related
	}{{"implements", t.Implements}, {"implemented by", t.ImplementedBy}, {"composed of", t.Composes}, {"part of", t.ComposedBy}} {
		s := queries.Section{Title: relation.title}
		for _, x := range relation.types {
			if fold && x.Symbol.Test {
				continue
			}
			var remarks []string
			switch x.Kind {
			case "embedding":
				remarks = append(remarks, "embedded")
			case "inheritance":
				remarks = append(remarks, "extends")
			}
			if x.Depth > 1 {
				remarks = append(remarks, fmt.Sprintf("depth %d", x.Depth))
			}
			if x.ViaPointer {
				remarks = append(remarks, "by pointer")
			}
			s.Lines = append(s.Lines, queries.Line{Cells: []string{cmp.Or(x.Symbol.Position(), "external"), a.ShortName(x.Symbol.Symbol), strings.Join(remarks, ", ")}})
		}
		if len(s.Lines) > 0 {
			sections = append(sections, s)
		}
	}
	out := a.Head.Report("types related to "+a.ShortName(t.Symbol), sections, r)
	if fold {
		out.Folded(t.TestCount)
	}
	return out
}

// unalias notes the type that an alias means, and returns the ids of the types on the way to it.
func (a *hierarchyAnswer) unalias(ctx context.Context, ix *queries.Index, s target.Symbol) (ids []int32, err error) {
	meant, err := queries.Collect(ctx, ix.Query, func(m *target.Symbol) []any { return []any{&m.ID, &m.Symbol} }, typeHierarchyAliasesSQL, s.ID)
	if err != nil {
		return nil, err
	}
	names, err := ix.Names(ctx)
	if len(meant) == 0 {
		a.Note("%s is an alias of a type without a name in the index", names.Short(s.Symbol))
		return nil, err
	}
	for _, m := range meant {
		ids = append(ids, m.ID)
	}
	a.Hierarchy.AliasOf = meant[len(meant)-1].Symbol
	a.Note("%s is an alias: the relations are those of %s", names.Short(s.Symbol), a.Hierarchy.AliasOf)
	return ids, err
}
